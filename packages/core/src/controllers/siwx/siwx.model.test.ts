import fc from 'fast-check'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { fakeAdapter, fakeConnector, memoryStorage, testPortico } from '@portico/testing'
import type { NetworkId } from '../../kit/caip/ids.js'
import { goLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { stubPage } from '../../portico/page.test.helper.js'
import { routerStore } from '../../router/store.js'
import { activateConnection } from '../connection/activate.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { UserRejectedError } from '../connection/errors.js'
import { gateStore } from '../connection/gates.js'
import { activeConnection, connectionsIn, connectionStore } from '../connection/store.js'
import { cancelSignIn, confirmSignIn } from './answer.js'
import { SignInRefusedError, SignInUnavailableError } from './errors.js'
import type { AccountSession, SignedText, SiwxService } from './service.js'
import { siwxStore } from './store.js'

const wallets = ['com.harbor', 'io.lantern'] as const
type Wallet = (typeof wallets)[number]
const connectors = wallets.map((id) => fakeConnector({ id, rdns: id, name: id }))
const addresses = ['0xa1', '0xb2', '0xc3'] as const
/** The last one is none of the site's. */
const networkIds: readonly NetworkId[] = ['eip155:1', 'eip155:10', 'eip155:999']

type Step =
  | { readonly do: 'connect' | 'disconnect' | 'activate' | 'gone'; readonly wallet: Wallet }
  | { readonly do: 'account'; readonly wallet: Wallet; readonly address: string }
  | { readonly do: 'network'; readonly wallet: Wallet; readonly networkId: NetworkId }
  | { readonly do: 'press' | 'cancel' | 'expire' | 'remount' }
  | { readonly do: 'wallet'; readonly which: number; readonly with: 'sign' | 'decline' | 'garbage' }
  | { readonly do: 'server'; readonly which: number; readonly with: 'yes' | 'refuse' | 'away' | 'other' }
  | { readonly do: 'wait'; readonly ms: number }

const wallet = fc.constantFrom<Wallet>('com.harbor', 'com.harbor', 'io.lantern')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disconnect' as const, 'activate' as const, 'gone' as const), wallet }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('account' as const), wallet, address: fc.constantFrom(...addresses) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), wallet, networkId: fc.constantFrom(...networkIds) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('press' as const, 'press' as const, 'press' as const, 'cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'remount' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wallet' as const),
      which: fc.nat(2),
      with: fc.constantFrom('sign' as const, 'sign' as const, 'sign' as const, 'decline' as const, 'garbage' as const),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('server' as const),
      which: fc.nat(3),
      with: fc.constantFrom('yes' as const, 'yes' as const, 'yes' as const, 'refuse' as const, 'away' as const, 'other' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 900, 200_000) }) },
)

const yes = { do: 'server', which: 0, with: 'yes' } as const
const connected: readonly Step[] = [{ do: 'connect', wallet: 'com.harbor' }, yes, yes]
const signed: readonly Step[] = [{ do: 'press' }, { do: 'wallet', which: 0, with: 'sign' }, yes]
/** Steps of all kinds, and the way to a session, with others in between. */
const trace = fc
  .array(fc.oneof({ weight: 8, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: fc.constantFrom(connected, signed) }), {
    minLength: 3,
    maxLength: 14,
  })
  .map((parts) => [...connected, ...parts.flat()])

interface Asked {
  readonly answer: (value: never) => void
  readonly fail: (error: unknown) => void
  answered: boolean
}
/** What a server is asked, and what it would say. */
interface AskedServer extends Asked {
  readonly yes: () => unknown
}
interface AskedWallet extends Asked {
  readonly key: string
}

/** A turn of the real event loop: code that has loaded before comes within one. */
const turnOfLoop = () =>
  new Promise((resolve) => Reflect.apply(Reflect.get(globalThis, 'setImmediate') as (then: unknown) => void, undefined, [resolve]))

async function flush() {
  await turnOfLoop()
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve()
}

const fail = (what: string, details: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(details)}`)
}

/** One page, its wallets and its server: every answer is a step's to give. */
async function openPage({ required, perNetwork }: { readonly required: boolean; readonly perNetwork: boolean }) {
  const asksWallet: AskedWallet[] = []
  const asksServer: AskedServer[] = []
  const good = new Map<string, AccountSession>()
  const verified: string[] = []
  /** Noted here: what is thrown there, the page would take for a failure of its wallet. */
  const wrongs: unknown[] = []
  const ask = <T>(yes: () => T) => new Promise<T>((answer, reject) => asksServer.push({ yes, answer, fail: reject, answered: false }))
  const account = () => {
    const connection = activeConnection(connectionStore(portico).getState())
    return connection && { id: connection.connector.id, address: connection.addresses[0], networkId: connection.networkId }
  }
  const service: SiwxService = {
    isRequired: () => required,
    signOutOnDisconnect: true,
    perNetwork,
    oneClick: false,
    knowsAll: true,
    createMessage: (_, { address, networkId }) => ask(() => ({ text: `${networkId}:${address}` })),
    getSessions: () => ask(() => [...good.values()].filter(({ expiresAt = 0 }) => expiresAt > Date.now())),
    verify: (_, signed: readonly SignedText[]) => {
      const [one] = signed
      const now = account()
      // R3: what is sent is of the account in use, on its network, at this very moment.
      if (signed.length !== 1 || one?.text !== `${now?.networkId}:${now?.address}`)
        wrongs.push(['sent for an account that was left', one?.text, now])
      verified.push(one?.text ?? '')
      return ask(() => {
        const session = {
          accountId: one?.text as AccountSession['accountId'],
          scope: 'namespace',
          expiresAt: Date.now() + 600_000,
        } as const
        good.set(session.accountId, session)
        return [session]
      })
    },
    signOut: async (_, accountId) => void good.delete(accountId ?? ''),
  }
  const adapter = fakeAdapter({
    connectors,
    connect: ({ connector }) => Promise.resolve({ addresses: [connector.id === 'com.harbor' ? '0xa1' : '0xb2'], networkId: 'eip155:1' }),
    signMessage: ({ connectorId, address, networkId }) => {
      const now = account()
      // R3: the wallet is asked for the account in use, on its network, and never twice at once.
      if (connectorId !== now?.id || address !== now.address || networkId !== now.networkId)
        wrongs.push(['signs for what was left', { connectorId, address, networkId }, now])
      const key = `${connectorId} ${address}`
      if (asksWallet.some((open) => !open.answered && open.key === key)) wrongs.push(['asked twice at once', key])
      return new Promise<string>((answer, reject) => asksWallet.push({ key, answer, fail: reject, answered: false }))
    },
  })
  const portico = testPortico({ adapters: [adapter], storage: memoryStorage(), siwx: service })
  let unmount = mount(portico)
  await goLive(portico)
  return {
    portico,
    adapter,
    asksWallet,
    asksServer,
    verified,
    wrongs,
    remount: async () => {
      unmount()
      unmount = mount(portico)
      await goLive(portico)
    },
    unmount: () => unmount(),
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

async function take(page: Page, one: Step) {
  const { portico, adapter } = page
  const has = (id: string) => connectionsIn(connectionStore(portico).getState()).connections.some(({ connector }) => connector.id === id)
  const pick = <A extends Asked>(list: readonly A[], index: number): A | undefined => {
    const open = list.filter(({ answered }) => !answered)
    const found = open[open.length - 1 - (index % open.length)] // the last one is likeliest to count
    if (found) found.answered = true
    return found
  }
  switch (one.do) {
    case 'connect':
      return void (await connect(portico, { connectorId: one.wallet }))
    case 'disconnect':
      return disconnect(portico, { connectorId: one.wallet }).catch(() => undefined)
    case 'activate':
      return activateConnection(portico, { connectorId: one.wallet }).catch(() => undefined)
    case 'gone':
      return has(one.wallet) ? adapter.events().disconnected(one.wallet) : undefined
    case 'account':
      return has(one.wallet) ? adapter.events().changed(one.wallet, { addresses: [one.address] }) : undefined
    case 'network':
      return has(one.wallet) ? adapter.events().changed(one.wallet, { networkId: one.networkId }) : undefined
    case 'press':
      return void confirmSignIn(portico)
    case 'cancel':
      return cancelSignIn(portico)
    case 'expire':
      return void (await vi.advanceTimersByTimeAsync(600_000))
    case 'wait':
      return void (await vi.advanceTimersByTimeAsync(one.ms))
    case 'remount':
      return page.remount()
    case 'wallet': {
      const asked = pick(page.asksWallet, one.which)
      return one.with === 'sign'
        ? asked?.answer('0x01' as never)
        : asked?.fail(one.with === 'decline' ? new UserRejectedError() : 'garbage')
    }
    case 'server': {
      const asked = pick(page.asksServer, one.which)
      if (one.with === 'yes') return asked?.answer(asked.yes() as never)
      if (one.with === 'other') return asked?.answer([] as never)
      return asked?.fail(one.with === 'away' ? new SignInUnavailableError() : new SignInRefusedError({ reason: 'nonce' }))
    }
  }
}

/** What must hold, whatever has happened. */
function check({ portico, wrongs }: Page, required: boolean, perNetwork: boolean) {
  if (wrongs.length > 0) fail('went wrong', wrongs)
  const { question, sessions, passedOver } = siwxStore(portico).getState()
  const connection = activeConnection(connectionStore(portico).getState())
  const { history } = routerStore(portico).getState()
  const views = history.filter(({ view }) => view === 'SIWXSignMessage')
  if (views.length > 1) fail('the view is there twice', history)
  const unsupported = connection && connection.networkId === 'eip155:999'
  if (question) {
    const { signer } = question
    const isInUse =
      signer.connectorId === connection?.connector.id &&
      signer.address === connection.addresses[0] &&
      signer.networkId === connection.networkId
    if (!isInUse) fail('asks for an account that is not in use', { signer, connection })
    if (unsupported) fail('asks on an unsupported network', signer)
  }
  if (views.length > 0 && !question) fail('the view is there without a question', history)
  if (views[0] && views[0].closable === required) fail('closable where it is required, or the other way round', views[0])
  if (!connection || unsupported || connection.restored || gateStore(portico).getState().status !== 'open') return
  const isIn = sessions.some(({ accountId, expiresAt = 0 }) => {
    const isHere = perNetwork
      ? accountId === `${connection.networkId}:${connection.addresses[0]}`
      : accountId.endsWith(`:${connection.addresses[0]}`)
    return isHere && expiresAt > Date.now()
  })
  const passes = !required && passedOver.some((key) => key.endsWith(` ${connection.connector.id}`))
  if (!isIn && !passes) fail('let through without a session', { connection, sessions, passedOver })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('BroadcastChannel', undefined) // 10,000 of them are most of the time
  stubPage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('R2, R3: 10,000 traces of switches, disconnects and expiries while a visitor signs: nothing is sent or signed for an account that was left, and nobody is let through unsigned', {
  timeout: 600_000,
}, async () => {
  await import('./question.js') // what loads in between is tested elsewhere
  await import('./signOut.js')
  await import('./start.js')
  const run = async (required: boolean, perNetwork: boolean, steps: readonly Step[]) => {
    const page = await openPage({ required, perNetwork })
    try {
      for (const one of steps) {
        await take(page, one)
        await flush()
        if (one.do !== 'remount') check(page, required, perNetwork)
      }
      // At rest, who stands before the gate is asked: no question is lost on the way.
      await flush()
      await flush()
      check(page, required, perNetwork)
      const gate = gateStore(page.portico).getState()
      if (gate.status === 'asking' && gate.at === 'signIn' && !siwxStore(page.portico).getState().question)
        fail('stands before the gate, and is not asked', gate)
      return page.verified.length
    } finally {
      page.unmount()
    }
  }
  let reached = 0
  const property = fc.asyncProperty(fc.boolean(), fc.boolean(), trace, async (...each) => {
    reached += await run(...each)
  })
  await fc.assert(property, { numRuns: 10_000 })
  if (reached < 500) fail('too few traces come to a signature', reached)
})
