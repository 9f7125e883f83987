/// <reference types="node" />
import type { Wallet } from '@wallet-standard/base'
import { Verifier } from 'bip322-js'
import { expect, test, vi } from 'vitest'
import { fakeContext, type FakeDocument } from '../shared/fakeBrowser.test.helper.js'
import { garbage, reject, throws } from '../wallet/behaviours.js'
import { useLedger } from './ledger.test.helper.js'
import { installBitcoinWallet } from './playwright.js'

const { ledger, url } = useLedger(13_008)
const site = 'https://site.example/page?x=1'

function walletIn(document: FakeDocument): Wallet {
  const found: Wallet[] = []
  for (const callback of document.heard('wallet-standard:register-wallet')) {
    if (typeof callback === 'function') callback({ register: (wallet: Wallet) => void found.push(wallet) })
  }
  return found[0] ?? expect.unreachable('A wallet registered.')
}

const field = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)

async function call(holder: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
  const found = field(holder, method)
  if (typeof found !== 'function') return expect.unreachable(`There is a ${method}.`)
  return Reflect.apply(found, holder, args)
}

const base64Of = (bytes: unknown) => Buffer.from(Uint8Array.from(Object.values(Object(bytes)))).toString('base64')

test('a page finds every face, and all of them are one wallet', async () => {
  const context = fakeContext()
  const wallet = await installBitcoinWallet(context, {
    esploraUrl: url,
    faces: ['standard', 'btc_providers', 'unisat', 'okx', 'leather', 'xverse'],
  })
  const document = context.open().load(site)
  const standard = walletIn(document)
  await call(standard.features['bitcoin:connect'], 'connect', { purposes: ['payment', 'ordinals'] })
  expect(wallet.state.permitted).toEqual(['https://site.example'])
  const address = ledger.accounts[0]?.payment.address ?? ''
  expect(standard.accounts.map((account) => account.address)).toEqual([address, ledger.accounts[0]?.ordinals.address])
  const { window } = document
  expect(field(window, 'btc_providers')).toMatchObject([{ id: 'test_headless_bitcoin.BitcoinProvider', name: 'Test Bitcoin Wallet' }])
  expect(await call(field(window, 'unisat'), 'getAccounts')).toEqual([address])
  expect(await call(field(window, 'okxwallet', 'bitcoin'), 'getAccounts')).toEqual([address])
  const listed = field(window, 'test_headless_bitcoin', 'BitcoinProvider')
  expect(await call(listed, 'request', 'wallet_getAccount')).toMatchObject({ result: { addresses: [{ address }, {}] } })
  expect(await call(field(window, 'XverseProviders', 'BitcoinProvider'), 'request', 'wallet_getAccount')).toMatchObject({
    result: {},
  })
  expect(await call(field(window, 'LeatherProvider'), 'request', 'getAddresses')).toMatchObject({
    result: { addresses: [{ address }, {}] },
  })
})

test('bytes cross both ways, and signatures hold', async () => {
  const context = fakeContext()
  await installBitcoinWallet(context, { esploraUrl: url })
  const face = walletIn(context.open().load(site))
  await call(face.features['bitcoin:connect'], 'connect', { purposes: ['ordinals'] })
  const [account] = face.accounts
  const message = new TextEncoder().encode('Hello')
  const [output] = Object(await call(face.features['bitcoin:signMessage'], 'signMessage', { account, message }))
  expect(Verifier.verifySignature(account?.address ?? '', 'Hello', base64Of(field(output, 'signature')))).toBe(true)
})

test('permission survives a reload, and events reach the pages that they are for', async () => {
  const context = fakeContext()
  const wallet = await installBitcoinWallet(context, { esploraUrl: url, accounts: 2, faces: ['unisat'] })
  const page = context.open()
  await call(field(page.load(site).window, 'unisat'), 'requestAccounts')
  const unisat = field(page.load(site).window, 'unisat')
  const elsewhere = field(context.open().load('https://elsewhere.example/').window, 'unisat')
  expect(await call(unisat, 'getAccounts')).toHaveLength(1)
  expect(await call(elsewhere, 'getAccounts')).toEqual([])
  const heard = vi.fn()
  const other = vi.fn()
  await call(unisat, 'on', 'accountsChanged', heard)
  await call(elsewhere, 'on', 'accountsChanged', other)
  wallet.selectAccount(1)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith([ledger.accounts[1]?.payment.address]))
  expect(other).not.toHaveBeenCalled()
})

test('errors and garbage cross as they are', async () => {
  const context = fakeContext()
  const wallet = await installBitcoinWallet(context, { esploraUrl: url, faces: ['unisat', 'leather', 'xverse'] })
  const { window } = context.open().load(site)
  wallet.script('connect', reject(), throws(undefined), garbage({ accounts: [null, 7n] }))
  const connect = () => call(field(window, 'unisat'), 'requestAccounts')
  await expect(connect()).rejects.toMatchObject({ code: 4001 })
  await expect(connect()).rejects.toBeUndefined()
  expect(await connect()).toEqual({ accounts: [null, 7n] })
  wallet.script('connect', reject(), reject())
  await expect(call(field(window, 'LeatherProvider'), 'request', 'getAddresses')).rejects.toMatchObject({ error: { code: 4001 } })
  expect(await call(field(window, 'XverseProviders', 'BitcoinProvider'), 'request', 'wallet_connect')).toMatchObject({
    error: { code: -32000 },
  })
})

test('one wallet can be installed in two contexts, and pages never see a key', async () => {
  const [first, second] = [fakeContext(), fakeContext()]
  const scripts: string[] = []
  const { addInitScript } = first
  first.addInitScript = (script) => {
    scripts.push(script.content)
    return addInitScript(script)
  }
  const secrets = [{ payment: new Uint8Array(32).fill(0xab), ordinals: new Uint8Array(32).fill(0xcd) }]
  const wallet = await installBitcoinWallet(first, { esploraUrl: url, secrets, faces: ['unisat'] })
  await installBitcoinWallet(second, { wallet, faces: ['unisat'] })
  await call(field(first.open().load(site).window, 'unisat'), 'requestAccounts')
  expect(await call(field(second.open().load(site).window, 'unisat'), 'getAccounts')).toEqual([wallet.accounts[0]?.payment.address])
  expect(scripts.join()).not.toContain('abababab')
})
