// Compiles the style sheets: the modal's and each feature's (`features/*/sheet.css`) as strings for constructable sheets, the buttons'
// as a string and as a file. A feature's sheet imports the parts that its views draw with and that the modal's has not; two features
// may have the same one.
// `node scripts/build-css.mjs` writes them; a test says when they are stale.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { classesOf, minify, modesFor, moduleOf, needed, part, partsOf, read, withoutImports } from '@portico/ui/sheets'

export { classesOf }

const by = 'scripts/build-css.mjs'
const src = (/** @type {string} */ path) => new URL(`../src/${path}`, import.meta.url)

const tokens = part('styles/tokens.css')
const primitive = (/** @type {string} */ path) => part(`primitives/${path}.css`)

/** What stands in the host's page as well as in the modal. */
const shared = [
  part('icons/icon.css'),
  part('styles/figures.css'),
  ...['tile/Tile', 'columns/Columns', 'spinner/Spinner', 'skeleton/Skeleton'].map(primitive),
]
/** The frame of the modal, and what most views draw with. What a feature has beside that is in its own sheet. */
const modal = [
  tokens,
  part('styles/base.css'),
  part('styles/frame.css'),
  src('styles/shell.css'),
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
    'card/Card',
    'span/Span',
    'hero/Hero',
  ].map(primitive),
]
/** What a mode changes in the parts. Each sheet ends with what it says of its own. */
const modes = part('styles/modes.css')
/** Parts that no view of the modal draws with: they are in the catalogue alone. */
const unused = ['checkbox/Checkbox', 'otp/Otp'].map(primitive)
const buttons = [primitive('host-button/hostButton'), ...shared]

/** Read by the modal's own code as well. */
const durations = ['header', 'height', 'view', 'open', 'sheet', 'toast-gap'].map((name) => `--po-t-${name}`)

/** The sheets of the features, by their folder. What stands on Connect is apart: it comes with the modal. */
const sheetNames = [
  ...readdirSync(src('features'))
    .filter((name) => existsSync(src(`features/${name}/sheet.css`)))
    .map((name) => `${name}/sheet`),
  'login/ways',
]

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

/** No part of a button is drawn by the browser. Builds that lower `light-dark()` write two variables for each `color-scheme`. */
const withoutScheme = (/** @type {string} */ css) => css.replace(/[^{}]*\{color-scheme:\w+\}|;?color-scheme:\w+/g, '')

/** The generated files: path below `src` → text. */
export async function buildCss() {
  const definitions = await read([tokens])
  const buttonParts = await read(buttons)
  const keep = needed(buttonParts, definitions)
  const buttonsCss = minify(followSystem(withoutScheme(withoutStaticDark(minify(`${definitions}\n${buttonParts}`, { keep })))))
  const modeRules = await read([modes])
  const finished = (/** @type {string} */ css, options = {}) => `${css}\n${modesFor(css, modeRules, options)}`
  const modalParts = finished(await read(modal), { all: true })
  const parts = await Promise.all(sheetNames.map((name) => partsOf(src(`features/${name}.css`))))
  const sheets = await Promise.all(parts.map(async (files) => finished(withoutImports(await read(files)))))
  const keepAll = new Set([...needed(`${modalParts}\n${sheets.join('\n')}`, definitions), ...durations])
  const modalCss = minify(modalParts, { keep: keepAll })
  // For the catalogue of stories: all of it, and parts that no view draws with.
  const every = withoutImports(await read(unique(parts.flat())))
  const unusedParts = await read([tokens, ...unused])
  const catalogueCss = [
    minify(unusedParts, { keep: needed(unusedParts, definitions) }),
    modalCss,
    minify(finished(every), { keep: keepAll }),
  ].join('')
  return {
    'styles/modal.css.ts': moduleOf({ name: 'modalCss', css: modalCss, by }),
    ...Object.fromEntries(
      sheetNames.map((name, i) => [
        `features/${name}.css.ts`,
        moduleOf({ name: 'sheet', css: minify(sheets[i] ?? '', { keep: keepAll }), by }),
      ]),
    ),
    'styles/catalogue.css.ts': moduleOf({ name: 'catalogueCss', css: catalogueCss, by }),
    'styles/buttons.css.ts': moduleOf({ name: 'buttonsCss', css: buttonsCss, by }),
    'styles.css': `/* Generated by ${by}. Do not edit. */\n${buttonsCss}\n`,
  }
}

/** Each file once, where it stands first. */
const unique = (/** @type {URL[]} */ files) => [...new Map(files.map((file) => [file.href, file])).values()]

/** The generated files that differ from what the sources say. */
export async function staleCss() {
  const files = Object.entries(await buildCss())
  const current = await Promise.all(files.map(([path]) => readFile(src(path), 'utf8').catch(() => '')))
  return files.flatMap(([path, text], i) => (text === current[i] ? [] : [path]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await buildCss())) await writeFile(fileURLToPath(src(path)), text)
}
