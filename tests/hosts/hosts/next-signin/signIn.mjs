// Serves the built site, and signs in to it as a page does: the route handler and the server component of Next itself.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { writeSignInMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** A node of chain 1 where nobody has code. */
const node = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const result = JSON.parse(body).method === 'eth_chainId' ? '0x1' : '0x'
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => node.once('listening', resolve))
const free = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => free.once('listening', resolve))
const { port } = free.address()
await new Promise((resolve) => free.close(resolve))

const origin = `http://localhost:${port}`
const env = { ...process.env, SITE_ORIGIN: origin, RPC_URL: `http://127.0.0.1:${node.address().port}` }
const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], { env, stdio: 'inherit' })
let cookie = ''
const get = async (path) => (await fetch(`${origin}${path}`, { headers: { cookie } })).text()
const post = async (path, body) => {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { origin, cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  return { status: response.status, json: await response.json().catch(() => undefined) }
}
try {
  for (const end = Date.now() + 60_000; !(await fetch(`${origin}/members`).catch(() => undefined))?.ok; ) {
    assert(Date.now() < end, 'next start does not answer')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  assert.match(await get('/members'), /For members/)
  const { nonce } = (await post('/siwx/nonce')).json
  const message = writeSignInMessage({
    namespace: 'eip155',
    domain: `localhost:${port}`,
    address: account.address,
    uri: origin,
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const proof = { message, signature: await account.signMessage({ message }) }
  assert.equal((await post('/siwx/verify', proof)).status, 200)
  assert.equal((await post('/siwx/verify', proof)).status, 401)
  assert(JSON.parse(await get('/siwx/session')).sessions[0].account.endsWith(account.address))
  assert.match(await get('/members'), new RegExp(`Members: .*${account.address}`))
  assert.equal((await post('/siwx/sign-out')).status, 204)
  assert.match(await get('/members'), /For members/)
} finally {
  server.kill()
  node.close()
}
