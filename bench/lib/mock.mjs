// Everything that is not localhost ends here: the browser maps every other host name to this server.
// Known wallet directories and plain JSON-RPC get a canned answer; all the rest is cut off.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http2 from 'node:http2'
import os from 'node:os'
import path from 'node:path'
import { hosted } from './hosted.mjs'
import { getListings, getWallets, png } from './wallets.mjs'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '600',
}

/** The browser's own housekeeping. */
const browserHost =
  /^(accounts|clients\d*|www|android\.clients)\.google\.com|^(update|optimizationguide-pa|content-autofill|safebrowsing|redirector\.gvt1)\.(googleapis\.)?com/

const rpcResults = {
  eth_chainId: '0x1',
  net_version: '1',
  eth_blockNumber: '0x1400000',
  eth_getBalance: '0x0',
  eth_call: '0x',
  eth_gasPrice: '0x3b9aca00',
  eth_accounts: [],
}

/** @returns the server, listening; `log` holds every request, `offline(true)` cuts all of them off */
export async function startMock() {
  const log = []
  let isOffline = false

  const note = (method, host, url, how) => {
    if (!browserHost.test(host)) log.push({ method, host, path: url.split('?')[0], how, at: performance.now() })
  }

  async function handle(req, res) {
    const host = hostOf(req)
    const url = new URL(req.url, `https://${host}`)
    const { pathname, searchParams } = url
    const body = await textOf(req)
    const send = (status, type, data, headers = cors) => {
      note(req.method, host, req.url, String(status))
      res.writeHead(status, { 'content-type': type, 'cache-control': 'public, max-age=300', ...headers })
      res.end(data)
    }
    const json = (data) => send(200, 'application/json', JSON.stringify(data))
    const stop = () => {
      note(req.method, host, req.url, 'cut')
      cut(res)
    }
    if (isOffline) return stop()
    const { origin = '*', 'access-control-request-headers': asked = '*' } = req.headers
    const credentials = { ...cors, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    if (req.method === 'OPTIONS') {
      const allowed = { 'access-control-allow-headers': asked, 'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE' }
      return res.writeHead(204, { ...credentials, ...allowed }).end()
    }

    if (pathname.endsWith('/getWallets')) return json(getWallets(searchParams))
    if (/\/v3\/(wallets|all)|getDesktopListings|getMobileListings|getAllListings/.test(pathname)) return json(getListings(searchParams))
    if (/getWalletImage|getAssetImage|getTokenImage|\/v3\/logo\//.test(pathname)) return send(200, 'image/png', png(pathname))
    const answer = hosted(host, pathname, url, req.method, body)
    if (answer) return send(answer.status ?? 200, answer.type ?? 'application/json', answer.raw ?? JSON.stringify(answer.json), credentials)
    if (req.method === 'POST' && body.includes('"jsonrpc"')) {
      const calls = JSON.parse(body)
      return json(Array.isArray(calls) ? calls.map(rpc) : rpc(calls))
    }
    stop()
  }

  const server = http2.createSecureServer({ ...certificate(), allowHTTP1: true })
  server.on('request', (req, res) => handle(req, res).catch(() => cut(res)))
  server.on('upgrade', (req, socket) => {
    note('WS', hostOf(req), req.url, 'cut')
    socket.destroy()
  })
  server.on('sessionError', () => {})
  server.on('error', () => {})
  server.on('connection', (socket) => socket.on('error', () => {}))
  await new Promise((ok) => server.listen(0, '127.0.0.1', ok))

  const offline = (on) => {
    isOffline = on
  }
  return { port: server.address().port, log, offline, stop: () => server.close() }
}

const hostOf = (req) => String(req.headers[':authority'] ?? req.headers.host).replace(/:\d+$/, '')

async function textOf(req) {
  const chunks = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function cut(res) {
  if (res.stream) res.stream.close(http2.constants.NGHTTP2_CANCEL)
  else res.socket?.destroy()
}

function rpc({ id, method }) {
  const result = rpcResults[method]
  return { jsonrpc: '2.0', id, ...(result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }) }
}

function certificate() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-cert-'))
  const [keyFile, certFile] = ['k.pem', 'c.pem'].map((name) => path.join(folder, name))
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=bench']
  execFileSync('openssl', ['req', ...kind, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  const out = { key: fs.readFileSync(keyFile), cert: fs.readFileSync(certFile) }
  fs.rmSync(folder, { recursive: true })
  return out
}
