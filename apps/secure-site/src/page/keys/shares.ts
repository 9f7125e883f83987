/** Wallets that an earlier release split into shares, any two of which give the root (Shamir, over GF(256), 33 bytes each). */
import { createSealingKeys, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { combine } from 'shamir-secret-sharing'
import { type KeysContext, adopt, current } from './context.js'
import { RootMismatchError } from './errors.js'
import { type Expected, type OpenRoot, verifiedRoot, zero } from './root.js'

/**
 * The first pair of shares that gives this wallet's root. Shamir itself takes any two shares and gives some secret, so nothing is
 * used before it is known to be this wallet's.
 * @throws RootMismatchError
 */
export async function joinShares(shares: readonly Uint8Array[], expected: Expected): Promise<OpenRoot> {
  for (const [index, first] of shares.entries()) {
    for (const second of shares.slice(index + 1)) {
      const root = await combine([Uint8Array.from(first), Uint8Array.from(second)]).catch(() => undefined)
      const opened = root && (await verifiedRoot(root, expected))
      if (opened) return opened
    }
  }
  throw new RootMismatchError()
}

/** This browser's own shares, of which one may fit: kept here, or left for it by another browser. */
export async function ownShares({ api, store, state }: KeysContext, walletId: string): Promise<Uint8Array[]> {
  const stored = await store.get(walletId).catch(() => undefined)
  const split = state.opened?.wallet.shares
  if (!stored || !split) return []
  const answer = stored.shares.some(({ attempt }) => attempt === split.attempt) ? undefined : await api.open(stored.deviceId)
  const left = answer?.wallet?.shares
  const all = [...stored.shares, ...(left?.own ? [{ attempt: left.attempt, sealed: left.own }] : [])]
  const shares = all.map(({ attempt, sealed }) =>
    unseal(sealed, stored.keys, sealedFor.device(walletId, attempt, stored.deviceId)).catch(() => undefined),
  )
  return (await Promise.all(shares)).filter((share) => share !== undefined)
}

/** Brings shares together with the auth service's, and zeroes them. Fill root and keys with zeros when done. @throws RootMismatchError */
export async function openByShares(context: KeysContext, shares: readonly Uint8Array[]): Promise<OpenRoot> {
  let own: Uint8Array | undefined
  try {
    const { walletId } = current(context)
    const frame = await createSealingKeys()
    const { attempt, share } = await context.api.share(await publicKeyOf(frame))
    own = await unseal(share, frame, sealedFor.fromAuth(walletId, attempt))
    if (attempt !== current(context).wallet.shares?.attempt) adopt(context, await context.api.open())
    return await joinShares([...shares, own], current(context).wallet)
  } finally {
    zero(own, ...shares)
  }
}
