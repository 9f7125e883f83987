import { fakeAdapter, fakeAddress, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import type { Connector } from '../../connector.js'
import { publishConnectors } from '../connection/connectors.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { sendTransaction } from '../send/sendTransaction.js'
import { canReplace, followSent, loadSent, replaceSent, sentRowsOf, sentStore } from './index.js'

const networkId = 'eip155:1'
const never = () => new Promise<never>(() => undefined)

function setUp(connector: Partial<Connector> = { keepsNonce: true }, adapter: FakeAdapterOptions = {}, storage = memoryStorage()) {
  const asked: unknown[] = []
  let replacements = 0
  const portico = testPortico({
    storage,
    adapters: [
      fakeAdapter({
        sendTransaction: () => Promise.resolve('0x1'),
        waitForReceipt: never,
        replaceTransaction: (request) => Promise.resolve((asked.push(request), `0x${(replacements += 1) + 1}`)),
        ...adapter,
      }),
    ],
  })
  publishConnectors(portico, 'eip155', [fakeConnector(connector)])
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(connector), grant, activate: true })
  const rows = () => sentRowsOf(portico, sentStore(portico).getState(), { address: fakeAddress, networkId }, [])
  return { portico, asked, storage, rows }
}

test('one that waits is replaced, the replacement is what the next one replaces, and there is one row', async () => {
  const { portico, asked, rows } = setUp()
  await sendTransaction(portico, { to: '0x91', value: 5n })
  expect(await replaceSent(portico, { hash: '0x1', how: 'speedUp' })).toBe('0x2')
  expect(await replaceSent(portico, { hash: '0x1', how: 'cancel' })).toBe('0x3')
  expect(asked).toMatchObject([
    { hash: '0x1', how: 'speedUp', address: fakeAddress },
    { hash: '0x2', how: 'cancel' },
  ])
  expect(rows()).toMatchObject([{ id: 'sent:0x1', status: 'pending', replacing: 'cancel' }])
})

test('a wallet that goes by its own nonce is not asked: speeding up would send a second time', async () => {
  const { portico, asked } = setUp({})
  await sendTransaction(portico, { to: '0x91', value: 5n })
  expect(canReplace(portico, networkId)).toBe(false)
  await expect(replaceSent(portico, { hash: '0x1', how: 'speedUp' })).rejects.toMatchObject({ name: 'UnsupportedMethodError' })
  expect(asked).toEqual([])
  expect(canReplace(setUp({ kind: 'embedded' }).portico, networkId)).toBe(true)
})

test('what is not of this site, or not of this account, is not replaced', async () => {
  const { portico, asked } = setUp()
  await expect(replaceSent(portico, { hash: '0x9', how: 'cancel' })).rejects.toMatchObject({ name: 'TransactionNotPendingError' })
  await sendTransaction(portico, { to: '0x91', value: 5n })
  const grant = { addresses: ['0x4c8F02bD93A1b27c0D5e6F7890aBcDeF12e8027d'] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector({ keepsNonce: true }), grant, activate: true })
  await expect(replaceSent(portico, { hash: '0x1', how: 'cancel' })).rejects.toMatchObject({ name: 'TransactionNotPendingError' })
  expect(asked).toEqual([])
})

test.each([
  ['cancel', { outcome: 'success', minedHash: '0x2' }, 'cancelled', 'failed'],
  ['speedUp', { outcome: 'success', minedHash: '0x2' }, 'repriced', 'confirmed'],
  ['cancel', { outcome: 'replaced', minedHash: '0x1' }, 'success', 'confirmed'],
  ['speedUp', { outcome: 'reverted', minedHash: '0x2' }, 'reverted', 'failed'],
] as const)('after a reload the end of it is told by its replacement: %s, %o', async (how, receipt, outcome, status) => {
  const { portico, storage } = setUp()
  await sendTransaction(portico, { to: '0x91', value: 5n })
  await replaceSent(portico, { hash: '0x1', how })
  const waited: string[] = []
  const waitForReceipt: FakeAdapterOptions['waitForReceipt'] = ({ hash }) =>
    Promise.resolve((waited.push(hash), { hash, blockNumber: 7n, ...receipt }))
  const later = setUp({}, { waitForReceipt }, storage)
  loadSent(later.portico)
  await followSent(later.portico, '0x1')
  expect(waited).toEqual(['0x2'])
  await vi.waitFor(() => expect(sentStore(later.portico).getState()).toMatchObject([{ hash: '0x1', outcome }]))
  expect(later.rows()).toMatchObject([{ status, hash: receipt.minedHash }])
})
