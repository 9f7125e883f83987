// Compiles the style sheets: the modal's and each feature's (`features/*/sheet.css`) as strings for constructable sheets, the buttons'
// as a string and as a file. A feature's sheet imports the parts that its views draw with and that the modal's has not; two features
// may have the same one.
// `node scripts/build-css.mjs` writes them; a test says when they are stale.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Features, transform } from 'lightningcss'

// First versions with relative colours. They also have oklch, color-mix and nesting, so nothing of that is lowered.
const targets = { chrome: 120 << 16, safari: (16 << 16) | (4 << 8), firefox: 128 << 16 }

const tokens = 'styles/tokens.css'
const primitive = (/** @type {string} */ path) => `primitives/${path}.css`

/** What stands in the host's page as well as in the modal. */
const shared = [
  'icons/icon.css',
  'styles/figures.css',
  ...['tile/Tile', 'columns/Columns', 'spinner/Spinner', 'skeleton/Skeleton'].map(primitive),
]
/** The frame of the modal, and what most views draw with. What a feature has beside that is in its own sheet. */
const modal = [
  tokens,
  'styles/base.css',
  'styles/shell.css',
  ...shared,
  ...[
    'icon-button/IconButton',
    'button/Button',
    'list-item/ListItem',
    'tile/Quad',
    'tile/Badge',
    'badge/Badge',
    'banner/Banner',
    'toast/Toast',
    'medal/Medal',
    'empty/Empty',
    'link/Link',
    'glyph-tile/GlyphTile',
    'card/Card',
    'span/Span',
    'hero/Hero',
  ].map(primitive),
]
/** What a mode changes in the parts. Each sheet ends with what it says of its own. */
const modes = 'styles/modes.css'
/** Parts that no view uses yet: in the catalogue, and in nobody's page. */
const unused = ['steps/Progress'].map(primitive)
const buttons = [primitive('host-button/HostButton'), ...shared]

/** Read by the modal's own code as well. */
const durations = ['header', 'height', 'view', 'open', 'sheet', 'toast-gap'].map((name) => `--po-t-${name}`)

const src = (/** @type {string} */ path) => new URL(`../src/${path}`, import.meta.url)
const read = async (/** @type {string[]} */ paths) => (await Promise.all(paths.map((path) => readFile(src(path), 'utf8')))).join('\n')

/** The features that have a sheet, by their folder. */
const features = readdirSync(src('features')).filter((name) => existsSync(src(`features/${name}/sheet.css`)))

/** The files that a sheet imports, in order, and then itself. */
async function partsOf(/** @type {string} */ path) {
  const imports = [...(await read([path])).matchAll(/^@import '([^']+)';$/gm)]
  return [...imports.map(([, file = '']) => posix.join(posix.dirname(path), file)), path]
}

const withoutImports = (/** @type {string} */ css) => css.replace(/^@import .*$/gm, '')

/** The top-level rules of a sheet, and those inside an at-rule, each as one text. */
function* rulesOf(/** @type {string} */ css) {
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] !== '}') continue
    depth -= 1
    if (depth > 0) continue
    yield css.slice(start, at + 1).trim()
    start = at + 1
  }
}

/** What the modes change in the classes of a sheet; `all` for the modal's own, where the rules without a class stand. */
function modesFor(/** @type {string} */ css, /** @type {string} */ definitions, { all = false } = {}) {
  const own = new Set(classesOf(css))
  const kept = (/** @type {string} */ rule) => {
    const classes = classesOf(rule.slice(0, rule.indexOf('{')))
    return classes.length === 0 ? all : classes.some((name) => own.has(name))
  }
  return [...rulesOf(definitions.replace(/\/\*.*?\*\//gs, ''))]
    .map((rule) => {
      if (!rule.startsWith('@media')) return kept(rule) ? rule : ''
      const open = rule.indexOf('{')
      const inner = [...rulesOf(rule.slice(open + 1, -1))].filter(kept)
      return inner.length > 0 ? `${rule.slice(0, open)}{${inner.join('')}}` : ''
    })
    .join('\n')
}

/** The classes that a style sheet, or a selector, names. */
export const classesOf = (/** @type {string} */ css) => [...css.matchAll(/\.(po-[\w-]+)/g)].map(([, name = '']) => name)

/** @param {string} css @param {{ keep?: Set<string> | undefined }} [options] custom properties to keep, all by default */
function minify(css, { keep } = {}) {
  const visitor = keep && {
    Declaration: {
      custom: (/** @type {{ name: string }} */ { name }) => (name.startsWith('--po-') && !keep.has(name) ? [] : undefined),
    },
  }
  const { code } = transform({
    filename: 'portico.css',
    code: Buffer.from(css),
    minify: true,
    targets,
    exclude: Features.LightDark,
    ...(visitor && { visitor }),
  })
  return code
    .toString()
    .replace(/, /g, ',')
    .replace(/(?<=[\w)]) ([*/]) (?=[\d.(vcm])/g, '$1')
}

const used = (/** @type {string} */ css) => [...css.matchAll(/var\((--po-[\w-]+)/g)].map(([, name]) => name ?? '')

/** The custom properties that `css` needs, and those that these need in turn. */
function needed(/** @type {string} */ css, /** @type {string} */ definitions) {
  const found = new Set(used(css))
  for (const name of found)
    for (const [, value] of definitions.matchAll(new RegExp(`${name}:([^;]*)`, 'g'))) for (const next of used(value ?? '')) found.add(next)
  return found
}

/** A button may be rendered by a server that cannot know the visitor's scheme: for `data-theme="system"` the dark rules stand in a media query too. */
function followSystem(/** @type {string} */ css) {
  return css.replace(
    /\.portico\[data-theme="?dark"?\]\{[^{}]*\}|\[data-theme="?dark"?\] [^{}]*\{[^{}]*\}/g,
    (rule) => `${rule}@media (prefers-color-scheme:dark){${rule.replace(/"?dark"?\]/, 'system]')}}`,
  )
}

/** The buttons are in every page's first load: for engines without relative colours they carry the light palette only. */
function withoutStaticDark(/** @type {string} */ css) {
  return css.replace(/\.portico\[data-theme="?dark"?\]\{--po-surface:#[^}]*\}/, '')
}

const literal = (/** @type {string} */ text) => `'${text.replace(/[\\']/g, '\\$&')}'`

/** The generated files: path below `src` → text. */
export async function buildCss() {
  const definitions = await read([tokens])
  const buttonParts = await read(buttons)
  const keep = needed(buttonParts, definitions)
  const buttonsCss = minify(followSystem(withoutStaticDark(minify(`${definitions}\n${buttonParts}`, { keep }))))
  const modeRules = await read([modes])
  const finished = (/** @type {string} */ css, options = {}) => `${css}\n${modesFor(css, modeRules, options)}`
  const modalParts = finished(await read(modal), { all: true })
  const parts = await Promise.all(features.map((name) => partsOf(`features/${name}/sheet.css`)))
  const sheets = await Promise.all(parts.map(async (files) => finished(withoutImports(await read(files)))))
  const keepAll = new Set([...needed(`${modalParts}\n${sheets.join('\n')}`, definitions), ...durations])
  const modalCss = minify(modalParts, { keep: keepAll })
  // For the catalogue of stories: all of it, and parts that no view uses yet.
  const every = withoutImports(await read([...new Set(parts.flat())]))
  const unusedParts = await read([tokens, ...unused])
  const catalogueCss = [
    minify(unusedParts, { keep: needed(unusedParts, definitions) }),
    modalCss,
    minify(finished(every), { keep: keepAll }),
  ].join('')
  const header = '// Generated by scripts/build-css.mjs. Do not edit.\n'
  return {
    'styles/modal.css.ts': `${header}export const modalCss =\n  ${literal(modalCss)}\n`,
    ...Object.fromEntries(
      features.map((name, i) => [
        `features/${name}/sheet.css.ts`,
        `${header}export const sheet =\n  ${literal(minify(sheets[i] ?? '', { keep: keepAll }))}\n`,
      ]),
    ),
    'styles/catalogue.css.ts': `${header}export const catalogueCss =\n  ${literal(catalogueCss)}\n`,
    'styles/buttons.css.ts': `${header}export const buttonsCss =\n  ${literal(buttonsCss)}\n`,
    'styles.css': `/* Generated by scripts/build-css.mjs. Do not edit. */\n${buttonsCss}\n`,
  }
}

/** The generated files that differ from what the sources say. */
export async function staleCss() {
  const files = Object.entries(await buildCss())
  const current = await Promise.all(files.map(([path]) => readFile(src(path), 'utf8').catch(() => '')))
  return files.flatMap(([path, text], i) => (text === current[i] ? [] : [path]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await buildCss())) await writeFile(fileURLToPath(src(path)), text)
}
