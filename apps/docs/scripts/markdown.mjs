// How Markdown becomes a page: code in colours, headings with addresses, links that hold in the site.
import { createCssVariablesTheme, createHighlighter } from 'shiki'
import { dirname, join } from 'node:path/posix'
import { escape, relative } from './layout.mjs'
import { repository } from './places.mjs'

const languages = [
  'ts',
  'tsx',
  'js',
  'jsx',
  'sh',
  'json',
  'html',
  'css',
  'vue',
  'yaml',
  'sql',
  'diff',
  'toml',
  'ini',
  'nginx',
  'http',
  'solidity',
]

/** Code as HTML without a style attribute: colours are classes. @returns {Promise<(code: string, language: string) => string>} */
export async function createHighlight() {
  const theme = createCssVariablesTheme({ name: 'portico', variablePrefix: '--code-' })
  const highlighter = await createHighlighter({ themes: [theme], langs: languages })
  return (code, language) => {
    const lang = languages.includes(language) ? language : 'text'
    const html = highlighter.codeToHtml(code.replace(/\n$/, ''), { lang, theme: 'portico' })
    return html
      .replace(/^<pre [^>]*>/, '<pre tabindex="0">')
      .replace(/ style="color:var\(--code-([\w-]+)\)(?:;[^"]*)?"/g, (_, /** @type {string} */ name) => ` class="c-${name}"`)
      .replace(/ style="[^"]*"/g, '')
  }
}

/** As GitHub makes them, so that a link holds in both places. */
export const slug = (/** @type {string} */ title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/**
 * @param {any} md markdown-it
 * @param {object} options
 * @param {(code: string, language: string) => string} options.highlight
 * @param {Map<string, string>} options.urls of written pages, by their file in the repository
 * @param {Set<string>} options.files of the repository that the site serves, such as pictures
 */
export function shape(md, { highlight, urls, files }) {
  const { rules } = md.renderer
  rules.fence = (/** @type {any[]} */ tokens, /** @type {number} */ at) => {
    const { info, content } = tokens[at]
    const [language = '', ...rest] = info.trim().split(/\s+/)
    const [, file = ''] = /file=(\S+)/.exec(rest.join(' ')) ?? []
    const title = file ? `<figcaption>${escape(shortName(file))}</figcaption>` : ''
    return `<figure class="code">${title}${highlight(content, language)}</figure>\n`
  }
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  md.core.ruler.push('portico', (/** @type {any} */ state) => {
    const taken = new Map()
    const { inputPath = '', url = '/' } = state.env.page ?? {}
    for (const [index, token] of state.tokens.entries()) {
      // A column of figures says so by a class: the policy lets no style attribute in.
      const alignment = token.attrGet('style')
      if (alignment) {
        token.attrs = token.attrs.filter((/** @type {[string, string]} */ [name]) => name !== 'style')
        if (alignment === 'text-align:right') token.attrJoin('class', 'end')
      }
      if (token.type === 'heading_open') {
        const text = state.tokens[index + 1].children.map((/** @type {any} */ child) => child.content).join('')
        const name = slug(text)
        const count = taken.get(name) ?? 0
        taken.set(name, count + 1)
        token.attrSet('id', count > 0 ? `${name}-${count}` : name)
      }
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') child.attrSet('href', resolve(child.attrGet('href'), inputPath, url))
        if (child.type === 'image') child.attrSet('src', resolve(child.attrGet('src'), inputPath, url))
      }
    }
  })

  /** A link of the repository, as it holds in the site. */
  function resolve(/** @type {string} */ href, /** @type {string} */ inputPath, /** @type {string} */ url) {
    if (/^(https?:|mailto:|#)/.test(href)) return href
    const [path = '', hash] = href.split('#')
    const end = hash ? `#${hash}` : ''
    if (path.startsWith('/')) return relative(url, path) + end
    const target = join(dirname(inputPath.replace(/^\.\//, '')), path).replace(/\/$/, '')
    const page = urls.get(target)
    if (page) return relative(url, page) + end
    if (files.has(target)) return relative(url, `/${target.replace(/^docs\//, '')}`)
    return `${repository}/blob/main/${target}${end}`
  }
}

/** Of a file of an example, the part that its reader has. */
const shortName = (/** @type {string} */ file) =>
  file.replace(/^.*?\/(?:templates|examples|hosts|layers)\/[^/]+\//, '').replace(/^.*\/snippets\//, '')
