/** Accounts elsewhere, as the vault meets them: an OpenID provider, Farcaster's relay and a node with its registry, in this process. */
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { encodeAbiParameters } from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import * as z from 'zod/mini'
import { idRegistry } from '@portico/service/farcaster'
import type { World } from './world.js'
import { vaultUrl } from './world.js'

export const issuer = 'https://accounts.test'
export const vaultClient = 'vault-client'
/** The auth service's client at the same provider. */
export const authClient = 'auth-client'
const relayUrl = 'https://relay.test'
const rpcUrl = 'https://node.test'

export interface TokenFields {
  readonly sub: string
  readonly nonce: string
  /** In place of what an honest token says. */
  readonly more?: JWTPayload
  readonly key?: CryptoKey
}

const channelBody = z.object({ siweUri: z.string(), domain: z.string(), nonce: z.string() })
type Asked = z.infer<typeof channelBody>
const rpcBody = z.object({ id: z.number(), method: z.string(), params: z.optional(z.array(z.unknown())) })
const callBody = z.object({ to: z.optional(z.string()), data: z.string() })

export interface PhoneAnswer {
  readonly by: PrivateKeyAccount
  readonly fid: number
  /** In place of what the relay was asked for. */
  readonly more?: Partial<Parameters<typeof createSiweMessage>[0]>
}

export async function createAccounts(clock: () => number = Date.now) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const fids = new Map<string, number>()
  const channels = new Map<string, { asked: Asked; answer?: { message: string; signature: string } }>()

  const rpc = async (text: string): Promise<unknown> => {
    const { id, method, params } = rpcBody.parse(JSON.parse(text))
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0xa' }
    const call = callBody.safeParse(params?.[0]).data
    if (method === 'eth_call' && call?.to?.toLowerCase() === idRegistry.toLowerCase()) {
      const fid = fids.get(`0x${call.data.slice(-40)}`.toLowerCase()) ?? 0
      return { jsonrpc: '2.0', id, result: encodeAbiParameters([{ type: 'uint256' }], [BigInt(fid)]) }
    }
    // No contract has a word in it.
    return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin === issuer && pathname.endsWith('openid-configuration')) {
      return Response.json({ issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` })
    }
    if (origin === issuer) return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] })
    if (origin === rpcUrl) return Response.json(await rpc(await request.text()))
    if (origin === relayUrl && pathname === '/v1/channel') {
      const channelToken = crypto.randomUUID()
      channels.set(channelToken, { asked: channelBody.parse(await request.json()) })
      return Response.json({ channelToken, url: `${relayUrl}/app?channelToken=${channelToken}` })
    }
    const channel = channels.get(/^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '')
    if (!channel) return new Response('', { status: 404 })
    return channel.answer ? Response.json({ state: 'completed', ...channel.answer }) : Response.json({ state: 'pending' }, { status: 202 })
  }

  return {
    fetch,
    identities: { google: { clientId: vaultClient, issuer }, farcaster: { relayUrl, rpcUrl } },
    strangerKey: stranger.privateKey,
    token: async ({ sub, nonce, more = {}, key = privateKey }: TokenFields): Promise<string> => {
      const now = Math.floor(clock() / 1000)
      const claims = { iss: issuer, aud: vaultClient, sub, nonce, iat: now, exp: now + 3600, ...more }
      return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
    },
    /** Somebody with an id of their own. */
    person: (fid: number): PrivateKeyAccount => {
      const account = privateKeyToAccount(generatePrivateKey())
      fids.set(account.address.toLowerCase(), fid)
      return account
    },
    /** What a phone was asked to sign. */
    askedOf: (url: string): Asked => {
      const found = channels.get(new URL(url).searchParams.get('channelToken') ?? '')
      if (!found) throw new Error('There is no such channel.')
      return found.asked
    },
    /** A phone signs, and leaves it at the relay. */
    sign: async (url: string, { by, fid, more = {} }: PhoneAnswer): Promise<{ message: string; signature: string }> => {
      const found = channels.get(new URL(url).searchParams.get('channelToken') ?? '')
      if (!found) throw new Error('There is no such channel.')
      const { domain, siweUri: uri, nonce } = found.asked
      const said = { domain, uri, nonce, address: by.address, statement: 'Farcaster Auth', version: '1' as const, chainId: 10 }
      const message = createSiweMessage({ ...said, issuedAt: new Date(clock()), resources: [`farcaster://fid/${fid}`], ...more })
      found.answer = { message, signature: await by.signMessage({ message }) }
      return found.answer
    },
    /** Leaves at a relay what was signed for another question. */
    leave: (url: string, answer: { message: string; signature: string }): void => {
      const found = channels.get(new URL(url).searchParams.get('channelToken') ?? '')
      if (found) found.answer = answer
    },
  }
}

export type Accounts = Awaited<ReturnType<typeof createAccounts>>

/** A window that a provider sends back to the vault. */
export interface VaultWindow {
  readonly state: string
  readonly nonce: string
  /** Posts the provider's form. Gives where the vault sends on to, or its page. */
  readonly post: (
    fields: Readonly<Record<string, string>>,
    options?: { cookie?: string | null },
  ) => Promise<{ link: string | undefined; text: string }>
}

/** Opens a page of the vault that leads to a provider. */
export async function openWindow(world: World, url: string): Promise<VaultWindow> {
  const answer = await world.vault.app.fetch(new Request(url))
  const location = answer.headers.get('location')
  if (!location) throw new Error(`It does not lead on: ${await answer.text()}`)
  const asked = new URL(location).searchParams
  const kept = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const state = asked.get('state') ?? ''
  return {
    state,
    nonce: asked.get('nonce') ?? '',
    post: async (fields, { cookie = kept.join('; ') } = {}) => {
      const body = new URLSearchParams({ state, ...fields })
      const headers = cookie === null ? undefined : { cookie }
      const back = new Request(`${vaultUrl}/identities/callback/google`, { method: 'POST', body, ...(headers && { headers }) })
      const given = await world.vault.app.fetch(back)
      return { link: given.headers.get('location') ?? undefined, text: await given.text() }
    },
  }
}

/** Presses a button on the page behind a link of the vault. */
export async function pressAt(world: World, link: string, decision: 'confirm' | 'decline'): Promise<string> {
  const answer = await world.vault.app.fetch(new Request(link, { method: 'POST', body: new URLSearchParams({ decision }) }))
  return await answer.text()
}
