import { createSealingKeys, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import type { KeyApi } from './api.js'
import { type KeysContext, adopt, current } from './context.js'
import { ownShare } from './deviceShare.js'
import { WalletLockedError } from './errors.js'
import { joinShares, zero } from './shares.js'

/** Asks the auth service for its share, sealed to a key of this one call. */
export type Ask = (frameKey: string) => ReturnType<KeyApi['share']>

export function askToSign({ api }: KeysContext): Ask {
  return (frameKey) => api.share({ purpose: 'sign', frameKey })
}

export function askToReshare({ api }: KeysContext): Ask {
  return (frameKey) => api.share({ purpose: 'reshare', frameKey })
}

/**
 * Brings the auth service's share together with others (this browser's own unless told), runs with the root and the keys, and
 * zeroes all of them after.
 * @throws WalletLockedError without another share, ShareMismatchError
 */
export async function withRoot<T>(
  context: KeysContext,
  { ask, others }: { readonly ask: Ask; readonly others?: readonly Uint8Array[] },
  run: (joined: Awaited<ReturnType<typeof joinShares>>) => T | Promise<T>,
): Promise<T> {
  // Known before the auth service is asked: it counts and notes each release.
  const shares = [...(others ?? [await ownShare(context)])].filter((share) => share !== undefined)
  if (shares.length === 0) throw new WalletLockedError()
  try {
    const { attempt, share } = await released(context, ask)
    shares.push(share)
    if (attempt !== current(context).wallet.attempt) {
      // Another browser re-shared meanwhile.
      adopt(context, await context.api.open())
      const fresh = await ownShare(context)
      if (fresh) shares.push(fresh)
    }
    const joined = await joinShares(shares, current(context).wallet)
    try {
      return await run(joined)
    } finally {
      zero(joined.root, joined.keys.eip155, joined.keys.solana)
    }
  } finally {
    zero(...shares)
  }
}

async function released(context: KeysContext, ask: Ask): Promise<{ attempt: string; share: Uint8Array }> {
  const frame = await createSealingKeys()
  const { attempt, share } = await ask(await publicKeyOf(frame))
  return { attempt, share: await unseal(share, frame, sealedFor.fromAuth(current(context).walletId, attempt)) }
}
