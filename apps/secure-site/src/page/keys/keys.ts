/** The wallet's shares in this browser: made, brought together to sign, recovered, and made anew. */
import type { Keys } from '../types.js'
import type { KeyApi } from './api.js'
import { type KeysContext, adopt, current, exclusive, lock } from './context.js'
import { ownShare } from './deviceShare.js'
import { type ExportGiven, type ExportStep, exportWords, startExport } from './exportWords.js'
import { addPasskey, hasFactor, newRecoveryCode } from './factors.js'
import { askToSign, withRoot } from './join.js'
import type { Passkeys } from './passkeys.js'
import { recoverByCode, recoverByMail, recoverByPasskey } from './recover.js'
import { zero } from './shares.js'
import type { KeyStore } from './store.js'
import { createWallet, reshare, settle } from './write.js'

export interface KeysOptions {
  readonly api: KeyApi
  readonly store: KeyStore
  /** Absent where the browser has none. */
  readonly passkeys?: Passkeys
}

export interface PageKeys extends Keys {
  /** Asks for the words: the owner is told by mail. */
  readonly startExport: () => Promise<ExportStep>
  /** Mails the six digits that `exportWords` needs. */
  readonly mailExportCode: () => Promise<void>
  /** @throws ExportNotReadyError saying what is missing; WalletLockedError */
  readonly exportWords: (given?: ExportGiven) => Promise<readonly string[]>
  /** Removes this browser's share. A mail or a factor brings one back. */
  readonly forget: () => Promise<void>
  /** Resolves when what runs in the background after `open` and after writes is done. Never rejects. */
  readonly settled: () => Promise<void>
}

/** The keys of one page. Nothing runs before `open`. */
export function createKeys({ api, store, passkeys }: KeysOptions): PageKeys {
  const background = Promise.resolve()
  const context: KeysContext = {
    api,
    store,
    passkeys,
    state: { opened: undefined, held: undefined, vaultLacks: false, background, last: background },
  }
  const { state } = context
  const hasOwnShare = async (): Promise<boolean> => {
    const share = await ownShare(context)
    zero(share)
    return share !== undefined
  }

  return {
    addresses: () => state.opened?.wallet.addresses,
    open: () =>
      exclusive(context, async () => {
        const answer = await api.open()
        if (state.opened && state.opened.walletId !== answer.walletId) lock(context)
        if (!answer.wallet) return (await createWallet(context, answer)).wallet.addresses
        settle(context)
        return adopt(context, answer).wallet.addresses
      }),
    unlockStep: async () => {
      if (await hasOwnShare()) return { kind: 'none' }
      if (current(context).wallet.mode !== 'user') return { kind: 'mail' }
      return { kind: 'factor', passkey: hasFactor(context, 'passkey'), recoveryCode: hasFactor(context, 'recoveryCode') }
    },
    recoverByMail: (parameters) => recoverByMail(context, parameters),
    recoverByPasskey: () => recoverByPasskey(context),
    recoverByCode: (code) => recoverByCode(context, code),
    addPasskey: () => addPasskey(context),
    createRecoveryCode: async () => newRecoveryCode(context),
    security: async () => {
      const device = (await hasOwnShare()) && store.lasting
      const { mode, factors } = current(context).wallet
      const count = factors.filter(({ kind }) => kind === 'passkey').length
      return { mode, passkeys: count, recoveryCode: hasFactor(context, 'recoveryCode'), device }
    },
    withKey: (namespace, run) =>
      withRoot(context, { ask: askToSign(context) }, async ({ root, keys }) => {
        const result = await run(keys[namespace])
        if (state.vaultLacks) await exclusive(context, () => reshare(context, root)).catch(() => {})
        return result
      }),
    startExport: () => startExport(context),
    mailExportCode: () => api.exportCode(),
    exportWords: (given = {}) => exportWords(context, given),
    lock: () => lock(context),
    forget: async () => {
      await store.remove(current(context).walletId)
      lock(context)
    },
    settled: async () => {
      await state.background
    },
  }
}
