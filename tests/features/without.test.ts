import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

const src = fileURLToPath(new URL('../../packages/react-ui/src/', import.meta.url))
const features = readdirSync(`${src}features`, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
const read = (path: string) => readFileSync(src + path, 'utf8')

/** The sources as they are once a feature is deleted: without its lines, and of `connect` without what comes with the modal's own code. */
function edited(path: string, without: string | undefined): string | undefined {
  if (without === undefined) return undefined
  if (path === 'features/list.ts')
    return read(path)
      .replace(new RegExp(`^import \\{ ${without} \\}.*$`, 'm'), '')
      .replace(new RegExp(`(?<=\\[.*)\\b${without}\\b,?(?=.*\\])`), '')
  if (path !== 'modal/first.ts' || without !== 'connect') return undefined
  return read(path).replace(/^.*\bconnect\b.*$/gm, '')
}

/** The modal as a site has it, all chunks in one text, and the modules that are in it. */
async function build(without?: string) {
  const build = await rolldown({
    input: `${src}Modal.tsx`,
    external: [/^react/, /^@portico\//, /^@lingui\//, /^@tanstack\//, /^uqr/],
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: { jsx: 'react-jsx' },
    checks: { moduleLevelDirective: false },
    plugins: [
      {
        name: 'without',
        load: (id) => {
          if (without !== undefined && id.startsWith(`${src}features/${without}/`)) throw new Error(`${id} is imported, and deleted`)
          return edited(id.slice(src.length), without)
        },
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return chunks.map(({ code }) => code).join('\n')
}

/** The names of a feature's views, from its own list. */
const viewsOf = (feature: string) =>
  [...(/export const views = \{(.*?)\}/s.exec(read(`features/${feature}/views.ts`))?.[1] ?? '').matchAll(/(\w+):/g)].map(
    ([, name = '']) => name,
  )
const messagesOf = (feature: string) =>
  [...read(`features/${feature}/locales/en/messages.po`).matchAll(/^msgid "(.+)"$/gm)].map(([, id = '']) => id)

/** The names of views that code opens without asking whether there is such a view. One after a bracket is a word in a catalogue, and who compares opens nothing. */
const opened = (code: string, views: readonly string[]) =>
  views.filter((view) => new RegExp(`(?<!\\[|=== |(canShow|wayTo|prefetchView|viewAtHand)\\(\\w+, )"${view}"`).test(code))

test('every view and message is in the modal that has all features', async () => {
  const code = await build()
  for (const feature of features) {
    expect(viewsOf(feature).length > 0 || read(`features/${feature}/views.ts`).includes('export const entries')).toBe(true)
    expect(messagesOf(feature).filter((id) => !code.includes(`"${id}"`))).toEqual([])
    expect([feature, viewsOf(feature).filter((view) => !code.includes(`${view}:`))]).toEqual([feature, []])
  }
})

describe.each(features)('a feature is deleted with its folder and its line: %s', (feature) => {
  test('nothing else imports it, opens a view of it, or says what is in its catalogue', async () => {
    const code = await build(feature)
    expect(opened(code, viewsOf(feature))).toEqual([])
    expect(messagesOf(feature).filter((id) => code.includes(`"${id}"`))).toEqual([])
    expect(viewsOf(feature).filter((view) => new RegExp(`\\b${view}View\\b`).test(code))).toEqual([])
  })
})
