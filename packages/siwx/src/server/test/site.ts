import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { SignInMessage } from '../../message.js'
import { writeSignInMessage } from '../../write.js'
import { createSiwx, type Siwx, type SiwxOptions } from '../siwx.js'
import { memoryStore } from '../stores/memory.js'
import { bitcoinVerifier } from '../verify/bitcoin.js'
import { evmVerifier } from '../verify/evm.js'
import { solanaVerifier } from '../verify/solana.js'

export const origin = 'https://shop.example'
export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const bob = privateKeyToAccount(`0x${'22'.repeat(32)}`)

/** A node of chain 1 or 10, where nobody has code. */
const emptyNode: typeof fetch = async (url, init) => {
  const isAsked = typeof init?.body === 'string' && init.body.includes('eth_chainId')
  const chainId = url === 'http://node.example/10' ? '0xa' : '0x1'
  return Response.json({ jsonrpc: '2.0', id: 1, result: isAsked ? chainId : '0x' })
}

export const verifiers = {
  eip155: evmVerifier({ rpcUrls: { 'eip155:1': 'http://node.example/1', 'eip155:10': 'http://node.example/10' }, fetch: emptyNode }),
  solana: solanaVerifier(),
  bip122: bitcoinVerifier(),
}

export const rules = { origins: [origin], chains: ['eip155:1', 'eip155:10', mainnet, 'bip122:000000000019d6689c085ae165831e93'], verifiers }

export function createSite(options: Partial<SiwxOptions> = {}): Siwx {
  return createSiwx({ ...rules, store: memoryStore(), ...options })
}

/** A browser on a page of the site: keeps the cookie, and says where it is. */
export interface Browser {
  readonly get: (name: string) => Promise<Reply>
  readonly post: (name: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  readonly nonce: () => Promise<string>
  cookie: string | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
  readonly json: any
}

export function openBrowser(handler: (request: Request) => Promise<Response>, { base = `${origin}/siwx`, from = origin } = {}): Browser {
  const send = async (name: string, init: RequestInit): Promise<Reply> => {
    const headers = new Headers(init.headers)
    if (browser.cookie !== undefined) headers.set('cookie', `theme=dark; ${browser.cookie}`)
    const response = await handler(new Request(`${base}/${name}`, { ...init, headers }))
    const [pair] = response.headers.getSetCookie()[0]?.split(';') ?? []
    if (pair !== undefined) browser.cookie = pair.endsWith('=') ? undefined : pair
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined }
  }
  const browser: Browser = {
    cookie: undefined,
    get: (name) => send(name, { method: 'GET' }),
    post: (name, body, headers) =>
      send(name, {
        method: 'POST',
        headers: { origin: from, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    nonce: async () => (await browser.post('nonce')).json.nonce,
  }
  return browser
}

const iso = (offset: number) => new Date(Date.now() + offset).toISOString()

/** What a page of the site writes for an account of Ethereum. */
export function messageOf(address: string, nonce: string, changes: Partial<SignInMessage> = {}): SignInMessage {
  return Object.assign(
    {
      namespace: 'eip155' as const,
      domain: 'shop.example',
      address,
      uri: `${origin}/login`,
      version: '1' as const,
      chainId: '1',
      nonce,
      issuedAt: iso(0),
      expirationTime: iso(3_600_000),
    },
    changes,
  )
}

export async function signed(account: PrivateKeyAccount, nonce: string, changes: Partial<SignInMessage> = {}) {
  const message = writeSignInMessage(messageOf(account.address, nonce, changes))
  return { message, signature: await account.signMessage({ message }) }
}

const solanaSecret = new Uint8Array(32).fill(9)
export const carol = base58.encode(ed25519.getPublicKey(solanaSecret))

export function signedOnSolana(nonce: string, changes: Partial<SignInMessage> = {}) {
  const message = writeSignInMessage(messageOf(carol, nonce, { namespace: 'solana', chainId: 'mainnet', ...changes }))
  return { message, signature: base58.encode(ed25519.sign(new TextEncoder().encode(message), solanaSecret)) }
}
