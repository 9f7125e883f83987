// What `npm run build` has made, as it is asked for.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** @type {Record<string, string>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

/**
 * A file of the folder, or the page. A part of an earlier build is not there, and the page is no answer to who wants one.
 * @param {string} folder with a slash at its end
 * @returns {import('node:http').RequestListener}
 */
export const createPages = (folder) => (request, response) => {
  const path = pathOf(request.url ?? '/')
  const wanted = join(folder, path)
  const isFile = wanted.startsWith(folder) && existsSync(wanted) && statSync(wanted).isFile()
  const isAsset = path.startsWith('/assets/')
  if (isAsset && !isFile) return void response.writeHead(404).end()
  const file = isFile ? wanted : join(folder, 'index.html')
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
  createReadStream(file)
    .on('error', () => response.writeHead(404).end())
    .pipe(response)
}

/** The path of an address. One that cannot be read is that of the page: anybody may ask for anything. */
function pathOf(/** @type {string} */ url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch {
    return '/'
  }
}
