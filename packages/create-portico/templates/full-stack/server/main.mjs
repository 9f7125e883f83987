// One process with the pages, sign-in and the API. `--dev` serves the sources by Vite, without it what `npm run build` has made.
// PORT, SITE_ORIGIN (the address that visitors see, https://…) and RPC_URL come from the environment, or from .env.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toNodeListener } from '@portico/siwx/server/node'
import { createApp } from './app.mjs'
import { createPages } from './pages.mjs'

if (existsSync('.env')) process.loadEnvFile('.env')
const { values } = parseArgs({ options: { dev: { type: 'boolean' }, port: { type: 'string' } } })
const port = Number(values.port ?? process.env.PORT ?? 5173)
const origins = process.env.SITE_ORIGIN ? [process.env.SITE_ORIGIN] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
const answer = toNodeListener(createApp({ origins, rpcUrl: process.env.RPC_URL || 'https://ethereum.reth.rs/rpc' }))
const pages = values.dev ? await developed() : createPages(fileURLToPath(new URL('../dist/', import.meta.url)))
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
