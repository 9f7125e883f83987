import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { backends } from './test/backends.js'
import { officialDapp, officialWallet } from './test/official.js'
import { startProxy } from './test/proxy.js'
import { createRelays } from './test/relays.js'

type Dapp = Awaited<ReturnType<typeof officialDapp>>
type Wallet = Awaited<ReturnType<typeof officialWallet>>

const relays = createRelays()
const closing: (() => Promise<void>)[] = []
let names = 0

// The clients would report to hosts of their vendor: a relay of one's own must do without them.
beforeAll(() => void vi.stubGlobal('fetch', () => Promise.reject(new Error('no internet'))))
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  await relays.stop()
})
afterAll(() => void vi.unstubAllGlobals())

async function clients(dappUrl: string, walletUrl = dappUrl): Promise<{ dapp: Dapp; wallet: Wallet }> {
  const dapp = await officialDapp(dappUrl, `dapp${++names}`)
  const wallet = await officialWallet(walletUrl, `wallet${++names}`)
  closing.push(
    () => dapp.core.relayer.transportClose(),
    () => wallet.core.relayer.transportClose(),
  )
  return { dapp, wallet }
}

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const methods = ['personal_sign', 'eth_sendTransaction']
const events = ['chainChanged', 'accountsChanged']
const eip155 = { chains: ['eip155:1'], methods, events }
const granted = { eip155: { ...eip155, accounts: [`eip155:1:${account}`] } }
const personalSign = { method: 'personal_sign', params: ['0x48656c6c6f', account] }

/** Connects the two: pair, propose, approve, settle. */
async function connectWallet({ dapp, wallet }: { dapp: Dapp; wallet: Wallet }) {
  const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155 } })
  // Listens from now on: the session may be settled before the wallet knows that it has approved.
  const approved = approval()
  const proposed = new Promise<{ id: number }>((resolve) => wallet.once('session_proposal', resolve))
  await wallet.pair({ uri: uri ?? '' })
  const { id } = await proposed
  await wallet.approveSession({ id, namespaces: granted })
  const session = await approved
  return { session, topic: session.topic }
}

/** The wallet signs whatever it is asked to. */
function answers(wallet: Wallet, result: string): void {
  wallet.on('session_request', ({ topic, id }) => void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } }))
}

describe.each(await backends())('the official clients 2.21.8 over our relay on $name', { timeout: 60_000 }, (backend) => {
  afterAll(() => backend.stop())
  const start = async () => await relays.start({ storage: backend.fresh() })

  test('pair, propose, settle, request, answer, and delete from the dapp', async () => {
    const pair = await clients((await start()).url)
    const { session, topic } = await connectWallet(pair)
    expect(session.namespaces['eip155']?.accounts).toEqual([`eip155:1:${account}`])
    answers(pair.wallet, '0xsigned')
    expect(await pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).toBe('0xsigned')

    const deleted = new Promise((resolve) => pair.wallet.once('session_delete', resolve))
    await pair.dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(await deleted).toMatchObject({ topic })
    expect(Object.keys(pair.wallet.getActiveSessions())).toEqual([])
  })

  test('events, update, extend, a refused request, and delete from the wallet', async () => {
    const pair = await clients((await start()).url)
    const { dapp, wallet } = pair
    const { session, topic } = await connectWallet(pair)

    const event = new Promise((resolve) => dapp.once('session_event', resolve))
    await wallet.emitSessionEvent({ topic, event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    expect(await event).toMatchObject({ topic, params: { event: { name: 'chainChanged', data: 1 } } })

    const updated = new Promise((resolve) => dapp.once('session_update', resolve))
    const more = {
      eip155: { ...granted.eip155, chains: ['eip155:1', 'eip155:10'], accounts: [`eip155:1:${account}`, `eip155:10:${account}`] },
    }
    await wallet.updateSession({ topic, namespaces: more })
    expect(await updated).toMatchObject({ params: { namespaces: more } })

    // An expiry is in whole seconds, and a later one is asked for.
    await sleep(1100)
    const extended = new Promise((resolve) => dapp.once('session_extend', resolve))
    await wallet.extendSession({ topic })
    await extended
    expect(dapp.session.get(topic).expiry).toBeGreaterThan(session.expiry)

    wallet.once('session_request', ({ id }) => {
      const error = { code: 5000, message: 'User rejected.' }
      void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error } })
    })
    await expect(dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).rejects.toMatchObject({ code: 5000 })

    const deleted = new Promise((resolve) => dapp.once('session_delete', resolve))
    await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(await deleted).toMatchObject({ topic })
  })

  test('the wallet declines a proposal', async () => {
    const { dapp, wallet } = await clients((await start()).url)
    const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155 } })
    const refused = approval().catch((error: unknown) => error)
    wallet.once('session_proposal', ({ id }) => void wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }))
    await wallet.pair({ uri: uri ?? '' })
    expect(await refused).toMatchObject({ code: 5000 })
  })

  test('R12: a wallet that is offline when it is asked answers when it is back', async () => {
    const pair = await clients((await start()).url)
    const { topic } = await connectWallet(pair)
    answers(pair.wallet, '0xlate')
    await pair.wallet.core.relayer.transportClose()
    const answer = pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })
    await sleep(500)
    await pair.wallet.core.relayer.transportOpen()
    expect(await answer).toBe('0xlate')
  })

  test('R12: requests go on after the relay ended every socket', async () => {
    const storage = backend.fresh()
    const proxy = await startProxy()
    const first = await relays.start({ storage, publicUrls: [proxy.url] })
    proxy.to(first.url)
    const pair = await clients(proxy.url)
    closing.push(proxy.close)
    const { topic } = await connectWallet(pair)
    answers(pair.wallet, '0xagain')
    expect(await pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).toBe('0xagain')
    const stopped = first.stop()
    proxy.drop()
    await stopped
    proxy.to((await relays.start({ storage, publicUrls: [proxy.url] })).url)
    expect(await pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).toBe('0xagain')
  })

  test('R12: ten flaps of both clients leave the session working', async () => {
    const proxy = await startProxy()
    const relay = await relays.start({ storage: backend.fresh(), publicUrls: [proxy.url] })
    proxy.to(relay.url)
    const pair = await clients(proxy.url)
    closing.push(proxy.close)
    const { topic } = await connectWallet(pair)
    answers(pair.wallet, '0xsteady')
    for (let flap = 0; flap < 10; flap++) {
      const { accepted } = relay.stats()
      proxy.drop()
      proxy.to(relay.url)
      await expect.poll(() => relay.stats().accepted).toBeGreaterThanOrEqual(accepted + 2)
    }
    expect(await pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).toBe('0xsteady')
  })

  if (backend.name === 'Redis') {
    test('dapp and wallet are connected to different processes', async () => {
      const storage = backend.fresh()
      const [one, two] = [await relays.start({ storage }), await relays.start({ storage })]
      const pair = await clients(one.url, two.url)
      const { topic } = await connectWallet(pair)
      answers(pair.wallet, '0xacross')
      expect(await pair.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).toBe('0xacross')
    })
  }
})
