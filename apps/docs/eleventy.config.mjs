import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { errorsPage } from './scripts/errors.mjs'
import { layout, listOf, relative } from './scripts/layout.mjs'
import { createHighlight, shape } from './scripts/markdown.mjs'
import { kinds, writtenPages } from './scripts/navigation.mjs'
import { root } from './scripts/places.mjs'
import { readReference } from './scripts/reference/read.mjs'
import { referencePages } from './scripts/reference/pages.mjs'

/** @typedef {import('./scripts/navigation.mjs').Page} Page */

export default async function configure(/** @type {any} */ eleventy) {
  const written = writtenPages()
  const isQuick = process.argv.includes('--no-reference')
  const made = isQuick ? [] : [...referencePages(await readReference()), errorsPage()]
  /** @type {readonly Page[]} */
  const inOrder = [
    ...written,
    ...made.map(({ url, title, group }) => ({ url, title, group, file: '', kind: /** @type {const} */ ('reference') })),
  ]
  // The reference begins with what is looked up most.
  const pages = [...inOrder].toSorted((one, other) => rank(one) - rank(other))
  const files = new Set(readdirSync(`${root}/docs/images`).map((name) => `docs/images/${name}`))
  const urls = new Map(written.map(({ file, url }) => [file, url]))
  urls.set('docs/index.md', '/')
  urls.set('README.md', '/')

  const highlight = await createHighlight()
  eleventy.amendLibrary('md', (/** @type {any} */ md) => {
    md.set({ html: true })
    shape(md, { highlight, urls, files })
  })
  eleventy.setUseGitIgnore(false)
  // Braces are code here.
  eleventy.addGlobalData('templateEngineOverride', 'md')
  eleventy.addGlobalData('eleventyComputed', {
    permalink: (/** @type {any} */ { page, permalink }) => {
      const file = page.inputPath.replace(/^\.\//, '')
      const url = urls.get(file) ?? permalink
      return typeof url === 'string' ? `${url.slice(1)}index.html`.replace(/^index/, 'index') : false
    },
  })
  eleventy.addPassthroughCopy({ 'docs/images': 'images' })
  for (const { url, markdown } of made) eleventy.addTemplate(`made${url.replaceAll('/', '-')}page.md`, markdown, { permalink: url })
  eleventy.addTemplate('all.md', allPages(pages), { permalink: '/all/' })
  eleventy.addTemplate('llms.11ty.js', {
    data: () => ({ permalink: 'llms.txt', eleventyComputed: { permalink: 'llms.txt' }, templateEngineOverride: '11ty.js' }),
    render: () => llms(written, pages),
  })

  eleventy.addTransform(
    'layout',
    /** @this {any} */ function (/** @type {string} */ content) {
      const { page } = this
      if (!page.outputPath?.endsWith('.html')) return content
      const source = page.inputPath.replace(/^\.\//, '')
      const [, title = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(content) ?? []
      const [, first = ''] = /<p>([\s\S]*?)<\/p>/.exec(content) ?? []
      return layout(
        {
          url: page.url,
          title: strip(title),
          description: strip(first).slice(0, 200),
          // A column without a name has no header.
          body: content.replace(/<th([^>]*)><\/th>/g, '<td$1></td>'),
          home: page.url === '/',
          playground: content.includes('id="playground"'),
          ...(urls.has(source) && { source }),
        },
        pages,
      )
    },
  )
  return { dir: { input: 'docs', output: 'apps/docs/dist', includes: '_none', data: '_none' }, markdownTemplateEngine: false }
}

const strip = (/** @type {string} */ html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .trim()

function rank(/** @type {Page} */ { kind, group }) {
  const groups = ['Look up', 'Packages', 'Portico']
  return kinds.findIndex(({ id }) => id === kind) * 10 + Math.max(0, groups.indexOf(group))
}

function allPages(/** @type {readonly Page[]} */ pages) {
  const parts = kinds.map(({ id, title, lead }) => {
    const own = pages.filter(({ kind }) => kind === id)
    return `## ${title}\n\n${lead}\n\n<div class="all">${listOf(own, '/all/')}</div>\n`
  })
  return `# All pages\n\n${parts.join('\n')}`
}

/** The site for programs that read: what there is, and where. https://llmstxt.org */
function llms(/** @type {readonly Page[]} */ written, /** @type {readonly Page[]} */ pages) {
  const parts = kinds.map(({ id, title }) => {
    const rows = pages
      .filter(({ kind }) => kind === id)
      .map((page) => `- [${page.title}](${relative('/', page.url).slice(2)})${about(page)}`)
    return `## ${title}\n\n${rows.join('\n')}\n`
  })
  return `# Portico\n\n> A wallet-connection modal for web3 sites: EVM, Solana and Bitcoin. React components, hooks, or plain functions. No account with anybody, no cloud service, no telemetry. MIT.\n\n${parts.join('\n')}`

  function about(/** @type {Page} */ { file }) {
    if (!file || !existsSync(`${root}/${file}`) || !written.some((page) => page.file === file)) return ''
    const [, first = ''] = /^# .+\n+([^#`<|\n][^\n]*)/m.exec(readFileSync(`${root}/${file}`, 'utf8')) ?? []
    return first ? `: ${first.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('**', '')}` : ''
  }
}
