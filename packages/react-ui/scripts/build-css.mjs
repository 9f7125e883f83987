// Compiles the style sheets: the modal's as a string for constructable sheets, the buttons' as a string and as a file.
// `node scripts/build-css.mjs` writes them; a test says when they are stale.
import { readFile, writeFile } from 'node:fs/promises'
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
/** The frame of the modal and the Connect view: what is painted after a click on the host's button. */
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
    'badge/Badge',
    'banner/Banner',
    'toast/Toast',
    'medal/Medal',
    'empty/Empty',
    'link/Link',
    'brand-line/BrandLine',
  ].map(primitive),
  'styles/modes.css',
]
/** What the other views have beside that. Comes with the first of them, and after the modal's own sheet. */
const views = [
  ...[
    'tile/Badge',
    'glyph-tile/GlyphTile',
    'pill/Pill',
    'section-title/SectionTitle',
    'field/Field',
    'help/Help',
    'chip/Chip',
    'card/Card',
    'span/Span',
    'hero/Hero',
    'cell/Cell',
    'steps/Steps',
    'segmented/Segmented',
    'note/Note',
    'qr/Qr',
    'rule/Rule',
    'key-value/KeyValue',
    'otp/Otp',
    'social/Social',
    'step-bar/StepBar',
    'niche/Niche',
  ].map(primitive),
  'features/account/account.css',
  'features/embedded/embedded.css',
  'styles/modes.css', // again, for it comes last
]
/** Parts that no view uses yet: in the catalogue, and in nobody's page. */
const unused = ['steps/Progress'].map(primitive)
const buttons = [primitive('host-button/HostButton'), ...shared]

/** Read by the modal's own code as well. */
const durations = ['header', 'height', 'view', 'open', 'sheet', 'toast-gap'].map((name) => `--po-t-${name}`)

const src = (/** @type {string} */ path) => new URL(`../src/${path}`, import.meta.url)
const read = async (/** @type {string[]} */ paths) => (await Promise.all(paths.map((path) => readFile(src(path), 'utf8')))).join('\n')

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
  const parts = await read(buttons)
  const keep = needed(parts, definitions)
  const buttonsCss = minify(followSystem(withoutStaticDark(minify(`${definitions}\n${parts}`, { keep }))))
  const modalParts = await read(modal)
  const viewsParts = await read(views)
  const keepAll = new Set([...needed(`${modalParts}\n${viewsParts}`, definitions), ...durations])
  const modalCss = minify(modalParts, { keep: keepAll })
  const viewsCss = minify(viewsParts, { keep: keepAll })
  const unusedParts = await read([tokens, ...unused])
  const catalogueCss = minify(unusedParts, { keep: needed(unusedParts, definitions) })
  const header = '// Generated by scripts/build-css.mjs. Do not edit.\n'
  return {
    'styles/modal.css.ts': `${header}export const modalCss =\n  ${literal(modalCss)}\n`,
    'styles/views.css.ts': `${header}export const viewsCss =\n  ${literal(viewsCss)}\n`,
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
