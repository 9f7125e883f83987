import { expect, test } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import { createBrowser, type Tab } from '../test/browser.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, base, dappMetadata, ethereum, until, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'

const relayUrl = 'ws://127.0.0.1:1'

async function setUp() {
  const relay = createMemoryRelay()
  const browser = createBrowser({ later: (task) => void setTimeout(task, Math.random() * 3) })
  const { WebSocket } = relay
  const openTab = () => {
    const tab = browser.open()
    const { storage, page, channel, locks } = tab
    return { tab, dapp: createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage, page, channel, locks }) }
  }
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  const requested: string[] = []
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }).catch(() => undefined))
  wallet.on('request', ({ topic, id, method }) => {
    requested.push(method)
    void wallet.respond({ topic, id, result: `did ${method}` }).catch(() => undefined)
  })
  return { relay, openTab, wallet, requested }
}

/** A tab goes without a word. */
const kill = ({ tab, dapp }: { readonly tab: Tab; readonly dapp: ReturnType<typeof createDapp> }) => {
  dapp.close()
  tab.kill()
}

test('R15: three tabs have one connection; a session made in one is in the others, and each can use it', async () => {
  const { relay, openTab, wallet, requested } = await setUp()
  const tabs = [openTab(), openTab(), openTab()]
  const [, second, third] = tabs
  const { uri, approval } = second!.dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  await until(() => tabs.every(({ dapp }) => dapp.session(topic)))
  expect(relay.connections()).toBe(2) // the site's, and the wallet's
  for (const { dapp } of tabs)
    await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe('did personal_sign')
  expect(requested).toHaveLength(3)

  const heard: number[] = []
  tabs.forEach(({ dapp }, at) => dapp.on('sessionEvent', () => void heard.push(at)))
  await wallet.emitEvent({ topic, chainId: base, name: 'chainChanged', data: 8453 })
  await until(() => heard.length === 3)
  expect(new Set(heard)).toEqual(new Set([0, 1, 2]))

  await third!.dapp.disconnect({ topic })
  await until(() => tabs.every(({ dapp }) => dapp.sessions().length === 0) && wallet.sessions().length === 0, 1_000)
  for (const tab of tabs) kill(tab)
  wallet.close()
})

test('R15: when the tab that has the connection goes, another takes over with what was waiting', async () => {
  const { relay, openTab, wallet, requested } = await setUp()
  const first = openTab()
  const { uri, approval } = first.dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  const second = openTab()
  await until(() => second.dapp.session(topic))
  relay.away(true)
  relay.drop()
  const answer = second.dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  kill(first)
  relay.away(false)
  await expect(answer).resolves.toBe('did personal_sign')
  expect(requested).toHaveLength(1)
  expect(relay.connections()).toBe(2)
  kill(second)
  wallet.close()
})

test('R15: the wallet’s goodbye reaches every tab, and is answered once', async () => {
  const { relay, openTab, wallet } = await setUp()
  const tabs = [openTab(), openTab()]
  const { uri, approval } = tabs[0]!.dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  await until(() => tabs.every(({ dapp }) => dapp.session(topic)))
  await wallet.disconnect({ topic })
  await until(() => tabs.every(({ dapp }) => dapp.sessions().length === 0), 1_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(relay.published.filter(({ tag }) => tag === 1113)).toHaveLength(1)
  for (const tab of tabs) kill(tab)
  wallet.close()
})

test('R17: a tab that goes to the back/forward cache gives up the connection, and the others go on', async () => {
  const { relay, openTab, wallet } = await setUp()
  const first = openTab()
  const { uri, approval } = first.dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  const second = openTab()
  await until(() => second.dapp.session(topic))
  first.tab.page.dispatchEvent(new Event('pagehide'))
  await expect(second.dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe('did personal_sign')
  first.tab.page.dispatchEvent(new Event('pageshow'))
  await expect(first.dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe('did personal_sign')
  expect(relay.connections()).toBe(2)
  kill(first)
  kill(second)
  wallet.close()
})
