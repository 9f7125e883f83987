// A static site as strict hosts serve it: nothing inline, nothing from elsewhere, and Trusted Types enforced.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https://rpc.host.test wss://relay.host.test",
  'frame-src https://wallet.host.test',
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Serves folders, the first that has a file. @param {string[]} folders @param {number} port @returns {Promise<() => void>} the way to end it */
export function serve(folders, port) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const file = folders
      .map((folder) => join(folder, path === '/' ? 'index.html' : path))
      .find((one) => existsSync(one) && statSync(one).isFile())
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const type = types[/** @type {keyof typeof types} */ (extname(file))] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-store' })
    createReadStream(file).pipe(response)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve(() => {
        server.closeAllConnections()
        server.close()
      }),
    )
  })
}
