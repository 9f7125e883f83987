// One process with the pages, sign-in and the API. `--dev` serves the sources by Vite, without it what `npm run build` has made.
// PORT, SITE_ORIGIN (the address that visitors see, https://…) and RPC_URL come from the environment, or from .env.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toNodeListener } from '@portico/siwx/server/node'
import { createApp } from './app.mjs'

if (existsSync('.env')) process.loadEnvFile('.env')
const { values } = parseArgs({ options: { dev: { type: 'boolean' }, port: { type: 'string' } } })
const port = Number(values.port ?? process.env.PORT ?? 5173)
const origins = process.env.SITE_ORIGIN ? [process.env.SITE_ORIGIN] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
const answer = toNodeListener(createApp({ origins, rpcUrl: process.env.RPC_URL ?? 'https://ethereum.reth.rs/rpc' }))
const pages = values.dev ? await developed() : built
const server = createServer((request, response) =>
  /^\/(siwx|api)\//.test(request.url ?? '') ? void answer(request, response) : pages(request, response),
)
server.listen(port, '127.0.0.1', () => process.stdout.write(`${origins[0]}\n`))

/** The sources, each as it is now. @returns {Promise<import('node:http').RequestListener>} */
async function developed() {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true, hmr: { port: port + 1 } } })
  return vite.middlewares
}

/** A file of `dist`, or the page. @type {import('node:http').RequestListener} */
function built(request, response) {
  const folder = fileURLToPath(new URL('../dist/', import.meta.url))
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const wanted = join(folder, decodeURIComponent(pathname))
  const isFile = wanted.startsWith(folder) && existsSync(wanted) && statSync(wanted).isFile()
  const file = isFile ? wanted : join(folder, 'index.html')
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }
  response.setHeader('content-type', types[/** @type {keyof typeof types} */ (extname(file))] ?? 'application/octet-stream')
  response.setHeader('cache-control', pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  createReadStream(file)
    .on('error', () => response.writeHead(404).end())
    .pipe(response)
}
