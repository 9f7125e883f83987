/// <reference types="node" />
import { base64 } from '@scure/base'
import {
  addListener,
  AddressPurpose,
  BaseAdapter,
  BitcoinNetworkType,
  getProviderById,
  getProviders,
  MessageSigningProtocols,
  RpcErrorCode,
} from '@sats-connect/core'
import { Verifier } from 'bip322-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { reject } from '../wallet/behaviours.js'
import { createBitcoinWallet } from './createBitcoinWallet.js'
import { registerListed } from './faces.js'
import { finalizeAndSend, makePsbt, useLedger } from './ledger.test.helper.js'
import type { BitcoinWalletOptions } from './types.js'

// Our wallet, driven by the library that sites use: `@sats-connect/core`.

const { ledger, url } = useLedger(13_007)

beforeAll(() => void Object.defineProperty(globalThis, 'window', { value: {}, configurable: true }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'window'))

const install = (options: BitcoinWalletOptions = {}) => {
  const wallet = createBitcoinWallet({ esploraUrl: url, accounts: 2, networks: ['mainnet', 'signet'], ...options })
  const off = registerListed(wallet)
  onTestFinished(() => {
    off()
    wallet.close()
  })
  const [entry] = getProviders()
  if (!entry) throw new Error('No wallet is listed.')
  return { wallet, entry, client: new BaseAdapter(entry.id) }
}
const seeded = (index: number) => {
  const account = ledger.accounts[index]
  if (!account) throw new Error(`There is no account ${index}.`)
  return account
}
const purposes = [AddressPurpose.Payment, AddressPurpose.Ordinals]

test('it is found in the list, with what it can do', () => {
  const { wallet, entry } = install()
  expect(entry).toMatchObject({ name: wallet.info.name, icon: wallet.info.icon })
  expect(entry.methods).toEqual(expect.arrayContaining(['getInfo', 'wallet_connect', 'signMessage', 'signPsbt', 'sendTransfer']))
  expect(getProviderById(entry.id)).toBeDefined()
})

test('it connects, and tells its account', async () => {
  const { client } = install()
  const answer = await client.request('wallet_connect', { addresses: purposes })
  const addresses = [
    { ...seeded(0).payment, purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' },
    { ...seeded(0).ordinals, purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
  ]
  expect(answer).toMatchObject({
    status: 'success',
    result: { addresses, walletType: 'software', network: { bitcoin: { name: 'Mainnet' } } },
  })
  expect(await client.request('wallet_getAccount', null)).toMatchObject({ status: 'success', result: { addresses } })
  expect(await client.request('getAccounts', { purposes: [AddressPurpose.Payment] })).toEqual({
    status: 'success',
    result: [addresses[0]],
  })
  expect(await client.request('getAddresses', { purposes })).toMatchObject({ status: 'success', result: { addresses } })
  expect(await client.request('getBalance', null)).toEqual({
    status: 'success',
    result: { confirmed: '100000000', unconfirmed: '0', total: '100000000' },
  })
  expect(await client.request('wallet_getNetwork', null)).toMatchObject({
    status: 'success',
    result: { bitcoin: { name: 'Mainnet' } },
  })
})

test('permissions can be asked for first', async () => {
  const { client } = install()
  expect(await client.request('wallet_getAccount', null)).toMatchObject({
    status: 'error',
    error: { code: RpcErrorCode.ACCESS_DENIED },
  })
  expect(await client.request('wallet_requestPermissions', undefined)).toEqual({ status: 'success', result: true })
  expect(await client.request('wallet_getAccount', null)).toMatchObject({ status: 'success' })
})

test.each([
  ['payment', MessageSigningProtocols.ECDSA],
  ['payment', MessageSigningProtocols.BIP322],
  ['ordinals', MessageSigningProtocols.BIP322],
  ['payment', undefined],
] as const)('it signs a message for the %s address by %s, and another implementation verifies it', async (which, protocol) => {
  const { client } = install()
  await client.request('wallet_connect', null)
  const { address } = seeded(0)[which]
  const answer = await client.request('signMessage', { address, message: 'Hello World', ...(protocol && { protocol }) })
  if (answer.status === 'error') throw new Error(answer.error.message)
  expect(answer.result).toMatchObject({
    address,
    protocol: protocol ?? 'ECDSA',
    messageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(Verifier.verifySignature(address, 'Hello World', answer.result.signature)).toBe(true)
})

test('it signs a PSBT that the ledger takes, and sends one by itself', async () => {
  const { wallet, client } = install()
  await client.request('wallet_connect', null)
  const from = wallet.accounts[0]?.payment
  if (!from) throw new Error('There is no account.')
  const make = () => base64.encode(makePsbt(ledger, { from, to: seeded(3).payment.address }))
  const signed = await client.request('signPsbt', { psbt: make(), signInputs: { [from.address]: [0] } })
  if (signed.status === 'error') throw new Error(signed.error.message)
  expect(signed.result.txid).toBeUndefined()
  expect(await finalizeAndSend(url, base64.decode(signed.result.psbt))).toMatchObject({ status: 200 })
  const sent = await client.request('signPsbt', { psbt: make(), broadcast: true })
  if (sent.status === 'error') throw new Error(sent.error.message)
  expect(sent.result.txid).toMatch(/^[0-9a-f]{64}$/)
  expect(ledger.balanceOf(seeded(3).payment.address)).toBe(100_098_000n)
})

test('it sends to several recipients at once', async () => {
  const { client } = install()
  await client.request('wallet_connect', null)
  const recipients = [3, 4].map((index) => ({ address: seeded(index).payment.address, amount: 25_000 }))
  const answer = await client.request('sendTransfer', { recipients })
  expect(answer).toMatchObject({ status: 'success', result: { txid: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  ledger.mine()
  expect(ledger.balanceOf(seeded(3).payment.address)).toBe(100_025_000n)
  expect(ledger.balanceOf(seeded(4).payment.address)).toBe(100_025_000n)
})

test('what the person declines is a rejection to the library, each time', async () => {
  const { wallet, client } = install()
  wallet.script('connect', reject())
  const rejected = { status: 'error', error: { code: RpcErrorCode.USER_REJECTION } }
  expect(await client.request('wallet_connect', null)).toMatchObject(rejected)
  await client.request('wallet_connect', null)
  const { address } = seeded(0).payment
  wallet.setPolicy('manual')
  const asked = client.request('signMessage', { address, message: 'No' })
  await wallet.waitFor('signMessage')
  wallet.reject()
  expect(await asked).toMatchObject(rejected)
  wallet.script('sendTransfer', reject())
  expect(await client.request('sendTransfer', { recipients: [{ address, amount: 1000 }] })).toMatchObject(rejected)
})

test('a method that it lacks is not found', async () => {
  const { client } = install({ methods: ['getInfo', 'wallet_connect', 'signMessage'] })
  await client.request('wallet_connect', null)
  const answer = await client.request('sendTransfer', { recipients: [] })
  expect(answer).toMatchObject({ status: 'error', error: { code: RpcErrorCode.METHOD_NOT_FOUND } })
})

test('its events reach the listeners of the library', async () => {
  const { wallet, entry, client } = install()
  await client.request('wallet_connect', null)
  const heard: unknown[] = []
  const off = [
    addListener({ eventName: 'accountChange', cb: (event: unknown) => heard.push(event) }, entry.id),
    addListener({ eventName: 'networkChange', cb: (event: unknown) => heard.push(event) }, entry.id),
    addListener({ eventName: 'disconnect', cb: (event: unknown) => heard.push(event) }, entry.id),
  ]
  wallet.selectAccount(1)
  expect(heard).toMatchObject([
    { type: 'accountChange', addresses: [{ address: seeded(1).payment.address }, { address: seeded(1).ordinals.address }] },
  ])
  expect(await client.request('wallet_changeNetwork', { name: BitcoinNetworkType.Signet })).toEqual({
    status: 'success',
    result: null,
  })
  expect(heard).toContainEqual(expect.objectContaining({ type: 'networkChange', bitcoin: { name: 'Signet' } }))
  wallet.forget()
  expect(heard.at(-1)).toEqual({ type: 'disconnect' })
  for (const stop of off) stop()
  const before = heard.length
  await client.request('wallet_connect', null)
  expect(heard).toHaveLength(before)
})

test('it disconnects', async () => {
  const { wallet, client } = install()
  await client.request('wallet_connect', null)
  expect(await client.request('wallet_disconnect', null)).toEqual({ status: 'success', result: null })
  expect(await client.request('wallet_getAccount', null)).toMatchObject({
    status: 'error',
    error: { code: RpcErrorCode.ACCESS_DENIED },
  })
  expect(wallet.state.permitted).toEqual([])
})
