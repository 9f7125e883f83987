import type { OpenAnswer } from '@portico/vault-wire'
import type { KeyApi } from './api.js'
import { KeyServiceError, WalletNotOpenError } from './errors.js'
import type { Passkeys } from './passkeys.js'
import { zero } from './shares.js'
import type { KeyStore } from './store.js'

/** A wallet that was made. */
export type Opened = OpenAnswer & { readonly wallet: NonNullable<OpenAnswer['wallet']> }

/** A share that is in memory alone: where nothing lasts, or until the re-share is through. */
export interface HeldShare {
  readonly attempt: string
  readonly share: Uint8Array
}

/** What the functions of this folder work on: one for each page. */
export interface KeysContext {
  readonly api: KeyApi
  readonly store: KeyStore
  readonly passkeys: Passkeys | undefined
  readonly state: {
    opened: Opened | undefined
    held: HeldShare | undefined
    /** The vault lacks the version in use (it came back from an older backup): the next signature re-shares. */
    vaultLacks: boolean
    /** What nobody waits for. Never rejects. */
    background: Promise<void>
    /** The last write of shares. Never rejects. */
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

/** Forgets what is in memory. */
export function lock({ state }: KeysContext): void {
  zero(state.held?.share)
  state.opened = undefined
  state.held = undefined
  state.vaultLacks = false
}

/** One write of shares at a time. */
export function exclusive<T>({ state }: KeysContext, run: () => Promise<T>): Promise<T> {
  const next = state.last.then(run, run)
  state.last = next.catch(() => {})
  return next
}
