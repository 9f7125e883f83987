import { fakeAdapter, fakeAddress, fakeConnector, memoryStorage, testPortico } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { InvalidOptionError } from '../../kit/errors.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { ConnectorNotConnectedError } from '../connection/errors.js'
import type { Receipt } from '../send/capability.js'
import { sendTransaction } from '../send/sendTransaction.js'
import { addTransaction, loadSent, sentRowsOf, sentStore, type AddTransactionParameters } from './index.js'

const networkId = 'eip155:1'
const mined: Receipt = { hash: '0x1', outcome: 'success', minedHash: '0x1', blockNumber: 1n }

function setUp({ storage = memoryStorage(), isConnected = true } = {}) {
  let resolve: (receipt: Receipt) => void = () => expect.fail('nobody waits')
  const receipt = new Promise<Receipt>((done) => (resolve = done))
  const adapter = fakeAdapter({ sendTransaction: () => Promise.resolve('0x1'), waitForReceipt: () => receipt })
  const portico = testPortico({ storage, adapters: [adapter] })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  if (isConnected) dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  const shown = () => sentRowsOf(portico, sentStore(portico).getState(), { address: fakeAddress, networkId }, [])
  return { portico, storage, mine: () => resolve(mined), shown }
}

test('a transaction that the site tells of stands in the activity, through a reload, and its outcome is followed', async () => {
  const { portico, storage, mine, shown } = setUp()
  addTransaction(portico, { hash: '0x1', description: 'Mint a ticket' })
  expect(shown()).toMatchObject([
    { hash: '0x1', status: 'pending', description: 'Mint a ticket', from: fakeAddress, to: '', transfers: [] },
  ])
  const later = setUp({ storage })
  loadSent(later.portico)
  expect(later.shown()).toMatchObject([{ hash: '0x1', description: 'Mint a ticket' }])
  mine()
  await vi.waitFor(() => expect(shown()).toMatchObject([{ status: 'confirmed', description: 'Mint a ticket' }]))
})

test('of one that was sent from here the site adds what it does, and nothing else changes', async () => {
  const { portico, shown } = setUp()
  await sendTransaction(portico, { to: '0x91', value: 5n })
  const [before] = shown()
  addTransaction(portico, { hash: '0x1', description: 'Pay for lunch', to: '0x55' })
  expect(shown()).toEqual([{ ...before, description: 'Pay for lunch' }])
  addTransaction(portico, { hash: '0x1' })
  expect(shown()).toEqual([{ ...before, description: 'Pay for lunch' }])
})

test.each<[string, unknown]>([
  ['hash', { hash: '' }],
  ['hash', { hash: 'javascript:alert(1)' }],
  ['hash', { hash: 7 }],
  ['description', { hash: '0x1', description: '' }],
  ['description', { hash: '0x1', description: 'a'.repeat(121) }],
  ['to', { hash: '0x1', to: '' }],
  ['networkId', { hash: '0x1', networkId: 'eip155:999' }],
])('a wrong %s is refused by name, and nothing is remembered: %j', (option, parameters) => {
  const { portico, storage } = setUp()
  const add = () => addTransaction(portico, parameters as AddTransactionParameters)
  expect(add).toThrow(InvalidOptionError)
  expect(add).toThrow(`'${option}'`)
  expect(storage.entries.has('@portico/portico/sent')).toBe(false)
})

test('without an account there is nobody’s activity', () => {
  expect(() => addTransaction(setUp({ isConnected: false }).portico, { hash: '0x1' })).toThrow(ConnectorNotConnectedError)
})
