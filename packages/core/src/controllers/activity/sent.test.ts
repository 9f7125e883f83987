import { fakeAdapter, fakeAddress, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { PorticoError } from '../../kit/errors.js'
import { queryClientOf } from '../../portico/query.js'
import { dispatchConnection } from '../connection/dispatch.js'
import type { Receipt } from '../send/capability.js'
import { sendTransaction } from '../send/sendTransaction.js'
import { followSent, loadSent, sentRowsOf, sentStore, toldRowsOf, type ActivityRow } from './index.js'
import { noteOrder, rememberSent, settleSent, sentLimit } from './sent.js'

const networkId = 'eip155:1'
const holder = { address: fakeAddress, networkId } as const
const receipt = (outcome: Receipt['outcome'], minedHash = '0x1'): Receipt => ({ hash: '0x1', outcome, minedHash, blockNumber: 1n })
const never = () => new Promise<never>(() => undefined)

function setUp(adapter: FakeAdapterOptions = {}, storage = memoryStorage()) {
  const portico = testPortico({
    storage,
    adapters: [fakeAdapter({ sendTransaction: () => Promise.resolve('0x1'), waitForReceipt: never, ...adapter })],
  })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  return {
    portico,
    storage,
    shown: (rows: readonly ActivityRow[] = []) => sentRowsOf(portico, sentStore(portico).getState(), holder, rows),
  }
}
const row = (hash: string, status: ActivityRow['status'] = 'confirmed') => ({ hash, status }) as ActivityRow

test('a transaction of one’s own stands there at once, as pending, also after a reload', async () => {
  const { portico, storage, shown } = setUp()
  await sendTransaction(portico, { to: '0x91', value: 5n })
  const pending = {
    hash: '0x1',
    status: 'pending',
    operation: 'send',
    to: '0x91',
    transfers: [{ units: 5n, symbol: 'ETH', direction: 'out' }],
  }
  expect(shown()).toMatchObject([pending])
  const later = setUp({}, storage)
  loadSent(later.portico)
  expect(later.shown()).toMatchObject([pending])
  expect(sentRowsOf(later.portico, sentStore(later.portico).getState(), { ...holder, networkId: 'eip155:10' }, [])).toEqual([])
})

test('R15: what another tab has sent since is still there after a reload', () => {
  const { portico: first, storage } = setUp()
  const { portico: second } = setUp({}, storage)
  for (const portico of [first, second]) loadSent(portico)
  rememberSent(first, { hash: '0x1', ...holder, to: '0x91' })
  rememberSent(second, { hash: '0x2', ...holder, to: '0x92' })
  settleSent(first, [row('0x1')])
  const { portico: later } = setUp({}, storage)
  loadSent(later)
  expect(
    sentStore(later)
      .getState()
      .map(({ hash }) => hash),
  ).toEqual(['0x2'])
})

test('it becomes the confirmed row, and is forgotten', async () => {
  const { portico, shown, storage } = setUp()
  await sendTransaction(portico, { to: '0x91', value: 5n })
  settleSent(portico, [row('0x1', 'pending')])
  expect(shown([row('0x1', 'pending')])).toEqual([])
  expect(shown()).toHaveLength(1)
  settleSent(portico, [row('0x1')])
  expect(shown()).toEqual([])
  expect(storage.entries.get('@portico/portico/sent')).toBe('[]')
})

test.each([
  ['success', 'confirmed', undefined],
  ['reverted', 'failed', undefined],
  ['replaced', 'failed', 'replaced'],
  ['repriced', 'confirmed', 'repriced'],
  ['cancelled', 'failed', 'cancelled'],
] as const)('%s is told as %s, and the balance is asked for anew', async (outcome, status, said) => {
  const getBalance = vi.fn(() => Promise.resolve(1n))
  const { portico, shown } = setUp({ getBalance, waitForReceipt: () => Promise.resolve(receipt(outcome, '0x2')) })
  await sendTransaction(portico, { to: '0x91', value: 5n })
  await vi.waitFor(() => expect(shown()).toMatchObject([{ status, hash: '0x2' }]))
  expect(shown()[0]?.outcome).toBe(said)
  await vi.waitFor(() => expect(getBalance).toHaveBeenCalledOnce())
  expect(shown([row('0x2')])).toEqual([])
})

test.each([
  ['cancelled', 'cancelled'],
  ['repriced', 'repriced'],
  ['replaced', undefined],
] as const)(
  '%s, and the row of what was mined in its place says so: after a reload, too, and whichever was told of first',
  async (outcome, said) => {
    let tell: (told: Receipt) => void = () => undefined
    const mined = new Promise<Receipt>((resolve) => (tell = resolve))
    const { portico, shown, storage } = setUp({ waitForReceipt: () => mined })
    await sendTransaction(portico, { to: '0x91', value: 5n })
    settleSent(portico, [row('0x2')])
    expect(shown([row('0x2')])).toMatchObject([{ id: 'sent:0x1', status: 'pending' }])
    tell(receipt(outcome, '0x2'))
    await vi.waitFor(() => expect(shown([row('0x2')])).toEqual([]))

    const history = [row('0x2'), row('0x3')]
    const expected = [{ ...row('0x2'), inPlaceOf: '0x1', ...(said && { outcome: said }) }, row('0x3')]
    expect(toldRowsOf(sentStore(portico).getState(), holder, history)).toEqual(expected)
    settleSent(portico, history)
    settleSent(portico, history)
    const later = setUp({}, storage)
    loadSent(later.portico)
    for (const { portico: one } of [{ portico }, later]) {
      const sent = sentStore(one).getState()
      expect(toldRowsOf(sent, holder, history)).toEqual(expected)
      expect(toldRowsOf(sent, { ...holder, networkId: 'eip155:10' }, history)).toEqual(history)
    }
    // Newer ones push it off the first page: it does not come back.
    expect(later.shown([row('0x3')])).toEqual([])
  },
)

test('what somebody else sent by an order is the row that the order was: the view that shows it goes on, after a reload, too', async () => {
  const { portico, shown, storage } = setUp()
  const order = { key: 'order:1', until: Date.now() + 60_000 }
  rememberSent(portico, { hash: order.key, order, ...holder, to: '0x91' })
  expect(shown([row('0x3')])).toMatchObject([{ id: 'sent:order:1', hash: '', status: 'pending' }])
  noteOrder(portico, order.key, { hash: '0x2' })
  expect(shown([row('0x3')])).toMatchObject([{ id: 'sent:order:1', hash: '0x2' }])
  const history = [row('0x2'), row('0x3')]
  const expected = [{ ...row('0x2'), inPlaceOf: order.key }, row('0x3')]
  expect(shown(history)).toEqual([])
  expect(toldRowsOf(sentStore(portico).getState(), holder, history)).toEqual(expected)
  settleSent(portico, history)
  settleSent(portico, history)
  const later = setUp({}, storage)
  loadSent(later.portico)
  for (const { portico: one } of [{ portico }, later]) expect(toldRowsOf(sentStore(one).getState(), holder, history)).toEqual(expected)
  expect(later.shown([row('0x3')])).toEqual([])
})

test('one that nothing is heard of stays pending, and is followed again when somebody looks', async () => {
  let asked = 0
  const { portico, shown } = setUp({
    waitForReceipt: () => ((asked += 1) === 1 ? Promise.reject(new Error('180 s')) : Promise.resolve(receipt('success'))),
  })
  await sendTransaction(portico, { to: '0x91', value: 5n })
  await vi.waitFor(() => expect(asked).toBe(1))
  expect(shown()).toMatchObject([{ status: 'pending' }])
  await vi.waitFor(async () => {
    await followSent(portico, '0x1')
    expect(shown()).toMatchObject([{ status: 'confirmed' }])
  })
})

test('all of a token stays what was sent when there is none of it left, also after a reload', async () => {
  const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const usdc = { networkId, address: token, symbol: 'USDC', name: 'USD Coin', units: 7n, decimals: 6 }
  const { portico, shown, storage } = setUp()
  queryClientOf(portico).setQueryData(['balances', networkId, fakeAddress], [usdc])
  await sendTransaction(portico, { to: '0x91', value: 7n, token })
  const expected = [{ operation: 'send', transfers: [{ address: token, symbol: 'USDC', units: 7n, decimals: 6 }] }]
  expect(shown()).toMatchObject(expected)
  queryClientOf(portico).setQueryData(['balances', networkId, fakeAddress], [])
  expect(shown()).toMatchObject(expected)
  const later = setUp({}, storage)
  loadSent(later.portico)
  expect(later.shown()).toMatchObject(expected)
})

test('one that can never go through any more has failed, also after a reload', async () => {
  class TransactionExpiredError extends PorticoError {
    override readonly name = 'TransactionExpiredError'
  }
  const waitForReceipt = () => Promise.reject(new TransactionExpiredError('Its blockhash is too old.'))
  const { portico, shown, storage } = setUp({ waitForReceipt })
  await sendTransaction(portico, { to: '0x91', value: 5n })
  await vi.waitFor(() => expect(shown()).toMatchObject([{ status: 'failed', hash: '0x1' }]))
  const later = setUp({}, storage)
  loadSent(later.portico)
  expect(later.shown()).toMatchObject([{ status: 'failed' }])
})

test('at most 99 are remembered, none older than a day, and storage is not trusted (S41)', () => {
  const { portico } = setUp()
  for (let at = 0; at <= sentLimit; at += 1) rememberSent(portico, { hash: `0x${at}`, ...holder, to: '0x91' })
  expect(sentStore(portico).getState()).toHaveLength(99)
  expect(sentStore(portico).getState()[0]?.hash).toBe('0x99')
  const good = { hash: '0x1', ...holder, to: '0x91', sentAt: Date.now(), outcome: 'pending', units: '7' }
  const wrong = [
    { ...good, sentAt: Date.now() - 25 * 60 * 60_000 },
    { ...good, outcome: 'stolen' },
    { ...good, networkId: 'here' },
    { ...good, hash: { toString: 1 } },
    null,
    7,
  ]
  for (const text of [JSON.stringify([good, ...wrong]), '{', '"text"', 'null']) {
    const later = setUp({}, memoryStorage({ '@portico/portico/sent': text }))
    loadSent(later.portico)
    expect(sentStore(later.portico).getState()).toEqual(text.startsWith('[') ? [{ ...good, units: 7n }] : [])
  }
})
