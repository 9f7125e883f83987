import { expectTypeOf, test } from 'vitest'
import {
  connect,
  openModal,
  type AccountId,
  type Connection,
  type ConnectMethod,
  type EventName,
  type Namespace,
  type Network,
  type NetworkId,
  type NetworkSwitch,
  type Portico,
  type PorticoEvents,
  type PorticoOptions,
  type PorticoViews,
  type ThemeMode,
} from './index.js'
import { pushView, request, type Adapter, type AdapterDescription, type Grant, type RequestParameters } from './kit/index.js'
import {
  embeddedConnector,
  loginMethods,
  startSocialLogin,
  type EmailUpdateState,
  type EmbeddedWallet,
  type LoginState,
  type SocialMethod,
} from './controllers/embedded/index.js'

declare const portico: Portico

test('a view that needs parameters cannot be opened without them', () => {
  openModal(portico, { view: 'ConnectingExternal', params: { connectorId: 'com.harbor' } })
  // @ts-expect-error it needs the connector
  openModal(portico, { view: 'ConnectingExternal' })
  // @ts-expect-error the connector's id is a text
  openModal(portico, { view: 'ConnectingExternal', params: { connectorId: 1 } })
  // @ts-expect-error it needs the network
  pushView(portico, { view: 'SwitchNetwork', params: {} })
})

test('a view that needs none can be opened with its name alone, and an unknown one not at all', () => {
  openModal(portico, { view: 'Connect' })
  openModal(portico, { view: 'Connect', params: { namespace: 'eip155' } })
  openModal(portico, { view: 'Account', closable: false })
  // @ts-expect-error there is no such view
  openModal(portico, { view: 'Swop' })
  // @ts-expect-error this view takes nothing
  openModal(portico, { view: 'Account', params: { tab: 1 } })
})

test('a feature adds its views and events beside the code that needs them', () => {
  expectTypeOf<PorticoViews['UnsupportedChain']>().toEqualTypeOf<{ readonly namespace: Namespace; readonly networkId: NetworkId }>()
  expectTypeOf<PorticoViews['SwitchNetwork']>().toEqualTypeOf<{ readonly networkId: NetworkId; readonly confirm?: boolean }>()
  expectTypeOf<PorticoEvents['network.changed']>().toEqualTypeOf<{ namespace: Namespace; from: NetworkId; to: NetworkId }>()
  expectTypeOf<
    'connection.connected' | 'connection.disconnected' | 'account.changed' | 'network.unsupported' | 'modal.opened' | 'modal.closed'
  >().toExtend<EventName>()
})

test('an event carries what its name says', () => {
  portico.events.on('account.changed', (event) =>
    expectTypeOf(event).toEqualTypeOf<{ namespace: Namespace; accountId: AccountId | undefined }>(),
  )
  // @ts-expect-error there is no such event
  portico.events.on('account.change', () => undefined)
  // @ts-expect-error the view is missing
  portico.events.emit('modal.opened', {})
})

test('an adapter must connect and may do more', () => {
  expectTypeOf<undefined>().toExtend<
    Adapter[
      | 'signTypedData'
      | 'estimateFee'
      | 'sendTransaction'
      | 'waitForReceipt'
      | 'getCapabilities'
      | 'sendCalls'
      | 'lookupAddress'
      | 'resolveName'
      | 'activate']
  >()
  expectTypeOf<undefined>().not.toExtend<Adapter['connect']>()
  expectTypeOf<undefined>().not.toExtend<Adapter['switchNetwork']>()
  expectTypeOf<undefined>().toExtend<AdapterDescription['join']>()
  expectTypeOf<ReturnType<Adapter['connect']>>().resolves.toEqualTypeOf<Grant>()
  expectTypeOf<ReturnType<Adapter['reconnect']>>().resolves.toEqualTypeOf<Grant | undefined>()
})

test('an id has its parts in its type', () => {
  expectTypeOf<'eip155:1'>().toExtend<NetworkId>()
  expectTypeOf<'near:1'>().not.toExtend<NetworkId>()
  expectTypeOf<'eip155:1:0xabc'>().toExtend<AccountId>()
  expectTypeOf<'eip155:1'>().not.toExtend<AccountId>()
  expectTypeOf(connect(portico, { connectorId: 'com.harbor' })).resolves.toEqualTypeOf<AccountId>()
})

test('what cannot be cannot be written down', () => {
  expectTypeOf<Extract<NetworkSwitch, { status: 'waiting' }>>().not.toHaveProperty('error')
  expectTypeOf<Extract<NetworkSwitch, { error: Error }>['status']>().toEqualTypeOf<'declined' | 'unable' | 'failed'>()
  expectTypeOf<readonly []>().not.toExtend<Connection['addresses']>()
  expectTypeOf<Portico['networks'][0]>().toEqualTypeOf<Network>()
})

test('only the adapters are needed to make a portico', () => {
  expectTypeOf<{ adapters: [] }>().toExtend<PorticoOptions>()
  expectTypeOf<Record<string, never>>().not.toExtend<PorticoOptions>()
  expectTypeOf<PorticoOptions['themeMode']>().toEqualTypeOf<ThemeMode | undefined>()
})

test('a login has what its state needs, and nothing of another one', () => {
  expectTypeOf<Extract<LoginState, { status: 'idle' }>>().not.toHaveProperty('error')
  expectTypeOf<Extract<LoginState, { status: 'failed' }>['error']>().toEqualTypeOf<Error>()
  expectTypeOf<Extract<LoginState, { status: 'sending' }>>().not.toHaveProperty('resendAt')
  expectTypeOf<Extract<EmailUpdateState, { sentTo: string }>['status']>().toEqualTypeOf<'primary' | 'secondary'>()
  expectTypeOf(loginMethods(portico).order).toEqualTypeOf<readonly ConnectMethod[]>()
  expectTypeOf(loginMethods(portico).socials).toEqualTypeOf<readonly SocialMethod[]>()
  expectTypeOf<NonNullable<ReturnType<typeof embeddedConnector>>['embedded']>().toEqualTypeOf<EmbeddedWallet>()
  expectTypeOf<PorticoOptions['connectMethodsOrder']>().toEqualTypeOf<readonly ConnectMethod[] | undefined>()
  // @ts-expect-error Farcaster is a way of its own
  void startSocialLogin(portico, { provider: 'farcaster' })
})

test('an answer has the type of its schema', () => {
  type Schema = import('zod/mini').ZodMiniObject<{ ok: import('zod/mini').ZodMiniBoolean }>
  expectTypeOf(request<Schema>).returns.resolves.toEqualTypeOf<{ ok: boolean }>()
  expectTypeOf<RequestParameters<Schema>['method']>().toEqualTypeOf<'GET' | 'POST' | undefined>()
})
