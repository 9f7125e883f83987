/** Sign-in with Farcaster (FIP-11): its relay, and our own check of what a phone has signed. */
import * as z from 'zod/mini'
import { isSafeEndpoint } from '../http/origin.js'

export { readSignInMessage } from './message.js'
export { type FarcasterRelay, createFarcasterRelay } from './relay.js'
export { farcasterIssuer, idRegistry, verifyFarcaster } from './verify.js'

const endpoint = z.string().check(z.refine(isSafeEndpoint, 'not an https URL (http on a loopback host alone)'))

/** An operator's settings for Farcaster. */
export const farcasterSettings = z.strictObject({
  /** Farcaster's relay. https://relay.farcaster.xyz unless told. */
  relayUrl: z.pipe(
    z._default(endpoint, 'https://relay.farcaster.xyz'),
    z.transform((url: string) => url.replace(/\/$/, '')),
  ),
  /** A node of chain 10, for the registry of ids. */
  rpcUrl: endpoint,
})
export type FarcasterSettings = z.infer<typeof farcasterSettings>
