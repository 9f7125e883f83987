import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../../../kit/amount/format.js'
import { languageStore } from '../../../language/language.js'
import { switchNetwork } from '../../network/switchNetwork.js'
import { readTypedAmount, unitsOf } from './amount.js'
import { checkSend } from './checkSend.js'
import { setSendAmount, setSendToken, setSendUnits, toggleSendUnit } from './editSend.js'
import { fillMaximum } from './fillMaximum.js'
import { readPaymentCode } from './readPaymentCode.js'
import { ether, friend, usdc, withWallet } from './send.test.helper.js'
import { resumeSend, startSend } from './startSend.js'
import { emptySendForm, sendFormStore, type SendForm } from './store.js'

const sender = { namespace: 'eip155', address: '0xme', networkId: 'eip155:1' } as const
const found = { status: 'found', address: friend, warnings: [] } as const
const status = (form: Partial<SendForm>) => checkSend({ ...emptySendForm, sender, ...form }).status

test('says what is missing, in the order in which a visitor fills it in', () => {
  expect(status({ sender: undefined })).toBe('noAccount')
  expect(status({})).toBe('selectToken')
  expect(status({ token: usdc })).toBe('addAmount')
  expect(status({ token: usdc, amount: ' ' })).toBe('addAmount')
  for (const amount of ['abc', '0', '1e3', '-1', '1,2,3', '0.0000001']) expect(status({ token: usdc, amount })).toBe('incorrectValue')
  expect(status({ token: usdc, amount: '310.500001' })).toBe('insufficientFunds')
  expect(status({ token: usdc, amount: '310.5' })).toBe('addAddress')
  expect(status({ token: usdc, amount: '1', recipient: { status: 'looking' } })).toBe('looking')
  expect(status({ token: usdc, amount: '1', recipient: { status: 'invalid' } })).toBe('invalidAddress')
  expect(status({ token: usdc, amount: '1', recipient: { status: 'failed', error: new Error('') } })).toBe('invalidAddress')
  expect(checkSend({ ...emptySendForm, sender, token: usdc, amount: '1', recipient: { ...found, name: 'noor.eth' } })).toEqual({
    status: 'ready',
    transfer: { ...sender, token: usdc, units: 1_000_000n, to: friend, name: 'noor.eth' },
  })
})

test('S17: an address that imitates a known one is not ready until the visitor has said that it is meant', () => {
  const recipient = { ...found, warnings: [{ kind: 'lookAlike', known: { address: friend } }] } as const
  expect(status({ token: usdc, amount: '1', recipient })).toBe('lookAlike')
  expect(status({ token: usdc, amount: '1', recipient, acknowledged: true })).toBe('ready')
})

test('reads amounts as people type them, exactly, and nothing else', () => {
  expect(readTypedAmount('0,5', 6)).toBe(500_000n)
  expect(readTypedAmount(' .5 ', 6)).toBe(500_000n)
  expect(readTypedAmount('١٢٫٥', 6)).toBe(12_500_000n)
  expect(readTypedAmount('5.', 6)).toBe(5_000_000n)
  expect(readTypedAmount('1.5000000000', 6)).toBe(1_500_000n)
  for (const text of ['', '.', '1.000.5', '1 000', '0x10', 'NaN', '1.0000001']) expect(readTypedAmount(text, 6)).toBeUndefined()
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(36), (units, decimals) => {
      const text = units.toString().padStart(decimals + 1, '0')
      const typed = decimals ? `${text.slice(0, -decimals)}.${text.slice(-decimals)}` : text
      expect(readTypedAmount(typed, decimals)).toBe(units)
    }),
  )
})

test('what is a thousand times more to who parts thousands is no amount, and what the form fills in is always one', async () => {
  for (const [text, locale] of [
    ['1,000', 'en'],
    ['10,000', 'en'],
    ['١٬٠٠٠', 'ar'],
    ['12.500', 'de'],
    ['1.234', 'es'],
  ] as const)
    expect(readTypedAmount(text, 18, locale)).toBeUndefined()
  for (const [text, locale] of [
    ['1,5', 'en'],
    ['0,125', 'en'],
    ['1,0000', 'en'],
    ['1.250', 'en'],
    ['1,250', 'de'],
    ['0.125', 'de'],
    ['1,250', undefined],
  ] as const)
    expect(readTypedAmount(text, 18, locale)).toBe(readTypedAmount(text.replace(',', '.'), 18))

  const { portico } = await withWallet()
  languageStore(portico).setState({ locale: 'de' })
  startSend(portico)
  setSendToken(portico, { ...usdc, units: 25_125_000n })
  setSendAmount(portico, '12.500')
  expect(checkSend(sendFormStore(portico).getState()).status).toBe('incorrectValue')
  await fillMaximum(portico)
  expect(sendFormStore(portico).getState().amount).toBe('25.125')
  expect(checkSend(sendFormStore(portico).getState()).status).toBe('addAddress')
})

test('an amount of money is one of the token by its price, cut off, and never one without a price', () => {
  expect(unitsOf({ amount: '250', unit: 'fiat', token: ether })).toBe(10n ** 17n)
  expect(unitsOf({ amount: '0.00', unit: 'fiat', token: ether })).toBe(0n)
  const { price: _, ...unpriced } = usdc
  expect(unitsOf({ amount: '250', unit: 'fiat', token: unpriced })).toBeUndefined()
})

test('goes from an amount of the token to one of money and back', async () => {
  const { portico } = await withWallet()
  startSend(portico)
  setSendToken(portico, ether)
  setSendAmount(portico, '0.1')
  toggleSendUnit(portico)
  expect(sendFormStore(portico).getState()).toMatchObject({ unit: 'fiat', amount: '250.00' })
  toggleSendUnit(portico)
  expect(sendFormStore(portico).getState()).toMatchObject({ unit: 'token', amount: '0.1' })
  setSendUnits(portico, 123n)
  expect(sendFormStore(portico).getState().amount).toBe('0.000000000000000123')
  setSendToken(portico, usdc)
  expect(sendFormStore(portico).getState().amount).toBe('')
})

test('Max is all of a token, and of the native currency what leaves the fee', async () => {
  const asked: unknown[] = []
  const { portico } = await withWallet({ getMaximum: (request) => Promise.resolve((asked.push(request), 5n)) })
  startSend(portico)
  setSendToken(portico, usdc)
  await fillMaximum(portico)
  expect(sendFormStore(portico).getState().amount).toBe('310.5')
  expect(asked).toEqual([])
  setSendToken(portico, ether)
  await fillMaximum(portico)
  expect(formatAmount(unitsOf(sendFormStore(portico).getState()) ?? 0n, 0)).toBe('5')
  expect(asked).toMatchObject([{ networkId: 'eip155:1' }])
})

test('Max says so where the balance does not even cover the fee', async () => {
  const { portico } = await withWallet({ getMaximum: () => Promise.resolve(0n) })
  startSend(portico)
  setSendToken(portico, ether)
  await expect(fillMaximum(portico)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
})

test('setting an active network begins the form anew', async () => {
  const { portico } = await withWallet()
  startSend(portico)
  setSendToken(portico, usdc)
  setSendAmount(portico, '5')
  await switchNetwork(portico, { networkId: 'eip155:8453' })
  expect(sendFormStore(portico).getState()).toMatchObject({ ...emptySendForm, sender: { networkId: 'eip155:8453' } })
})

test('coming back to the form finds it as it was', async () => {
  const { portico } = await withWallet()
  resumeSend(portico)
  setSendToken(portico, usdc)
  setSendAmount(portico, '5')
  resumeSend(portico)
  expect(sendFormStore(portico).getState()).toMatchObject({ token: usdc, amount: '5' })
})

test('takes the recipient out of a payment code, and none out of one that calls a contract or is of another chain family', () => {
  expect(readPaymentCode(` ethereum:${friend}@8453?value=1 `, 'eip155')).toEqual({ text: friend, networkId: 'eip155:8453' })
  expect(readPaymentCode(`ethereum:pay-${friend}`, 'eip155')).toEqual({ text: friend })
  expect(readPaymentCode(`ethereum:${friend}@1/transfer?address=0x1&uint256=1`, 'eip155')).toBeUndefined()
  expect(readPaymentCode('bitcoin:bc1qxyz?amount=0.1', 'bip122')).toEqual({ text: 'bc1qxyz' })
  expect(readPaymentCode('solana:abc?amount=1', 'solana')).toEqual({ text: 'abc' })
  expect(readPaymentCode('solana:https://example.com', 'solana')).toBeUndefined()
  expect(readPaymentCode('bitcoin:bc1qxyz', 'eip155')).toBeUndefined()
  expect(readPaymentCode('noor.eth', 'eip155')).toEqual({ text: 'noor.eth' })
})
