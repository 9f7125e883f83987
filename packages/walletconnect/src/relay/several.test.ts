import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { parseUri } from '../peer/uri.js'
import { createMemoryRelay, type MemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, dappMetadata, ethereum, memory, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'
import type { SocketConstructor } from './types.js'

const own = 'ws://own.example'
const hosted = 'wss://relay.walletconnect.org'
const both = [own, hosted]

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Two relays, and what reaches each by its address. */
function world() {
  const relays: Readonly<Record<string, MemoryRelay>> = { [own]: createMemoryRelay(), [hosted]: createMemoryRelay() }
  const at = (url: string): MemoryRelay => {
    const found = Object.entries(relays).find(([name]) => url.startsWith(name))
    if (!found) throw new Error(`No relay at ${url}`)
    return found[1]
  }
  const projects: string[] = []
  // Made by `new`, it hands out what the relay of the address makes.
  const WebSocket = function (url: string) {
    projects.push(new URL(url).searchParams.get('projectId') ?? '')
    return new (at(url).WebSocket)(url)
  } as unknown as SocketConstructor
  const openDapp = (storage = memory(), more: object = {}) => {
    const dapp = createDapp({ relayUrl: both, metadata: dappMetadata, WebSocket, storage, page: new EventTarget(), ...more })
    closing.push(dapp.close)
    return dapp
  }
  const openWallet = (relayUrl: string | readonly string[]) => {
    const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket, page: new EventTarget() })
    closing.push(wallet.close)
    wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }).catch(() => undefined))
    wallet.on('request', ({ topic, id, method }) => void wallet.respond({ topic, id, result: `did ${method}` }).catch(() => undefined))
    return wallet
  }
  return { own: at(own), hosted: at(hosted), projects, openDapp, openWallet }
}

async function pair(dapp: Dapp, wallet: ReturnType<ReturnType<typeof world>['openWallet']>) {
  const { uri, approval } = dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const { session } = await approval
  if (!session) throw new Error('There is no session.')
  return { uri, topic: session.topic }
}
const sign = (dapp: Dapp, topic: string) => dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })
const about = (relay: MemoryRelay, topic: string) => relay.published.filter((one) => one.topic === topic).length

describe('a site with two relays', () => {
  test.each([
    ['its own', own, 'hosted'],
    ['the hosted one', hosted, 'own'],
  ] as const)('S45, R12: is found by a wallet on %s, and leaves the other one', async (_, url, other) => {
    const one = world()
    const dapp = one.openDapp()
    const { uri, topic } = await pair(dapp, one.openWallet(url))
    expect(parseUri(uri).relayUrl).toBe(own)
    expect(await sign(dapp, topic)).toBe('did personal_sign')
    // The other one has carried the proposal and nothing of the session.
    expect(one[other].published.map(({ tag }) => tag)).toEqual([1100])
    expect(about(one[other], topic)).toBe(0)
  })

  test('R12: stays where the session is after a reload, and does not ask the other one', async () => {
    const one = world()
    const storage = memory()
    const before = one.openDapp(storage)
    const { topic } = await pair(before, one.openWallet(hosted))
    before.close()
    const asked = one.own.calls.length
    const after = one.openDapp(storage)
    expect(await sign(after, topic)).toBe('did personal_sign')
    expect(one.own.calls.length).toBe(asked)
    await after.disconnect({ topic })
    expect(about(one.own, topic)).toBe(0)
  })

  test('R12: gets on with one of them when the other cannot be reached, and shows itself as connected', async () => {
    const one = world()
    one.own.away(true)
    const dapp = one.openDapp()
    const { topic } = await pair(dapp, one.openWallet(hosted))
    expect(dapp.relayStatus()).toBe('open')
    expect(await sign(dapp, topic)).toBe('did personal_sign')
  })

  test('R12: a wallet on both is heard once', async () => {
    const one = world()
    const dapp = one.openDapp()
    const added = vi.fn()
    dapp.on('sessionAdded', added)
    const wallet = one.openWallet(both)
    const asked = vi.fn()
    wallet.on('request', asked)
    const { topic } = await pair(dapp, wallet)
    expect(await sign(dapp, topic)).toBe('did personal_sign')
    expect([added.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
  })

  test('R12: what somebody else says under its topic on one of them decides nothing', async () => {
    const one = world()
    const dapp = one.openDapp()
    const { uri, approval } = dapp.connect({ namespaces: asked })
    const { topic: pairing } = parseUri(uri)
    await vi.waitFor(() => expect(one.own.calls.length).toBeGreaterThan(1))
    one.own.inject(pairing, 'AAAA')
    one.own.inject(pairing, 'A'.repeat(200))
    one.openWallet(hosted).pair({ uri })
    const { session } = await approval
    expect(await sign(dapp, session?.topic ?? '')).toBe('did personal_sign')
  })

  test('fails when both refuse a message, and tells both the project', async () => {
    const one = world()
    for (const relay of [one.own, one.hosted])
      relay.refuse = (method) => (method === 'irn_publish' ? { code: -32_602, message: 'no' } : undefined)
    const dapp = one.openDapp(memory(), { projectId: 'shop' })
    await expect(dapp.connect({ namespaces: asked }).approval).rejects.toThrow('did not take the message')
    expect(one.projects).toEqual(['shop', 'shop'])
    dapp.close()
    expect(dapp.relayStatus()).toBe('closed')
  })
})
