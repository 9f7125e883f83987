/** The wallet in this browser: made, opened to sign, recovered, and given other ways in. */
import type { Keys } from '../types.js'
import type { KeyApi } from './api.js'
import { type KeysContext, adopt, current, exclusive, lock } from './context.js'
import { KeyUnknownError } from './errors.js'
import { publicKeyOf } from '@portico/vault-wire'
import { ensureDevice, ownWay } from './device.js'
import { type ExportGiven, type ExportStep, exportWords, startExport } from './exportWords.js'
import {
  addPasskey,
  addPassphrase,
  factorKinds,
  listPasskeys,
  newRecoveryCode,
  removePasskey,
  removePassphrase,
  type WalletPasskey,
} from './factors.js'
import { withRoot } from './open.js'
import type { Passkeys } from './passkeys.js'
import { passphraseSecret } from './passphrase.js'
import {
  type RecoverByIdentityParameters,
  recoverByCode,
  recoverByIdentity,
  recoverByMail,
  recoverByPasskey,
  recoverByPassphrase,
  endByMail,
  resumeByMail,
} from './recover.js'
import { amongKeys, evmAddressOf, zero } from './root.js'
import { type VaultIdentities, addIdentity, vaultIdentities } from './identities.js'
import { ownShares } from './shares.js'
import type { KeyStore } from './store.js'
import { settle, statusOf, tidy } from './tidy.js'
import { addContact, change, createWallet, makeLeftWay } from './write.js'

export interface KeysOptions {
  readonly api: KeyApi
  readonly store: KeyStore
  /** Absent where the browser has none. */
  readonly passkeys?: Passkeys
  /** Makes bytes of a passphrase: Argon2id, unless told. */
  readonly stretch?: KeysContext['stretch']
  /** The address that the visitor typed in this browser to log in; the vault writes to no other. */
  readonly typed?: () => Promise<string | undefined>
}

export interface PageKeys extends Keys {
  /** Asks for the words: the owner is told by mail. */
  readonly startExport: () => Promise<ExportStep>
  /** Mails the six digits that `exportWords` needs. */
  readonly mailExportCode: () => Promise<void>
  /** @throws ExportNotReadyError saying what is missing; WalletLockedError */
  readonly exportWords: (given?: ExportGiven) => Promise<readonly string[]>
  /** The vault writes to another address from its operator's delay on; all known ones are told. @throws WalletLockedError */
  readonly addContact: (email: string) => Promise<void>
  /** Addresses of the wallet's EVM keys in their order, those that a smart account may be given included. @throws WalletLockedError */
  readonly evmAddresses: () => Promise<readonly string[]>
  /** Whether the vault has an address that it writes to. */
  readonly hasContact: () => Promise<boolean>
  /** Accounts elsewhere that the vault can know the owner by, and those that it does. */
  readonly identities: () => Promise<VaultIdentities>
  /** Adds one, once its owner has shown it to the vault. @throws WalletLockedError, RecoveryRefusedError */
  readonly addIdentity: (parameters: RecoverByIdentityParameters) => Promise<void>
  /** Passkeys that open the wallet. */
  readonly passkeys: () => Promise<readonly WalletPasskey[]>
  /** Ends a passkey's way, at both services. @throws LastFactorError where nothing else brings the wallet back, WalletLockedError */
  readonly removePasskey: (id: string) => Promise<void>
  /** Browsers with a way in. */
  readonly devices: () => Promise<readonly WalletBrowser[]>
  /** Ends a browser's way, for all copies of what it has kept. Only a browser that opens the wallet can. @throws WalletLockedError */
  readonly removeDevice: (id: string) => Promise<void>
  /** Whom another page of this browser makes a way for; undefined where this one has a way. */
  readonly invitation: () => Promise<Invitation | undefined>
  /** Makes a way for another page of this browser, which has asked for it itself. @throws WalletLockedError */
  readonly invite: (invitation: Invitation) => Promise<void>
  /** Ends this browser's way. A mail or a factor brings one back. */
  readonly forget: () => Promise<void>
  /** Resolves when what runs in the background after `open` and after writes is done. Never rejects. */
  readonly settled: () => Promise<void>
}

/** A page that asks for a way in: of the same browser, but with a storage of its own. */
export interface Invitation {
  /** Its name for this wallet. */
  readonly id: string
  /** What its half is sealed to. */
  readonly publicKey: string
  /** Whether it keeps what it gets. */
  readonly lasting: boolean
}

/** A browser with a way in. */
export interface WalletBrowser {
  readonly id: string
  /** This one. */
  readonly here: boolean
  /** How it calls itself, where that is known. */
  readonly name: string | undefined
  /** When it last signed, to the day: milliseconds since 1970. */
  readonly usedAt: number
}

/** The keys of one page. Nothing runs before `open`. */
export function createKeys({ api, store, passkeys, stretch = passphraseSecret, typed = async () => undefined }: KeysOptions): PageKeys {
  const background = Promise.resolve()
  const context: KeysContext = {
    api,
    store,
    passkeys,
    stretch,
    typed,
    state: { opened: undefined, held: undefined, asking: undefined, untidy: false, background, last: background },
  }
  const { state } = context
  const hasOwnWay = async (): Promise<boolean> => {
    const way = await ownWay(context)
    zero(way?.first, way?.second)
    if (way) return true
    const shares = await ownShares(context, current(context).walletId)
    zero(...shares)
    return shares.length > 0
  }
  /** A wallet of an earlier release gets its ways where this browser can open it. Nobody waits for it. */
  const move = (): void => {
    const run = async (): Promise<void> => {
      if (current(context).wallet.shares && (await hasOwnWay())) await withRoot(context, () => {})
    }
    state.background = state.background.then(run).catch(() => {})
  }

  return {
    addresses: () => state.opened?.wallet.addresses,
    open: () =>
      exclusive(context, async () => {
        const answer = await api.open()
        if (state.opened && state.opened.walletId !== answer.walletId) lock(context)
        if (!answer.wallet) return (await createWallet(context, answer)).wallet.addresses
        const { wallet } = adopt(context, answer)
        move()
        settle(context)
        return wallet.addresses
      }),
    unlockStep: async () => {
      if (await hasOwnWay()) return { kind: 'none' }
      if (current(context).wallet.mode !== 'user') {
        // Where it does not answer, the visitor may try by mail.
        const status = await statusOf(context).catch(() => undefined)
        const counting = (status?.identities ?? []).filter(({ counts }) => counts).map(({ kind }) => kind)
        return { kind: 'vault', mail: status?.mail ?? true, identities: [...new Set(counting)] }
      }
      return { kind: 'factor', ...factorKinds(context) }
    },
    recoverByMail: (parameters) => recoverByMail(context, parameters),
    resumeByMail: (parameters) => resumeByMail(context, parameters),
    endByMail: () => endByMail(context),
    recoverByIdentity: (parameters) => recoverByIdentity(context, parameters),
    recoverByPasskey: (asked = {}) => recoverByPasskey(context, asked),
    recoverByCode: (code) => recoverByCode(context, code),
    recoverByPassphrase: (typed) => recoverByPassphrase(context, typed),
    addPasskey: (asked = {}) => addPasskey(context, asked),
    addPassphrase: (typed) => addPassphrase(context, typed),
    removePassphrase: () => removePassphrase(context),
    createRecoveryCode: async () => newRecoveryCode(context),
    signs: async () => {
      if (!(await hasOwnWay())) return 'no'
      return store.lasting ? 'lasting' : 'open'
    },
    security: async () => {
      const device = (await hasOwnWay()) && store.lasting
      const { mode, factors } = current(context).wallet
      const count = factors.filter(({ kind }) => kind === 'passkey').length
      const recoverable = await isRecoverable(context).catch(() => undefined)
      const { recoveryCode, passphrase } = factorKinds(context)
      const known = { mode, passkeys: count, recoveryCode, passphrase, device }
      return { ...known, ...(recoverable !== undefined && { recoverable }) }
    },
    withKey: (namespace, run, of) =>
      withRoot(context, async (opened) => {
        const isLater = namespace === 'eip155' && of !== undefined && of !== current(context).wallet.addresses.eip155
        const result = isLater ? await withLaterKey(opened.root, of, run) : await run(opened.keys[namespace])
        if (state.untidy) await exclusive(context, () => tidy(context, opened)).catch(() => {})
        return result
      }),
    evmAddresses: () =>
      withRoot(context, async ({ root }) => {
        const found: string[] = []
        await amongKeys(root, (key) => void found.push(evmAddressOf(key)))
        return found
      }),
    addContact: (email) => withRoot(context, (opened) => addContact(context, opened, email)),
    identities: () => vaultIdentities(context),
    addIdentity: (parameters) => addIdentity(context, parameters),
    hasContact: async () => (await statusOf(context)).mail,
    passkeys: () => listPasskeys(context),
    removePasskey: (id) => removePasskey(context, id),
    devices: async () => {
      const own = await ownWay(context)
      zero(own?.first, own?.second)
      const { devices } = adopt(context, await api.open()).wallet
      return devices.map(({ id, browser, usedAt }) => ({ id, here: id === own?.id, name: browser ?? undefined, usedAt: usedAt * 1000 }))
    },
    removeDevice: (id) => removeDevice(context, id),
    invitation: async () => {
      if (await hasOwnWay()) return undefined
      const { deviceId: id, keys } = await ensureDevice(context, current(context).walletId)
      return { id, publicKey: await publicKeyOf(keys), lasting: store.lasting }
    },
    invite: (invitation) =>
      withRoot(context, (opened) =>
        exclusive(context, async () => {
          await change(context, opened, async (answer) => ({
            add: [await makeLeftWay({ root: opened.root, answer }, invitation)],
            remove: [],
          }))
        }),
      ),
    startExport: () => startExport(context),
    mailExportCode: () => api.exportCode(),
    exportWords: (given = {}) => exportWords(context, given),
    lock: () => lock(context),
    forget: async () => {
      const { walletId } = current(context)
      try {
        const own = await ownWay(context).catch(() => undefined)
        zero(own?.first, own?.second)
        // Looked for after the way: one that another page has just made is known by then.
        if (own && current(context).wallet.devices.some(({ id }) => id === own.id)) await removeDevice(context, own.id)
      } finally {
        // Here it goes also when the service does not answer.
        await store.remove(walletId)
        lock(context)
      }
    },
    settled: async () => {
      await state.background
    },
  }
}

/** Runs with the key of an address. @throws KeyUnknownError where it is none of this wallet's */
async function withLaterKey<T>(root: Uint8Array, of: string, run: (key: Uint8Array) => T | Promise<T>): Promise<T> {
  const found = await amongKeys(root, async (key) => (evmAddressOf(key) === of ? { result: await run(key) } : undefined))
  if (!found) throw new KeyUnknownError()
  return found.result
}

/** Whether anything but the browsers that have a way opens the wallet. Asks the vault only where this browser cannot tell. */
async function isRecoverable(context: KeysContext): Promise<boolean> {
  const { walletId, wallet } = current(context)
  // What the visitor typed here when the wallet was made is what the vault has taken.
  if (wallet.mode === 'user' || wallet.factors.length > 0 || wallet.shares) return true
  if ((await context.store.get(walletId).catch(() => undefined))?.contact !== undefined) return true
  const { mail, identities } = await statusOf(context)
  return mail || identities.some(({ counts }) => counts)
}

/** A stolen login could end the only way into a wallet: so the wallet's own key signs it. */
async function removeDevice(context: KeysContext, id: string): Promise<void> {
  await withRoot(context, (opened) => exclusive(context, () => change(context, opened, async () => ({ add: [], remove: [id] }))))
}
