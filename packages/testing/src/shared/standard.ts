import type { IdentifierString, Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import type { Eip1193Provider } from '../wallet/types.js'

/** One feature of a Wallet Standard wallet: its method becomes a request of the feature's name. */
export interface StandardFeature {
  readonly version: string
  /** The name of its method, for example `signMessage`. */
  readonly method: string
  /** What it says beside, for example `supportedTransactionVersions`. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What a face has to know of its wallet. Plain data, so that it can be sent to a page. */
export interface StandardConfig {
  readonly name: string
  readonly icon: WalletIcon
  readonly chains: readonly IdentifierString[]
  readonly features: Readonly<Record<IdentifierString, StandardFeature>>
}

/** An account as it travels from the wallet to its face. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly IdentifierString[]
  readonly features: readonly IdentifierString[]
  readonly label?: string
}

/**
 * A Wallet Standard wallet over a way to the wallet behind it. A feature's inputs arrive there as `params`, with the address
 * instead of the account, and `null` for an account that this page is not connected to. Accounts that come back, as
 * `{ accounts }`, as `[{ account }]` or with the event `change`, become those of the page; anything else is passed on as it is.
 * The page is connected from its first accounts until `standard:disconnect`, and deaf to the wallet's accounts otherwise.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 */
export function createStandardFace(config: StandardConfig, port: Pick<Eip1193Provider, 'request' | 'on'>): Wallet {
  type Change = (properties: unknown) => void
  const listeners = new Set<{ readonly listener: Change }>()
  /** Accounts made before, because a site compares them by identity. */
  const made = new Map<string, WalletAccount>()
  let accounts: readonly WalletAccount[] = []
  let connected = false

  const field = (value: unknown, key: string): unknown => Reflect.get(Object(value), key)
  const isAccount = (value: unknown): value is StandardAccount =>
    typeof field(value, 'address') === 'string' &&
    ArrayBuffer.isView(field(value, 'publicKey')) &&
    Array.isArray(field(value, 'chains')) &&
    Array.isArray(field(value, 'features'))
  const accountOf = (account: StandardAccount): WalletAccount => {
    const key = JSON.stringify([account, Array.from(account.publicKey)])
    const known = made.get(key) ?? Object.freeze({ ...account })
    made.set(key, known)
    return known
  }
  const tell = (properties: unknown) => {
    for (const { listener } of [...listeners]) {
      try {
        listener(properties)
      } catch (error) {
        // One listener's failure is the site's own, and the others still hear the event.
        setTimeout(() => {
          throw error
        })
      }
    }
  }
  const adopt = (next: readonly WalletAccount[]) => {
    const same = next.length === accounts.length && next.every((account, index) => account === accounts[index])
    accounts = next
    if (!same) tell({ accounts })
  }

  port.on('change', (payload) => {
    const listed = field(payload, 'accounts')
    if (!Array.isArray(listed) || !listed.every(isAccount)) return tell(payload)
    if (!connected) return
    accounts = listed.map(accountOf)
    tell({ accounts })
  })

  const toWire = (input: unknown): unknown => {
    if (typeof input !== 'object' || input === null || !('account' in input)) return input
    const known = accounts.find((account) => account === input.account || account.address === field(input.account, 'address'))
    return { ...input, account: known?.address ?? null }
  }
  const fromWire = (answer: unknown): unknown => {
    const listed = field(answer, 'accounts')
    if (Array.isArray(listed) && listed.every(isAccount)) {
      connected = connected || listed.length > 0
      adopt(listed.map(accountOf))
      return { ...Object(answer), accounts }
    }
    if (!Array.isArray(answer)) return answer
    return answer.map((output: unknown) => {
      const signedIn = field(output, 'account')
      if (!isAccount(signedIn)) return output
      const account = accountOf(signedIn)
      connected = true
      if (!accounts.includes(account)) adopt([account])
      return { ...Object(output), account }
    })
  }

  const methodOf = (name: string) => {
    if (name === 'standard:events') {
      return (_event: string, listener: Change) => {
        // Wrapped, so that the same function can listen twice.
        const entry = { listener }
        listeners.add(entry)
        return () => void listeners.delete(entry)
      }
    }
    if (name === 'standard:disconnect') {
      return async () => {
        await port.request({ method: name, params: [] })
        connected = false
        adopt([])
      }
    }
    return async (...inputs: readonly unknown[]) => fromWire(await port.request({ method: name, params: inputs.map(toWire) }))
  }

  const features: Record<IdentifierString, unknown> = {}
  for (const [name, { version, method, extra }] of Object.entries(config.features)) {
    Object.assign(features, { [name]: Object.freeze({ version, ...extra, [method]: methodOf(name) }) })
  }
  return Object.freeze({
    version: '1.0.0' as const,
    name: config.name,
    icon: config.icon,
    chains: Object.freeze([...config.chains]),
    features: Object.freeze(features),
    get accounts() {
      return accounts
    },
  })
}

export interface RegisterOptions {
  /** The window to speak in. Default: the global one. */
  readonly window?: EventTarget
  /** Milliseconds before the wallet is there at all. Default: at once. */
  readonly late?: number
}

/**
 * Registers a Wallet Standard wallet: with the site that listens already, and with each that says it is ready later on.
 * Returns the way to take it out, which also unregisters it where the site gave a way to.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 */
export function registerFace(wallet: unknown, options: RegisterOptions = {}): () => void {
  const target = options.window ?? globalThis.window
  const unregister: unknown[] = []
  const register = (api: unknown) => {
    const method: unknown = Reflect.get(Object(api), 'register')
    if (typeof method === 'function') unregister.push(method.call(api, wallet))
  }
  const onReady = (event: Event) => register(Reflect.get(event, 'detail'))
  const arrive = () => {
    target.addEventListener('wallet-standard:app-ready', onReady)
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  }
  const timer = options.late === undefined ? undefined : setTimeout(arrive, options.late)
  if (options.late === undefined) arrive()
  return () => {
    clearTimeout(timer)
    target.removeEventListener('wallet-standard:app-ready', onReady)
    for (const off of unregister.splice(0)) if (typeof off === 'function') off()
  }
}

/** A picture in the form that the Wallet Standard asks for: a data URI in base64. Other data URIs are rewritten. */
export function standardIcon(icon: string): WalletIcon {
  if (isStandardIcon(icon)) return icon
  const [, type = 'svg+xml', body = ''] = /^data:image\/([^;,]+)[^,]*,(.*)$/s.exec(icon) ?? []
  const rewritten = `data:image/${type};base64,${btoa(String.fromCharCode(...new TextEncoder().encode(decodeURIComponent(body))))}`
  if (!isStandardIcon(rewritten)) throw new Error('The icon must be a data URI of an SVG, WebP, PNG or GIF picture.')
  return rewritten
}

function isStandardIcon(icon: string): icon is WalletIcon {
  return /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(icon)
}
