/** This browser's own share: sealed to a key that never leaves the browser, kept here and at the auth service. */
import { type OpenAnswer, createSealingKeys, sealedFor, unseal } from '@portico/vault-wire'
import { type KeysContext, adopt, current } from './context.js'
import type { StoredWallet } from './store.js'

/** Shares of earlier versions that are kept here, for a service that comes back from a backup. */
const keptShares = 2

/** This browser's name and key for a wallet, made when there is none. */
export async function ensureDevice({ store }: KeysContext, walletId: string): Promise<StoredWallet> {
  const stored = await store.get(walletId)
  if (stored) return stored
  const made = { deviceId: crypto.randomUUID(), keys: await createSealingKeys(), shares: [] }
  await store.put(walletId, made)
  return made
}

/** @param ownerOnly the vault can't read what it got with this share; once it is so it stays so */
export async function remember(
  context: KeysContext,
  { walletId, attempt, sealed, ownerOnly }: { walletId: string; attempt: string; sealed: string; ownerOnly: boolean },
): Promise<void> {
  const { deviceId, keys, shares, ownerOnly: before = false } = await ensureDevice(context, walletId)
  const others = shares.filter((share) => share.attempt !== attempt)
  const kept = [...others, { attempt, sealed }].slice(-keptShares)
  await context.store.put(walletId, { deviceId, keys, shares: kept, ownerOnly: before || ownerOnly })
}

/** The shares that are kept here, of one version or of all. */
export async function storedShares({ store }: KeysContext, { walletId }: OpenAnswer, only?: string): Promise<Uint8Array[]> {
  const stored = await store.get(walletId).catch(() => undefined)
  if (!stored) return []
  const wanted = stored.shares.filter(({ attempt }) => !only || attempt === only)
  const shares = wanted.map(({ attempt, sealed }) =>
    unseal(sealed, stored.keys, sealedFor.device(walletId, attempt, stored.deviceId)).catch(() => undefined),
  )
  return (await Promise.all(shares)).filter((share) => share !== undefined)
}

/** The share of the version in use: held, kept here, or left for this browser by another one that re-shared. */
export async function ownShare(context: KeysContext): Promise<Uint8Array | undefined> {
  const { api, store, state } = context
  const { wallet, walletId } = current(context)
  if (state.held?.attempt === wallet.attempt) return Uint8Array.from(state.held.share)
  const [kept] = await storedShares(context, current(context), wallet.attempt)
  if (kept) return kept
  const stored = await store.get(walletId).catch(() => undefined)
  if (!stored) return undefined
  const answer = adopt(context, await api.open(stored.deviceId))
  if (!answer.deviceShare) return undefined
  const { attempt, mode } = answer.wallet
  await remember(context, { walletId, attempt, sealed: answer.deviceShare, ownerOnly: mode === 'user' })
  return (await storedShares(context, answer, attempt))[0]
}
