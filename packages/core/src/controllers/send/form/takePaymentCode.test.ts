import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setSendToken } from './editSend.js'
import { readPaymentOrder } from './readPaymentOrder.js'
import { ether, friend, usdc, withWallet } from './send.test.helper.js'
import { setRecipient } from './setRecipient.js'
import { startSend } from './startSend.js'
import { sendFormStore } from './store.js'
import { takePaymentCode } from './takePaymentCode.js'

const token = usdc.address ?? ''

test.each([
  [friend, { to: friend }],
  ['noor.eth', { to: 'noor.eth' }],
  [`ethereum:${friend}`, { to: friend }],
  [
    `ethereum:${friend}@10?value=2.014e18`,
    { to: `ethereum:${friend}@10`, networkId: 'eip155:10', amount: { units: 2_014_000_000_000_000_000n } },
  ],
  [`ethereum:pay-${friend}?value=7`, { to: friend, amount: { units: 7n } }],
  [
    `ethereum:${token}@1/transfer?address=${friend}&uint256=1e6`,
    { to: `ethereum:${friend}@1`, networkId: 'eip155:1', token, amount: { units: 1_000_000n } },
  ],
  [`ethereum:${token}/transfer?address=${friend}`, { to: friend, token }],
  // Amounts that do not come out even, or are none, are not made up.
  [`ethereum:${friend}?value=1.5`, { to: friend }],
  [`ethereum:${friend}?value=-1`, { to: friend }],
  [`ethereum:${friend}?value=1e99`, { to: friend }],
  [`ethereum:${token}/approve?address=${friend}&uint256=1`, undefined],
  [`ethereum:${token}/transfer?uint256=1`, undefined],
  [`bitcoin:bc1qxyz`, undefined],
])('reads codes of EVM chains: %s', (text, order) => expect(readPaymentOrder(text, 'eip155')).toEqual(order))

test('reads codes of Bitcoin and Solana, with their amounts', () => {
  expect(readPaymentOrder('bitcoin:bc1qxyz?amount=0.015&label=Shop', 'bip122')).toEqual({ to: 'bc1qxyz', amount: { whole: '0.015' } })
  expect(readPaymentOrder('BITCOIN:BC1QXYZ?amount=1e5', 'bip122')).toEqual({ to: 'BC1QXYZ' })
  expect(readPaymentOrder('bitcoin:bc1qxyz?req-something=1', 'bip122')).toBeUndefined()
  // As most QR codes have it (BIP-321); and one that names two amounts says none.
  expect(readPaymentOrder('BITCOIN:BC1QXYZ?AMOUNT=0.015', 'bip122')).toEqual({ to: 'BC1QXYZ', amount: { whole: '0.015' } })
  expect(readPaymentOrder('BITCOIN:BC1QXYZ?REQ-SOMETHING=1', 'bip122')).toBeUndefined()
  expect(readPaymentOrder('bitcoin:bc1qxyz?amount=1&AMOUNT=2', 'bip122')).toEqual({ to: 'bc1qxyz' })
  expect(readPaymentOrder('solana:abc?amount=.5&spl-token=mint', 'solana')).toEqual({ to: 'abc', token: 'mint', amount: { whole: '.5' } })
  expect(readPaymentOrder('solana:https%3A%2F%2Fshop.example', 'solana')?.amount).toBeUndefined()
  expect(readPaymentOrder('solana:https://shop.example/pay', 'solana')).toBeUndefined()
})

const friendlyReference = 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS'
const reference = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'
test('reads by what whoever is paid will know a payment of Solana Pay, and refuses what does not fit into one', () => {
  const code = `solana:abc?amount=1&reference=${reference}&reference=${friendlyReference}&memo=Order%204711%20%E2%82%AC`
  expect(readPaymentOrder(code, 'solana')).toEqual({
    to: 'abc',
    amount: { whole: '1' },
    note: { memo: 'Order 4711 €', references: [reference, friendlyReference] },
  })
  expect(readPaymentOrder('solana:abc?memo=', 'solana')).toEqual({ to: 'abc' })
  expect(readPaymentOrder(`solana:abc?memo=${'x'.repeat(256)}`, 'solana')?.note?.memo).toHaveLength(256)
  expect(readPaymentOrder(`solana:abc?memo=${'x'.repeat(257)}`, 'solana')).toBeUndefined()
  expect(readPaymentOrder('solana:abc?reference=0OIl', 'solana')).toBeUndefined()
  expect(readPaymentOrder(`solana:abc?${`reference=${reference}&`.repeat(9)}`, 'solana')).toBeUndefined()
  // Neither is of other chain families.
  expect(readPaymentOrder('bitcoin:bc1qxyz?memo=a&reference=b', 'bip122')).toEqual({ to: 'bc1qxyz' })
})

test('S36: whatever a code says, reading it neither throws nor makes up an amount', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      fc.constantFrom('', 'ethereum:', `ethereum:${friend}?`, 'solana:a?', 'bitcoin:a?amount='),
      (rest, start) => {
        for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
          const amount = readPaymentOrder(start + rest, namespace)?.amount
          if (amount && 'units' in amount) expect(amount.units > 0n && amount.units < 2n ** 256n).toBe(true)
          if (amount && 'whole' in amount) expect(amount.whole).toMatch(/^[\d.]+$/)
        }
      },
    ),
  )
})

async function scanning() {
  const { portico } = await withWallet({
    getToken: ({ token: address }) =>
      Promise.resolve(address === token ? { address, symbol: 'USDC', units: 9_000_000n, decimals: 6 } : undefined),
  })
  startSend(portico)
  setSendToken(portico, ether)
  return { portico, form: () => sendFormStore(portico).getState() }
}

test('a scanned code fills in whom, what and how much', async () => {
  const { portico, form } = await scanning()
  await takePaymentCode(portico, `ethereum:${token}@1/transfer?address=${friend}&uint256=2500000`)
  expect(form()).toMatchObject({ to: `ethereum:${friend}@1`, token: { symbol: 'USDC' }, amount: '2.5', unit: 'token' })
  await takePaymentCode(portico, `ethereum:${friend}?value=1e17`)
  expect(form()).toMatchObject({ to: friend, token: { symbol: 'ETH' }, amount: '0.1' })
  await takePaymentCode(portico, friend)
  expect(form()).toMatchObject({ to: friend, token: { symbol: 'ETH' }, amount: '0.1' })
})

test('a code for another network fills in the recipient alone, and one that is none is shown as such', async () => {
  const { portico, form } = await scanning()
  await takePaymentCode(portico, `ethereum:${friend}@10?value=1e17`)
  expect(form()).toMatchObject({ to: `ethereum:${friend}@10`, amount: '' })
  await takePaymentCode(portico, 'https://shop.example/menu')
  expect(form().to).toBe('https://shop.example/menu')
  await expect(takePaymentCode(portico, `ethereum:0x${'9'.repeat(40)}@1/transfer?address=${friend}`)).rejects.toMatchObject({
    name: 'TokenNotFoundError',
  })
  expect(form().to).toBe(`ethereum:${friend}@1`)
})

test('a code that requires what nobody here knows is no recipient, scanned or typed', async () => {
  for (const typed of [false, true]) {
    const { portico, form } = await scanning()
    const code = `ethereum:${friend}?value=1&req-something=1`
    if (typed) setRecipient(portico, code)
    else await takePaymentCode(portico, code)
    await expect.poll(() => form().recipient.status).not.toBe('looking')
    expect(form()).toMatchObject({ recipient: { status: 'invalid' }, amount: '' })
  }
})
