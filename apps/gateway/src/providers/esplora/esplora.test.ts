import { createBitcoin } from '@portico/chains/bitcoin'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainOf, parametersOf, signal, standIn } from '../test/standIn.js'
import { balance, historyPage } from '../wire.js'
import { esplora } from './esplora.js'
import { rowOf } from './row.js'

const bitcoin = createBitcoin({ port: 13_022, automine: false })
beforeAll(() => bitcoin.start())
afterAll(() => bitcoin.stop())

const chain = chainOf({
  id: 'bip122:000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  rpc: [bitcoin.url],
  native: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
})
const provider = esplora(parametersOf(fetch, { kind: 'node' }, chain))
const address = bitcoin.accounts[3]?.payment.address ?? ''
const page = (cursor?: string) => provider.history?.({ address, cursor, limit: 50, signal })

test('what an address has, what it got, page by page', async () => {
  const before = await provider.balances?.({ address, fresh: true, signal })
  const ids = Array.from({ length: 30 }, () => bitcoin.faucet(address, 50_000n))
  const after = (await provider.balances?.({ address, fresh: true, signal })) ?? []
  expect(after.map((each) => balance.parse(each))).toMatchObject([{ symbol: 'BTC', quantity: { decimals: '8' } }])
  expect(Number(after[0]?.quantity.numeric) - Number(before?.[0]?.quantity.numeric)).toBeCloseTo(0.015, 8)

  const first = historyPage.parse(await page())
  expect(first.data).toHaveLength(25)
  expect(first.data[0]).toMatchObject({
    metadata: { hash: ids[29], operationType: 'receive', status: 'confirmed', sentTo: address },
    transfers: [{ direction: 'in', quantity: { numeric: '0.0005' } }],
  })
  const second = historyPage.parse(await page(first.next ?? ''))
  expect(second.next).toBeNull()
  const all = [...first.data, ...second.data]
  expect(all.map(({ metadata }) => metadata.hash)).toEqual(expect.arrayContaining(ids))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

const output = (scriptpubkey_address: string, value: bigint) => ({ scriptpubkey_address, value })
const spent = (address_: string, value: bigint) => ({ prevout: output(address_, value) })
const txid = '0'.repeat(64)
const row = (vin: ReturnType<typeof spent>[], vout: ReturnType<typeof output>[], confirmed = true) =>
  rowOf({ transaction: { txid, vin, vout, fee: 1000n, status: { confirmed } }, address: 'me', chain, now: 0 })

test('what is sent is what others get: change and fee are no transfer', () => {
  const { metadata, transfers } = row([spent('me', 100_000n)], [output('you', 60_000n), output('me', 39_000n)])
  expect(metadata).toMatchObject({ operationType: 'send', sentFrom: 'me', sentTo: 'you', fee: { numeric: '0.00001' } })
  expect(transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '0.0006' } }])
})

test('to oneself, still waiting, and together with others', () => {
  expect(row([spent('me', 100_000n)], [output('me', 99_000n)], false)).toMatchObject({
    metadata: { operationType: 'send', status: 'pending', sentTo: 'me' },
    transfers: [{ direction: 'self', quantity: { numeric: '0.00099' } }],
  })
  const joint = row([spent('me', 100_000n), spent('you', 50_000n)], [output('them', 149_000n)])
  expect(joint).toMatchObject({ transfers: [{ direction: 'out', quantity: { numeric: '0.001' } }] })
  expect(joint.metadata.fee).toBeUndefined()
})

test('silence and nonsense are told apart, and other chains refused', async () => {
  const asking = (app: Hono) =>
    esplora(parametersOf(standIn(app), { kind: 'esplora' }, chain)).history?.({ address, cursor: undefined, limit: 50, signal })
  await expect(asking(new Hono().get('*', (context) => context.text('', 504)))).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(asking(new Hono().get('*', (context) => context.json([{ txid: 'x' }])))).rejects.toMatchObject({ reason: 'malformed' })
  expect(() => esplora(parametersOf(fetch, { kind: 'esplora' }))).toThrow('esplora knows nothing of eip155:1')
})
