import fc from 'fast-check'
import { fakeConnector, fakeNetworks, memoryStorage, testPortico, fakeAdapter } from '@portico/testing'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { Grant } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import { goLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { stubPage } from '../../portico/page.test.helper.js'
import { routerStore } from '../../router/store.js'
import { parseSavedState } from '../../storage/savedState.js'
import { getAccount } from '../account/account.js'
import { networkStore } from '../network/store.js'
import { activateConnection } from './activate.js'
import { cancelConnect, connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { UserRejectedError } from './errors.js'
import { addGate, gateStore, type Visitor } from './gates.js'
import { recentWalletStore } from './recentWallets.js'
import { connectionsIn, connectionStatus, connectionStore } from './store.js'
import { connectTimeout, disconnectTimeout } from './timeouts.js'

const wallets = ['com.harbor', 'io.lantern', 'org.tide'] as const
type Wallet = (typeof wallets)[number]
const connectors = wallets.map((id) => fakeConnector({ id, rdns: id, name: id }))
const unsupported: NetworkId = 'eip155:999'
const networkIds: readonly NetworkId[] = [...fakeNetworks.map(({ id }) => id), unsupported]

/** What a wallet can say to a request to connect. */
const answers = ['grant', 'wrongChain', 'twice', 'reject', 'string', 'nothing', 'object', 'garbage', 'noAccounts', 'badNetwork'] as const
type Answer = (typeof answers)[number]

type Step =
  | { readonly do: 'connect'; readonly wallet: Wallet }
  | { readonly do: 'answer'; readonly which: number; readonly with: Answer }
  | { readonly do: 'cancel' }
  /** The wallet says yes, and in nearly the same moment the visitor turns away. */
  | { readonly do: 'cross'; readonly which: number; readonly ticks: number }
  | { readonly do: 'disconnect'; readonly wallet: Wallet | undefined }
  | { readonly do: 'letGo'; readonly which: number; readonly well: boolean }
  | { readonly do: 'changed'; readonly wallet: Wallet; readonly change: 'account' | 'withdrawn' | 'garbage' | NetworkId }
  | { readonly do: 'disconnected'; readonly wallet: Wallet }
  | { readonly do: 'connected'; readonly wallet: Wallet; readonly well: boolean }
  | { readonly do: 'activated'; readonly wallet: Wallet }
  | { readonly do: 'activate'; readonly wallet: Wallet }
  | { readonly do: 'wait'; readonly ms: number }
  /** What the site asks of a visitor is answered, or fails, on time or too late. Where it is not, it is slow. */
  | { readonly do: 'gate'; readonly which: number; readonly with: 'passed' | 'refused' | 'failed' }
  | { readonly do: 'remount' }
  | { readonly do: 'reload'; readonly denied: Wallet | undefined }

const wallet = fc.constantFrom<Wallet>('com.harbor', 'com.harbor', 'com.harbor', 'io.lantern', 'io.lantern', 'org.tide')
const which = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('connect' as const), wallet }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which,
      with: fc.oneof({ weight: 3, arbitrary: fc.constant<Answer>('grant') }, { weight: 4, arbitrary: fc.constantFrom(...answers) }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'cancel' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cross' as const), which, ticks: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('disconnect' as const), wallet: fc.option(wallet, { nil: undefined }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('letGo' as const), which, well: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('changed' as const),
      wallet,
      change: fc.constantFrom('account' as const, 'withdrawn' as const, 'garbage' as const, ...networkIds),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnected' as const), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('connected' as const), wallet, well: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('activated' as const), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('activate' as const), wallet }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, disconnectTimeout, connectTimeout / 2, connectTimeout),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('gate' as const),
      which,
      with: fc.constantFrom('passed' as const, 'refused' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'remount' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), denied: fc.option(wallet, { nil: undefined }) }) },
)

/** What an action should come to, and what it came to. */
interface Outcome {
  expected: string | undefined
  readonly actual: string[]
}

interface Asked {
  readonly wallet: string
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  answered: boolean
}

/** What the site asks of a visitor before they go on. */
interface Question {
  readonly key: string
  readonly signal: AbortSignal
  readonly answer: (said: 'passed' | 'refused') => void
  readonly fail: (error: unknown) => void
  answered: boolean
}

const keyOf = ({ connectorId, address, networkId }: Omit<Visitor, 'namespace'>) => `${connectorId} ${address} ${networkId}`

/** Lets everything happen that waits for nothing but other promises. */
async function flush() {
  for (let turn = 0; turn < 16; turn += 1) await Promise.resolve()
}

const fail = (what: string, details: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.name : value))}`)
}
type Plain = string | number | undefined
/** Cheaper than `expect`, which would be most of the time of 10,000 traces. */
const same = (what: string, actual: readonly Plain[], expected: readonly Plain[]) => {
  if (actual.length !== expected.length || actual.some((value, at) => value !== expected[at])) fail(what, { actual, expected })
}

/** One page: a portico under test beside a model of what it should be. */
async function openPage(storage: ReturnType<typeof memoryStorage>, denied?: Wallet) {
  const connects: Asked[] = []
  const disconnects: Asked[] = []
  const ask = (list: Asked[], id: string) =>
    new Promise<never>((resolve, reject) => list.push({ wallet: id, resolve, reject, answered: false }))
  const adapter = fakeAdapter({
    connectors,
    connect: ({ connector }) => ask(connects, connector.id),
    disconnect: ({ connectorId }) => ask(disconnects, connectorId),
    reconnect: ({ connector }) =>
      Promise.resolve(connector.id === denied ? undefined : (walletHas.get(connector.id) ?? grantOf(connector.id))),
  })
  const portico = testPortico({ adapters: [adapter], storage })
  const questions: Question[] = []
  addGate(portico, {
    at: 'site',
    isOpen: () => false,
    ask: (_, visitor, signal) =>
      new Promise((answer, fail) => questions.push({ key: keyOf(visitor), signal, answer, fail, answered: false })),
  })
  const store = connectionStore(portico)
  let subscribers = 0
  const { subscribe } = store
  store.subscribe = (listener) => {
    subscribers += 1
    const stop = subscribe(listener)
    let stopped = false
    return () => {
      if (!stopped) subscribers -= 1
      stopped = true
      stop()
    }
  }
  let unmount = mount(portico)
  await goLive(portico)
  await flush()
  return {
    portico,
    adapter,
    connects,
    disconnects,
    questions,
    state: () => connectionsIn(store.getState(), 'eip155'),
    subscribers: () => subscribers,
    unmount: () => unmount(),
    remount: async () => {
      unmount()
      unmount = mount(portico)
      await goLive(portico)
      await flush()
    },
  }
}

/** What each wallet would say of itself, for confirmations after a reload. */
const walletHas = new Map<string, Grant>()
const grantOf = (id: string, networkId: NetworkId = 'eip155:1'): Grant => ({ addresses: [`0x${id}`], networkId })

/** Takes every step of a trace with the portico and with the model, and compares the two after each. */
async function follow(begin: readonly Wallet[], steps: readonly Step[]) {
  walletHas.clear()
  const storage = memoryStorage()
  let page = await openPage(storage)
  let now = 0

  // The model: wallets connected, the active one first; the attempt; disconnections under way; the outcome of each action.
  let connected: string[] = []
  let attempt: { n: number; wallet: string; waiting: boolean; until: number; outcome: Outcome } | undefined
  let attempts: { wallet: string; n: number; call: Asked | undefined; outcome: Outcome }[] = []
  let leaving: {
    wallet: string
    call: Asked | undefined
    until: number
    again: boolean
    outcome: Outcome
    /** Whom the site's gate has turned away. */
    visit?: NonNullable<typeof visit>
  }[] = []
  let outcomes: Outcome[] = []
  let n = 0
  /** The account in use, on one of the site's networks, and how it stands with what the site asks. */
  let visit: { readonly key: string; stand: 'asked' | 'passed' | 'refused' | 'failed' } | undefined

  const note = (promise: Promise<unknown>): Outcome => {
    const outcome: Outcome = { expected: undefined, actual: [] }
    promise.then(
      () => outcome.actual.push('ok'),
      (error: unknown) => outcome.actual.push(error instanceof Error ? error.name : 'not an error'),
    )
    outcomes.push(outcome)
    return outcome
  }
  const endAttempt = (expected: string) => {
    if (attempt?.waiting) attempt.outcome.expected = expected
  }
  const put = (id: string) => {
    connected = [id, ...connected.filter((other) => other !== id)]
  }
  const drop = (id: string) => {
    connected = connected.filter((other) => other !== id)
    for (const one of leaving) if (one.wallet === id) one.outcome.expected ??= 'ok'
    leaving = leaving.filter(({ wallet: gone }) => gone !== id)
  }
  const pick = (list: readonly Asked[], index: number): Asked | undefined => {
    const open = list.filter(({ answered }) => !answered)
    return open[index % open.length]
  }

  const take: { readonly [D in Step['do']]: (step: Extract<Step, { do: D }>) => Promise<void> | void } = {
    async connect({ wallet: id }) {
      endAttempt('ConnectionSupersededError')
      const outcome = note(connect(page.portico, { connectorId: id }))
      n += 1
      attempt = { n, wallet: id, waiting: true, until: now + connectTimeout, outcome }
      await flush()
      attempts.push({ wallet: id, n, call: page.connects.at(-1), outcome })
    },
    async answer({ which: index, with: answer }) {
      const call = pick(page.connects, index)
      if (!call) return
      call.answered = true
      const { wallet: id, resolve, reject } = call
      const asked = attempts.find((one) => one.call === call)
      const isCurrent = attempt?.waiting === true && attempt.n === asked?.n
      const grant = answer === 'wrongChain' ? grantOf(id, unsupported) : grantOf(id)
      const says: Record<Answer, () => void> = {
        grant: () => resolve(grant as never),
        wrongChain: () => resolve(grant as never),
        twice: () => {
          resolve(grant as never)
          reject(new Error('and no'))
          resolve(grantOf('another') as never)
        },
        reject: () => reject(new UserRejectedError()),
        string: () => reject('User denied'),
        nothing: () => reject(undefined),
        object: () => reject({ code: 4001, message: 'no' }),
        garbage: () => resolve({ addresses: { length: 1 }, networkId: 1 } as never),
        noAccounts: () => resolve({ addresses: [], networkId: 'eip155:1' } as never),
        badNetwork: () => resolve({ addresses: ['0x1'], networkId: 'solana:1' } as never),
      }
      const tells = page.disconnects.length
      says[answer]()
      const yes = answer === 'grant' || answer === 'wrongChain' || answer === 'twice'
      if (isCurrent && attempt) {
        if (yes) {
          for (const one of leaving) if (one.wallet === id) one.again = connected.includes(id)
          attempt.outcome.expected = 'ok'
          attempt = undefined
          put(id)
          walletHas.set(id, grant)
        } else {
          const named: Partial<Record<Answer, string>> = {
            reject: 'UserRejectedError',
            string: 'PorticoError',
            nothing: 'PorticoError',
            object: 'PorticoError',
          }
          attempt.outcome.expected = named[answer] ?? 'WalletAnswerError'
          attempt = { ...attempt, waiting: false }
        }
      }
      await flush()
      const resolvedLate = !isCurrent && !['reject', 'string', 'nothing', 'object'].includes(answer)
      const wanted = connected.includes(id) || (attempt?.waiting === true && attempt.wallet === id)
      if (resolvedLate && !wanted && page.disconnects.length === tells) fail('a wallet that said yes too late was not told', answer)
    },
    cancel() {
      endAttempt('ConnectionCancelledError')
      attempt = undefined
      cancelConnect(page.portico)
    },
    async cross({ which: index, ticks }) {
      const call = pick(page.connects, index)
      if (!call) return
      call.answered = true
      const tells = page.disconnects.length
      const isCurrent = attempt?.waiting === true && attempts.find((one) => one.call === call)?.n === attempt.n
      call.resolve(grantOf(call.wallet) as never)
      for (let turn = 0; turn < ticks; turn += 1) await Promise.resolve()
      if (isCurrent && attempt && !page.state().attempt) {
        for (const one of leaving) if (one.wallet === call.wallet) one.again = connected.includes(call.wallet)
        attempt.outcome.expected = 'ok' // the answer was first
        put(call.wallet)
        walletHas.set(call.wallet, grantOf(call.wallet))
      } else endAttempt('ConnectionCancelledError')
      attempt = undefined
      cancelConnect(page.portico)
      await flush()
      if (!connected.includes(call.wallet) && page.disconnects.length === tells)
        fail('a wallet that was turned away as it said yes was not told', call.wallet)
    },
    async disconnect({ wallet: wanted }) {
      const id = wanted ?? connected[0]
      const tells = page.disconnects.length
      const outcome = note(disconnect(page.portico, wanted ? { connectorId: wanted } : {}))
      if (!id || !connected.includes(id)) {
        outcome.expected = 'ConnectorNotConnectedError'
        return
      }
      await flush()
      leaving.push({ wallet: id, call: page.disconnects[tells], until: now + disconnectTimeout, again: false, outcome })
    },
    letGo({ which: index, well }) {
      const call = pick(page.disconnects, index)
      if (!call) return
      call.answered = true
      if (well) call.resolve(undefined as never)
      else call.reject(new Error('no'))
      const one = leaving.find((leave) => leave.call === call)
      if (!one) return
      one.outcome.expected = well ? 'ok' : 'DisconnectError'
      leaving = leaving.filter((other) => other !== one)
      if (one.visit) one.visit.stand = well ? 'asked' : 'failed'
      if (well && !one.again) drop(one.wallet)
    },
    changed({ wallet: id, change }) {
      const { changed } = page.adapter.events()
      if (change === 'garbage') {
        changed(id, { addresses: 'all', networkId: 1 } as never)
        changed(id, undefined as never)
        changed(id, { addresses: [7], approvedNetworkIds: 1 } as never)
        return
      }
      if (change === 'withdrawn') {
        changed(id, { addresses: [] })
        drop(id)
        return
      }
      const report = change === 'account' ? { addresses: [`0xother${id}`, `0x${id}`] } : { networkId: change }
      changed(id, report)
      changed(id, report)
      if (connected.includes(id)) walletHas.set(id, { ...(walletHas.get(id) ?? grantOf(id)), ...report })
    },
    disconnected({ wallet: id }) {
      page.adapter.events().disconnected(id)
      page.adapter.events().disconnected(id)
      drop(id)
    },
    connected({ wallet: id, well }) {
      const connector = fakeConnector({ id, rdns: id, name: id })
      const { connected: report } = page.adapter.events()
      if (!well) {
        for (const garbage of [
          undefined,
          'yes',
          { addresses: [] },
          { addresses: ['0x1'], networkId: 'solana:1' },
          { addresses: [1], networkId: 'eip155:1' },
        ])
          report(connector, garbage as never)
        return
      }
      report(connector, grantOf(id))
      put(id)
      walletHas.set(id, grantOf(id))
    },
    activated({ wallet: id }) {
      page.adapter.events().activated(id)
      if (connected.includes(id)) put(id)
    },
    activate({ wallet: id }) {
      const outcome = note(activateConnection(page.portico, { connectorId: id }))
      outcome.expected = connected.includes(id) ? 'ok' : 'ConnectorNotConnectedError'
      if (connected.includes(id)) put(id)
    },
    async wait({ ms }) {
      now += ms
      vi.advanceTimersByTime(ms)
      await flush()
      for (const one of leaving) {
        if (one.until > now) continue
        one.outcome.expected = 'DisconnectError'
        if (one.visit) one.visit.stand = 'failed'
      }
      leaving = leaving.filter(({ until }) => until > now)
      if (attempt?.waiting && attempt.until <= now) {
        attempt.outcome.expected = 'ConnectionTimeoutError'
        attempt = { ...attempt, waiting: false }
      }
    },
    async gate({ which: index, with: answer }) {
      const open = page.questions.filter(({ answered }) => !answered)
      const question = open[index % open.length]
      if (!question) return
      question.answered = true
      const tells = page.disconnects.length
      const isOver = question.signal.aborted
      if (answer === 'failed') question.fail(new Error('The site is away.'))
      else question.answer(answer)
      if (isOver || !visit) return
      visit.stand = answer
      await flush()
      const id = connected[0]
      if (answer !== 'refused' || !id) return
      const outcome: Outcome = { expected: undefined, actual: [] }
      leaving.push({ wallet: id, call: page.disconnects[tells], until: now + disconnectTimeout, again: false, outcome, visit })
    },
    async remount() {
      await page.remount()
      visit = undefined // asked anew
    },
    async reload({ denied }) {
      page.unmount()
      vi.clearAllTimers() // the old page is gone, with all that it waited for
      attempt = undefined
      attempts = []
      leaving = []
      outcomes = []
      visit = undefined
      n = 0
      page = await openPage(storage, denied)
      if (denied) drop(denied)
    },
  }

  let saved: readonly string[] = []
  let savedText: string | undefined
  const check = () => {
    const state = page.state()
    same(
      'connections',
      state.connections.map(({ connector }) => connector.id),
      connected,
    )
    if (state.connections.some(({ addresses, restored }) => !addresses[0] || restored))
      fail('a connection without an account, or unconfirmed', state)
    same(
      'attempt',
      [state.attempt?.connector.id, state.attempt?.status],
      [attempt?.wallet, attempt && (attempt.waiting ? 'waiting' : 'failed')],
    )
    if (state.attempt && state.attempt.id !== state.lastAttemptId) fail('an attempt that is not the last', state)

    const status = connected.length ? 'connected' : attempt?.waiting ? 'connecting' : 'disconnected'
    const account = getAccount(page.portico)
    same('status', [connectionStatus(connectionStore(page.portico).getState()), account.status], [status, status])
    same('account', [account.address, account.wallet?.id], [state.connections[0]?.addresses[0], connected[0]])

    const walletIsOn = state.connections[0]?.networkId
    const network = networkStore(page.portico).getState().byNamespace.eip155
    same('unsupported', [network?.unsupported], [walletIsOn === unsupported ? unsupported : undefined])
    if (walletIsOn && walletIsOn !== unsupported) same('network', [network?.active.id], [walletIsOn])
    same(
      'UnsupportedChain',
      routerStore(page.portico)
        .getState()
        .history.map(({ view }) => view),
      walletIsOn === unsupported ? ['UnsupportedChain'] : [],
    )

    const [active] = state.connections
    const key =
      active && active.networkId !== unsupported
        ? keyOf({ connectorId: active.connector.id, address: active.addresses[0], networkId: active.networkId })
        : undefined
    if (key !== visit?.key) visit = key === undefined ? undefined : { key, stand: 'asked' }
    same(
      'the site’s questions',
      page.questions.flatMap((question) => (question.signal.aborted || question.answered ? [] : [question.key])),
      visit?.stand === 'asked' ? [visit.key] : [],
    )
    const gate = gateStore(page.portico).getState()
    const stands = { asked: 'asking', refused: 'asking', passed: 'open', failed: 'failed' } as const
    const atNetwork = walletIsOn === unsupported
    same(
      'the gates',
      [gate.status, gate.status === 'open' ? undefined : gate.at],
      atNetwork ? ['asking', 'network'] : visit && visit.stand !== 'passed' ? [stands[visit.stand], 'site'] : ['open', undefined],
    )

    const text = storage.entries.get('@portico/portico/state')
    if (text !== savedText) {
      savedText = text
      saved = (parseSavedState(text).connections.eip155 ?? []).map(({ connector }) => connector.id)
    }
    same('saved', [...saved].sort(), [...connected].sort())
    same('saved as active', [saved[0]], [connected[0]])
    const recent = recentWalletStore(page.portico)
      .getState()
      .map(({ id }) => id)
    if (recent.length > 2 || new Set(recent).size !== recent.length) fail('recent wallets', recent)
    for (const { expected, actual } of outcomes) same('outcome', actual, expected ? [expected] : [])
  }

  const before = page.subscribers()
  try {
    for (const id of begin) await take.connected({ do: 'connected', wallet: id, well: true })
    check()
    for (const one of steps) {
      await take[one.do](one as never)
      await flush()
      check()
    }
    await take.wait({ do: 'wait', ms: connectTimeout })
    await flush()
    check()
    if (outcomes.some(({ actual }) => actual.length !== 1)) fail('a promise that dangles', outcomes)
    same('listeners', [page.subscribers()], [before])
  } finally {
    page.unmount()
  }
  same('timers', [vi.getTimerCount()], [0])
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', undefined)
  Object.assign(Error, { stackTraceLimit: 0 }) // nobody reads the stacks of 50,000 refusals
  stubPage()
})
afterEach(() => {
  Object.assign(Error, { stackTraceLimit: 10 })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R1, R2, R3, R18: over 10,000 traces each attempt and each gate has one outcome, the latest intent wins, no state is illegal and nothing dangles', async () => {
  const trace = fc.array(step, { minLength: 3, maxLength: 14, size: 'max' })
  await fc.assert(fc.asyncProperty(fc.subarray([...wallets]), trace, follow), { numRuns: 10_000 })
}, 120_000)
