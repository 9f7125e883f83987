import { expect, test, vi } from 'vitest'
import { installWallet, type WalletPage } from './playwright.js'
import { fakeContext, type FakeDocument as LoadedDocument, type FakePage } from './shared/fakeBrowser.test.helper.js'
import { garbage, reject, throws } from './wallet/behaviours.js'
import type { AnnouncedProvider } from './wallet/announce.js'
import type { HeadlessWallet } from './wallet/types.js'

interface FakeDocument {
  readonly announced: AnnouncedProvider
  readonly window: LoadedDocument['window']
}

function isAnnounced(detail: unknown): detail is AnnouncedProvider {
  return typeof detail === 'object' && detail !== null && 'info' in detail && 'provider' in detail
}

/** A page whose documents find the wallet that announced itself. */
function withWallet(page: FakePage): WalletPage & { load(url: string): FakeDocument } {
  return {
    ...page,
    load(url) {
      const { window, heard } = page.load(url)
      const [announced] = heard('eip6963:announceProvider').filter(isAnnounced)
      if (!announced) throw new Error('The wallet did not announce itself.')
      return { announced, window }
    },
  }
}

function contextOf() {
  const context = fakeContext()
  return { ...context, open: () => withWallet(context.open()) }
}

const site = 'https://site.example/page?x=1'
const options = { chains: { 1: 'http://127.0.0.1:1', 10: 'http://127.0.0.1:1' } }

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('It was answered.'),
    (error: unknown) => error,
  )
}

function accountsOf({ announced }: FakeDocument, method = 'eth_accounts'): Promise<unknown> {
  return announced.provider.request({ method })
}

test('a page finds the wallet, and connects to it under its own origin', async () => {
  const context = contextOf()
  const wallet = await installWallet(context, { ...options, flags: { isMetaMask: true } })
  const document = context.open().load(site)
  expect(document.announced.info).toEqual(wallet.info)
  expect(document.announced.provider).toMatchObject({ isMetaMask: true })
  expect(await accountsOf(document, 'eth_requestAccounts')).toEqual(wallet.state.exposed)
  expect(wallet.state.permitted).toEqual(['https://site.example'])
})

test('permission survives a reload, and a second page of the same site shares it', async () => {
  const context = contextOf()
  const wallet = await installWallet(context, options)
  const page = context.open()
  await accountsOf(page.load(site), 'eth_requestAccounts')
  expect(await accountsOf(page.load(site))).toEqual(wallet.state.exposed)
  expect(await accountsOf(context.open().load('https://site.example/other'))).toEqual(wallet.state.exposed)
  expect(await accountsOf(context.open().load('https://elsewhere.example'))).toEqual([])
})

test('events reach every page that they are for, and no other', async () => {
  const context = contextOf()
  const wallet = await installWallet(context, options)
  const urls = [site, 'https://site.example/other', 'https://elsewhere.example/']
  const documents = urls.map((url) => context.open().load(url))
  const heard = documents.map(({ announced }) => {
    const events: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged']) announced.provider.on(event, (payload) => events.push(payload))
    return events
  })
  const [first] = documents
  if (!first) return expect.unreachable('There are documents.')
  const accounts = await accountsOf(first, 'eth_requestAccounts')
  wallet.switchChain(10)
  await vi.waitFor(() => expect(heard).toEqual([[accounts, '0xa'], [accounts, '0xa'], ['0xa']]))
})

test('errors cross with code, message and data', async () => {
  const context = contextOf()
  const wallet = await installWallet(context, options)
  const document = context.open().load(site)
  wallet.script('eth_requestAccounts', reject(4001, 'No.', { nested: { reason: 7n } }))
  const error = await failure(accountsOf(document, 'eth_requestAccounts'))
  expect(Object.prototype.toString.call(error)).toBe('[object Error]')
  expect(error).toMatchObject({ name: 'ProviderRpcError', code: 4001, message: 'No.', data: { nested: { reason: 7n } } })
  expect(await failure(accountsOf(document, 'nonsense'))).toMatchObject({ code: 4200 })
})

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a number that is none', Number.NaN],
  ['infinity', Number.NEGATIVE_INFINITY],
  ['a bigint', 12n],
  ['text', 'nope'],
  ['a list with holes to fill', [undefined, null, [42]]],
  ['a key called __proto__', JSON.parse('{"__proto__":{"a":1},"type":"undefined","value":[]}')],
])('garbage crosses as it is: %s', async (_name, value) => {
  const context = contextOf()
  const wallet = await installWallet(context, options)
  const document = context.open().load(site)
  wallet.script('eth_accounts', garbage(value), throws(value))
  const flat = (item: unknown) => (typeof item === 'object' ? JSON.stringify(item) : item)
  expect(flat(await accountsOf(document))).toEqual(flat(value))
  expect(flat(await failure(accountsOf(document)))).toEqual(flat(value))
})

test('an event may carry an error or garbage', async () => {
  const context = contextOf()
  const wallet = await installWallet(context, options)
  const heard: unknown[] = []
  context
    .open()
    .load(site)
    .announced.provider.on('disconnect', (payload) => heard.push(payload))
  wallet.disconnect({ event: true })
  wallet.emit('disconnect', undefined)
  await vi.waitFor(() => expect(heard).toMatchObject([{ code: 4900 }, undefined]))
})

test('the page never sees a key, nor the hands of the person', async () => {
  const context = contextOf()
  const scripts: string[] = []
  const { addInitScript } = context
  context.addInitScript = (script) => {
    scripts.push(script.content)
    return addInitScript(script)
  }
  const privateKeys = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
  await installWallet(context, { ...options, privateKeys })
  expect(scripts.join()).not.toContain(privateKeys.slice(2))
  const { provider } = context.open().load(site).announced
  expect(Object.keys(provider).toSorted()).toEqual(['on', 'removeListener', 'request'])
})

test('a wallet can be window.ethereum, under another name, in a single page', async () => {
  const page = contextOf().open()
  const info = { name: 'Somebody else' }
  const wallet = await installWallet(page, { ...options, announced: { asEthereum: true, info } })
  const { announced, window } = page.load(site)
  expect(announced.info).toEqual({ ...wallet.info, ...info })
  expect(window.ethereum).toBe(announced.provider)
})

test('one wallet can be installed in two contexts', async () => {
  const [first, second] = [contextOf(), contextOf()]
  const wallet: HeadlessWallet = await installWallet(first, options)
  await installWallet(second, { wallet })
  await accountsOf(first.open().load(site), 'eth_requestAccounts')
  expect(await accountsOf(second.open().load(site))).toEqual(wallet.state.exposed)
})
