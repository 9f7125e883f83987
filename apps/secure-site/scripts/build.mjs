// Bundles the page to dist/page: what a release serves, with hashes.json for whoever compares it.
import { fileURLToPath } from 'node:url'
import { bundle } from '@portico/service/bundle'

const { buildPage } = await import(await bundle(new URL('..', import.meta.url), 'src/server/frame/build.ts'))
const { files } = await buildPage({ folder: fileURLToPath(new URL('../dist/page', import.meta.url)) })
for (const [name, { body }] of files) console.log(`${String(body.length).padStart(8)} ${name}`)
