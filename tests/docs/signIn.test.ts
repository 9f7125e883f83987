import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
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
