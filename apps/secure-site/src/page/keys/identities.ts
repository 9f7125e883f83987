/** Accounts elsewhere that the vault knows the owner by, beside mail: added by a browser that opens the wallet. */
import { pause } from '@portico/core/kit'
import type { IdentityKind } from '@portico/vault-wire'
import { type KeysContext, current } from './context.js'
import { KeyServiceError, RecoveryRefusedError } from './errors.js'
import { withRoot } from './open.js'
import type { RecoverByIdentityParameters } from './recover.js'
import { statusOf } from './tidy.js'
import { signedForVault } from './write.js'

/** Milliseconds between two tries to reach the vault meanwhile. */
const retryMs = 1000

/** What the vault has set up, and whom it knows the owner by. */
export interface VaultIdentities {
  readonly offered: readonly IdentityKind[]
  readonly known: readonly { readonly kind: IdentityKind; readonly counts: boolean }[]
}

export async function vaultIdentities(context: KeysContext): Promise<VaultIdentities> {
  const [{ identities: offered }, { identities: known }] = await Promise.all([context.api.vault.info(), statusOf(context)])
  return { offered, known }
}

/** @throws WalletLockedError, RecoveryRefusedError, KeyServiceError, and the reason of `signal` */
export async function addIdentity(context: KeysContext, { kind, onOpen, signal }: RecoverByIdentityParameters): Promise<void> {
  const { api } = context
  const asked = await withRoot(context, async ({ keys }) => {
    const { walletId: wallet, wallet: made } = current(context)
    const say = { add: [], identity: kind }
    return await api.vault.addIdentity(await signedForVault(api, { key: keys.eip155, wallet, eip155: made.addresses.eip155, say }))
  })
  signal.throwIfAborted()
  onOpen({ url: asked.url ?? '', match: asked.match })
  const until = performance.now() + asked.expiresIn * 1000
  for (;;) {
    signal.throwIfAborted()
    const answer = await api.vault.waitIdentity(asked, signal).catch((error: unknown) => {
      const refused = error instanceof KeyServiceError && !error.code.startsWith('http-5')
      if (refused || signal.aborted || performance.now() > until) throw error
    })
    if (answer?.status === 'done') return
    if (answer && answer.status !== 'pending') throw new RecoveryRefusedError(answer.status)
    if (!answer) await pause(retryMs, signal)
  }
}
