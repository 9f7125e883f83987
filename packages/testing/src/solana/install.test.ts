import { ed25519 } from '@noble/curves/ed25519.js'
import type { Wallet } from '@wallet-standard/base'
import bs58 from 'bs58'
import { expect, test, vi } from 'vitest'
import { installSolanaWallet, installWallet } from '../playwright.js'
import { fakeContext, type FakeDocument } from '../shared/fakeBrowser.test.helper.js'
import { garbage, reject, throws } from '../wallet/behaviours.js'
import { bytesOf, failure, featuresOf, versionedTransfer } from './site.test.helper.js'

const site = 'https://site.example/page?x=1'
const options = { accounts: 2, chains: { 'solana:devnet': 'http://127.0.0.1:1' } } as const

/** The wallet that a document finds: the one that registers while its scripts run, as a registry would take it. */
function walletIn(document: FakeDocument): Wallet {
  const found: Wallet[] = []
  const register = (wallet: Wallet) => void found.push(wallet)
  for (const callback of document.heard('wallet-standard:register-wallet')) {
    if (typeof callback === 'function') callback({ register })
  }
  return found[0] ?? expect.unreachable('A wallet registered.')
}

/** Bytes of a page's realm as bytes of this one. */
function ours(bytes: ArrayLike<number> = []): Uint8Array {
  return Uint8Array.from(bytes)
}

async function connect(wallet: Wallet) {
  const { accounts } = await featuresOf(wallet)['standard:connect'].connect()
  return accounts[0] ?? expect.unreachable('There is an account.')
}

test('a page finds the wallet, also when it looks later, and connects under its own origin', async () => {
  const context = fakeContext()
  const wallet = await installSolanaWallet(context, { ...options, name: 'Alpha' })
  const document = context.open().load(site)
  const face = walletIn(document)
  const later = vi.fn()
  document.window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: later } }))
  expect(later).toHaveBeenCalledWith(face)
  expect(face).toMatchObject({ name: 'Alpha', icon: wallet.config.icon, accounts: [] })
  const { address, publicKey } = await connect(face)
  expect([address, bs58.encode(ours(publicKey))]).toEqual([wallet.accounts[0], wallet.accounts[0]])
  expect(wallet.state.permitted).toEqual(['https://site.example'])
})

test('bytes cross both ways: messages and transactions come back signed', async () => {
  const context = fakeContext()
  const wallet = await installSolanaWallet(context, options)
  const face = walletIn(context.open().load(site))
  const account = await connect(face)
  const message = Uint8Array.from([0, 1, 127, 128, 255])
  const [output] = await featuresOf(face)['solana:signMessage'].signMessage({ account, message })
  expect(ours(output?.signedMessage)).toEqual(message)
  expect(ed25519.verify(ours(output?.signature), message, bs58.decode(account.address))).toBe(true)
  const transaction = bytesOf(versionedTransfer(account.address, account.address))
  const [signed] = await featuresOf(face)['solana:signTransaction'].signTransaction({ account, transaction })
  expect(ours(signed?.signedTransaction).slice(65)).toEqual(transaction.slice(65))
  expect(wallet.log.at(-1)).toMatchObject({ origin: 'https://site.example', params: [{ account: account.address, transaction }] })
})

test('permission survives a reload, and a second page of the same site shares it', async () => {
  const context = fakeContext()
  const wallet = await installSolanaWallet(context, options)
  const page = context.open()
  await connect(walletIn(page.load(site)))
  wallet.setPolicy('manual')
  const documents = [page.load(site), context.open().load('https://site.example/other'), context.open().load('https://elsewhere.example')]
  const silently = documents.map(async (document) => {
    const { accounts } = await featuresOf(walletIn(document))['standard:connect'].connect({ silent: true })
    return accounts.map(({ address }) => address)
  })
  expect(await Promise.all(silently)).toEqual([[wallet.accounts[0]], [wallet.accounts[0]], []])
})

test('changes reach every page that is connected, and no other', async () => {
  const context = fakeContext()
  const wallet = await installSolanaWallet(context, options)
  const urls = [site, 'https://site.example/other', 'https://elsewhere.example/']
  const faces = urls.map((url) => walletIn(context.open().load(url)))
  const [first, second] = faces
  if (!first || !second) return expect.unreachable('There are pages.')
  await connect(first)
  await connect(second)
  wallet.selectAccount(1)
  await vi.waitFor(() => {
    expect(faces.map(({ accounts }) => accounts.map(({ label }) => label))).toEqual([['Account 2'], ['Account 2'], []])
  })
  wallet.forget()
  await vi.waitFor(() => expect(faces.map(({ accounts }) => accounts.length)).toEqual([0, 0, 0]))
})

test('errors cross with code, message and data, and garbage as it is', async () => {
  const context = fakeContext()
  const wallet = await installSolanaWallet(context, options)
  const face = walletIn(context.open().load(site))
  const { connect: ask } = featuresOf(face)['standard:connect']
  const value = { accounts: [null, 7n, undefined] }
  wallet.script('standard:connect', reject(4001, 'No.', { bytes: Uint8Array.from([7]) }), throws(undefined), garbage(value))
  const error = await failure(ask())
  expect(error).toMatchObject({ name: 'ProviderRpcError', code: 4001, message: 'No.', data: { bytes: { 0: 7, length: 1 } } })
  expect(await failure(ask())).toBe(undefined)
  expect(await ask()).toEqual(value)
  const heard = vi.fn()
  featuresOf(face)['standard:events'].on('change', heard)
  wallet.emit('change', 'nonsense')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('nonsense'))
})

test('the page never sees a key', async () => {
  const context = fakeContext()
  const scripts: string[] = []
  const { addInitScript } = context
  context.addInitScript = (script) => {
    scripts.push(script.content)
    return addInitScript(script)
  }
  await installSolanaWallet(context, { ...options, seeds: [new Uint8Array(32).fill(0xab), new Uint8Array(32).fill(0xcd)] })
  expect(scripts.join()).not.toContain('abababab')
})

test('an EVM and a Solana wallet, and two Solana wallets, live beside each other', async () => {
  const context = fakeContext()
  const evm = await installWallet(context, { chains: { 1: 'http://127.0.0.1:1' } })
  const alpha = await installSolanaWallet(context, { ...options, name: 'Alpha' })
  const beta = await installSolanaWallet(context, { ...options, name: 'Beta' })
  const document = context.open().load(site)
  expect(document.heard('eip6963:announceProvider')).toMatchObject([{ info: { uuid: evm.info.uuid } }])
  expect(document.heard('wallet-standard:register-wallet')).toHaveLength(2)
  await connect(walletIn(document))
  expect([alpha.log.length, beta.log.length]).toEqual([1, 0])
})

test('one wallet can be installed in two contexts', async () => {
  const [first, second] = [fakeContext(), fakeContext()]
  const wallet = await installSolanaWallet(first, options)
  await installSolanaWallet(second, { wallet })
  await connect(walletIn(first.open().load(site)))
  const face = walletIn(second.open().load(site))
  expect((await featuresOf(face)['standard:connect'].connect({ silent: true })).accounts).toMatchObject([{ address: wallet.accounts[0] }])
})
