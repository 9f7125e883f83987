// Compiles the page's style sheet, src/page/screens/sheet.css, as a string for a constructed sheet: the page's policy allows no style
// in its markup. `node scripts/build-css.mjs` writes it; a test says when it is stale.
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { minify, modesFor, moduleOf, needed, part, partsOf, read, withoutColours, withoutImports } from '@portico/ui/sheets'

const source = new URL('../src/page/screens/sheet.css', import.meta.url)
const target = new URL('../src/page/screens/styles.css.ts', import.meta.url)

/** The module's text. */
export async function buildCss() {
  // The page sets the colours itself: only those that it has judged.
  const css = withoutColours(withoutImports(await read(await partsOf(source))))
  const all = `${css}\n${modesFor(css, await read([part('styles/modes.css')]), { all: true })}`
  const keep = needed(all, withoutColours(await read([part('styles/tokens.css')])))
  return moduleOf({ name: 'styles', css: minify(all, { keep }), by: 'scripts/build-css.mjs' })
}

/** Whether the module differs from what its sources say. */
export const isCssStale = async () => (await readFile(target, 'utf8').catch(() => '')) !== (await buildCss())

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(target, await buildCss())
