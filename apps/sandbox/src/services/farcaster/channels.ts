import { randomUUID } from 'node:crypto'
import { createSiweMessage, generateSiweNonce } from 'viem/siwe'
import { z } from 'zod'
import type { Caster } from './people.js'

/** What the site wants signed (Farcaster's FIP-11). Other fields of the real relay are taken and not used. */
export const channelBody = z.object({
  siweUri: z.url(),
  domain: z.string().min(1),
  nonce: z.optional(z.string().min(8)),
  notBefore: z.optional(z.string()),
  expirationTime: z.optional(z.string()),
  requestId: z.optional(z.string()),
})
export type ChannelBody = z.infer<typeof channelBody>

/** What a phone answers with. */
export const authenticateBody = z.object({
  message: z.string(),
  signature: z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]+$/)]),
  fid: z.number().int().positive(),
  username: z.string(),
  displayName: z.optional(z.string()),
  bio: z.optional(z.string()),
  pfpUrl: z.optional(z.string()),
})
export type AuthenticateBody = z.infer<typeof authenticateBody>

export interface Channel {
  readonly token: string
  readonly asked: ChannelBody & { nonce: string }
  answer?: AuthenticateBody
}

export function createChannel(asked: ChannelBody): Channel {
  return { token: randomUUID(), asked: { ...asked, nonce: asked.nonce ?? generateSiweNonce() } }
}

/** The message of FIP-11 for a channel: what the phone of a person signs. */
export function messageOf({ asked }: Pick<Channel, 'asked'>, { custody, fid }: Pick<Caster, 'custody' | 'fid'>): string {
  return createSiweMessage({
    domain: asked.domain,
    address: custody.address,
    statement: 'Farcaster Auth',
    uri: asked.siweUri,
    version: '1',
    chainId: 10,
    nonce: asked.nonce,
    issuedAt: new Date(),
    ...(asked.notBefore && { notBefore: new Date(asked.notBefore) }),
    ...(asked.expirationTime && { expirationTime: new Date(asked.expirationTime) }),
    ...(asked.requestId && { requestId: asked.requestId }),
    resources: [`farcaster://fid/${fid}`],
  })
}
