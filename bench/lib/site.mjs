// Serves one built app from memory on loopback, brotli-compressed, and knows every file's exact size.
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import zlib from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
/** Compressed already. */
const plainTypes = new Set(['.png', '.jpg', '.webp', '.woff2', '.gif'])

const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = zlib.constants
const brotli = (body) => zlib.brotliCompressSync(body, { params: { [quality]: 11, [sizeHint]: body.length } })

/** @returns a server of `dist`, listening; `log` holds what was asked for, in order */
export async function startSite(dist) {
  const cache = new Map()
  const log = []

  function file(url) {
    if (!cache.has(url)) cache.set(url, read(url))
    return cache.get(url)
  }

  function read(url) {
    const full = path.join(dist, url === '/' ? 'index.html' : decodeURIComponent(url))
    if (!full.startsWith(dist) || !fs.existsSync(full) || !fs.statSync(full).isFile()) return null
    const ext = path.extname(full)
    const body = fs.readFileSync(full)
    const plain = plainTypes.has(ext)
    const packed = plain ? body : brotli(body)
    const gz = plain ? body.length : zlib.gzipSync(body, { level: 9 }).length
    return { url, ext, body, plain, packed, type: types[ext] ?? 'application/octet-stream', raw: body.length, gz, br: packed.length }
  }

  const handler = (req, res) => {
    const url = new URL(req.url, 'http://localhost').pathname
    if (url === '/__blank') {
      res.writeHead(200, { 'content-type': 'text/html' })
      return res.end('<!doctype html><title>blank</title><link rel=icon href="data:,">')
    }
    const found = file(url)
    log.push({ url, at: performance.now(), found: !!found })
    if (!found) return res.writeHead(404).end()
    res.writeHead(200, {
      'content-type': found.type,
      'cache-control': url === '/' ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(found.plain ? {} : { 'content-encoding': 'br' }),
      'content-length': found.packed.length,
    })
    res.end(found.packed)
  }

  const server = http.createServer(handler)
  await new Promise((ok) => server.listen(0, '127.0.0.1', ok))
  const { port } = server.address()
  // Where a machine has no IPv6, the browser finds the other one.
  const server6 = http.createServer(handler)
  await new Promise((ok) => server6.on('error', ok).listen(port, '::1', ok))

  /** Sums the given request paths: scripts and styles in `raw`, `gz` and `br`, the rest apart. */
  function sum(urls) {
    const out = { js: 0, css: 0, other: 0, raw: 0, gz: 0, br: 0, requests: 0 }
    for (const url of new Set(urls)) {
      const found = file(url)
      if (!found) continue
      out.requests++
      if (found.ext === '.html') continue
      if (found.ext === '.js' || found.ext === '.mjs') out.js += found.raw
      else if (found.ext === '.css') out.css += found.raw
      else {
        out.other += found.raw
        continue
      }
      out.raw += found.raw
      out.gz += found.gz
      out.br += found.br
    }
    return out
  }

  function stop() {
    for (const one of [server, server6]) {
      one.closeAllConnections()
      one.close()
    }
  }

  return { origin: `http://localhost:${port}`, log, file, sum, total: () => total(dist), stop }
}

/** Whole build: files, script chunks, bytes. */
function total(dist) {
  const out = { files: 0, jsChunks: 0, raw: 0, gz: 0, jsRaw: 0 }
  for (const entry of fs.readdirSync(dist, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const body = fs.readFileSync(path.join(entry.parentPath ?? entry.path, entry.name))
    out.files++
    out.raw += body.length
    out.gz += zlib.gzipSync(body, { level: 6 }).length
    if (/\.m?js$/.test(entry.name)) {
      out.jsChunks++
      out.jsRaw += body.length
    }
  }
  return out
}
