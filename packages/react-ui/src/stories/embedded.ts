import type { Connector, Portico } from '@portico/core'
import {
  embeddedStore,
  socialProviders,
  type EmailUpdateState,
  type EmbeddedState,
  type EmbeddedUser,
  type EmbeddedWallet,
  type LoginMethods,
  type LoginState,
  type SurfaceBox,
  type WalletSecurity,
} from '@portico/core/embedded'
import type { ConnectorDescription } from '@portico/core/kit'
import { fakeAddress } from '@portico/testing'

export const mira = 'mira@harbourmail.example'
export const newMira = 'mira@newharbour.example'
/** Origin of the secure site of the stories. Nobody answers there. */
export const secureOrigin = 'https://secure.meridian.example'

export const security = (mode: WalletSecurity['mode']): WalletSecurity => ({
  mode,
  passkeys: mode === 'user' ? 1 : 0,
  recoveryCode: mode === 'user',
  device: true,
})

export const miraUser: EmbeddedUser = {
  email: mira,
  address: fakeAddress,
  chainId: 'eip155:8453',
  accounts: [{ address: fakeAddress, type: 'eoa' }],
  security: security('progressive'),
}

const everything: LoginMethods = { email: true, socials: socialProviders, farcaster: true, device: true }
const never = () => new Promise<never>(() => undefined)

/** An embedded wallet, with a hand on what its frame says. */
export interface FakeEmbedded {
  readonly connector: Connector & { readonly embedded: EmbeddedWallet }
  readonly description: ConnectorDescription
  /** The frame says something else from now on. */
  readonly show: (change: { readonly [K in keyof EmbeddedState]?: EmbeddedState[K] | undefined }) => void
  /** What was asked of it, oldest first, with what. */
  readonly calls: (readonly [method: string, ...unknown[]])[]
  /** Where the frame was put, oldest first; undefined is nowhere. */
  readonly placed: (SurfaceBox | undefined)[]
}

export interface FakeEmbeddedOptions {
  readonly methods?: Partial<LoginMethods>
  readonly state?: Partial<EmbeddedState>
  /** How it answers. A request that is not named here is never answered. */
  readonly answers?: Partial<EmbeddedWallet>
}

/** Logs in nobody, unless told otherwise. */
export function fakeEmbedded({ methods, state: first, answers = {} }: FakeEmbeddedOptions = {}): FakeEmbedded {
  const listeners = new Set<() => void>()
  const calls: (readonly [string, ...unknown[]])[] = []
  const placed: (SurfaceBox | undefined)[] = []
  let state: EmbeddedState = { frame: 'idle', ...first }
  const requests = {
    connectEmail: never,
    connectDevice: never,
    enterCode: never,
    connectKnown: never,
    connectOtp: never,
    getSocialRedirectUri: never,
    connectSocial: never,
    getFarcasterUri: never,
    connectFarcaster: never,
    getUser: () => Promise.resolve(miraUser),
    isConnected: () => Promise.resolve(false),
    signOut: () => Promise.resolve(),
    switchNetwork: () => Promise.resolve(),
    setPreferredAccount: () => Promise.resolve(),
    updateEmail: never,
    updateEmailPrimaryOtp: never,
    updateEmailSecondaryOtp: never,
    syncTheme: () => Promise.resolve(),
    syncLocale: () => Promise.resolve(),
    back: () => Promise.resolve(false),
    syncDappData: () => Promise.resolve(),
    openSecurity: never,
  } satisfies Partial<EmbeddedWallet>
  const logged = Object.fromEntries(
    Object.entries({ ...requests, prepare: () => undefined, abort: () => undefined, ...answers }).map(([name, answer]) => [
      name,
      (...parameters: never[]) => {
        calls.push([name, ...parameters])
        return (answer as (...parameters: never[]) => unknown)(...parameters)
      },
    ]),
  ) as unknown as typeof requests & Pick<EmbeddedWallet, 'prepare' | 'abort'> // each has the type of what it wraps
  const embedded: EmbeddedWallet = {
    methods: { ...everything, ...methods },
    origin: secureOrigin,
    isOpen: () => false,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    // Whoever has been asked for is logged in.
    approved: () => (state.user || calls.some(([name]) => name === 'getUser') ? ['eip155'] : []),
    approvedNetworkIds: () => [],
    place: (box) => void placed.push(box),
    ...logged,
  }
  const connector = {
    id: 'embedded',
    kind: 'embedded' as const,
    name: 'Email',
    namespaces: ['eip155' as const],
    installed: true,
    getProvider: () => Promise.resolve({}),
    embedded,
  }
  return {
    connector,
    description: { id: connector.id, kind: 'embedded', name: connector.name, create: () => connector },
    show(change) {
      const { surface, height, user, frame = state.frame } = { ...state, ...change }
      state = { frame, ...(surface && { surface }), ...(height && { height }), ...(user && { user }) }
      for (const listener of [...listeners]) listener()
    },
    calls,
    placed,
  }
}

/** A login in one of its states. */
export const loggingIn =
  (login: LoginState) =>
  (portico: Portico): void =>
    embeddedStore(portico).setState({ login })
/** A change of address in one of its states. */
export const updatingEmail =
  (emailUpdate: EmailUpdateState) =>
  (portico: Portico): void =>
    embeddedStore(portico).setState({ emailUpdate })

/** A moment, some seconds from when the story is shown. In milliseconds since 1970. */
export const inSeconds = (seconds: number): number => Date.now() + seconds * 1000

/** For a story that counts seconds down: it shows the same second for as long as somebody looks. As `beforeEach`. */
export function stopClock(): () => void {
  const now = performance.now()
  performance.now = () => now
  return () => void Reflect.deleteProperty(performance, 'now')
}
