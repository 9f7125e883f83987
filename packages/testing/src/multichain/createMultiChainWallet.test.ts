/// <reference types="node" />
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeContext } from '../shared/fakeBrowser.test.helper.js'
import type { AnnouncedProvider } from '../wallet/announce.js'
import { always, approve, reject } from '../wallet/behaviours.js'
import { announceMultiChain } from './announce.js'
import { createMultiChainWallet } from './createMultiChainWallet.js'
import { installMultiChainWallet } from './playwright.js'
import type { MultiChainWalletOptions } from './types.js'

const site = 'http://localhost'

const make = (options: MultiChainWalletOptions = {}) => {
  const wallet = createMultiChainWallet({ accounts: 2, ...options })
  onTestFinished(() => wallet.close())
  return wallet
}

async function use(wallet: Wallet | undefined, feature: `${string}:${string}`, ...inputs: readonly unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(Object(wallet?.features[feature]), feature.replace(/^.*:/, ''))
  if (typeof method !== 'function') throw new Error(`The wallet has no ${feature}.`)
  return method(...inputs)
}

const families = (wallet: Wallet | undefined) =>
  wallet?.accounts.map(({ chains }) => chains[0]?.replace(/:.*/, '')) ?? expect.unreachable('There is a wallet.')
const labels = (wallet: Wallet | undefined) => wallet?.accounts.map(({ label }) => label)

const onWindow = () => {
  const window = new EventTarget()
  Object.defineProperty(globalThis, 'window', { value: window, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  const announced: AnnouncedProvider[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) announced.push(event.detail)
  })
  return { window, announced }
}

test('a page finds one wallet by both protocols, under one name and picture', () => {
  const { window, announced } = onWindow()
  const wallet = make({ name: 'Everywhere', rdns: 'com.example.everywhere' })
  const off = announceMultiChain(wallet)
  const { get } = getWallets()
  expect(announced).toMatchObject([{ info: { name: 'Everywhere', rdns: 'com.example.everywhere', icon: wallet.info.icon } }])
  expect(get()).toEqual([wallet.wallet])
  expect(get()[0]).toMatchObject({ name: 'Everywhere', chains: [...(wallet.solana?.config.chains ?? []), 'bitcoin:mainnet'] })
  expect(Object.keys(get()[0]?.features ?? {})).toEqual(
    expect.arrayContaining([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signMessage',
      'solana:signTransaction',
      'bitcoin:connect',
      'bitcoin:signMessage',
    ]),
  )
  off()
  expect(get()).toEqual([])
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(announced).toHaveLength(1)
})

test('chains can be left out, all but the last', () => {
  expect(make({ evm: false }).evm).toBeUndefined()
  expect(make({ solana: false }).wallet?.chains).toEqual(['bitcoin:mainnet'])
  expect(make({ bitcoin: false }).wallet?.chains.every((chain) => chain.startsWith('solana:'))).toBe(true)
  expect(make({ solana: false, bitcoin: false }).wallet).toBeUndefined()
  expect(() => createMultiChainWallet({ evm: false, solana: false, bitcoin: false })).toThrow('at least one chain')
})

test('one question opens Solana and Bitcoin, another one EVM', async () => {
  const wallet = make({ policy: 'manual' })
  const asked = use(wallet.wallet, 'standard:connect')
  await wallet.waitFor('connect')
  wallet.approve()
  await asked
  expect(families(wallet.wallet)).toEqual(['solana', 'bitcoin', 'bitcoin'])
  expect(wallet.pending).toEqual([])
  expect(wallet.state.permitted).toEqual({ eip155: [], solana: [site], bip122: [site] })
  const evm = wallet.evm?.request({ method: 'eth_requestAccounts' })
  await wallet.waitFor('eth_requestAccounts')
  wallet.approve()
  expect(await evm).toHaveLength(1)
  expect(wallet.state.permitted.eip155).toEqual([site])
})

test('Bitcoin can be connected alone, and stays when the rest leaves', async () => {
  const { wallet: page } = make()
  await use(page, 'bitcoin:connect', { purposes: ['payment'] })
  expect(families(page)).toEqual(['bitcoin'])
  await use(page, 'standard:connect')
  expect(families(page)).toEqual(['solana', 'bitcoin'])
  await use(page, 'standard:disconnect')
  expect(families(page)).toEqual(['bitcoin'])
  await use(page, 'bitcoin:disconnect')
  expect(page?.accounts).toEqual([])
})

test('Bitcoin stays when the rest leaves after a reload, too', async () => {
  const wallet = make()
  await use(wallet.wallet, 'standard:connect')
  await use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment', 'ordinals'] })
  const reloaded = wallet.walletFor(site)
  await use(reloaded, 'standard:connect', { silent: true })
  expect(families(reloaded)).toEqual(['solana', 'bitcoin', 'bitcoin'])
  await use(reloaded, 'standard:disconnect')
  expect(families(reloaded)).toEqual(['bitcoin', 'bitcoin'])
})

test('what was connected together leaves together', async () => {
  const { wallet: page } = make()
  await use(page, 'standard:connect')
  await use(page, 'standard:disconnect')
  expect(page?.accounts).toEqual([])
})

test('a silent connection asks nobody', async () => {
  const wallet = make({ policy: 'manual' })
  await use(wallet.wallet, 'standard:connect', { silent: true })
  expect(wallet.wallet?.accounts).toEqual([])
  expect(wallet.state.permitted).toEqual({ eip155: [], solana: [], bip122: [] })
})

test('a refused connection opens nothing', async () => {
  const wallet = make()
  wallet.script('connect', reject())
  await expect(use(wallet.wallet, 'standard:connect')).rejects.toMatchObject({ code: 4001 })
  expect(wallet.wallet?.accounts).toEqual([])
  expect(wallet.state.permitted).toEqual({ eip155: [], solana: [], bip122: [] })
})

test('the requests of all chains are one list, in the order of arrival', async () => {
  const wallet = make()
  await use(wallet.wallet, 'standard:connect')
  await wallet.evm?.request({ method: 'eth_requestAccounts' })
  wallet.setPolicy('manual')
  const solana = wallet.wallet?.accounts.find(({ chains }) => chains[0]?.startsWith('solana:'))
  const bitcoin = wallet.wallet?.accounts.find(({ chains }) => chains[0]?.startsWith('bitcoin:'))
  const message = new TextEncoder().encode('Hello')
  const settled: string[] = []
  const note = async (name: string, promise: Promise<unknown> | undefined) =>
    promise?.then(
      () => settled.push(`${name} signed`),
      () => settled.push(`${name} refused`),
    )
  const all = [
    note('bitcoin', use(wallet.wallet, 'bitcoin:signMessage', { account: bitcoin, message })),
    note('evm', wallet.evm?.request({ method: 'personal_sign', params: ['0x00', wallet.evm.accounts[0]] })),
    note('solana', use(wallet.wallet, 'solana:signMessage', { account: solana, message })),
  ]
  await vi.waitFor(() => expect(wallet.pending.map(({ family }) => family)).toEqual(['bip122', 'eip155', 'solana']))
  const [first, second, third] = wallet.pending.map(({ id }) => id)
  expect(new Set([first, second, third]).size).toBe(3)
  wallet.reject(second)
  wallet.approve()
  wallet.approve(third)
  await Promise.all(all)
  expect(settled.toSorted()).toEqual(['bitcoin signed', 'evm refused', 'solana signed'])
  expect(wallet.pending).toEqual([])
  expect(() => wallet.approve()).toThrow('No request is waiting.')
  expect(wallet.log.map(({ family }) => family).slice(-3)).toEqual(['bip122', 'eip155', 'solana'])
})

test('a script is for the next request, on whichever chain it comes', async () => {
  const wallet = make({ connected: true })
  const page = wallet.walletFor(site)
  await use(page, 'standard:connect')
  const [solana, bitcoin] = page?.accounts ?? []
  const message = new Uint8Array([1])
  wallet.script('signMessage', reject(), approve(), reject())
  const sign = (feature: 'solana:signMessage' | 'bitcoin:signMessage', account: unknown) => use(page, feature, { account, message })
  await expect(sign('bitcoin:signMessage', bitcoin)).rejects.toMatchObject({ code: 4001 })
  expect(await sign('solana:signMessage', solana)).toHaveLength(1)
  await expect(sign('solana:signMessage', solana)).rejects.toMatchObject({ code: 4001 })
  expect(await sign('bitcoin:signMessage', bitcoin)).toHaveLength(1)
  const stop = wallet.script(() => true, always(reject(-32603)))
  await expect(sign('bitcoin:signMessage', bitcoin)).rejects.toMatchObject({ code: -32603 })
  await expect(wallet.evm?.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: -32603 })
  stop()
  expect(await wallet.evm?.request({ method: 'eth_chainId' })).toBe('0x1')
})

test('the person picks an account on all chains at once', async () => {
  const wallet = make()
  const page = wallet.wallet
  await use(page, 'standard:connect')
  await wallet.evm?.request({ method: 'eth_requestAccounts' })
  const heard = vi.fn()
  const on: unknown = Reflect.get(Object(page?.features['standard:events']), 'on')
  if (typeof on === 'function') on('change', heard)
  wallet.selectAccount(1)
  expect(wallet.state.account).toBe(1)
  expect(labels(page)).toEqual(['Account 2', 'Account 2, payment (p2wpkh)', 'Account 2, ordinals (p2tr)'])
  expect(await wallet.evm?.request({ method: 'eth_accounts' })).toEqual([wallet.evm?.accounts[1]])
  expect(heard).toHaveBeenLastCalledWith({ accounts: page?.accounts })
  expect(() => wallet.selectAccount(2)).toThrow('no account 2')
})

test('a site is forgotten on all chains, or on one', async () => {
  const wallet = make({ connected: true })
  await use(wallet.wallet, 'standard:connect')
  wallet.disconnect({ family: 'solana' })
  expect(wallet.state.permitted).toEqual({ eip155: [site], solana: [], bip122: [site] })
  expect(families(wallet.wallet)).toEqual(['bitcoin', 'bitcoin'])
  wallet.forget()
  expect(wallet.state.permitted).toEqual({ eip155: [], solana: [], bip122: [] })
  expect(wallet.wallet?.accounts).toEqual([])
})

test('one lock holds all chains, and one unlocking opens them', async () => {
  const wallet = make({ connected: true })
  await use(wallet.wallet, 'standard:connect')
  wallet.lock()
  expect(wallet.state.locked).toBe(true)
  expect(wallet.wallet?.accounts).toEqual([])
  expect(await wallet.evm?.request({ method: 'eth_accounts' })).toEqual([])
  wallet.solana?.unlock()
  expect(wallet.state.locked).toBe(false)
  expect([wallet.evm?.state.locked, wallet.bitcoin?.state.locked]).toEqual([false, false])
  expect(families(wallet.wallet)).toEqual(['solana', 'bitcoin', 'bitcoin'])
  wallet.setOnline(false)
  await expect(wallet.evm?.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
  await expect(use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment'] })).rejects.toMatchObject({ code: 4900 })
})

test('state, pending and log are snapshots that tell of their changes, and reset empties them', async () => {
  const wallet = make({ policy: 'manual' })
  const snapshots: unknown[] = []
  const off = wallet.subscribe(() => snapshots.push(wallet.state))
  const before = wallet.pending
  const asked = use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment'] })
  const refused = expect(asked).rejects.toMatchObject({ code: 4001 })
  await wallet.waitFor()
  expect(wallet.pending).not.toBe(before)
  expect(wallet.pending).toBe(wallet.pending)
  expect(snapshots.length).toBeGreaterThan(0)
  wallet.reset()
  await refused
  expect(wallet.log).toEqual([])
  expect(wallet.pending).toEqual([])
  off()
  const count = snapshots.length
  wallet.setPolicy('approve')
  expect(snapshots).toHaveLength(count)
})

test('waiting for a request that never comes ends with an error', async () => {
  await expect(make().waitFor('connect', { timeout: 10 })).rejects.toThrow('within 10 ms')
})

test('pages in a browser see one wallet on all chains, over reloads', async () => {
  const context = fakeContext()
  const wallet = await installMultiChainWallet(context, { accounts: 2, name: 'Everywhere' })
  const page = context.open()
  const find = () => {
    const document = page.load('https://site.example/')
    const found: Wallet[] = []
    for (const callback of document.heard('wallet-standard:register-wallet')) {
      if (typeof callback === 'function') callback({ register: (one: Wallet) => void found.push(one) })
    }
    expect(found).toHaveLength(1)
    const [announced] = document.heard('eip6963:announceProvider')
    return { standard: found[0], announced }
  }
  const { standard, announced } = find()
  expect(announced).toMatchObject({ info: { name: 'Everywhere' } })
  expect(standard?.name).toBe('Everywhere')
  wallet.setPolicy('manual')
  const asked = use(standard, 'standard:connect')
  await wallet.waitFor('connect')
  wallet.approve()
  await asked
  expect(families(standard)).toEqual(['solana', 'bitcoin', 'bitcoin'])
  wallet.selectAccount(1)
  await vi.waitFor(() => expect(labels(standard)).toEqual(['Account 2', 'Account 2, payment (p2wpkh)', 'Account 2, ordinals (p2tr)']))
  const { standard: reloaded } = find()
  await use(reloaded, 'standard:connect', { silent: true })
  expect(families(reloaded)).toEqual(['solana', 'bitcoin', 'bitcoin'])
  wallet.setPolicy('approve')
  const [solana, bitcoin] = reloaded?.accounts ?? []
  expect(await use(reloaded, 'solana:signMessage', { account: solana, message: new Uint8Array([1]) })).toHaveLength(1)
  expect(await use(reloaded, 'bitcoin:signMessage', { account: bitcoin, message: new Uint8Array([1]) })).toHaveLength(1)
  expect(wallet.state.permitted).toEqual({ eip155: [], solana: ['https://site.example'], bip122: ['https://site.example'] })
})
