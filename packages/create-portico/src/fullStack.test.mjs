import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSignInMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../templates/full-stack/server/app.mjs'
import { createPages } from '../templates/full-stack/server/pages.mjs'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const origin = 'http://localhost:5173'

/** A node of chain 1 where nobody has code. */
async function startNode() {
  const node = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => void (body += chunk))
    request.on('end', () => {
      const result = JSON.parse(body).method === 'eth_chainId' ? '0x1' : '0x'
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => node.once('listening', resolve))
  onTestFinished(() => void node.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (node.address())
  return `http://127.0.0.1:${port}`
}

test('the server of the full stack says hello to whoever has signed in, and to nobody else', async () => {
  const app = createApp({ origins: [origin], rpcUrl: await startNode() })
  let cookie = ''
  const ask = async (/** @type {string} */ path, /** @type {object | undefined} */ body = undefined, method = 'GET') => {
    const sent = body && { body: JSON.stringify(body) }
    const answer = await app(new Request(origin + path, { method, headers: { origin, cookie }, ...sent }))
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { status: answer.status, json: await answer.json().catch(() => undefined) }
  }
  expect(await ask('/api/hello')).toMatchObject({ status: 401 })
  expect(await ask('/api/nothing')).toMatchObject({ status: 404 })
  const { nonce } = (await ask('/siwx/nonce', undefined, 'POST')).json
  const message = writeSignInMessage({
    namespace: 'eip155',
    domain: 'localhost:5173',
    address: account.address,
    uri: origin,
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const signature = await account.signMessage({ message })
  expect(await ask('/siwx/verify', { message, signature }, 'POST')).toMatchObject({ status: 200 })
  expect(await ask('/api/hello')).toEqual({ status: 200, json: { hello: `eip155:1:${account.address}` } })
  expect(await ask('/siwx/sign-out', undefined, 'POST')).toMatchObject({ status: 204 })
  expect(await ask('/api/hello')).toMatchObject({ status: 401 })
})

test('what was built is served, and whatever else is asked for ends no server and is not kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pages-'))
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  for (const [file, text] of Object.entries({ 'dist/index.html': 'page', 'dist/assets/part.js': 'part', '.env': 'secret' }))
    writeFileSync(join(folder, file), text)
  const server = createServer(createPages(`${folder}/dist/`)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  /** The path as it is written, which `fetch` would put in order. @returns {Promise<unknown[]>} */
  const ask = (/** @type {string} */ path) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        let body = ''
        answer.on('data', (chunk) => void (body += chunk))
        answer.on('end', () => resolve([answer.statusCode, body, answer.headers['cache-control']]))
      })
        .on('error', reject)
        .end()
    })
  expect(await ask('/assets/part.js')).toEqual([200, 'part', 'public, max-age=31536000, immutable'])
  for (const path of ['/', '/members', '//', '/%E0%A4%A', '/%00', '/..%2f.env', '/../.env'])
    expect([path, ...(await ask(path)).slice(0, 2)]).toEqual([path, 200, 'page'])
  expect(await ask('/members')).toEqual([200, 'page', 'no-cache'])
  for (const path of ['/assets/of-yesterday.js', '/assets/..%2f..%2f.env']) expect(await ask(path)).toEqual([404, '', undefined])
})
