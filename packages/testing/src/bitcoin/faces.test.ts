/// <reference types="node" />
import { base64, hex } from '@scure/base'
import { Verifier } from 'bip322-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { garbage, reject, throws, twice } from '../wallet/behaviours.js'
import { createBitcoinWallet } from './createBitcoinWallet.js'
import { registerLeather, registerListed, registerOkx, registerUnisat, registerXverse, type ListOptions } from './faces.js'
import { finalizeAndSend, makePsbt, useLedger } from './ledger.test.helper.js'
import type { BitcoinWalletOptions, HeadlessBitcoinWallet } from './types.js'

const { ledger, url } = useLedger(13_006)

type Register = (wallet: HeadlessBitcoinWallet, options: ListOptions) => () => void

/** A wallet on a window of its own, and the ways to reach it as a site does. */
const install = (register: Register, options: BitcoinWalletOptions = {}) => {
  const window: object = {}
  const wallet = createBitcoinWallet({ esploraUrl: url, ...options })
  const off = register(wallet, { window })
  onTestFinished(() => wallet.close())
  const at = (path: string): unknown => path.split('.').reduce<unknown>((holder, step) => Reflect.get(Object(holder), step), window)
  /** Calls a method at a path, as any site could. */
  const call = async (path: string, ...args: readonly unknown[]): Promise<unknown> => {
    const method = at(path)
    const holder = at(path.slice(0, path.lastIndexOf('.')))
    if (typeof method !== 'function') throw new Error(`There is no ${path}.`)
    return Reflect.apply(method, holder, args)
  }
  return { window, wallet, off, at, call }
}

const seeded = (index: number) => {
  const account = ledger.accounts[index]
  if (!account) throw new Error(`There is no account ${index}.`)
  return account
}
const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('This is no text.')
  return value
}
const field = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)

const places: [Register, string][] = [
  [registerUnisat, 'unisat'],
  [registerOkx, 'okxwallet.bitcoin'],
  [registerLeather, 'LeatherProvider'],
  [registerXverse, 'XverseProviders.BitcoinProvider'],
  [registerListed, 'test_headless_bitcoin.BitcoinProvider'],
]

test.each(places)('%o is at window.%s until it is taken away', (register, path) => {
  const { window, at, off } = install(register)
  expect(at(path)).toBeTypeOf('object')
  off()
  expect(at(path)).toBeUndefined()
  expect(Reflect.ownKeys(window).filter((key) => key !== 'btc_providers')).toEqual([])
  expect(Reflect.get(window, 'btc_providers') ?? []).toEqual([])
})

test.each(places)('%o can come late to window.%s, or be taken away before it comes', (register, path) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const window: object = {}
  const wallet = createBitcoinWallet()
  const [root = ''] = path.split('.')
  const off = register(wallet, { window, late: 3000 })
  vi.advanceTimersByTime(2999)
  expect(Reflect.has(window, root)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(Reflect.has(window, root)).toBe(true)
  off()
  register(wallet, { window, late: 3000 })()
  vi.advanceTimersByTime(5000)
  expect(Reflect.has(window, root)).toBe(false)
})

test('what stood in the place before comes back, and what shares it stays', () => {
  const before = { name: 'before' }
  const window = { unisat: before, okxwallet: { solana: 'stays' } }
  const wallet = createBitcoinWallet()
  const offs = [registerUnisat(wallet, { window }), registerOkx(wallet, { window })]
  expect(window.unisat).not.toBe(before)
  for (const off of offs) off()
  expect(window).toEqual({ unisat: before, okxwallet: { solana: 'stays' } })
  expect(window.unisat).toBe(before)
})

test('two wallets can be listed, one of them under the name of the other', () => {
  const window: { btc_providers?: unknown } = {}
  const honest = createBitcoinWallet({ name: 'Honest', rdns: 'com.example.honest' })
  const spoofer = createBitcoinWallet({ name: 'Spoofer', rdns: 'com.example.spoofer' })
  registerListed(honest, { window })
  const off = registerListed(spoofer, { window, entry: { name: 'Honest' } })
  expect(window.btc_providers).toMatchObject([
    { id: 'com_example_honest.BitcoinProvider', name: 'Honest', icon: honest.info.icon },
    { id: 'com_example_spoofer.BitcoinProvider', name: 'Honest' },
  ])
  off()
  expect(window.btc_providers).toHaveLength(1)
})

test('UniSat: a site connects, reads, signs, sends and leaves', async () => {
  const { wallet, call } = install(registerUnisat)
  const { address, publicKey } = seeded(0).payment
  expect(await call('unisat.getAccounts')).toEqual([])
  await expect(call('unisat.getPublicKey')).rejects.toMatchObject({ code: 4100 })
  expect(await call('unisat.requestAccounts')).toEqual([address])
  expect(await call('unisat.getAccounts')).toEqual([address])
  expect(await call('unisat.getPublicKey')).toBe(publicKey)
  expect(await call('unisat.getBalance')).toEqual({ confirmed: 100_000_000, unconfirmed: 0, total: 100_000_000 })
  expect(await call('unisat.getNetwork')).toBe('livenet')
  expect(await call('unisat.getChain')).toEqual({ enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' })
  for (const type of [undefined, 'ecdsa', 'bip322-simple']) {
    const signature = text(await call('unisat.signMessage', 'Hello', type))
    expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
  }
  const txid = await call('unisat.sendBitcoin', seeded(1).payment.address, 20_000, { feeRate: 3 })
  expect(JSON.parse(await (await fetch(`${url}/tx/${text(txid)}`)).text())).toMatchObject({ txid })
  expect(ledger.balanceOf(seeded(1).payment.address)).toBe(100_020_000n)
  await call('unisat.disconnect')
  expect(await call('unisat.getAccounts')).toEqual([])
  expect(wallet.state.permitted).toEqual([])
})

test('UniSat: a PSBT comes back final and can be pushed, or as it is', async () => {
  const { wallet, call } = install(registerUnisat)
  await call('unisat.requestAccounts')
  const from = wallet.accounts[0]?.payment
  if (!from) throw new Error('There is no account.')
  const unsigned = () => hex.encode(makePsbt(ledger, { from, to: seeded(5).payment.address }))
  const final = text(await call('unisat.signPsbt', unsigned()))
  expect(await call('unisat.pushPsbt', final)).toMatch(/^[0-9a-f]{64}$/)
  const toSignInputs = [{ index: 0, address: from.address, sighashTypes: [1] }]
  const open = text(await call('unisat.signPsbt', unsigned(), { autoFinalized: false, toSignInputs }))
  expect(await finalizeAndSend(url, hex.decode(open))).toMatchObject({ status: 200 })
  const byKey = [{ index: 0, publicKey: from.publicKey }]
  const many = await call('unisat.signPsbts', [unsigned(), unsigned()], [{ toSignInputs: byKey }])
  expect(many).toHaveLength(2)
  expect(ledger.balanceOf(seeded(5).payment.address)).toBe(100_098_000n)
  await expect(call('unisat.pushPsbt', unsigned())).rejects.toMatchObject({ code: -32602 })
  await expect(call('unisat.signPsbt', 'nonsense')).rejects.toMatchObject({ code: -32602 })
  await expect(call('unisat.signPsbt', unsigned(), { toSignInputs: [{ index: 0, publicKey: '02' }] })).rejects.toMatchObject({
    code: 4100,
  })
})

test('UniSat: an ordinals address is the one address where the person has chosen so', async () => {
  const { call } = install(registerUnisat, { directPurpose: 'ordinals' })
  const { address } = seeded(0).ordinals
  expect(await call('unisat.requestAccounts')).toEqual([address])
  expect(await call('unisat.getPublicKey')).toMatch(/^0[23][0-9a-f]{64}$/)
  const signature = text(await call('unisat.signMessage', 'Hello', 'bip322-simple'))
  expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
})

test('UniSat: networks are switched with the consent of the person', async () => {
  const { wallet, call } = install(registerUnisat, { networks: ['mainnet', 'testnet', 'signet'] })
  await call('unisat.requestAccounts')
  expect(await call('unisat.switchChain', 'BITCOIN_SIGNET')).toEqual({
    enum: 'BITCOIN_SIGNET',
    name: 'Bitcoin Signet',
    network: 'testnet',
  })
  expect(await call('unisat.getAccounts')).toEqual([expect.stringMatching(/^tb1q/)])
  expect(await call('unisat.switchNetwork', 'livenet')).toBe('livenet')
  wallet.script('switchChain', reject())
  await expect(call('unisat.switchChain', 'BITCOIN_TESTNET')).rejects.toMatchObject({ code: 4001 })
  await expect(call('unisat.switchChain', 'FRACTAL_BITCOIN_MAINNET')).rejects.toMatchObject({ code: -32602 })
})

test.each([
  ['unisat', registerUnisat],
  ['okxwallet.bitcoin', registerOkx],
] as const)('%s: events tell of accounts, networks and the end', async (path, register) => {
  const { wallet, call } = install(register, { accounts: 2, networks: ['mainnet', 'testnet'] })
  await call(`${path}.requestAccounts`)
  const heard: [string, unknown][] = []
  const listeners = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged', 'disconnect'].map((event) => ({
    event,
    listener: (payload: unknown) => void heard.push([event, payload]),
  }))
  for (const { event, listener } of listeners) await call(`${path}.on`, event, listener)
  wallet.selectAccount(1)
  wallet.switchNetwork('testnet')
  wallet.forget()
  const [, second] = [seeded(0), seeded(1)]
  expect(heard).toContainEqual(['accountsChanged', [second.payment.address]])
  expect(heard).toContainEqual(['networkChanged', 'testnet'])
  expect(heard).toContainEqual(['chainChanged', { enum: 'BITCOIN_TESTNET', name: 'Bitcoin Testnet', network: 'testnet' }])
  expect(heard).toContainEqual(['accountsChanged', []])
  expect(heard.at(-1)).toEqual(['disconnect', undefined])
  if (path !== 'unisat') expect(heard).toContainEqual(['accountChanged', null])
  for (const { event, listener } of listeners) await call(`${path}.removeListener`, event, listener)
  const before = heard.length
  await call(`${path}.requestAccounts`)
  expect(heard).toHaveLength(before)
})

test('OKX: connect tells the address with its keys', async () => {
  const { call } = install(registerOkx)
  const { address, publicKey } = seeded(0).payment
  expect(await call('okxwallet.bitcoin.connect')).toEqual({ address, publicKey, compressedPublicKey: publicKey })
  const signature = text(await call('okxwallet.bitcoin.signMessage', 'Hello', 'ecdsa'))
  expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
})

test('methods can be missing from an object, and errors are those of the wallet', async () => {
  const { wallet, at, call } = install(registerUnisat, { without: ['signPsbt', 'unisat:sendBitcoin'] })
  expect(at('unisat.signPsbt')).toBeUndefined()
  expect(at('unisat.sendBitcoin')).toBeUndefined()
  wallet.script('connect', reject(), throws('nope'), garbage(42))
  await expect(call('unisat.requestAccounts')).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  await expect(call('unisat.requestAccounts')).rejects.toBe('nope')
  expect(await call('unisat.requestAccounts')).toBe(42)
  await call('unisat.requestAccounts')
  await expect(call('unisat.signMessage', 42)).rejects.toMatchObject({ code: -32602 })
  await expect(call('unisat.signMessage', 'Hello', 'schnorr')).rejects.toMatchObject({ code: -32602 })
  await expect(call('unisat.pushTx', { rawtx: 'zz' })).rejects.toMatchObject({ code: -32602 })
})

test('Leather: a site connects, signs and sends, in JSON-RPC', async () => {
  const { call } = install(registerLeather)
  const ask = (method: string, params?: unknown) => call('LeatherProvider.request', method, params)
  await expect(ask('signMessage', { message: 'Hello' })).rejects.toMatchObject({ jsonrpc: '2.0', error: { code: 4100 } })
  const answer = await ask('getAddresses', { network: 'mainnet' })
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: expect.any(String),
    result: {
      addresses: [
        { symbol: 'BTC', type: 'p2wpkh', ...seeded(0).payment, derivationPath: `m/84'/0'/0'/0/0` },
        {
          symbol: 'BTC',
          type: 'p2tr',
          address: seeded(0).ordinals.address,
          publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
          tweakedPublicKey: expect.stringMatching(/^[0-9a-f]{64}$/),
          derivationPath: `m/86'/0'/0'/0/0`,
        },
      ],
    },
  })
  for (const [paymentType, { address }] of [
    ['p2wpkh', seeded(0).payment],
    ['p2tr', seeded(0).ordinals],
  ] as const) {
    const signed = await ask('signMessage', { message: 'Hello', paymentType, network: 'mainnet' })
    expect(signed).toMatchObject({ result: { address, message: 'Hello' } })
    expect(Verifier.verifySignature(address, 'Hello', text(field(signed, 'result', 'signature')))).toBe(true)
  }
  const recipients = [{ address: seeded(2).payment.address, amount: '10000' }]
  expect(await ask('sendTransfer', { recipients, network: 'mainnet' })).toMatchObject({
    result: { txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(ledger.balanceOf(seeded(2).payment.address)).toBe(100_010_000n)
  await expect(ask('signMessage', { message: 'Hello', network: 'testnet' })).rejects.toMatchObject({ error: { code: -32602 } })
})

test('Leather: named inputs of a PSBT are signed, or sent at once', async () => {
  const { wallet, call } = install(registerLeather)
  const ask = (method: string, params?: unknown) => call('LeatherProvider.request', method, params)
  await ask('getAddresses')
  const from = wallet.accounts[0]?.ordinals
  if (!from) throw new Error('There is no account.')
  const unsigned = () => hex.encode(makePsbt(ledger, { from, to: seeded(6).payment.address }))
  const signed = await ask('signPsbt', { hex: unsigned(), signAtIndex: 0, broadcast: false })
  expect(await finalizeAndSend(url, hex.decode(text(field(signed, 'result', 'hex'))))).toMatchObject({ status: 200 })
  const sent = await ask('signPsbt', { hex: unsigned(), broadcast: true, network: 'mainnet' })
  expect(sent).toMatchObject({ result: { txid: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  expect(ledger.balanceOf(seeded(6).payment.address)).toBe(100_098_000n)
})

test('Leather: refusals are rejected as responses', async () => {
  const { wallet, call } = install(registerLeather, { without: ['leather:signPsbt'] })
  const ask = (method: string, params?: unknown) => call('LeatherProvider.request', method, params)
  wallet.script('getAddresses', reject())
  await expect(ask('getAddresses')).rejects.toEqual({
    jsonrpc: '2.0',
    id: '1',
    error: { code: 4001, message: 'User rejected the request.' },
  })
  await expect(ask('signPsbt', {})).rejects.toMatchObject({ error: { code: -32601 } })
  await expect(ask('nonsense')).rejects.toMatchObject({ error: { code: -32601 } })
})

test('Xverse: answers and refusals are JSON-RPC responses, both of them answers', async () => {
  const { wallet, call } = install(registerXverse, { methods: ['getAccounts', 'signMessage'] })
  const ask = (method: string, params?: unknown) => call('XverseProviders.BitcoinProvider.request', method, params)
  expect(await ask('sendTransfer', {})).toMatchObject({ jsonrpc: '2.0', error: { code: -32601 } })
  expect(await ask('signMessage', { address: seeded(0).payment.address, message: 'x' })).toMatchObject({
    error: { code: -32002 },
  })
  wallet.script('connect', reject(), reject(-32603, 'Broken'), garbage('what'), throws(undefined))
  const connect = () => ask('getAccounts', { purposes: ['payment'] })
  expect(await connect()).toMatchObject({ error: { code: -32000, message: 'User rejected the request.' } })
  expect(await connect()).toMatchObject({ error: { code: -32603, message: 'Broken' } })
  expect(await connect()).toBe('what')
  await expect(connect()).rejects.toBeUndefined()
  const accounts = await connect()
  expect(accounts).toMatchObject({
    jsonrpc: '2.0',
    result: [{ ...seeded(0).payment, purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' }],
  })
  expect(field(accounts, 'result')).toHaveLength(1)
  expect(await ask('signMessage', { address: seeded(0).ordinals.address, message: 'x' })).toMatchObject({
    error: { code: -32002 },
  })
})

test('an answer that comes twice runs the callbacks of the page twice', async () => {
  const { wallet, at } = install(registerXverse)
  wallet.script('getInfo', twice())
  const request = at('XverseProviders.BitcoinProvider.request')
  if (typeof request !== 'function') throw new Error('There is no request.')
  const answers: unknown[] = []
  Reflect.apply(request, undefined, ['getInfo']).then((answer: unknown) => answers.push(answer))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
})

test('Xverse: a PSBT is signed by the addresses that may, and by no other', async () => {
  const { wallet, call } = install(registerXverse)
  const ask = (method: string, params?: unknown) => call('XverseProviders.BitcoinProvider.request', method, params)
  await ask('wallet_connect')
  const from = wallet.accounts[0]?.payment
  if (!from) throw new Error('There is no account.')
  const psbt = base64.encode(makePsbt(ledger, { from, to: seeded(6).payment.address }))
  const signed = await ask('signPsbt', { psbt, signInputs: { [from.address]: [0] } })
  expect(await finalizeAndSend(url, base64.decode(text(field(signed, 'result', 'psbt'))))).toMatchObject({ status: 200 })
  expect(await ask('signPsbt', { psbt, signInputs: { [seeded(1).payment.address]: [0] } })).toMatchObject({
    error: { code: -32002 },
  })
  expect(await ask('signPsbt', { psbt: '%%%' })).toMatchObject({ error: { code: -32602 } })
})
