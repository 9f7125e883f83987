/** A browser without a way in: the vault's half, after its own proof, and the other one open the wallet, and it gets a way of its own. */
import { pause } from '@portico/core/kit'
import {
  type Factor,
  type IdentityKind,
  type VaultRecovery,
  type VaultReleased,
  createSealingKeys,
  publicKeyOf,
  sealedFor,
  unseal,
} from '@portico/vault-wire'
import { base64urlnopad } from '@scure/base'
import type { KeyApi } from './api.js'
import { type HeldWay, type KeysContext, adopt, current, exclusive, hold } from './context.js'
import { KeyServiceError, RecoveryDelayedError, RecoveryRefusedError } from './errors.js'
import { factorHalf, factorKeys } from './factor.js'
import { note } from './device.js'
import { type OpenFactor, openCode, openPasskey, openPassphrase } from './factors.js'
import { openByWay } from './open.js'
import { decodeRecoveryCode } from './recoveryCode.js'
import type { PasskeyOptions } from './passkeys.js'
import { type OpenRoot, zero } from './root.js'
import { openByShares, ownShares } from './shares.js'
import { type StoredRecovery, storedRecovery } from './store.js'
import { moveToWays } from './tidy.js'
import { addDeviceWay } from './write.js'

/** Milliseconds between two tries to reach the vault while the owner reads the mail. */
const retryMs = 1000
/** A page waits this long for a half that is delayed; for more the owner comes back. */
const patienceSeconds = 120

export interface RecoverByMailParameters {
  /** Called with the two digits that the mailed page shows, too. */
  readonly onMatch: (match: string) => void
  readonly signal: AbortSignal
}

export interface RecoverByIdentityParameters {
  readonly kind: IdentityKind
  /** Called with where the account is shown, and the two digits that the vault's page there shows, too. */
  readonly onOpen: (asked: { readonly url: string; readonly match: string }) => void
  readonly signal: AbortSignal
}

/** @throws RecoveryRefusedError, RecoveryDelayedError, KeyServiceError, and the reason of `signal` */
export async function recoverByMail(context: KeysContext, { onMatch, signal }: RecoverByMailParameters): Promise<void> {
  await recoverAtVault(context, { onAsked: ({ match }) => onMatch(match), signal })
}

/**
 * Goes on waiting for the answer to a mail that a page before this one had sent: no other mail is sent. False where nothing is waited for.
 * @throws RecoveryRefusedError, RecoveryDelayedError, KeyServiceError, and the reason of `signal`
 */
export async function resumeByMail(context: KeysContext, { onMatch, signal }: RecoverByMailParameters): Promise<boolean> {
  const kept = await keptRecovery(context)
  if (!kept) return false
  onMatch(kept.asked.match)
  try {
    await finish(context, kept, signal)
    return true
  } catch (error) {
    if (!isOver(error)) throw error
    await keepRecovery(context, undefined)
    return false
  }
}

/** Who asked by mail does not wait any more: the mailed link says so from then on. */
export async function endByMail(context: KeysContext): Promise<void> {
  const kept = await keptRecovery(context)
  if (!kept) return
  await keepRecovery(context, undefined)
  await context.api.vault.endRecovery(kept.asked)
}

async function keptRecovery(context: KeysContext): Promise<StoredRecovery | undefined> {
  const stored = await context.store.get(current(context).walletId).catch(() => undefined)
  return context.state.asking ?? storedRecovery(stored?.recovery)
}

/** Where nothing lasts, for this page's life. */
async function keepRecovery(context: KeysContext, recovery: StoredRecovery | undefined): Promise<void> {
  const { store, state } = context
  const { walletId } = current(context)
  state.asking = recovery
  if (!store.lasting) return
  if (recovery || (await store.get(walletId).catch(() => undefined))?.recovery) await note(context, walletId, { recovery }).catch(() => {})
}

/** Nothing comes of it any more, and the owner has not said no: another question may. */
function isOver(error: unknown): boolean {
  if (error instanceof RecoveryRefusedError) return error.reason === 'expired'
  return error instanceof KeyServiceError && (error.code === 'not_found' || error.code === 'factor_needed')
}

/** @throws RecoveryRefusedError, RecoveryDelayedError, KeyServiceError, and the reason of `signal` */
export async function recoverByIdentity(context: KeysContext, { kind, onOpen, signal }: RecoverByIdentityParameters): Promise<void> {
  await recoverAtVault(context, { by: kind, onAsked: ({ url = '', match }) => onOpen({ url, match }), signal })
}

/** Asks the vault for its half of the assisted way, and waits until the owner has shown it who asks. */
async function recoverAtVault(
  context: KeysContext,
  { by, onAsked, signal }: { by?: IdentityKind; onAsked: (recovery: VaultRecovery) => void; signal: AbortSignal },
): Promise<void> {
  const { api } = context
  const { wallet } = current(context)
  const frame = await createSealingKeys()
  const frameKey = await publicKeyOf(frame)
  const { eip155 } = wallet.addresses
  const way = wallet.shares ? null : wallet.assisted
  if (!wallet.shares && way === null)
    throw new KeyServiceError({ code: 'factor_needed', message: 'Use a passkey, the recovery code or the passphrase.' })
  const asked = await api.vault.recover({ ticket: await api.ticket('recover', frameKey), frameKey, eip155, way, by })
  if (by === undefined) await keepRecovery(context, { frame, asked })
  signal.throwIfAborted()
  onAsked(asked)
  await finish(context, { frame, asked }, signal)
}

/** Waits for the owner's answer, and opens the wallet with the half that it lets out. */
async function finish(context: KeysContext, { frame, asked }: StoredRecovery, signal: AbortSignal): Promise<void> {
  const { walletId } = current(context)
  const released = await waitForOwner(context.api, asked, signal).catch(async (error: unknown) => {
    // What is delayed is let out later, to the same key.
    if (error instanceof RecoveryRefusedError) await keepRecovery(context, undefined)
    throw error
  })
  if (released.kind === 'share') {
    await joined(context, await unseal(released.share, frame, sealedFor.fromVault(walletId, released.attempt)))
  } else {
    const held = { id: released.id, first: await unseal(released.half, frame, sealedFor.fromVault(walletId, released.id)) }
    const opened = await openByWay(context, held).catch((error: unknown) => {
      zero(held.first)
      throw error
    })
    await settleHere(context, opened, held)
  }
  // Last: a page that is left before goes on with what it has asked for.
  await keepRecovery(context, undefined)
}

/** @throws PasskeyError */
export async function recoverByPasskey(context: KeysContext, asked: PasskeyOptions): Promise<void> {
  await recoverByFactor(context, (factors) => openPasskey(context, factors, asked))
}

/** @throws RecoveryCodeError */
export async function recoverByCode(context: KeysContext, code: string): Promise<void> {
  // A mistyped one is said at once, without a service.
  zero(decodeRecoveryCode(code))
  await recoverByFactor(context, (factors) => openCode(context, factors, code))
}

/** @throws PassphraseError */
export async function recoverByPassphrase(context: KeysContext, typed: string): Promise<void> {
  await recoverByFactor(context, (factors) => openPassphrase(context, factors, typed))
}

async function recoverByFactor(context: KeysContext, choose: (factors: readonly Factor[]) => Promise<OpenFactor>): Promise<void> {
  const { api } = context
  const { walletId, wallet } = current(context)
  const frame = await createSealingKeys()
  const frameKey = await publicKeyOf(frame)
  const { eip155 } = wallet.addresses
  const split = wallet.shares !== null
  const asked = await api.vault.challenges({ ticket: await api.ticket('recover', frameKey), frameKey, eip155, split })
  const held = new Set(asked.factors.map((each) => each.factor.id))
  const known = ({ factors }: typeof wallet) => new Set(factors.map(({ id }) => id))
  // Another browser may have added or ended one since this page was opened; from here on it offers what there is.
  const isOther = known(wallet).size !== held.size || [...known(wallet)].some((id) => !held.has(id))
  const live = known(!split && isOther ? adopt(context, await api.open()).wallet : wallet)
  // The vault may not have heard yet that a factor has ended.
  const factors = asked.factors.map((each) => each.factor).filter(({ id }) => split || live.has(id))
  const { factor, secret } = await choose(factors)
  const keys = await factorKeys(secret, factor.kind, walletId)
  let first: Uint8Array | undefined
  let second = factorHalf(secret, factor.kind, walletId)
  zero(secret)
  try {
    const challenge = asked.factors.find((each) => each.factor.id === factor.id)?.challenge ?? ''
    const proof = base64urlnopad.encode(await unseal(challenge, keys, sealedFor.challenge(walletId, factor.id)))
    const released = await api.vault.prove({ id: asked.id, factorId: factor.id, proof })
    if (released.kind === 'share') {
      zero(second)
      await joined(context, await unseal(released.share, keys, sealedFor.factor(walletId, released.attempt, factor.id)))
      return
    }
    first = await unseal(released.half, frame, sealedFor.fromVault(walletId, released.id))
    const enclosed = async (sealed: string): Promise<Uint8Array> => {
      const half = await unseal(sealed, keys, sealedFor.half('factor', walletId, factor.id))
      zero(second)
      second = half
      return Uint8Array.from(half)
    }
    const opened = await openByWay(context, { id: released.id, first, second }, { enclosed })
    await settleHere(context, opened, { id: released.id, first, second })
  } catch (error) {
    zero(first, second)
    throw error
  }
}

/** This browser gets a way of its own. Where that does not get through, this page can sign all the same. */
async function settleHere(context: KeysContext, opened: OpenRoot, way: HeldWay): Promise<void> {
  try {
    hold(context, way)
    await exclusive(context, () => addDeviceWay(context, opened)).catch(() => {})
  } finally {
    zero(opened.root, opened.keys.eip155, opened.keys.solana)
  }
}

/** A wallet of an earlier release: with the recovery share it is opened, and gets ways in. */
async function joined(context: KeysContext, share: Uint8Array): Promise<void> {
  // After a restore from backups an older share of this browser may be the one that fits.
  const older = await ownShares(context, current(context).walletId).catch((error: unknown) => {
    zero(share)
    throw error
  })
  const opened = await openByShares(context, [share, ...older])
  try {
    await moveToWays(context, opened)
  } finally {
    zero(opened.root, opened.keys.eip155, opened.keys.solana)
  }
}

/** Until the owner answered, the link is void, or the signal aborts. A vault that does not answer for a moment is asked again. */
async function waitForOwner({ vault }: KeyApi, recovery: VaultRecovery, signal: AbortSignal): Promise<VaultReleased> {
  let until = performance.now() + recovery.expiresIn * 1000
  for (;;) {
    signal.throwIfAborted()
    const answer = await vault.wait(recovery, signal).catch((error: unknown) => {
      const refused = error instanceof KeyServiceError && !error.code.startsWith('http-5')
      if (refused || signal.aborted || performance.now() > until) throw error
    })
    if (answer?.status === 'released') return answer.released
    if (answer?.status === 'declined' || answer?.status === 'expired' || answer?.status === 'failed') {
      throw new RecoveryRefusedError(answer.status)
    }
    if (answer?.status === 'delayed') {
      if (answer.seconds > patienceSeconds) throw new RecoveryDelayedError(answer.seconds)
      until = performance.now() + (answer.seconds + recovery.expiresIn) * 1000
    }
    if (answer?.status !== 'pending') await pause(retryMs, signal)
  }
}
