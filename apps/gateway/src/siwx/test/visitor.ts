import { type Server, createServer } from 'node:http'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { writeSignInMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'

export const origin = 'https://shop.example'
export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const secret = new Uint8Array(32).fill(9)
export const carol = base58.encode(ed25519.getPublicKey(secret))

/** A node of chain 1, where nobody has code. */
export async function startNode(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const result = Buffer.concat(parts).toString().includes('eth_chainId') ? '0x1' : '0x'
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server }
}

const iso = (offset: number) => new Date(Date.now() + offset).toISOString()
const common = (nonce: string) => ({
  domain: 'shop.example',
  uri: `${origin}/login`,
  version: '1' as const,
  nonce,
  issuedAt: iso(0),
  expirationTime: iso(3_600_000),
})

export async function signedByAlice(nonce: string) {
  const message = writeSignInMessage({ ...common(nonce), namespace: 'eip155', address: alice.address, chainId: '1' })
  return { message, signature: await alice.signMessage({ message }) }
}

export function signedByCarol(nonce: string) {
  const message = writeSignInMessage({ ...common(nonce), namespace: 'solana', address: carol, chainId: 'mainnet' })
  return { message, signature: base58.encode(ed25519.sign(new TextEncoder().encode(message), secret)) }
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
  readonly json: any
}

interface Browser {
  readonly get: (name: string) => Promise<Reply>
  readonly post: (name: string, body?: unknown) => Promise<Reply>
  readonly nonce: () => Promise<string>
}

/** A browser on a page of the site. */
export function openBrowser(url: string, { from = origin }: { from?: string } = {}): Browser {
  let cookie: string | undefined
  const send = async (name: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers({ origin: from, ...(cookie !== undefined && { cookie }) })
    if (init.body !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(`${url}/v1/siwx/${name}`, { ...init, headers })
    const [pair] = response.headers.getSetCookie()[0]?.split(';') ?? []
    if (pair !== undefined) cookie = pair.endsWith('=') ? undefined : pair
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined }
  }
  return {
    get: (name: string) => send(name),
    post: (name: string, body?: unknown) => send(name, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) }),
    nonce: async () => (await send('nonce', { method: 'POST' })).json.nonce,
  }
}
