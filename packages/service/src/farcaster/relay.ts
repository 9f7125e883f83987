import * as z from 'zod/mini'
import { limited } from '../http/limited.js'

const channel = z.object({ channelToken: z.string().check(z.minLength(8), z.maxLength(512)), url: z.url() })

const completed = z.object({
  state: z.literal('completed'),
  message: z.string().check(z.maxLength(4096)),
  signature: z.string().check(z.maxLength(16_384), z.regex(/^0x[0-9a-fA-F]+$/)),
  username: z.optional(z.nullable(z.string())),
})

/** What a phone has sent. `username` is the relay's word and nobody has signed it. */
export interface RelayAnswer {
  readonly message: string
  readonly signature: `0x${string}`
  readonly username: string | undefined
}

export interface FarcasterRelay {
  /** @throws Error when the relay does not answer as it should */
  readonly open: (asked: {
    siweUri: string
    domain: string
    nonce: string
    expirationTime: string
  }) => Promise<{ channelToken: string; url: string }>
  /** Undefined while the phone has not answered. @throws Error */
  readonly status: (channelToken: string) => Promise<RelayAnswer | undefined>
}

/** How long the relay may take, in milliseconds, and how much it may say, in bytes. */
const patience = 10_000
const longest = 65_536

/** Farcaster's relay, between this server and the visitor's phone. */
export function createFarcasterRelay({ relayUrl, fetch }: { relayUrl: string; fetch: typeof globalThis.fetch }): FarcasterRelay {
  const call = async (path: string, init: RequestInit): Promise<{ status: number; json: unknown }> => {
    const bounded: RequestInit = { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) }
    const answer = await limited(fetch, { url: `${relayUrl}${path}`, init: bounded, longest })
    if (!answer.ok) throw new Error(`The relay answers with ${answer.status}.`)
    return { status: answer.status, json: await answer.json() }
  }
  return {
    open: async (asked) => {
      // Addresses that a phone holds beside the owner's (auth addresses) are not in the id registry.
      const body = JSON.stringify({ ...asked, acceptAuthAddress: false })
      const { json } = await call('/v1/channel', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return channel.parse(json)
    },
    status: async (channelToken) => {
      const { status, json } = await call('/v1/channel/status', { headers: { authorization: `Bearer ${channelToken}` } })
      if (status === 202) return undefined
      const { message, signature, username } = completed.parse(json)
      return { message, signature: `0x${signature.slice(2)}`, username: username ?? undefined }
    },
  }
}
