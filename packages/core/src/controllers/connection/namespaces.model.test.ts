import { fakeAdapter, fakeConnector, fakeNetworks, memoryStorage, testPortico } from '@portico/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { Grant, Network } from '../../adapter.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { goLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { stubPage } from '../../portico/page.test.helper.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeModal, goBack } from '../../router/router.js'
import { routerStore } from '../../router/store.js'
import { parseSavedState } from '../../storage/savedState.js'
import { getAccount } from '../account/account.js'
import { signMessage } from '../sign/signMessage.js'
import { selectNetwork } from '../network/selectNetwork.js'
import { networkStore } from '../network/store.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { cancelConnect, connect } from './connect.js'
import { connectorStore } from './connectors.js'
import { disconnect, disconnectAll } from './disconnect.js'
import { setActiveNamespace } from './dispatch.js'
import { UserRejectedError } from './errors.js'
import { connectionsIn, connectionStore } from './store.js'
import { connectTimeout } from './timeouts.js'

const spaces = ['eip155', 'solana', 'bip122'] as const
type Space = (typeof spaces)[number]
const wallets = ['Harbor', 'Lantern'] as const
type Wallet = (typeof wallets)[number]

const networkOf = (id: NetworkId): Network => ({ ...fakeNetworks[0]!, id, namespace: namespaceOf(id), name: id })
const networks: Readonly<Record<Space, readonly Network[]>> = {
  eip155: fakeNetworks,
  solana: ['solana:main', 'solana:dev'].map((id) => networkOf(id as NetworkId)),
  bip122: ['bip122:main', 'bip122:signet'].map((id) => networkOf(id as NetworkId)),
}
const supported = spaces.flatMap((space) => networks[space].map(({ id }) => id))
const firstOf = (space: Space): NetworkId => networks[space][0]!.id
const elsewhere = (space: Space): NetworkId => `${space}:elsewhere`
const idOf = (space: Space, wallet: Wallet) => (space === 'eip155' ? `com.${wallet.toLowerCase()}` : `standard:${wallet}`)
const addressOf = (space: Space, id: string, turn = 0) => `${space}-${id}-${turn}`

type Step =
  | { readonly do: 'connect'; readonly space: Space; readonly wallet: Wallet; readonly other: boolean }
  | { readonly do: 'answer'; readonly which: number; readonly with: 'grant' | 'elsewhere' | 'twice' | 'reject' | 'garbage' | 'wrongSpace' }
  | { readonly do: 'cancel'; readonly space: Space }
  | { readonly do: 'switch'; readonly to: NetworkId }
  | { readonly do: 'answerSwitch'; readonly which: number; readonly with: 'accept' | 'decline' | 'twice' }
  | { readonly do: 'select'; readonly to: NetworkId }
  | { readonly do: 'disconnect'; readonly space: Space | undefined }
  | { readonly do: 'disconnectAll'; readonly space: Space | undefined }
  | {
      readonly do: 'event'
      readonly space: Space
      readonly wallet: Wallet
      readonly what: 'account' | 'withdrawn' | 'disconnected' | 'activated' | 'garbage' | 'moved' | 'away'
      readonly at: number
    }
  | { readonly do: 'sign'; readonly space: Space | undefined; readonly on: NetworkId | undefined }
  | { readonly do: 'use'; readonly space: Space }
  | { readonly do: 'wait' }
  | { readonly do: 'reload'; readonly denied: Space | undefined }

const space = fc.constantFrom(...spaces)
const wallet = fc.constantFrom<Wallet>('Harbor', 'Harbor', 'Lantern')
const network = fc.constantFrom(...supported)
const which = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('connect' as const), space, wallet, other: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which,
      with: fc.constantFrom(
        'grant' as const,
        'grant' as const,
        'grant' as const,
        'elsewhere' as const,
        'twice' as const,
        'reject' as const,
        'garbage' as const,
        'wrongSpace' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), space }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('switch' as const), to: network }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answerSwitch' as const),
      which,
      with: fc.constantFrom('accept' as const, 'accept' as const, 'decline' as const, 'twice' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('select' as const), to: network }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('disconnect' as const), space: fc.option(space, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnectAll' as const), space: fc.option(space, { nil: undefined }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('event' as const),
      space,
      wallet,
      what: fc.constantFrom(
        'account' as const,
        'withdrawn' as const,
        'disconnected' as const,
        'activated' as const,
        'garbage' as const,
        'moved' as const,
        'moved' as const,
        'away' as const,
      ),
      at: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sign' as const),
      space: fc.option(space, { nil: undefined }),
      on: fc.option(network, { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('use' as const), space }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'wait' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), denied: fc.option(space, { nil: undefined }) }) },
)

interface Asked {
  readonly space: Space
  readonly id: string
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  answered: boolean
}

interface Outcome {
  expected: string | undefined
  readonly actual: string[]
}

/** One namespace as it should be. */
interface Model {
  on: { readonly id: string; readonly network: NetworkId; readonly address: string }[]
  active: NetworkId
  attempt: { readonly id: string; readonly call: Asked | undefined; readonly outcome: Outcome; waiting: boolean } | undefined
  switching:
    | { readonly target: NetworkId; readonly call: Asked | undefined; readonly outcome: Outcome; readonly from: Space; waiting: boolean }
    | undefined
}

async function flush() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const fail = (what: string, details: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.name : value))}`)
}
type Plain = string | number | undefined
const same = (what: string, actual: readonly Plain[], expected: readonly Plain[]) => {
  if (actual.length !== expected.length || actual.some((value, at) => value !== expected[at])) fail(what, { actual, expected })
}

/** One page with three chain families, and a record of what its wallets are asked. */
async function openPage(storage: ReturnType<typeof memoryStorage>, walletHas: ReadonlyMap<string, Grant>, denied?: Space) {
  const connects: Asked[] = []
  const switches: Asked[] = []
  const signed: { space: Space; connectorId: string; address: string; networkId: NetworkId }[] = []
  const ask = (list: Asked[], space: Space, id: string) =>
    new Promise<never>((resolve, reject) => list.push({ space, id, resolve, reject, answered: false }))
  const adapters = spaces.map((space) =>
    fakeAdapter({
      namespace: space,
      networks: networks[space],
      connectors: wallets.map((name) => fakeConnector({ id: idOf(space, name), rdns: idOf(space, name), name, namespaces: [space] })),
      connect: ({ connector }) => ask(connects, space, connector.id),
      switchNetwork: ({ connectorId }) => ask(switches, space, connectorId),
      disconnect: () => Promise.resolve(),
      reconnect: ({ connector }) => Promise.resolve(space === denied ? undefined : walletHas.get(`${space} ${connector.id}`)),
      signMessage: ({ connectorId, address, networkId }) => {
        signed.push({ space, connectorId, address, networkId })
        return Promise.resolve('signed')
      },
    }),
  )
  const portico: Portico = testPortico({ adapters, storage })
  let listeners = 0
  for (const store of [connectionStore(portico), networkStore(portico), connectorStore(portico), routerStore(portico)]) {
    const subscribe = store.subscribe.bind(store) as (listener: () => void) => () => void
    store.subscribe = (listener: unknown) => {
      listeners += 1
      const stop = subscribe(listener as () => void)
      return () => {
        listeners -= 1
        stop()
      }
    }
  }
  const unmount = mount(portico)
  await goLive(portico)
  await flush()
  return {
    portico,
    connects,
    switches,
    signed,
    unmount,
    listeners: () => listeners,
    events: (space: Space) => adapters[spaces.indexOf(space)]!.events(),
  }
}

async function follow(steps: readonly Step[]) {
  const walletHas = new Map<string, Grant>()
  const storage = memoryStorage()
  let page = await openPage(storage, walletHas)
  let outcomes: Outcome[] = []
  let inUse: Space = 'eip155'
  let turn = 0
  const model = Object.fromEntries(
    spaces.map((space) => [space, { on: [], active: firstOf(space), attempt: undefined, switching: undefined }]),
  ) as unknown as Record<Space, Model>

  const note = (promise: Promise<unknown>): Outcome => {
    const outcome: Outcome = { expected: undefined, actual: [] }
    promise.then(
      () => outcome.actual.push('ok'),
      (error: unknown) => outcome.actual.push(error instanceof Error ? error.name : 'not an error'),
    )
    outcomes.push(outcome)
    return outcome
  }
  const pick = (list: readonly Asked[], index: number) => {
    const open = list.filter(({ answered }) => !answered)
    return open[index % open.length]
  }
  const endSwitch = (space: Space, expected: string) => {
    const { switching } = model[space]
    if (switching?.waiting) switching.outcome.expected = expected
    model[space].switching = undefined
  }
  /** What follows from the first wallet of a namespace being another one, or elsewhere. */
  const settle = (space: Space, before: string | undefined) => {
    const m = model[space]
    const [first] = m.on
    if (before !== undefined && first?.id !== before)
      endSwitch(space, m.on.some(({ id }) => id === before) ? 'NetworkSwitchSupersededError' : 'ConnectorNotConnectedError')
    if (!first || first.network === elsewhere(space)) return
    m.active = first.network
    if (m.switching?.target === m.active) {
      const { from, waiting } = m.switching
      endSwitch(space, 'ok')
      if (waiting && inUse === from) inUse = space
    }
  }
  const put = (space: Space, connection: Model['on'][number]) => {
    const m = model[space]
    const before = m.on[0]?.id
    m.on = [connection, ...m.on.filter(({ id }) => id !== connection.id)]
    walletHas.set(`${space} ${connection.id}`, { addresses: [connection.address], networkId: connection.network })
    inUse = space
    settle(space, before)
  }
  const drop = (space: Space, id: string) => {
    const m = model[space]
    const before = m.on[0]?.id
    const had = m.on.length
    m.on = m.on.filter((one) => one.id !== id)
    if (had === m.on.length) return
    if (space === inUse && m.on.length === 0) inUse = spaces.find((other) => model[other].on.length > 0) ?? inUse
    settle(space, before)
  }

  const take: { readonly [D in Step['do']]: (step: Extract<Step, { do: D }>) => Promise<void> | void } = {
    async connect({ space, wallet, other }) {
      const m = model[space]
      if (m.attempt?.waiting) m.attempt.outcome.expected = 'ConnectionSupersededError'
      const id = idOf(space, wallet)
      // A wallet of several namespaces goes by any of its ids.
      const outcome = note(connect(page.portico, { connectorId: other ? idOf('eip155', wallet) : id, namespace: space }))
      await flush()
      m.attempt = { id, call: page.connects.at(-1), outcome, waiting: true }
    },
    answer({ which: index, with: answer }) {
      const call = pick(page.connects, index)
      if (!call) return
      call.answered = true
      const { space, id } = call
      const m = model[space]
      turn += 1
      const address = addressOf(space, id, turn)
      const at = answer === 'elsewhere' ? elsewhere(space) : firstOf(space)
      const says = {
        grant: () => call.resolve({ addresses: [address], networkId: at } as never),
        elsewhere: () => call.resolve({ addresses: [address], networkId: at } as never),
        twice: () => {
          call.resolve({ addresses: [address], networkId: at } as never)
          call.reject(new Error('and no'))
        },
        reject: () => call.reject(new UserRejectedError()),
        garbage: () => call.resolve(7 as never),
        wrongSpace: () => call.resolve({ addresses: [address], networkId: space === 'solana' ? 'eip155:1' : 'solana:main' } as never),
      }
      says[answer]()
      if (!m.attempt?.waiting || m.attempt.call !== call) return
      if (answer === 'grant' || answer === 'elsewhere' || answer === 'twice') {
        m.attempt.outcome.expected = 'ok'
        m.attempt = undefined
        put(space, { id, network: at, address })
      } else {
        m.attempt.outcome.expected = answer === 'reject' ? 'UserRejectedError' : 'WalletAnswerError'
        m.attempt.waiting = false
      }
    },
    cancel({ space }) {
      cancelConnect(page.portico, { namespace: space })
      const m = model[space]
      if (m.attempt?.waiting) m.attempt.outcome.expected = 'ConnectionCancelledError'
      m.attempt = undefined
    },
    async switch({ to }) {
      const space = namespaceOf(to) as Space
      const m = model[space]
      endSwitch(space, 'NetworkSwitchSupersededError')
      const from = inUse
      const outcome = note(switchNetwork(page.portico, { networkId: to }))
      const [first] = m.on
      if (!first || first.network === to) {
        outcome.expected = 'ok'
        m.active = to
        if (first || model[inUse].on.length === 0) inUse = space
        return
      }
      await flush()
      m.switching = { target: to, call: page.switches.at(-1), outcome, from, waiting: true }
    },
    answerSwitch({ which: index, with: answer }) {
      const call = pick(page.switches, index)
      if (!call) return
      call.answered = true
      if (answer === 'decline') call.reject(new UserRejectedError())
      else call.resolve(undefined as never)
      if (answer === 'twice') call.reject(new Error('and no'))
      const m = model[call.space]
      const { switching } = m
      if (!switching?.waiting || switching.call !== call) return
      if (answer === 'decline') {
        switching.outcome.expected = 'UserRejectedError'
        switching.waiting = false
        return
      }
      const [first, ...others] = m.on
      if (!first) return fail('a switch without a wallet', switching)
      m.on = [{ ...first, network: switching.target }, ...others]
      walletHas.set(`${call.space} ${first.id}`, { addresses: [first.address], networkId: switching.target })
      settle(call.space, first.id)
    },
    async select({ to }) {
      const space = namespaceOf(to) as Space
      const m = model[space]
      const [first] = m.on
      const isActive = model[inUse].active === to && model[inUse].on[0]?.network !== elsewhere(inUse)
      const expected = isActive
        ? 'nothing'
        : space !== inUse && model[inUse].on[0] && !first
          ? 'SwitchActiveChain'
          : first && first.network !== to
            ? 'SwitchNetwork'
            : 'done'
      const asked = page.switches.length
      same('decision', [selectNetwork(page.portico, { networkId: to })], [expected])
      const view = routerStore(page.portico).getState().history.at(-1)?.view
      if (expected.startsWith('Switch')) same('view', [view], [expected])
      await flush()
      same('nobody is asked before the visitor has seen it', [page.switches.length], [asked])
      if (expected.startsWith('Switch')) goBack(page.portico)
      if (expected !== 'done') return
      endSwitch(space, 'NetworkSwitchSupersededError')
      m.active = to
      if (first || model[inUse].on.length === 0) inUse = space
    },
    disconnect({ space }) {
      const where = space ?? inUse
      const outcome = note(disconnect(page.portico, space ? { namespace: space } : {}))
      const [first] = model[where].on
      outcome.expected = first ? 'ok' : 'ConnectorNotConnectedError'
      if (first) drop(where, first.id)
    },
    async disconnectAll({ space }) {
      note(disconnectAll(page.portico, space ? { namespace: space } : {})).expected = 'ok'
      for (const where of space ? [space] : spaces) for (const { id } of [...model[where].on]) drop(where, id)
      await flush()
    },
    event({ space, wallet, what, at }) {
      const id = idOf(space, wallet)
      const m = model[space]
      const { changed, disconnected, activated } = page.events(space)
      const known = m.on.find((one) => one.id === id)
      const before = m.on[0]?.id
      const replace = (by: Partial<Model['on'][number]>) => {
        m.on = m.on.map((one) => (one.id === id ? { ...one, ...by } : one))
        const now = m.on.find((one) => one.id === id)
        if (now) walletHas.set(`${space} ${id}`, { addresses: [now.address], networkId: now.network })
        settle(space, before)
      }
      turn += 1
      const address = addressOf(space, id, turn)
      const to = what === 'away' ? elsewhere(space) : (networks[space][at % networks[space].length]?.id ?? firstOf(space))
      const happens = {
        account: () => changed(id, { addresses: [address] }),
        withdrawn: () => changed(id, { addresses: [] }),
        disconnected: () => disconnected(id),
        activated: () => activated(id),
        garbage: () => changed(id, { addresses: [7], networkId: 'solana' } as never),
        moved: () => changed(id, { networkId: to }),
        away: () => changed(id, { networkId: to }),
      }
      happens[what]()
      if (what !== 'account') happens[what]() // what comes twice changes nothing more
      if (!known) return
      if (what === 'account') replace({ address })
      else if (what === 'withdrawn' || what === 'disconnected') drop(space, id)
      else if (what === 'activated' && known !== m.on[0])
        put(space, known) // one that is first already is no news
      else if (what === 'moved' || what === 'away') replace({ network: to })
    },
    async sign({ space, on }) {
      const where = space ?? inUse
      const before = page.signed.length
      const outcome = note(
        signMessage(page.portico, { message: 'hello', ...(space && { namespace: space }), ...(on && { networkId: on }) }),
      )
      const [first] = model[where].on
      outcome.expected = !first ? 'ConnectorNotConnectedError' : on !== undefined && on !== first.network ? 'ChainMismatchError' : 'ok'
      await flush()
      const asked = page.signed.slice(before)
      same('asked to sign', [asked.length], [outcome.expected === 'ok' ? 1 : 0])
      const [one] = asked
      if (one && first)
        same('signed with', [one.space, one.connectorId, one.address, one.networkId], [where, first.id, first.address, first.network])
    },
    use({ space }) {
      setActiveNamespace(page.portico, space)
      inUse = space
    },
    async wait() {
      vi.advanceTimersByTime(connectTimeout)
      await flush()
      for (const space of spaces) {
        const { attempt, switching } = model[space]
        if (attempt?.waiting) attempt.outcome.expected = 'ConnectionTimeoutError'
        if (attempt) attempt.waiting = false
        if (switching?.waiting) switching.outcome.expected = 'NetworkSwitchTimeoutError'
        if (switching) switching.waiting = false
      }
    },
    async reload({ denied }) {
      page.unmount()
      vi.clearAllTimers()
      outcomes = []
      for (const space of spaces) {
        model[space].attempt = undefined
        model[space].switching = undefined
      }
      page = await openPage(storage, walletHas, denied)
      for (const { id } of denied ? [...model[denied].on] : []) drop(denied!, id)
    },
  }

  const check = () => {
    const state = connectionStore(page.portico).getState()
    same('namespace in use', [state.activeNamespace], [inUse])
    closeModal(page.portico)
    const isAway = model[inUse].on[0]?.network === elsewhere(inUse)
    const views = routerStore(page.portico)
      .getState()
      .history.map(({ view }) => view)
    same(
      'UnsupportedChain, which cannot be closed',
      views.filter((view) => view === 'UnsupportedChain'),
      isAway ? ['UnsupportedChain'] : [],
    )
    const saved = parseSavedState(storage.entries.get('@portico/portico/state'))
    for (const space of spaces) {
      const { on, active, attempt } = model[space]
      const now = connectionsIn(state, space)
      same(
        `${space}: connections`,
        now.connections.map(({ connector, networkId, addresses }) => `${connector.id} ${networkId} ${addresses.join()}`),
        on.map(({ id, network, address }) => `${id} ${network} ${address}`),
      )
      if (now.connections.some(({ restored }) => restored)) fail('an unconfirmed connection', now)
      same(
        `${space}: attempt`,
        [now.attempt?.connector.id, now.attempt?.status],
        [attempt?.id, attempt && (attempt.waiting ? 'waiting' : 'failed')],
      )
      const there = networkStore(page.portico).getState().byNamespace[space]
      same(
        `${space}: network`,
        [there?.active.id, there?.unsupported],
        [active, on[0]?.network === elsewhere(space) ? elsewhere(space) : undefined],
      )
      const account = getAccount(page.portico, { namespace: space })
      same(`${space}: account`, [account.address, account.wallet?.id], [on[0]?.address, on[0]?.id])
      same(
        `${space}: saved`,
        (saved.connections[space] ?? []).map(({ connector }) => connector.id),
        on.map(({ id }) => id),
      )
    }
    for (const { expected, actual } of outcomes) same('outcome', actual, expected ? [expected] : [])
  }

  const listeners = page.listeners()
  try {
    for (const one of steps) {
      await take[one.do](one as never)
      await flush()
      check()
    }
    await take.wait({ do: 'wait' })
    await flush()
    if (outcomes.some(({ actual }) => actual.length !== 1)) fail('a promise that dangles', outcomes)
    same('listeners', [page.listeners()], [listeners])
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

test('S14, R2, R3: over 10,000 traces with two wallets in each of three namespaces, no state is illegal, nothing is signed on the wrong chain and no listener is left', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), follow), { numRuns: 10_000 })
}, 120_000)
