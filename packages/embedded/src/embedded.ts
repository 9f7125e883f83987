import { InvalidOptionError, type Connector, type Namespace, type Portico } from '@portico/core'
import {
  socialProviders,
  type EmbeddedAccountType,
  type EmbeddedState,
  type EmbeddedWallet,
  type LoginMethods,
  type SocialProvider,
} from '@portico/core/embedded'
import { loadCode, recordOf, storageName, type ConnectorDescription } from '@portico/core/kit'
import type { Opened } from './connector/open.js'

/** Chain families that the wallet has keys for. */
const served: readonly Namespace[] = ['eip155', 'solana']

export interface EmbeddedOptions {
  /** http(s) address of the secure site (`apps/secure-site`), on an origin of its own: `https://secure.example`. */
  readonly url: string
  /** Log in with a code by mail. Default true. */
  readonly email?: boolean
  /** Social accounts to log in with, in this order. Default: all of them, in the order google, x, discord, apple, github, facebook. */
  readonly socials?: readonly SocialProvider[]
  /** Default true. */
  readonly farcaster?: boolean
  /** Browsers that the secure site does not know yet confirm a mailed link before they get a code. Default false. */
  readonly device?: boolean
  /**
   * Kind of account that a visitor begins with, by chain family, without being asked. By default they choose at their first login where the
   * secure site has smart accounts on the network, and have a plain one (`eoa`) everywhere else.
   */
  readonly defaultAccountTypes?: Readonly<{ readonly eip155?: EmbeddedAccountType; readonly solana?: 'eoa' }>
}

/** The options after they were checked, with what is known of the portico. */
export interface CheckedOptions {
  readonly url: string
  readonly name: string
  readonly methods: LoginMethods
  readonly namespaces: readonly Namespace[]
  readonly defaultAccountTypes: Readonly<Partial<Record<Namespace, EmbeddedAccountType>>>
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** What an option is to be. Whoever develops a site is told; visitors do not load it. */
function said(option: string, value: unknown): string {
  const expected: Readonly<Record<string, string>> = {
    url: 'an http or https URL',
    socials: `a list of ${socialProviders.join(', ')}, each once`,
    email: 'true or false',
    farcaster: 'true or false',
    device: 'true or false',
  }
  return `expected ${expected[option] ?? "'eoa', or 'smartAccount' for eip155"}, got ${String(value)}`
}

/** Whoever develops a site is told of a chain family by another name, whose type would be passed over. */
const checkTypes = (types: unknown): void =>
  recordOf(
    (name) => served.some((one) => one === name),
    `one of ${served.join(', ')}, as in { eip155: 'eoa' }`,
    () => {},
  )('defaultAccountTypes', types)

/** The connector of {@link embedded}. */
export interface EmbeddedConnector extends Connector {
  readonly kind: 'embedded'
  readonly embedded: EmbeddedWallet
}

type LazyName = Exclude<keyof Opened, 'face' | 'approved' | 'approvedNetworkIds' | 'prepare' | 'place' | 'abort'>

/**
 * Portico's own wallet for `createPortico`: visitors log in by e-mail, social account, Farcaster or a link to a known device, and
 * sign in a frame of the secure site, whose keys no page and no server ever holds. Sits in the first bundle and does nothing there:
 * the client is a chunk, and the frame a page, that load when they are used.
 * @example createPortico({ projectId: 'shop', adapters: [evm({ networks })], connectors: [embedded({ url: 'https://secure.example' })] })
 * @throws {@link InvalidOptionError} that names the option
 */
export function embedded(options: EmbeddedOptions): ConnectorDescription<EmbeddedConnector> {
  const { url, email = true, socials = socialProviders, farcaster = true, device = false, defaultAccountTypes = {} } = options ?? {}
  const methods: LoginMethods = { email, farcaster, device, socials }
  if (process.env.NODE_ENV !== 'production') checkTypes(defaultAccountTypes)
  for (const [option, value] of Object.entries({ url, ...methods, ...defaultAccountTypes })) {
    const isRight =
      option === 'url'
        ? URL.canParse(url) && /^https?:/.test(url)
        : option === 'socials'
          ? Array.isArray(socials) && socials.every((one, at) => socialProviders.includes(one) && socials.indexOf(one) === at)
          : option in methods
            ? typeof value === 'boolean'
            : value === 'eoa' || option + value === 'eip155smartAccount'
    if (!isRight)
      throw new InvalidOptionError({ option, problem: process.env.NODE_ENV === 'production' ? String(value) : said(option, value) })
  }
  const info = { id: 'embedded', kind: 'embedded', name: 'E-mail or social' } as const

  function create(portico: Portico): EmbeddedConnector {
    const namespaces = served.filter((namespace) => portico.adapters.has(namespace))
    const listeners = new Set<() => void>()
    let state: EmbeddedState = { frame: 'idle' }
    let loading: Promise<Opened> | undefined
    let opened: Opened | undefined

    const show = (next: EmbeddedState) => {
      state = next
      for (const listener of listeners) listener()
    }
    /** The client, loaded once. A failure is forgotten, so that trying again works. */
    const client = (): Promise<Opened> =>
      (loading ??= loadCode(() =>
        import('./connector/open.js').then(
          ({ open }) => (opened = open(portico, { ...info, url, methods, namespaces, defaultAccountTypes }, show)),
        ),
      ).catch((error: unknown) => {
        loading = undefined
        throw error
      }))
    /** Requests that load the client first. */
    const lazily = <const N extends LazyName>(...names: readonly N[]) =>
      // Each name with the function of that name, which no expression can follow.
      Object.fromEntries(
        names.map((one) => [
          one,
          async (...input: readonly never[]) => ((await client())[one] as (...input: readonly never[]) => unknown)(...input),
        ]),
      ) as Pick<Opened, N>

    return {
      ...info,
      namespaces,
      installed: false,
      getProvider: async (namespace) => (await client()).face(namespace),
      embedded: {
        methods,
        defaultAccountTypes,
        origin: new URL(url).origin,
        isOpen() {
          try {
            // A look from outside: whether the login still holds is found out in the frame.
            const { storage = globalThis.localStorage } = portico.options
            const stored: unknown = JSON.parse(storage.getItem(storageName(portico, 'embedded')) ?? '')
            return (stored as { readonly emailLoginUsed?: unknown }).emailLoginUsed === true
          } catch {
            return false
          }
        },
        state: () => state,
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        approved: () => opened?.approved() ?? [],
        approvedNetworkIds: (namespace) => opened?.approvedNetworkIds(namespace) ?? [],
        prepare: () =>
          void client()
            .then((one) => one.prepare())
            .catch(() => {}),
        ...lazily(
          'openSecurity',
          'switchNetwork',
          'setPreferredAccount',
          'signOut',
          'isConnected',
          'connectSocial',
          'getSocialRedirectUri',
          'connectOtp',
          'enterCode',
          'connectKnown',
          'connectFarcaster',
          'getFarcasterUri',
          'getUser',
          'updateEmail',
          'updateEmailPrimaryOtp',
          'updateEmailSecondaryOtp',
          'connectEmail',
          'connectDevice',
          'syncDappData',
          'syncTheme',
          'syncLocale',
          'back',
        ),
        place: (box) => opened?.place(box),
        abort: () => opened?.abort(),
      },
    }
  }

  return { ...info, create }
}
