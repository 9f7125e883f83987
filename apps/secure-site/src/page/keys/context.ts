import type { OpenAnswer } from '@portico/vault-wire'
import type { KeyApi } from './api.js'
import { KeyServiceError, WalletNotOpenError } from './errors.js'
import type { Passkeys } from './passkeys.js'
import type { passphraseSecret } from './passphrase.js'
import { zero } from './root.js'
import type { KeyStore, StoredRecovery } from './store.js'

/** A wallet that was made. */
export type Opened = OpenAnswer & { readonly wallet: NonNullable<OpenAnswer['wallet']> }

/** What opens a way, in memory alone: where nothing lasts, or until this browser has a way of its own. */
export interface HeldWay {
  readonly id: string
  /** The half of the browser, or of the vault. */
  readonly first: Uint8Array
  /** The half that a factor gives; the auth service has it where there is none. */
  readonly second?: Uint8Array
}

/** What the functions of this folder work on: one for each page. */
export interface KeysContext {
  readonly api: KeyApi
  readonly store: KeyStore
  readonly passkeys: Passkeys | undefined
  /** The 32 bytes of a passphrase. */
  readonly stretch: typeof passphraseSecret
  /** The address that the visitor typed to log in, for the vault. */
  readonly typed: () => Promise<string | undefined>
  readonly state: {
    opened: Opened | undefined
    held: HeldWay | undefined
    /** A question to the owner that waits. */
    asking: StoredRecovery | undefined
    /** The vault holds more or less than it should, as after a crash or a restore: the next signature puts it right. */
    untidy: boolean
    /** What nobody waits for. Never rejects. */
    background: Promise<void>
    /** The last write of ways. Never rejects. */
    last: Promise<unknown>
  }
}

/** @throws WalletNotOpenError */
export function current({ state }: KeysContext): Opened {
  if (!state.opened) throw new WalletNotOpenError()
  return state.opened
}

export function adopt({ state }: KeysContext, answer: OpenAnswer): Opened {
  const { wallet } = answer
  if (!wallet) throw new KeyServiceError({ code: 'malformed', message: 'The wallet is not there.' })
  const opened = { ...answer, wallet }
  state.opened = opened
  return opened
}

/** Holds a way in memory, in the place of the one before. */
export function hold({ state }: KeysContext, way: HeldWay | undefined): void {
  zero(state.held?.first, state.held?.second)
  state.held = way
}

/** Forgets what is in memory. */
export function lock(context: KeysContext): void {
  const { state } = context
  hold(context, undefined)
  state.opened = undefined
  state.asking = undefined
  state.untidy = false
}

/** One write of ways at a time. */
export function exclusive<T>({ state }: KeysContext, run: () => Promise<T>): Promise<T> {
  const next = state.last.then(run, run)
  state.last = next.catch(() => {})
  return next
}
