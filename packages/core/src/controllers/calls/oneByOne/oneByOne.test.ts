import { fakeAdapter, fakeAddress, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { describe, expect, test, vi } from 'vitest'
import { UserRejectedError } from '../../connection/errors.js'
import { dispatchConnection } from '../../connection/dispatch.js'
import { InsufficientFundsError } from '../../account/errors.js'
import { sentStore } from '../../activity/sent.js'
import type { Receipt } from '../../send/capability.js'
import { closeModal } from '../../../router/router.js'
import { registerViews } from '../../../router/knownViews.js'
import { currentEntry, routerStore } from '../../../router/store.js'
import {
  callsErrorStore,
  callsStore,
  continueCalls,
  findBatch,
  getCallsStatus,
  resumeCalls,
  sendCalls,
  stopCalls,
  waitForCalls,
} from '../index.js'
import { batchLifetime, parseBatches } from './schema.js'

const networkId = 'eip155:1'
const calls = [{ to: '0xa', value: 1n }, { to: '0xb', data: '0x12' }, { to: '0xc' }]
const until = vi.waitFor

/** A wallet that knows no batches: it answers each call as `answers` say, by hash or error, and the chain by `outcomes`. */
function setUp({
  answers = ['0x1', '0x2', '0x3'],
  outcomes = {},
  storage = memoryStorage(),
  modal = true,
  ...methods
}: FakeAdapterOptions & {
  answers?: (string | Error)[]
  outcomes?: Readonly<Record<string, Receipt['outcome'] | Promise<never>>>
  storage?: ReturnType<typeof memoryStorage>
  modal?: boolean
} = {}) {
  const asked: string[] = []
  const adapter = fakeAdapter({
    sendTransaction({ to }) {
      asked.push(to)
      const answer = answers.shift() ?? new Error('none left')
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer)
    },
    async waitForReceipt({ hash }) {
      const outcome = (await outcomes[hash]) ?? 'success'
      return { hash, outcome, minedHash: hash, blockNumber: 1n }
    },
    getCallReceipts: ({ hashes }) =>
      Promise.resolve(hashes.map((transactionHash) => ({ transactionHash, status: 'success', blockNumber: 1n, logs: [] }))),
    ...methods,
  })
  const portico = testPortico({ storage, adapters: [adapter] })
  if (modal) registerViews(portico, ['Calls'])
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  const view = () => currentEntry(routerStore(portico).getState())?.view
  const steps = (id: string) => findBatch(portico, id)?.steps.map(({ status }) => status)
  return { portico, asked, storage, view, steps, adapter }
}
const never = new Promise<never>(() => undefined)

test('calls are sent one after the other, and the end is 200 with a receipt of each', async () => {
  const { portico, asked, view } = setUp()
  const { id } = await sendCalls(portico, { calls })
  expect(view()).toBe('Calls')
  const status = await waitForCalls(portico, { id, pollingInterval: 1 })
  expect(status).toMatchObject({ id, networkId, status: 200, atomic: false })
  expect(status.receipts.map(({ transactionHash }) => transactionHash)).toEqual(['0x1', '0x2', '0x3'])
  expect(asked).toEqual(['0xa', '0xb', '0xc'])
  expect(sentStore(portico).getState()).toHaveLength(3)
})

test('the next is not asked for before the last is confirmed', async () => {
  const { portico, asked, steps } = setUp({ outcomes: { '0x1': never } })
  const { id } = await sendCalls(portico, { calls })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual(['0xa'])
  expect(steps(id)).toEqual(['sent', 'waiting', 'waiting'])
  expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 100, receipts: [] })
})

test.each([new UserRejectedError(), new InsufficientFundsError()])(
  'a first call that is not sent is the end, and leaves nothing behind: $name',
  async (error) => {
    const { portico, view } = setUp({ answers: [error] })
    await expect(sendCalls(portico, { calls })).rejects.toBe(error)
    expect(callsStore(portico).getState()).toEqual([])
    expect(view()).toBeUndefined()
  },
)

test('a call that the wallet did not answer may have been sent: who goes on has the chain asked, and not the wallet again', async () => {
  const silence = Object.assign(new Error('Request expired'), { name: 'RequestExpiredError' })
  const { portico, asked } = setUp({
    answers: ['0x1', silence, '0x3'],
    checkpoint: () => Promise.resolve({ nonce: 1, blockNumber: 7 }),
    findSent: () => Promise.resolve('0x2'),
  })
  const { id } = await sendCalls(portico, { calls })
  await until(() =>
    expect(findBatch(portico, id)).toMatchObject({ state: 'paused', steps: [{}, { status: 'failed', reason: 'unknown' }, {}] }),
  )
  await continueCalls(portico, id)
  expect(asked).toEqual(['0xa', '0xb', '0xc'])
  expect((await getCallsStatus(portico, { id })).receipts.map(({ transactionHash }) => transactionHash)).toEqual(['0x1', '0x2', '0x3'])
})

describe('declined at the second call', () => {
  test('it pauses, goes on when the visitor says so, and is done', async () => {
    const { portico, asked, steps } = setUp({ answers: ['0x1', new UserRejectedError(), '0x2', '0x3'] })
    const { id } = await sendCalls(portico, { calls })
    await until(() => expect(findBatch(portico, id)?.state).toBe('paused'))
    expect(steps(id)).toEqual(['confirmed', 'failed', 'waiting'])
    expect(callsErrorStore(portico).getState()[id]).toBeInstanceOf(UserRejectedError)
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 100 })
    await continueCalls(portico, id)
    expect(callsErrorStore(portico).getState()).toEqual({})
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 200 })
    expect(asked).toEqual(['0xa', '0xb', '0xb', '0xc'])
  })

  test('stopped it went through in part', async () => {
    const { portico } = setUp({ answers: ['0x1', new UserRejectedError()] })
    const { id } = await sendCalls(portico, { calls })
    await until(() => expect(findBatch(portico, id)?.state).toBe('paused'))
    stopCalls(portico, id)
    expect(await waitForCalls(portico, { id })).toMatchObject({ status: 600, receipts: [{ transactionHash: '0x1' }] })
    await continueCalls(portico, id)
    expect(findBatch(portico, id)?.state).toBe('ended')
  })

  test('closing the modal stops it', async () => {
    const { portico } = setUp({ answers: ['0x1', new UserRejectedError()] })
    const { id } = await sendCalls(portico, { calls })
    await until(() => expect(findBatch(portico, id)?.state).toBe('paused'))
    closeModal(portico)
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 600 })
  })

  test.each([
    ['no modal', { modal: false }, {}],
    ['a site that shows it itself', {}, { showProgress: false }],
  ])('with %s it is over at once', async (_, set, parameters) => {
    const { portico, view } = setUp({ answers: ['0x1', new UserRejectedError()], ...set })
    const { id } = await sendCalls(portico, { calls, ...parameters })
    expect(view()).toBeUndefined()
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status: 600 })
  })
})

describe('the end of a call on the chain', () => {
  test.each([
    ['reverted', 500],
    ['cancelled', 400],
    ['replaced', 400],
  ] as const)('the first is %s: %d, and nothing more is asked for', async (outcome, status) => {
    const { portico, asked } = setUp({ outcomes: { '0x1': outcome }, modal: false })
    const { id } = await sendCalls(portico, { calls })
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status })
    expect(asked).toEqual(['0xa'])
  })

  test('the second reverts: 600, and the third is not asked for', async () => {
    const { portico, asked, steps } = setUp({ outcomes: { '0x2': 'reverted' } })
    const { id } = await sendCalls(portico, { calls })
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status: 600 })
    expect(asked).toEqual(['0xa', '0xb'])
    expect(steps(id)).toEqual(['confirmed', 'reverted', 'waiting'])
  })

  test('ERC-7867: after a call that may fail it goes on, and a part of it happened', async () => {
    const { portico, asked } = setUp({ outcomes: { '0x1': 'reverted' } })
    const loose = [{ to: '0xa', capabilities: { flowControl: { 'on-failure': 'continue' } } }, { to: '0xb' }]
    const { id } = await sendCalls(portico, { calls: loose, capabilities: { flowControl: { atomicity: 'none' } } })
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status: 600 })
    expect(asked).toEqual(['0xa', '0xb'])
  })

  test('one that was repriced in the wallet is confirmed', async () => {
    const { portico } = setUp({ outcomes: { '0x1': 'repriced' } })
    const { id } = await sendCalls(portico, { calls: [{ to: '0xa' }] })
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status: 200 })
  })
})

describe('what it cannot do is refused before anybody is asked', () => {
  test.each<[string, number, object]>([
    ['all or nothing', 5760, { calls, atomicRequired: true }],
    ['strict flow control', 5760, { calls, capabilities: { flowControl: { atomicity: 'strict' } } }],
    ['a rollback', 5760, { calls: [{ to: '0xa', capabilities: { flowControl: { 'on-failure': 'rollback' } } }] }],
    ['a paymaster', 5700, { calls, capabilities: { paymasterService: { url: 'https://pay.example' } } }],
    ['funds of elsewhere, for one call', 5700, { calls: [{ to: '0xa', capabilities: { auxiliaryFunds: {} } }] }],
  ])('%s: %d', async (_, code, parameters) => {
    const { portico, asked } = setUp()
    await expect(sendCalls(portico, parameters as never)).rejects.toMatchObject({ code })
    expect(asked).toEqual([])
  })

  test('what is optional is left out, and one call is all or nothing by itself', async () => {
    const { portico, asked } = setUp()
    await sendCalls(portico, { calls: [{ to: '0xa' }], atomicRequired: true, capabilities: { paymasterService: { optional: true } } })
    expect(asked).toEqual(['0xa'])
  })

  test('an id that was used', async () => {
    const { portico } = setUp()
    await sendCalls(portico, { calls: [{ to: '0xa' }], id: 'mine' })
    await expect(sendCalls(portico, { calls: [{ to: '0xa' }], id: 'mine' })).rejects.toMatchObject({ code: 5720 })
  })

  test('an instruction of Solana', async () => {
    const { portico } = setUp()
    await expect(sendCalls(portico, { calls: [{ programAddress: 'x' }] })).rejects.toMatchObject({ option: 'calls[0]' })
  })
})

describe('after a reload', () => {
  /** What a page leaves that is closed while the first call waits for a block. */
  async function left(outcomes: Parameters<typeof setUp>[0] = { outcomes: { '0x1': never } }) {
    const { portico, storage } = setUp(outcomes)
    const { id } = await sendCalls(portico, { calls })
    return { id, storage: memoryStorage(Object.fromEntries(storage.entries)) }
  }

  test('what was sent is followed, and the visitor is asked whether to go on, not the wallet', async () => {
    const { id, storage } = await left()
    const { portico, asked, view, steps } = setUp({ storage, answers: ['0x2', '0x3'] })
    resumeCalls(portico)
    await until(() => expect(findBatch(portico, id)?.state).toBe('paused'))
    expect(view()).toBe('Calls')
    expect(steps(id)).toEqual(['confirmed', 'waiting', 'waiting'])
    expect(asked).toEqual([])
    await continueCalls(portico, id)
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 200 })
    expect(asked).toEqual(['0xb', '0xc'])
  })

  test('a site that asks how it stands is told, also without a modal', async () => {
    const { id, storage } = await left()
    const { portico } = setUp({ storage, modal: false })
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 100 })
    expect(await waitForCalls(portico, { id, pollingInterval: 1 })).toMatchObject({ status: 600, receipts: [{ transactionHash: '0x1' }] })
  })

  test('another account is not shown it, and cannot go on with it', async () => {
    const { id, storage } = await left()
    const { portico, asked, view } = setUp({ storage })
    const grant = { addresses: ['0xother'] as const, networkId } as const
    dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector({ id: 'other' }), grant, activate: true })
    resumeCalls(portico)
    await until(() => expect(findBatch(portico, id)?.state).toBe('paused'))
    expect(view()).toBeUndefined()
    await continueCalls(portico, id)
    expect(asked).toEqual([])
    expect(callsErrorStore(portico).getState()[id]).toMatchObject({ name: 'CallsAccountError' })
  })

  const checkpoint = { checkpoint: () => Promise.resolve({ nonce: 4, blockNumber: 9 }) }
  async function leftWhileAsking() {
    const storage = memoryStorage()
    const { portico, steps } = setUp({
      ...checkpoint,
      storage,
      sendTransaction: ({ to }) => (to === '0xa' ? Promise.resolve('0x1') : never),
    })
    const { id } = await sendCalls(portico, { calls })
    await until(() => expect(steps(id)).toEqual(['confirmed', 'asking', 'waiting']))
    return { id, storage: memoryStorage(Object.fromEntries(storage.entries)) }
  }

  test('what the wallet sent while the page was gone is found on the chain, and is not asked for a second time', async () => {
    const { id, storage } = await leftWhileAsking()
    const asked: unknown[] = []
    const findSent: FakeAdapterOptions['findSent'] = ({ since, call }) => {
      asked.push([since, call.to])
      return Promise.resolve('0x2')
    }
    const { portico, steps } = setUp({ storage, findSent })
    resumeCalls(portico)
    await until(() => expect(steps(id)).toEqual(['confirmed', 'confirmed', 'waiting']))
    expect(asked).toEqual([[{ nonce: 4, blockNumber: 9 }, '0xb']])
  })

  test('what it did not send is asked for again when the visitor goes on', async () => {
    const { id, storage } = await leftWhileAsking()
    const { portico, asked } = setUp({ storage, answers: ['0x2', '0x3'], findSent: () => Promise.resolve(undefined) })
    resumeCalls(portico)
    await until(() => expect(findBatch(portico, id)).toMatchObject({ state: 'paused', steps: [{}, { reason: 'unsent' }, {}] }))
    await continueCalls(portico, id)
    expect(asked).toEqual(['0xb', '0xc'])
  })

  test('what nobody can tell is said to be unknown, and the chain is asked again before the wallet is', async () => {
    const { id, storage } = await leftWhileAsking()
    let isThere = false
    const { portico, asked } = setUp({
      storage,
      answers: ['0x3'],
      findSent: () => (isThere ? Promise.resolve('0x2') : Promise.reject(new Error('down'))),
    })
    resumeCalls(portico)
    await until(() => expect(findBatch(portico, id)).toMatchObject({ state: 'paused', steps: [{}, { reason: 'unknown' }, {}] }))
    isThere = true
    await continueCalls(portico, id)
    expect(asked).toEqual(['0xc'])
    expect(await getCallsStatus(portico, { id })).toMatchObject({ status: 200 })
  })
})

describe('beside another tab that sends a batch of its own', () => {
  /** Two tabs of one site: while the wallet of the second shows a call, the second call of the first one's batch is sent. */
  async function tabs() {
    const storage = memoryStorage()
    let confirm = (_: Receipt) => {}
    let approve = (_: string) => {}
    const confirmed = new Promise<Receipt>((resolve) => (confirm = resolve))
    const approved = new Promise<string>((resolve) => (approve = resolve))
    const first = setUp({
      storage,
      answers: ['0x1', '0x2'],
      waitForReceipt: ({ hash }) => (hash === '0x1' ? confirmed : never),
    })
    const { id } = await sendCalls(first.portico, { calls })
    const second = setUp({ storage, sendTransaction: () => approved, waitForReceipt: () => never })
    const sending = sendCalls(second.portico, { calls: [{ to: '0xd' }] })
    await until(() =>
      expect(
        callsStore(second.portico)
          .getState()
          .map((batch) => batch.steps[0]?.status),
      ).toEqual(['asking', 'sent']),
    )
    confirm({ hash: '0x1', outcome: 'success', minedHash: '0x1', blockNumber: 1n })
    await until(() => expect(first.steps(id)).toEqual(['confirmed', 'sent', 'waiting']))
    approve('0x9')
    const { id: other } = await sending
    return { first, id, other, stored: (wanted: string) => setUp({ storage }).steps(wanted) }
  }

  test('R15: how far the first one is stays written, so that no page after it sends a call twice', async () => {
    const { id, stored } = await tabs()
    expect(stored(id)).toEqual(['confirmed', 'sent', 'waiting'])
  })

  test('R15: the other one stays written, though the first goes on', async () => {
    const { first, id, other, stored } = await tabs()
    stopCalls(first.portico, id)
    expect(stored(other)).toEqual(['sent'])
    expect(stored(id)).toEqual(['confirmed', 'sent', 'waiting'])
  })
})

test('what is stored is read for a day, and what is malformed is left out', () => {
  const batch = {
    id: 'a',
    networkId,
    address: '0x1',
    calls: [{ to: '0xa', value: '5' }],
    steps: [{ status: 'waiting' }],
    state: 'paused',
    startedAt: Date.now(),
  }
  const read = (...list: unknown[]) => parseBatches(JSON.stringify(list))
  expect(read(batch)).toEqual([{ ...batch, namespace: 'eip155', calls: [{ to: '0xa', value: 5n }] }])
  const odd = [
    { startedAt: Date.now() - batchLifetime - 1 },
    { steps: [] },
    { steps: [{ status: 'sent' }] },
    { networkId: 'near:1' },
    { calls: [{ to: '0xa', value: -1 }] },
    { state: 'lost' },
  ]
  expect(read(null, 'x', ...odd.map((one) => ({ ...batch, ...one })))).toEqual([])
  for (const text of [null, '', '{', '{}']) expect(parseBatches(text)).toEqual([])
})
