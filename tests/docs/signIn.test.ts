import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { writeSignInMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/sign-in.md')

/** Where the code of the page stands as files: those of Next are a site that `pnpm hosts` builds and signs in to. */
const fileOf = (name: string) => (/\.jsx?$/.test(name) ? `tests/hosts/hosts/next-signin/${name}` : `tests/docs/snippets/${name}`)
const snippets = [...page.matchAll(/```\w+\n\/\/ (\S+)\n([\s\S]*?)\n```/g)].map(([, name = '', code = '']) => ({ name, code }))

test('the page shows code that is compiled or built elsewhere, to the letter', () => {
  expect(snippets.map(({ name }) => name)).toEqual([
    'server.ts',
    'siwx.js',
    'app/siwx/[...path]/route.js',
    'app/members/page.jsx',
    'portico.ts',
    'page.ts',
    'database.ts',
  ])
  expect(page.match(/^```\w/gm)).toHaveLength(snippets.length)
  for (const { name, code } of snippets) expect(code, name).toBe(read(fileOf(name)).trimEnd())
})

test('links of the pages on signing in lead somewhere', () => {
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-')
  const titlesOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title))
  let count = 0
  for (const path of ['docs/sign-in.md', 'docs/signin-server.md']) {
    for (const [, link = ''] of read(path).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)) {
      const [file = '', title] = link.split('#')
      const target = new URL(file, new URL(path, root))
      expect(existsSync(target), link).toBe(true)
      if (title) expect(titlesOf(readFileSync(target, 'utf8')), link).toContain(title)
      count++
    }
  }
  expect(count).toBeGreaterThan(7)
})

test('what a door of the server needs is named, with the version that it takes', () => {
  const { peerDependencies } = JSON.parse(read('packages/siwx/package.json')) as { peerDependencies: Record<string, string> }
  const [, section = ''] = read('docs/signin-server.md').split('\n## Install\n')
  const commands = section.slice(0, section.indexOf('\n## ')).match(/npm install [^`]+/g) ?? []
  const named = new Set(commands.flatMap((command) => command.split(' ').slice(2)))
  for (const [name, range] of Object.entries(peerDependencies)) {
    const major = /^@(noble|scure)\//.test(name) ? `@${/\d+/.exec(range)?.[0]}` : '' // beside viem's own of another major
    expect(named, name).toContain(`${name}${major}`)
  }
})

/** A node of chain 1, where nobody has code. */
const node = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const result = Buffer.concat(parts).toString().includes('eth_chainId') ? '0x1' : '0x'
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const address = node.address()
  process.env['RPC_URL'] = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  delete process.env['RPC_URL']
  node.close()
})

test("the page's server signs a visitor in, and has a page for members", async () => {
  const { app } = await import('./snippets/server.js')
  const origin = 'http://localhost:3000'
  let cookie = ''
  const call = async (path: string, body?: unknown) => {
    const post = body !== undefined && { method: 'POST', body: JSON.stringify(body) }
    const response = await app.request(`${origin}${path}`, { headers: { origin, cookie }, ...post })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { status: response.status, json: await response.json() }
  }
  const visitor = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  expect((await call('/members')).status).toBe(401)
  const { nonce } = (await call('/siwx/nonce', {})).json
  const message = writeSignInMessage({
    namespace: 'eip155',
    domain: 'localhost:3000',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect((await call('/siwx/verify', { message, signature: await visitor.signMessage({ message }) })).status).toBe(200)
  expect(await call('/members')).toEqual({ status: 200, json: { hello: `eip155:1:${visitor.address}` } })
})

test("the page's database waits for another process that writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'members-'))
  const before = process.cwd()
  process.chdir(folder)
  // Another connection that holds the file for a while: the driver waits in place, so that it needs a thread of its own.
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const Database = require(workerData.driver)
    const database = new Database(workerData.file, { timeout: 5000 })
    parentPort.on('message', () => {
      database.exec('BEGIN IMMEDIATE')
      parentPort.postMessage('held')
      setTimeout(() => database.exec('COMMIT'), 300)
    })`,
    { eval: true, workerData: { driver: createRequire(import.meta.url).resolve('libsql'), file: join(folder, 'members.db') } },
  )
  try {
    const { store } = await import('./snippets/database.js')
    other.postMessage('hold')
    await once(other, 'message')
    await store.addNonce({ nonce: 'a', expiresAt: Date.now() + 60_000 })
    expect(await store.takeNonce({ nonce: 'a', now: Date.now() })).toBe(true)
  } finally {
    await other.terminate()
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
})
