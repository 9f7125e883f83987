import { fakeAdapter, fakeNetworks, memoryStorage, testPortico } from '@portico/testing'
import type { Adapter, Network } from '../../adapter.js'
import type { Namespace } from '../../kit/caip/ids.js'
import type { ConnectorDescription } from '../../connector.js'
import type { CodeOutcome, EmbeddedState, EmbeddedUser, EmbeddedWallet, LoginMethods } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import type { PorticoOptions } from '../../portico/options.js'
import { registerViews } from '../../router/knownViews.js'
import { currentEntry, routerStore } from '../../router/store.js'
import { publishConnectors } from '../connection/connectors.js'
import { connectionsIn, connectionStore } from '../connection/store.js'
import { embeddedStore } from './store.js'

export const secureOrigin = 'https://secure.example'
export const evmAddress = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'
export const solanaNetwork: Network = { ...(fakeNetworks[0] as Network), id: 'solana:main', namespace: 'solana', name: 'Solana' }

export const mira: EmbeddedUser = {
  email: 'mira@harbourmail.example',
  address: evmAddress,
  chainId: 'eip155:1',
  accounts: [{ address: evmAddress, type: 'eoa' }],
  preferredAccountType: 'eoa',
}

/** Requests of the frame that a test answers by hand. */
export type Request =
  | 'connectEmail'
  | 'connectDevice'
  | 'enterCode'
  | 'connectKnown'
  | 'connectOtp'
  | 'getSocialRedirectUri'
  | 'connectSocial'
  | 'getFarcasterUri'
  | 'connectFarcaster'
  | 'getUser'
  | 'isConnected'
  | 'signOut'
  | 'switchNetwork'
  | 'setPreferredAccount'
  | 'updateEmail'
  | 'updateEmailPrimaryOtp'
  | 'updateEmailSecondaryOtp'
  | 'syncTheme'
  | 'syncLocale'
  | 'back'
  | 'syncDappData'
  | 'openSecurity'

export interface Asked {
  readonly request: Request
  readonly parameters: readonly unknown[]
  readonly resolve: (value?: unknown) => void
  readonly reject: (error: unknown) => void
  settled: boolean
}

/** Requests that agree by themselves, unless the test says otherwise. */
const agreeable: readonly Request[] = [
  'getUser',
  'isConnected',
  'signOut',
  'switchNetwork',
  'setPreferredAccount',
  'syncTheme',
  'syncLocale',
  'back',
  'syncDappData',
]

/** What the frame says when the visitor has turned away. */
export const turnedAway = () => Object.assign(new Error('Request was aborted'), { reason: 'aborted' })

export interface FakeEmbeddedOptions {
  readonly methods?: Partial<LoginMethods>
  /** An earlier page view logged in. */
  readonly isOpen?: boolean
  /** These wait for the test as well. */
  readonly byHand?: readonly Request[]
}

/** A wallet of Portico's own, with the frame played by the test. */
export function fakeEmbedded({ methods = {}, isOpen = false, byHand = [] }: FakeEmbeddedOptions = {}) {
  const listeners = new Set<() => void>()
  const asked: Asked[] = []
  const calls: string[] = []
  const placed: unknown[] = []
  let state: EmbeddedState = { frame: 'idle' }
  const session = { isOpen, isGood: true, user: mira }
  const set = (next: EmbeddedState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const logIn = () => {
    session.isOpen = true
  }
  const logOut = () => {
    session.isOpen = false
    const { user: _, ...rest } = state
    set(rest)
  }
  const answers: Partial<Record<Request, (parameters: readonly unknown[]) => unknown>> = {
    getUser: () => {
      if (!session.isOpen) throw new Error('Nobody is logged in.')
      set({ ...state, user: session.user })
      return session.user
    },
    isConnected: () => {
      if (!session.isGood) logOut()
      return session.isOpen
    },
    signOut: logOut,
    back: () => false,
    setPreferredAccount: ([type]) => {
      if (type !== 'eoa') throw new Error('There are no accounts of that type.')
    },
  }
  const ask =
    (request: Request) =>
    (...parameters: readonly unknown[]) => {
      calls.push(request)
      if (agreeable.includes(request) && !byHand.includes(request))
        return new Promise<never>((resolve) => resolve(answers[request]?.(parameters) as never))
      return new Promise<never>((resolve, reject) => {
        const one: Asked = {
          request,
          parameters,
          settled: false,
          resolve(value) {
            one.settled = true
            const isLogin =
              request === 'connectOtp' ||
              request === 'connectKnown' ||
              (request === 'enterCode' && parameters[0] === 'login' && (value as CodeOutcome).match === undefined) ||
              ((request === 'connectSocial' || request === 'connectFarcaster') && value !== undefined) ||
              (request === 'connectEmail' && (value as { action: string }).action === 'CONNECT')
            if (isLogin) logIn()
            resolve(
              (request === 'signOut' || request === 'getUser' || request === 'isConnected'
                ? (answers[request]?.(parameters) ?? value)
                : value) as never,
            )
          },
          reject(error) {
            one.settled = true
            reject(error)
          },
        }
        asked.push(one)
      })
    }
  const namespaces = (): readonly Namespace[] => (session.isOpen ? ['eip155', 'solana'] : [])
  const embedded: EmbeddedWallet = {
    methods: { email: true, socials: ['google', 'x', 'discord', 'apple', 'github', 'facebook'], farcaster: true, device: true, ...methods },
    origin: secureOrigin,
    isOpen: () => session.isOpen,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    approved: namespaces,
    approvedNetworkIds: (namespace) => (namespace === 'solana' ? ['solana:main'] : ['eip155:1', 'eip155:10']),
    prepare: () => void calls.push('prepare'),
    connectEmail: ask('connectEmail'),
    connectDevice: ask('connectDevice'),
    enterCode: ask('enterCode'),
    connectKnown: ask('connectKnown'),
    connectOtp: ask('connectOtp'),
    getSocialRedirectUri: ask('getSocialRedirectUri'),
    connectSocial: ask('connectSocial'),
    getFarcasterUri: ask('getFarcasterUri'),
    connectFarcaster: ask('connectFarcaster'),
    getUser: ask('getUser'),
    isConnected: ask('isConnected'),
    signOut: ask('signOut'),
    switchNetwork: ask('switchNetwork'),
    setPreferredAccount: ask('setPreferredAccount'),
    updateEmail: ask('updateEmail'),
    updateEmailPrimaryOtp: ask('updateEmailPrimaryOtp'),
    updateEmailSecondaryOtp: ask('updateEmailSecondaryOtp'),
    syncTheme: ask('syncTheme'),
    syncLocale: ask('syncLocale'),
    back: ask('back'),
    syncDappData: ask('syncDappData'),
    openSecurity: ask('openSecurity'),
    place: (box) => void placed.push(box),
    abort() {
      calls.push('abort')
      for (const one of asked) if ((one.request === 'enterCode' || one.request === 'connectKnown') && !one.settled) one.reject(turnedAway())
    },
  }
  const description: ConnectorDescription = {
    id: 'embedded',
    kind: 'embedded',
    name: 'E-mail or social',
    create: () => ({
      id: 'embedded',
      kind: 'embedded',
      name: 'E-mail or social',
      namespaces: ['eip155', 'solana'],
      installed: false,
      getProvider: () => Promise.resolve({}),
      embedded,
    }),
  }
  return {
    embedded,
    description,
    asked,
    calls,
    placed,
    session,
    set,
    listeners,
    logOut,
    state: () => state,
    /** The newest request of a kind that waits. */
    waiting(request: Request): Asked {
      const found = asked.filter((one) => one.request === request && !one.settled).at(-1)
      if (!found) throw new Error(`Nobody waits for ${request}: ${calls.join(', ')}`)
      return found
    },
    isWaiting: (request: Request) => asked.some((one) => one.request === request && !one.settled),
    count: (request: string) => calls.filter((call) => call === request).length,
  }
}

export type FakeEmbedded = ReturnType<typeof fakeEmbedded>

export const embeddedViews = [
  'Connect',
  'ConnectSocials',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'ApproveTransaction',
  'WalletSecurity',
  'UpdateEmailWallet',
  'UpdateEmailCode',
  'Account',
  'Settings',
  'AllWallets',
  'ConnectingExternal',
  'SwitchNetwork',
]

export interface SetUpOptions extends Partial<PorticoOptions> {
  readonly evm?: Partial<Adapter>
  readonly solana?: Partial<Adapter>
  /** The page has no place for the frame's field, and takes mailed codes itself. */
  readonly asksItself?: boolean
}

/** A portico with the fake, two chain families and the views of a user interface. */
export function setUp(fake: FakeEmbedded, { evm = {}, solana = {}, asksItself = false, ...options }: SetUpOptions = {}) {
  const adapters = [
    fakeAdapter({ ...evm }),
    fakeAdapter({
      namespace: 'solana',
      networks: [solanaNetwork],
      connectors: [],
      grant: { addresses: ['So1'], networkId: 'solana:main' },
      ...solana,
    }),
  ]
  const storage = memoryStorage()
  const portico = testPortico({ adapters, connectors: [fake.description], storage, ...options })
  for (const namespace of portico.adapters.keys()) publishConnectors(portico, namespace, [])
  registerViews(
    portico,
    embeddedViews.filter((view) => !asksItself || (view !== 'EmailVerifyOtp' && view !== 'UpdateEmailCode')),
  )
  return { portico, adapters, storage, ...looks(portico) }
}

/** What a test looks at. */
export function looks(portico: Portico) {
  return {
    login: () => embeddedStore(portico).getState().login,
    emailUpdate: () => embeddedStore(portico).getState().emailUpdate,
    view: () => currentEntry(routerStore(portico).getState())?.view,
    history: () =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view),
    connections: (namespace: Namespace) =>
      connectionsIn(connectionStore(portico).getState(), namespace).connections.filter(({ connector }) => connector.id === 'embedded'),
  }
}
