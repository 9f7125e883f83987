import { ProviderNotFoundError, UnsupportedMethodError, WalletAnswerError, type PorticoError } from '@portico/core'
import { cleanName } from '@portico/core/kit'
import { readAddress } from './bytes.js'
import { walletError } from './errors.js'

/** An account of a wallet, as it was when read. */
export interface WalletAccount {
  readonly address: string
  /** The chains of Solana that it is for, by the wallet's names. Never empty. */
  readonly chains: readonly string[]
  /** Features that it may be used with; undefined where the wallet does not say. */
  readonly features: readonly string[] | undefined
  /** What the wallet itself calls the account, to be handed back to it. */
  readonly handle: object
}

/** A Wallet Standard wallet, of which nothing is believed. */
export interface Wallet {
  readonly name: string
  /** The wallet itself. */
  readonly handle: object
  /** The accounts that it shares now; undefined when that cannot be read. */
  readonly accounts: () => readonly WalletAccount[] | undefined
  readonly has: (feature: string, method: string) => boolean
  /** Transaction versions that a feature takes; undefined where the wallet does not say. */
  readonly versions: (feature: string) => readonly unknown[] | undefined
  /** Asks to be let in, or with `silent` whether one still is, without a prompt. @throws WalletAnswerError and what {@link walletError} makes */
  readonly connect: (input?: { readonly silent: true }) => Promise<readonly WalletAccount[]>
  /** Says goodbye, where the wallet can be told. Its failure is its own. */
  readonly disconnect: () => Promise<void>
  /** Sends one request. @throws UnsupportedMethodError and what {@link walletError} makes */
  readonly ask: (request: WalletRequest) => Promise<readonly unknown[]>
  /** Calls back with the accounts that the wallet shares whenever it reports a change, until the returned function is called. */
  readonly follow: (onChange: (accounts: readonly WalletAccount[]) => void) => () => void
}

export interface WalletRequest {
  readonly feature: string
  /** The method of the feature. */
  readonly call: string
  /** The adapter's capability that needs it. */
  readonly method: string
  readonly inputs: readonly object[]
  readonly instead?: string
}

/** Reads anything off anything. Never throws. */
function peek(value: unknown, name: string): unknown {
  try {
    return (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

const texts = (value: unknown, limit: number): readonly string[] | undefined => {
  try {
    return Array.isArray(value) ? value.slice(0, limit).filter((entry): entry is string => typeof entry === 'string') : undefined
  } catch {
    return undefined
  }
}

function readAccount(value: unknown): WalletAccount | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const address = peek(value, 'address')
  const chains = (texts(peek(value, 'chains'), 100) ?? []).filter((chain) => chain.startsWith('solana:') && chain.length <= 40)
  if (typeof address !== 'string' || !readAddress(address) || chains.length === 0) return undefined
  return { address, chains, features: texts(peek(value, 'features'), 100), handle: value }
}

/** The accounts of Solana in a list, the first one in use, each address once; undefined for what is no list. Never throws. */
export function readAccounts(value: unknown): readonly WalletAccount[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined
    const accounts = new Map<string, WalletAccount>()
    for (const entry of value.slice(0, 1_000)) {
      const account = readAccount(entry)
      if (account && !accounts.has(account.address)) accounts.set(account.address, account)
    }
    return [...accounts.values()]
  } catch {
    return undefined
  }
}

/** @throws ProviderNotFoundError for what is no wallet */
export function openWallet(value: unknown, called: string): Wallet {
  if (typeof value !== 'object' || value === null || typeof peek(value, 'features') !== 'object') throw new ProviderNotFoundError()
  const handle = value
  const name = cleanName(called) || 'Wallet'
  const able = (feature: string) => peek(peek(handle, 'features'), feature)
  const fail = (thrown: unknown, method: string): PorticoError => walletError(thrown, { wallet: name, method })

  async function call(feature: string, method: string, inputs: readonly unknown[], asked = method): Promise<unknown> {
    const subject = able(feature)
    const action = peek(subject, method)
    if (typeof action !== 'function') throw new UnsupportedMethodError({ wallet: name, method: asked })
    try {
      return await Reflect.apply(action, subject, inputs)
    } catch (thrown) {
      throw fail(thrown, asked)
    }
  }

  const accounts = () => readAccounts(peek(handle, 'accounts'))

  return {
    name,
    handle,
    accounts,
    has: (feature, method) => typeof peek(able(feature), method) === 'function',
    versions(feature) {
      const said = peek(able(feature), 'supportedTransactionVersions')
      try {
        return Array.isArray(said) ? said.slice(0, 10) : undefined
      } catch {
        return undefined
      }
    },
    async connect(input) {
      const answer = await call('standard:connect', 'connect', input ? [input] : [], 'connect')
      const given = readAccounts(peek(answer, 'accounts')) ?? accounts()
      if (!given || (!input && given.length === 0)) throw new WalletAnswerError({ method: 'standard:connect' })
      return given
    },
    async disconnect() {
      await call('standard:disconnect', 'disconnect', []).catch(() => undefined)
    },
    async ask({ feature, call: named, method, inputs, instead }) {
      if (typeof peek(able(feature), named) !== 'function')
        throw new UnsupportedMethodError({ wallet: name, method, ...(instead && { instead }) })
      const answer = await call(feature, named, inputs, method)
      try {
        if (Array.isArray(answer) && answer.length === inputs.length) return [...answer]
      } catch {
        // Below.
      }
      throw new WalletAnswerError({ method: feature })
    },
    follow(onChange) {
      const subject = able('standard:events')
      const on = peek(subject, 'on')
      if (typeof on !== 'function') return () => undefined
      let over = false
      const listener = (change: unknown) => {
        if (over) return
        const now = readAccounts(peek(change, 'accounts')) ?? accounts()
        if (now) onChange(now)
      }
      let off: unknown
      try {
        off = Reflect.apply(on, subject, ['change', listener])
      } catch {
        // It works without events, too.
      }
      return () => {
        over = true
        try {
          if (typeof off === 'function') Reflect.apply(off, undefined, [])
        } catch {
          // A wallet that cannot be unheard is ignored.
        }
      }
    },
  }
}

/** A field of a wallet's answer. Never throws. */
export const answered = peek
