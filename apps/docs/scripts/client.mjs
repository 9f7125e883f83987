// The code of the pages: search, theme and the playground; and the style sheets. Pages work without any of it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { rolldown } from 'rolldown'
import { app, out, root } from './places.mjs'

const require = createRequire(import.meta.url)

export async function buildClient() {
  const assets = `${out}/assets`
  mkdirSync(assets, { recursive: true })
  const build = await rolldown({
    input: { site: `${app}/src/site.ts`, playground: `${app}/src/playground.tsx` },
    platform: 'browser',
    resolve: {
      conditionNames: ['@portico/source', 'module', 'browser', 'import', 'default'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
    transform: { target: 'es2022', jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
  })
  await build.write({ dir: assets, format: 'esm', minify: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' })
  await build.close()
  copyFileSync(`${app}/src/theme.js`, `${assets}/theme.js`)
  copyFileSync(`${app}/src/mark.svg`, `${assets}/mark.svg`)
  const tokens = readFileSync(`${root}/packages/ui/src/styles/tokens.css`, 'utf8')
  writeFileSync(`${assets}/site.css`, `${tokens}\n${withoutScript(tokens)}\n${readFileSync(`${app}/src/site.css`, 'utf8')}`)
  copyFileSync(require.resolve('@portico/react-ui/styles.css'), `${assets}/portico.css`)
  for (const [from, to] of [
    ['inter-latin-wght-normal', 'inter'],
    ['inter-latin-ext-wght-normal', 'inter-ext'],
  ])
    copyFileSync(require.resolve(`@fontsource-variable/inter/files/${from}.woff2`), `${assets}/${to}.woff2`)
}

/** The dark palette again, for visitors whose system is dark, until they choose: a page without a script cannot set an attribute. */
function withoutScript(/** @type {string} */ tokens) {
  const dark = [...tokens.matchAll(/(?<=\n)(\s*)\.portico\[data-theme="dark"\] (\{[^}]*\})/g)]
  // The formulas stand indented, inside a rule for browsers that know them.
  const rules = dark.map(([, indent = '', body = '']) => {
    const rule = `.portico:not([data-theme]) ${body}`
    return indent.includes('  ') ? `@supports (color: oklch(from red l c h)) { ${rule} }` : rule
  })
  return `@media (prefers-color-scheme: dark) {\n${rules.join('\n')}\n}`
}
