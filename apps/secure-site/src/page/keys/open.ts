/** Opening the wallet by a way in. */
import { type WayAnswer, createSealingKeys, openRoot, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { type HeldWay, type KeysContext, adopt, current, hold } from './context.js'
import { ownWay } from './device.js'
import { RootMismatchError, WalletLockedError } from './errors.js'
import { type OpenRoot, verifiedRoot, zero } from './root.js'
import { openByShares, ownShares } from './shares.js'
import { moveToWays } from './tidy.js'
import { wayIds } from './write.js'

/** Asks the auth service for its half of a way, sealed to a key of this one call. */
export type Ask = (request: { readonly id: string; readonly frameKey: string }) => Promise<WayAnswer>

/**
 * The wallet's root, by both halves of a way. Fill root and keys with zeros when done.
 * @param enclosed opens the factor's half where the factor was not at hand when the way was made
 * @throws RootMismatchError
 */
export async function openByWay(
  context: KeysContext,
  { id, first, second }: HeldWay,
  { ask = context.api.way, enclosed }: { readonly ask?: Ask; readonly enclosed?: (sealed: string) => Promise<Uint8Array> } = {},
): Promise<OpenRoot> {
  const { walletId, userId, wallet } = current(context)
  const frame = await createSealingKeys()
  const answer = await ask({ id, frameKey: await publicKeyOf(frame) })
  const given = answer.half === null ? undefined : await unseal(answer.half, frame, sealedFor.fromAuth(walletId, id))
  let other: Uint8Array | undefined
  try {
    other = answer.enclosed !== null && enclosed ? await enclosed(answer.enclosed) : undefined
    const last = other ?? given ?? second
    if (!last) throw new RootMismatchError()
    const root = await openRoot(answer.sealed, [first, last], { user: userId, wallet: walletId, way: id, version: answer.version }).catch(
      () => undefined,
    )
    const opened = root && (await verifiedRoot(root, wallet))
    if (!opened) throw new RootMismatchError()
    return opened
  } finally {
    zero(given, other)
  }
}

/**
 * Opens the wallet by this browser's own way, runs with the root and the keys, and zeroes all of them after.
 * @throws WalletLockedError where this browser has none, RootMismatchError
 */
export async function withRoot<T>(
  context: KeysContext,
  run: (opened: OpenRoot) => T | Promise<T>,
  { ask }: { readonly ask?: Ask } = {},
): Promise<T> {
  const opened = await openHere(context, ask)
  try {
    return await run(opened)
  } finally {
    zero(opened.root, opened.keys.eip155, opened.keys.solana)
  }
}

async function openHere(context: KeysContext, ask: Ask | undefined): Promise<OpenRoot> {
  const own = await ownWay(context)
  if (own) {
    try {
      return await openByWay(context, own, ask && { ask })
    } catch (error) {
      // The way may have ended meanwhile: another browser removed this one, or a page that stores nothing was open for a day.
      const now = await context.api.open().catch(() => undefined)
      if (!now?.wallet || wayIds(now.wallet).has(own.id)) throw error
      adopt(context, now)
      if (context.state.held?.id === own.id) hold(context, undefined)
      throw new WalletLockedError()
    } finally {
      zero(own.first, own.second)
    }
  }
  const { walletId } = current(context)
  const shares = await ownShares(context, walletId)
  if (shares.length === 0) throw new WalletLockedError()
  const opened = await openByShares(context, shares)
  // A wallet of shares gets ways in as soon as somebody opens it. Where that does not get through, the shares stay.
  await moveToWays(context, opened).catch(() => {})
  return opened
}
