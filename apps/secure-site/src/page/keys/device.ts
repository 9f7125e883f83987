/** This browser's own way in: its half is sealed to a key that never leaves the browser. */
import { createSealingKeys, sealedFor, unseal } from '@portico/vault-wire'
import { type HeldWay, type KeysContext, adopt, current } from './context.js'
import type { StoredWallet } from './store.js'

/** Halves that are kept: the newest may be of a write that did not get through. */
const keptHalves = 2

/** This browser's name and key for a wallet, made when there is none. */
export async function ensureDevice({ store }: KeysContext, walletId: string): Promise<StoredWallet> {
  const stored = await store.get(walletId)
  if (stored) return stored
  const made = { deviceId: crypto.randomUUID(), keys: await createSealingKeys(), shares: [] }
  await store.put(walletId, made)
  return made
}

/** Notes something about a wallet beside what is there. */
export async function note(
  context: KeysContext,
  walletId: string,
  change: Partial<Omit<StoredWallet, 'deviceId' | 'keys'>>,
): Promise<void> {
  await context.store.put(walletId, { ...(await ensureDevice(context, walletId)), ...change })
}

export async function rememberHalf(context: KeysContext, walletId: string, half: { id: string; half: string }): Promise<void> {
  const { halves = [] } = await ensureDevice(context, walletId)
  const others = halves.filter(({ id }) => id !== half.id)
  await note(context, walletId, { halves: [...others, half].slice(-keptHalves) })
}

/** This browser's way in, if it has one that has not ended. Fill the halves with zeros when done. */
export async function ownWay(context: KeysContext): Promise<HeldWay | undefined> {
  const { api, store, state } = context
  if (state.held) {
    const { id, first, second } = state.held
    return { id, first: Uint8Array.from(first), ...(second && { second: Uint8Array.from(second) }) }
  }
  const { walletId } = current(context)
  const stored = await store.get(walletId).catch(() => undefined)
  if (!stored) return undefined
  const known = await keptWay(context, stored)
  if (known) return known
  const answer = adopt(context, await api.open(stored.deviceId))
  // Another browser has made a way for this one.
  const { left } = answer.wallet
  if (left) await rememberHalf(context, walletId, left).catch(() => {})
  return await keptWay(context, { ...stored, halves: [...(stored.halves ?? []), ...(left ? [left] : [])] })
}

async function keptWay(context: KeysContext, { keys, halves = [] }: StoredWallet): Promise<HeldWay | undefined> {
  const { walletId, wallet } = current(context)
  const live = new Set(wallet.devices.map(({ id }) => id))
  for (const { id, half } of halves.toReversed()) {
    if (!live.has(id)) continue
    const first = await unseal(half, keys, sealedFor.half('device', walletId, id)).catch(() => undefined)
    if (first) return { id, first }
  }
  return undefined
}
