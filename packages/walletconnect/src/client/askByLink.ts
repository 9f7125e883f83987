import { writePlain } from '../crypto/plain.js'
import { agreedLink, linkUrl } from '../peer/link.js'
import type { PeerOptions } from '../peer/options.js'
import type { Proposal } from './proposal.js'

/**
 * Link mode: asks a wallet to sign in at its universal link, in the clear (`https://wallet.example/wc?wc_ev=…&topic=…`). Nothing is opened where
 * one of the two sides takes no links, or nothing is asked to be signed in with.
 */
export function askByLink(
  { authId: id, auth: authPayload, pair, pairing, expiry }: Proposal,
  walletLink: string,
  { metadata, openLink }: Pick<PeerOptions, 'metadata' | 'openLink'>,
): void {
  const link = agreedLink(metadata, { ...metadata, redirect: { universal: walletLink, linkMode: true } })
  if (!openLink || !link || !id || !authPayload || !pair) return
  const params = { authPayload, requester: { publicKey: pair.publicKey, metadata }, expiryTimestamp: expiry }
  openLink(linkUrl(link, pairing, writePlain(JSON.stringify({ id, jsonrpc: '2.0', method: 'wc_sessionAuthenticate', params }))))
}
