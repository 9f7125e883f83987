import { pause } from '@portico/core/kit'
/** A browser without a share: the recovery share and the auth service's give the root, and it is re-shared. */
import { type SealedFactor, type VaultRecovery, createSealingKeys, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import type { KeyApi } from './api.js'
import { type HeldShare, type KeysContext, current, exclusive } from './context.js'
import { storedShares } from './deviceShare.js'
import { KeyServiceError, RecoveryDelayedError, RecoveryRefusedError } from './errors.js'
import { factorKeys } from './factor.js'
import { type OpenFactor, openCode, openPasskey } from './factors.js'
import { askToReshare, withRoot } from './join.js'
import { decodeRecoveryCode } from './recoveryCode.js'
import { zero } from './shares.js'
import { type ReshareOptions, reshare } from './write.js'

/** Milliseconds between two tries to reach the vault while the owner reads the mail. */
const retryMs = 1000
/** A page waits this long for a share that is delayed; for more the owner comes back. */
const patienceSeconds = 120

export interface RecoverByMailParameters {
  /** Called with the two digits that the mailed page shows, too. */
  readonly onMatch: (match: string) => void
  readonly signal: AbortSignal
}

/** @throws RecoveryRefusedError, RecoveryDelayedError, KeyServiceError, and the reason of `signal` */
export async function recoverByMail(context: KeysContext, { onMatch, signal }: RecoverByMailParameters): Promise<void> {
  const { api } = context
  const { walletId } = current(context)
  const frame = await createSealingKeys()
  const frameKey = await publicKeyOf(frame)
  const recovery = await api.vault.recover(await api.ticket('recover', frameKey), frameKey)
  signal.throwIfAborted()
  onMatch(recovery.match)
  const { attempt, share } = await waitForOwner(api, recovery, signal)
  const opened = await unseal(share, frame, sealedFor.fromVault(walletId, attempt))
  await exclusive(context, () => finish(context, { attempt, share: opened }))
}

/** @throws PasskeyError */
export async function recoverByPasskey(context: KeysContext): Promise<void> {
  await recoverByFactor(context, (factors) => openPasskey(context, factors))
}

/** @throws RecoveryCodeError */
export async function recoverByCode(context: KeysContext, code: string): Promise<void> {
  // A mistyped one is said at once, without a service.
  zero(decodeRecoveryCode(code))
  await recoverByFactor(context, (factors) => openCode(context, factors, code))
}

async function recoverByFactor(context: KeysContext, choose: (factors: readonly SealedFactor[]) => Promise<OpenFactor>): Promise<void> {
  const { api } = context
  const { walletId } = current(context)
  const { attempt, factors } = await api.vault.factors(await api.ticket('factors'))
  const { factor, secret } = await choose(factors)
  const keys = await factorKeys(secret, factor.kind, walletId)
  zero(secret)
  const share = await unseal(factor.sealed, keys, sealedFor.factor(walletId, attempt, factor.id))
  await exclusive(context, () => finish(context, { attempt, share }, { hasFactors: true }))
}

async function finish(context: KeysContext, recovery: HeldShare, options: ReshareOptions = {}): Promise<void> {
  const { state, store } = context
  // After a restore from backups an older share of this browser may be the one that fits.
  const older = await storedShares(context, current(context))
  const share = Uint8Array.from(recovery.share)
  await withRoot(context, { ask: askToReshare(context), others: [recovery.share, ...older] }, async ({ root }) => {
    state.held = { attempt: recovery.attempt, share }
    const fits = recovery.attempt === current(context).wallet.attempt
    if (fits && !store.lasting) return
    // The share is here: this page can sign even if the re-share does not get through now.
    await reshare(context, root, options).catch((error: unknown) => {
      if (!fits) throw error
    })
  })
}

/** Until the owner answered, the link is void, or the signal aborts. A vault that does not answer for a moment is asked again. */
async function waitForOwner({ vault }: KeyApi, recovery: VaultRecovery, signal: AbortSignal): Promise<{ attempt: string; share: string }> {
  let until = performance.now() + recovery.expiresIn * 1000
  for (;;) {
    signal.throwIfAborted()
    const answer = await vault.wait(recovery, signal).catch((error: unknown) => {
      const refused = error instanceof KeyServiceError && !error.code.startsWith('http-5')
      if (refused || signal.aborted || performance.now() > until) throw error
    })
    if (answer?.status === 'released') return answer
    if (answer?.status === 'declined' || answer?.status === 'expired') throw new RecoveryRefusedError(answer.status)
    if (answer?.status === 'delayed') {
      if (answer.seconds > patienceSeconds) throw new RecoveryDelayedError(answer.seconds)
      until = performance.now() + (answer.seconds + recovery.expiresIn) * 1000
    }
    if (answer?.status !== 'pending') await pause(retryMs, signal)
  }
}
