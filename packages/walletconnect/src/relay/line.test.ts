import { describe, expect, test } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import { createBrowser, type Tab } from '../test/browser.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, base, dappMetadata, ethereum, until, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'

const relayUrl = 'ws://127.0.0.1:1'

async function setUp({ agrees = true } = {}) {
  const relay = createMemoryRelay()
  const browser = createBrowser({ later: (task) => void setTimeout(task, Math.random() * 3) })
  const { WebSocket } = relay
  const openTab = (as = (tab: Tab): Tab => tab) => {
    const tab = as(browser.open())
    const { storage, page, channel, locks } = tab
    return { tab, dapp: createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage, page, channel, locks }) }
  }
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  const requested: string[] = []
  wallet.on(
    'proposal',
    ({ id }) => void (agrees ? wallet.approve({ id, namespaces: approved }) : wallet.reject({ id })).catch(() => undefined),
  )
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

test('R15: a code that two tabs show is good for the one that stays, when the other one’s visitor turns away', async () => {
  const { openTab, wallet } = await setUp()
  const [first, second] = [openTab(), openTab()]
  const leaving = new AbortController()
  const left = first.dapp.connect({ namespaces: asked, signal: leaving.signal })
  await until(() => second.dapp.isWaiting())
  const stays = second.dapp.connect({ namespaces: asked })
  expect(stays.uri).toBe(left.uri)
  leaving.abort()
  await expect(left.approval).rejects.toThrow('aborted')
  await until(() => first.dapp.isWaiting())
  wallet.pair({ uri: stays.uri })
  const { session } = await stays.approval
  expect(second.dapp.session(session?.topic ?? '')).toMatchObject({ peer: { name: 'Example Wallet' } })
  kill(first)
  kill(second)
  wallet.close()
})

test('R15: a code whose keys are made while another tab wants it back is good all the same', { timeout: 10_000 }, async () => {
  const tasks: (() => void)[] = []
  const deliver = () => tasks.splice(0).forEach((task) => task())
  const browser = createBrowser({ later: (task) => void tasks.push(task) })
  const { WebSocket } = createMemoryRelay()
  const openTab = () => {
    const tab = browser.open()
    return { tab, dapp: createDapp({ relayUrl, metadata: dappMetadata, WebSocket, ...tab }) }
  }
  const [first, second] = [openTab(), openTab()]
  const leaving = new AbortController()
  const left = first.dapp.connect({ namespaces: asked, signal: leaving.signal })
  deliver()
  const stays = second.dapp.connect({ namespaces: asked })
  expect(stays.uri).toBe(left.uri)
  leaving.abort()
  await expect(left.approval).rejects.toThrow('aborted')
  deliver() // the second tab wants it back, which the first does not hear before it has the keys
  await until(() => [...browser.disk.values()].some((text) => text.includes('"pair"')))
  const delivering = setInterval(deliver, 1)
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }).catch(() => undefined))
  wallet.pair({ uri: stays.uri })
  const { session } = await stays.approval
  expect(session?.peer.name).toBe('Example Wallet')
  kill(first)
  kill(second)
  wallet.close()
  clearInterval(delivering)
})

describe('R15: a tab that hears of its code’s end from another tab before the wallet', () => {
  /** A tab that shows a code, while another one has the connection, and what the wallet says comes to it late. */
  async function showCode(agrees: boolean) {
    const { openTab, wallet } = await setUp({ agrees })
    const leader = openTab()
    const { approval: unused } = leader.dapp.connect({ namespaces: { eip155: asked['eip155']! } })
    unused.catch(() => undefined)
    await until(() => leader.dapp.relayStatus() === 'open')
    const follower = openTab((tab) => ({
      ...tab,
      channel: {
        ...tab.channel,
        // Between processes, what the wallet said may come after what another tab has made of it.
        follow: (listener) =>
          tab.channel.follow((said) => {
            if (JSON.stringify(said).includes('"kind":"message"')) setTimeout(() => listener(said), 300)
            else listener(said)
          }),
      },
    }))
    const { uri, approval } = follower.dapp.connect({ namespaces: asked })
    await new Promise((resolve) => setTimeout(resolve, 50)) // nobody has scanned it before
    const close = () => {
      kill(leader)
      kill(follower)
      wallet.close()
    }
    return { wallet, uri, approval, close, dapp: follower.dapp }
  }
  const soon = <T>(promise: Promise<T>) =>
    Promise.race([promise, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It waits.')), 2_000))])

  test('has its session', async () => {
    const { wallet, uri, approval, close, dapp } = await showCode(true)
    wallet.pair({ uri })
    const { session } = await soon(approval)
    expect(session).toMatchObject({ topic: dapp.sessions()[0]?.topic, peer: { name: 'Example Wallet' } })
    await new Promise((resolve) => setTimeout(resolve, 400)) // what the wallet said is there now, and changes nothing
    expect(dapp.sessions()).toHaveLength(1)
    expect(dapp.isWaiting()).toBe(true) // the leader's
    close()
  })

  test('does not go on showing one that the wallet has declined', async () => {
    const { wallet, uri, approval, close } = await showCode(false)
    wallet.pair({ uri })
    await expect(soon(approval)).rejects.toMatchObject({ name: 'ProposalExpiredError' })
    close()
  })
})

test('R14: where the browser denies its locks, each tab has a connection of its own', async () => {
  const { openTab, wallet } = await setUp()
  const denied = (tab: Tab): Tab => ({ ...tab, locks: { request: () => Promise.reject(new DOMException('Denied.', 'SecurityError')) } })
  const tabs = [openTab(denied), openTab(denied)]
  const { uri, approval } = tabs[0]!.dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  await until(() => tabs[1]!.dapp.session(topic))
  for (const { dapp } of tabs)
    await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe('did personal_sign')
  for (const tab of tabs) kill(tab)
  wallet.close()
})
