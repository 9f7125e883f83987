import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { always, approve, delay, garbage, manual, reject, throws, twice, wrongChain } from '../wallet/behaviours.js'
import { rpcError } from '../wallet/errors.js'
import { createPersonCore, extendPerson, type PersonCore } from './person.js'
import type { PersonOptions } from './types.js'

interface Extra {
  readonly network: string
}

const site = 'https://site.example'

/** A chain with two methods: `connect` asks for accounts, `sign` needs them. */
function coreOf(options: PersonOptions = {}): PersonCore<Extra> {
  const core: PersonCore<Extra> = createPersonCore(options, {
    family: 'test',
    info: { name: 'Test', icon: 'data:,', rdns: 'test' },
    maxAccounts: 3,
    extra: { network: 'main' },
    recall: ({ network }) => (typeof network === 'string' ? { network } : {}),
    isConnecting: ({ method, origin }) => method === 'connect' && core.seenBy(origin).length === 0,
    prepare({ method, origin, params }) {
      if (method === 'sign' && !core.mayUse(origin, Number(params))) throw rpcError(4100)
      if (method === 'sign') return { ask: 'Sign', run: () => 'signed' }
      const run = () => {
        core.permit(origin)
        return core.seenBy(origin)
      }
      return core.seenBy(origin).length > 0 ? { run } : { ask: 'Connect', run }
    },
    tellAccounts: (exposed, isFor) => core.emit('accounts', exposed, isFor),
    goWrong: (network) => core.setState({ network: String(network) }),
    follow: (before, now) => before.network !== now.network && core.emit('network', now.network),
  })
  return core
}

function pageOf(core: PersonCore<Extra>, origin = site) {
  const port = core.person.port(origin)
  const heard: unknown[] = []
  port.on('accounts', (accounts) => heard.push(accounts))
  return { heard, ask: (method: string, params: unknown = 0) => port.request({ method, params }) }
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('It was answered.'),
    (error: unknown) => error,
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('requests meet the behaviours in order, and then the policy again', async () => {
  const core = coreOf()
  const { ask } = pageOf(core)
  core.person.script('connect', reject(4001, 'No.'), throws('nope'), garbage(42))
  expect(await failure(ask('connect'))).toMatchObject({ code: 4001, message: 'No.' })
  expect(await failure(ask('connect'))).toBe('nope')
  expect(await ask('connect')).toBe(42)
  expect(core.getState().permitted).toEqual([])
  expect(await ask('connect')).toEqual([0])
})

test('a delayed request counts as pending meanwhile, and a behaviour can last', async () => {
  const core = coreOf()
  const { ask } = pageOf(core)
  core.person.script('connect', delay(1000))
  const asked = ask('connect')
  expect(await failure(ask('connect'))).toMatchObject({ code: -32002 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await asked).toEqual([0])
  const stop = core.person.script(({ method }) => method === 'sign', always(reject()))
  for (const _ of [1, 2, 3]) expect(await failure(ask('sign'))).toMatchObject({ code: 4001 })
  stop()
  expect(await ask('sign')).toBe('signed')
})

test('an answer that comes twice runs callbacks twice, and repeats the event', async () => {
  const core = coreOf()
  const { ask, heard } = pageOf(core)
  core.person.script('connect', twice())
  const answers = vi.fn()
  ask('connect').then(answers, answers)
  await vi.advanceTimersByTimeAsync(10)
  expect(answers.mock.calls).toEqual([[[0]], [[0]]])
  expect(heard).toEqual([[0], [0]])
})

test('a wallet may be on another chain than asked', async () => {
  const core = coreOf({ policy: 'manual' })
  core.person.script('connect', wrongChain('test'))
  expect(await pageOf(core).ask('connect')).toEqual([0])
  expect(core.person.state.network).toBe('test')
})

test('with the policy manual the person decides, by id or in order', async () => {
  const core = coreOf({ policy: 'manual' })
  const [first, second] = [pageOf(core), pageOf(core, 'https://other.example')]
  const asked = [first.ask('connect'), failure(second.ask('connect'))]
  await vi.advanceTimersByTimeAsync(0)
  const [one, two] = core.person.pending
  expect([one?.origin, two?.summary]).toEqual([site, 'Connect'])
  core.person.reject(two?.id, 'never')
  core.person.approve()
  expect(await Promise.all(asked)).toEqual([[0], 'never'])
  expect(() => core.person.approve()).toThrow('No request is waiting.')
})

test('what waits behind the lock is answered on unlock, unless the person decides', async () => {
  for (const policy of ['approve', 'manual'] as const) {
    const core = coreOf({ locked: true, policy })
    const asked = pageOf(core).ask('connect')
    await vi.advanceTimersByTimeAsync(0)
    core.person.unlock()
    expect(core.person.pending).toHaveLength(policy === 'manual' ? 1 : 0)
    if (policy === 'manual') core.person.approve()
    expect(await asked).toEqual([0])
  }
})

test('events reach the sites that they are for, and no other', async () => {
  const core = coreOf({ accounts: 3, accountsShown: 2 })
  const [first, second] = [pageOf(core), pageOf(core, 'https://other.example')]
  await first.ask('connect')
  core.person.selectAccount(2)
  await second.ask('connect')
  core.person.setAccounts(1)
  core.person.forget(site)
  core.person.setAccounts([])
  expect(first.heard).toEqual([[0, 1], [2, 0], [1], []])
  expect(second.heard).toEqual([[2, 0], [1], []])
})

test('waiting for a request that does not come fails after its time', async () => {
  const waiting = failure(coreOf().person.waitFor('sign', { timeout: 100 }))
  await vi.advanceTimersByTimeAsync(100)
  expect(await waiting).toMatchObject({ message: expect.stringContaining('100 ms') })
})

test('tabs that share a storage follow each other', async () => {
  const entries = new Map<string, string>()
  const setItem = (key: string, value: string) => void entries.set(key, value)
  const storage = { getItem: (key: string) => entries.get(key) ?? null, setItem }
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', storage)
  const [mine, other] = [coreOf({ persist: 'local', accounts: 2 }), coreOf({ persist: 'local', accounts: 2 })]
  const { heard } = pageOf(other)
  const networks: unknown[] = []
  other.person.port(site).on('network', (network) => networks.push(network))
  await pageOf(mine).ask('connect')
  mine.person.selectAccount(1)
  mine.setState({ network: 'test' })
  const [[key, newValue] = []] = entries
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  expect(other.person.state).toMatchObject({ permitted: [site], exposed: [1], network: 'test' })
  expect([heard, networks]).toEqual([[[1]], ['test']])
  other.person.close()
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
  expect(coreOf({ persist: 'local', accounts: 2 }).person.state).toMatchObject({ network: 'test', exposed: [1] })
})

test('R14: storage that throws only means that the wallet forgets', async () => {
  const denied = () => {
    throw new Error('denied')
  }
  expect(await pageOf(coreOf({ persist: { getItem: denied, setItem: denied } })).ask('connect')).toEqual([0])
})

test('reset forgets scripts and log, and declines what waits', async () => {
  const core = coreOf()
  core.person.script('connect', manual(), approve())
  const asked = failure(pageOf(core).ask('connect'))
  await vi.advanceTimersByTimeAsync(0)
  core.person.reset()
  expect(await asked).toMatchObject({ code: 4001 })
  expect([core.person.log, core.person.pending]).toEqual([[], []])
})

test('a chain adds its own properties, and snapshots stay live', () => {
  const core = coreOf()
  const wallet = extendPerson(core.person, {
    get network() {
      return core.getState().network
    },
  })
  core.setState({ network: 'test' })
  expect([wallet.network, wallet.state.network, wallet.info.name]).toEqual(['test', 'test', 'Test'])
})
