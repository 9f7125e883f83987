// Builds the site into `dist`, or serves it and follows changes (`--serve`).
//
// Pages are the Markdown files of `docs`; the reference is made from the sources. `--no-reference` leaves that out, for a quick look.
import Eleventy from '@11ty/eleventy'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { buildClient } from './client.mjs'
import { out, root } from './places.mjs'
import { checkLinks } from './links.mjs'
import { checkSnippets } from './snippets.mjs'
import { searchEntries } from './searchEntries.mjs'

const serve = process.argv.includes('--serve')
process.chdir(root)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const stale = checkSnippets()
if (stale.length > 0) {
  console.error(`Pages show code that is not the file's: ${stale.join(', ')}. \`pnpm --filter @portico/docs snippets\` writes it anew.`)
  process.exit(1)
}
await buildClient()
const eleventy = new Eleventy('docs', 'apps/docs/dist', {
  configPath: 'apps/docs/eleventy.config.mjs',
  quietMode: !serve,
  runMode: serve ? 'serve' : 'build',
})
if (serve) {
  await eleventy.init()
  await eleventy.watch()
  await eleventy.serve(Number(process.env.PORT ?? 5180))
} else {
  await eleventy.init()
  await eleventy.write()
}
writeFileSync(`${out}/assets/search.json`, JSON.stringify(searchEntries()))
if (!serve) {
  const { pages, links, problems } = checkLinks()
  for (const problem of problems) console.error(`Link: ${problem}`)
  console.log(`${pages} pages, ${links} links`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
