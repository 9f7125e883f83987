import fc from 'fast-check'
import { fakeAdapter, fakeConnector, fakeNetworks, testPortico } from '@portico/testing'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { NetworkId } from '../../kit/caip/ids.js'
import { closeModal } from '../../router/router.js'
import { routerStore } from '../../router/store.js'
import { disconnect } from '../connection/disconnect.js'
import { UserRejectedError } from '../connection/errors.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { connectionsIn, connectionStore } from '../connection/store.js'
import { NetworkSwitchUnconfirmedError, SwitchNotSupportedError } from './errors.js'
import { networkStore } from './store.js'
import { dismissSwitch, switchNetwork } from './switchNetwork.js'
import { connectTimeout } from '../connection/timeouts.js'
import { addGate, followGates } from '../connection/gates.js'
import { supportedNetwork } from './gate.js'

const wallets = ['com.harbor', 'io.lantern'] as const
type Wallet = (typeof wallets)[number]
const supported: readonly NetworkId[] = fakeNetworks.map(({ id }) => id)
const unsupported: NetworkId = 'eip155:999'
const answers = ['accept', 'decline', 'unable', 'unconfirmed', 'text', 'twice'] as const
type Answer = (typeof answers)[number]

type Step =
  | { readonly do: 'switch'; readonly to: NetworkId }
  | { readonly do: 'answer'; readonly which: number; readonly with: Answer }
  /** The wallet agrees, and in nearly the same moment the visitor turns away. */
  | { readonly do: 'cross'; readonly which: number; readonly ticks: number }
  /** The wallet is there, with or without having been asked. */
  | { readonly do: 'chainChanged'; readonly wallet: Wallet; readonly to: NetworkId }
  | { readonly do: 'connected'; readonly wallet: Wallet }
  | { readonly do: 'disconnected'; readonly wallet: Wallet }
  | { readonly do: 'activated'; readonly wallet: Wallet }
  | { readonly do: 'disconnect' }
  | { readonly do: 'dismiss'; readonly to: NetworkId }
  | { readonly do: 'wait'; readonly ms: number }

const wallet = fc.constantFrom<Wallet>('com.harbor', 'com.harbor', 'io.lantern')
const site = fc.constantFrom(...supported)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('switch' as const), to: site }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(2),
      with: fc.constantFrom<Answer>('accept', 'accept', ...answers),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cross' as const), which: fc.nat(2), ticks: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('chainChanged' as const), wallet, to: fc.constantFrom(...supported, unsupported) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('connected' as const, 'disconnected' as const, 'activated' as const), wallet }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'disconnect' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dismiss' as const), to: site }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, connectTimeout / 2, connectTimeout) }) },
)

interface Outcome {
  expected: string | undefined
  readonly actual: string[]
}

async function flush() {
  for (let turn = 0; turn < 14; turn += 1) await Promise.resolve()
}

type Plain = string | undefined
function same(what: string, actual: readonly Plain[], expected: readonly Plain[]) {
  if (actual.length !== expected.length || actual.some((value, at) => value !== expected[at]))
    throw new Error(`${what}: ${JSON.stringify({ actual, expected })}`)
}

/** Takes every step of a trace with the portico and with a model of it, and compares the two after each. */
async function follow(begin: readonly Wallet[], steps: readonly Step[]) {
  const asked: { resolve: () => void; reject: (error: unknown) => void; answered: boolean }[] = []
  const adapter = fakeAdapter({ switchNetwork: () => new Promise((resolve, reject) => asked.push({ resolve, reject, answered: false })) })
  const portico = testPortico({ adapters: [adapter] })
  addGate(portico, supportedNetwork)
  followGates(portico)
  await loadAdapter(portico, 'eip155')
  const { connected, disconnected, activated, changed } = adapter.events()

  // The model: where each connected wallet is, the active one first; the network in use; the switch and its outcome.
  let on: { readonly wallet: Wallet; readonly network: NetworkId }[] = []
  let active: NetworkId = 'eip155:1'
  let switching: { target: NetworkId; status: string; call: unknown; until: number; outcome: Outcome } | undefined
  let now = 0
  const outcomes: Outcome[] = []

  const over = (expected: string) => {
    if (switching?.status === 'waiting') switching.outcome.expected = expected
    switching = undefined
  }
  /** What follows from the active wallet being `before`'s next. */
  const settle = (before: Wallet | undefined) => {
    const [first] = on
    if (first?.wallet !== before && before !== undefined)
      over(on.some((one) => one.wallet === before) ? 'NetworkSwitchSupersededError' : 'ConnectorNotConnectedError')
    if (!first || first.network === unsupported) return
    active = first.network
    if (switching?.target === active) over('ok')
  }

  const take: { readonly [D in Step['do']]: (step: Extract<Step, { do: D }>) => Promise<void> | void } = {
    async switch({ to }) {
      over('NetworkSwitchSupersededError')
      const outcome: Outcome = { expected: undefined, actual: [] }
      outcomes.push(outcome)
      switchNetwork(portico, { networkId: to }).then(
        () => outcome.actual.push('ok'),
        (error: unknown) => outcome.actual.push(error instanceof Error ? error.name : 'not an error'),
      )
      if (!on[0] || on[0].network === to) {
        outcome.expected = 'ok'
        active = to
        return
      }
      await flush()
      switching = { target: to, status: 'waiting', call: asked.at(-1), until: now + connectTimeout, outcome }
    },
    answer({ which, with: answer }) {
      const open = asked.filter(({ answered }) => !answered)
      const call = open[which % open.length]
      if (!call) return
      call.answered = true
      const says: Record<Answer, () => void> = {
        accept: () => call.resolve(),
        twice: () => {
          call.resolve()
          call.reject(new Error('and no'))
        },
        decline: () => call.reject(new UserRejectedError()),
        unable: () => call.reject(new SwitchNotSupportedError({ wallet: 'Harbor' })),
        unconfirmed: () => call.reject(new NetworkSwitchUnconfirmedError({ wanted: 'eip155:1', actual: 'eip155:10' })),
        text: () => call.reject('no'),
      }
      says[answer]()
      if (switching?.call !== call || switching.status !== 'waiting') return
      const { target, outcome } = switching
      if (answer === 'accept' || answer === 'twice') {
        on = on.map((one, at) => (at === 0 ? { ...one, network: target } : one))
        settle(on[0]?.wallet)
        return
      }
      const [status, name] = (
        {
          decline: ['declined', 'UserRejectedError'],
          unable: ['unable', 'SwitchNotSupportedError'],
          unconfirmed: ['failed', 'NetworkSwitchUnconfirmedError'],
          text: ['failed', 'PorticoError'],
        } as const
      )[answer]
      outcome.expected = name
      switching = { ...switching, status }
    },
    async cross({ which, ticks }) {
      const open = asked.filter(({ answered }) => !answered)
      const call = open[which % open.length]
      if (!call || switching?.call !== call || switching.status !== 'waiting') return
      call.answered = true
      call.resolve()
      for (let turn = 0; turn < ticks; turn += 1) await Promise.resolve()
      const { target } = switching
      if (!networkStore(portico).getState().byNamespace.eip155?.switching) {
        on = on.map((one, at) => (at === 0 ? { ...one, network: target } : one)) // the answer was first
        settle(on[0]?.wallet)
      }
      dismissSwitch(portico, { networkId: target })
      over('NetworkSwitchSupersededError')
    },
    chainChanged({ wallet: id, to }) {
      changed(id, { networkId: to })
      changed(id, { networkId: to })
      on = on.map((one) => (one.wallet === id ? { ...one, network: to } : one))
      if (on[0]?.wallet === id) settle(id)
    },
    connected({ wallet: id }) {
      const before = on[0]?.wallet
      connected(fakeConnector({ id }), { addresses: ['0x1'], networkId: 'eip155:10' })
      on = [{ wallet: id, network: 'eip155:10' }, ...on.filter((one) => one.wallet !== id)]
      settle(before)
    },
    disconnected({ wallet: id }) {
      const before = on[0]?.wallet
      disconnected(id)
      on = on.filter((one) => one.wallet !== id)
      settle(before)
    },
    activated({ wallet: id }) {
      const before = on[0]?.wallet
      activated(id)
      on = [...on.filter((one) => one.wallet === id), ...on.filter((one) => one.wallet !== id)]
      settle(before)
    },
    async disconnect() {
      const before = on[0]?.wallet
      await disconnect(portico).catch(() => undefined)
      on = on.slice(1)
      settle(before)
    },
    dismiss({ to }) {
      dismissSwitch(portico, { networkId: to })
      if (switching?.target === to) over('NetworkSwitchSupersededError')
    },
    async wait({ ms }) {
      now += ms
      vi.advanceTimersByTime(ms)
      await flush()
      if (switching?.status !== 'waiting' || switching.until > now) return
      switching.outcome.expected = 'NetworkSwitchTimeoutError'
      switching = { ...switching, status: 'failed' }
    },
  }

  const check = () => {
    const networks = networkStore(portico).getState().byNamespace.eip155
    const isOff = on[0]?.network === unsupported
    const views = () =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view)
    same('network', [networks?.active.id, networks?.unsupported], [active, isOff ? unsupported : undefined])
    same('switching', [networks?.switching?.target.id, networks?.switching?.status], [switching?.target, switching?.status])
    same(
      'wallets',
      connectionsIn(connectionStore(portico).getState(), 'eip155').connections.map(({ connector, networkId }) => connector.id + networkId),
      on.map((one) => one.wallet + one.network),
    )
    closeModal(portico)
    same('UnsupportedChain, which cannot be closed', views(), isOff ? ['UnsupportedChain'] : [])
    for (const { expected, actual } of outcomes) same('outcome', actual, expected ? [expected] : [])
  }

  for (const id of begin) await take.connected({ do: 'connected', wallet: id })
  for (const one of steps) {
    await take[one.do](one as never)
    await flush()
    check()
  }
  await take.wait({ do: 'wait', ms: connectTimeout })
  await flush()
  check()
  same(
    'a promise that dangles',
    outcomes.map(({ actual }) => String(actual.length)),
    outcomes.map(() => '1'),
  )
  same('timers', [String(vi.getTimerCount())], ['0'])
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', undefined)
  Object.assign(Error, { stackTraceLimit: 0 }) // nobody reads the stacks of 50,000 refusals
})
afterEach(() => {
  Object.assign(Error, { stackTraceLimit: 10 })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R2, R3: over 10,000 traces of switches, wallet events and late answers the latest intent wins, and the network in use is the wallet’s', async () => {
  const trace = fc.array(step, { minLength: 3, maxLength: 14, size: 'max' })
  await fc.assert(fc.asyncProperty(fc.subarray([...wallets]), trace, follow), { numRuns: 10_000 })
}, 60_000)
