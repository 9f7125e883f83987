// `node ssr/serve.mjs --port 5175`: the built demo, with ssr.html rendered for each request from the cookie.
// Builds the demo first where it has not been built.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const folder = fileURLToPath(new URL('..', import.meta.url))
const client = join(folder, 'dist/client')
const server = join(folder, 'dist/server/render.js')

const { values } = parseArgs({ options: { port: { type: 'string', default: '5175' }, host: { type: 'string', default: '127.0.0.1' } } })

if (!existsSync(server)) {
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root: folder, logLevel: 'warn' })
  await builder.buildApp()
}
const { render } = await import(pathToFileURL(server).href)
const template = readFileSync(join(client, 'ssr.html'), 'utf8')

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const http = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})

async function answer(request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname === '/' || pathname === '/ssr' || pathname === '/ssr.html') {
    // A function, because `$` in the page would mean something in a string.
    const page = template.replace('<!--app-->', () => render(request.headers.cookie))
    response.writeHead(200, { 'content-type': types['.html'], 'cache-control': 'no-store' }).end(page)
    return
  }
  const file = normalize(join(client, decodeURIComponent(pathname)))
  const isThere =
    file.startsWith(client) &&
    (await stat(file).then(
      (found) => found.isFile(),
      () => false,
    ))
  if (!isThere) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}

http.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${values.port} is in use. Name another with --port.` : error.message)
  process.exit(1)
})
http.listen(Number(values.port), values.host, () => process.stdout.write(`http://${values.host}:${values.port}/\n`))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => http.close(() => process.exit(0)).closeAllConnections())
