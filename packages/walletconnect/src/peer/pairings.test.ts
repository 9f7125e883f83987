import { afterEach, describe, expect, test, vi } from 'vitest'
import { UserRejectedError } from '@portico/core'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { SessionNotFoundError } from '../errors.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, dappMetadata, ethereum, memory, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const relayUrl = 'ws://127.0.0.1:1'
const namespaces = asked

function meet() {
  const relay = createMemoryRelay()
  const { WebSocket } = relay
  const [ofSite, ofPhone] = [memory(), memory()]
  const openDapp = () => {
    const dapp = createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage: ofSite, page: new EventTarget() })
    closing.push(dapp.close)
    return dapp
  }
  const mood = { agrees: true }
  const openWallet = () => {
    const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket, storage: ofPhone, page: new EventTarget() })
    closing.push(wallet.close)
    wallet.on(
      'proposal',
      ({ id }) => void (mood.agrees ? wallet.approve({ id, namespaces: approved }) : wallet.reject({ id })).catch(() => undefined),
    )
    wallet.on('request', ({ topic, id, method }) => void wallet.respond({ topic, id, result: `did ${method}` }).catch(() => undefined))
    return wallet
  }
  return { relay, openDapp, openWallet, mood, ofSite }
}

async function pairUp() {
  const world = meet()
  const [dapp, wallet] = [world.openDapp(), world.openWallet()]
  const { uri, approval } = dapp.connect({ namespaces })
  wallet.pair({ uri })
  const { session } = await approval
  await vi.waitFor(() => expect(wallet.pairings()).toHaveLength(1))
  const [pairing] = dapp.pairings()
  if (!session || !pairing) throw new Error('There is no session, or no pairing.')
  return { ...world, dapp, wallet, topic: session.topic, pairing: pairing.topic }
}

const sign = (dapp: Dapp, topic = '') => dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })

describe('a pairing that was agreed over', () => {
  test('is kept on both sides for 30 days, named by who answered, and without its key', async () => {
    const { dapp, wallet, pairing } = await pairUp()
    const inDays = ({ expiry }: { readonly expiry: number }) => Math.round((expiry - Date.now() / 1000) / 86_400)
    expect(dapp.pairings()).toEqual([
      { topic: pairing, peer: expect.objectContaining({ name: 'Example Wallet' }), expiry: expect.any(Number) },
    ])
    expect(wallet.pairings()).toEqual([
      { topic: pairing, peer: expect.objectContaining({ name: 'Example Shop' }), expiry: expect.any(Number) },
    ])
    expect([...dapp.pairings(), ...wallet.pairings()].map(inDays)).toEqual([30, 30])
  })

  test('takes the next proposal without a code, also after both were restarted', async () => {
    const { dapp, wallet, topic, pairing, openDapp, openWallet } = await pairUp()
    await dapp.disconnect({ topic })
    const again = await dapp.connect({ namespaces, pairing }).approval
    expect(again.session?.topic).not.toBe(topic)
    expect(await sign(dapp, again.session?.topic)).toBe('did personal_sign')
    dapp.close()
    wallet.close()
    const [late] = [openDapp(), openWallet()]
    expect(late.pairings()).toHaveLength(1)
    const third = await late.connect({ namespaces, pairing }).approval
    expect(await sign(late, third.session?.topic)).toBe('did personal_sign')
  })

  test('outlives a proposal that was declined over it; a new one does not', async () => {
    const { dapp, wallet, pairing, mood } = await pairUp()
    mood.agrees = false
    await expect(dapp.connect({ namespaces, pairing }).approval).rejects.toThrow(UserRejectedError)
    const { uri, approval } = dapp.connect({ namespaces })
    wallet.pair({ uri })
    await expect(approval).rejects.toThrow(UserRejectedError)
    expect([dapp.pairings().length, wallet.pairings().length]).toEqual([1, 1])
    mood.agrees = true
    expect((await dapp.connect({ namespaces, pairing }).approval).session).toBeDefined()
  })

  test('R12: costs a site no connection: nothing is listened to until it proposes again', async () => {
    const { dapp, topic, relay, openDapp } = await pairUp()
    await dapp.disconnect({ topic })
    dapp.close()
    await vi.waitFor(() => expect(relay.connections()).toBe(1)) // the wallet's
    openDapp()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(relay.connections()).toBe(1)
  })

  test('is forgotten by both when one of them says so, and cannot be proposed over then', async () => {
    const { dapp, wallet, pairing } = await pairUp()
    await dapp.disconnect({ topic: pairing })
    await vi.waitFor(() => expect(wallet.pairings()).toEqual([]))
    expect(dapp.pairings()).toEqual([])
    expect(() => dapp.connect({ namespaces, pairing })).toThrow(SessionNotFoundError)
  })

  test('is not kept where nobody will propose over it again, and no more than ten are', async () => {
    const { relay, dapp, wallet } = await pairUp()
    const once = createDapp({ relayUrl, metadata: dappMetadata, WebSocket: relay.WebSocket, page: new EventTarget(), keepPairings: false })
    closing.push(once.close)
    for (const [site, times] of [
      [once, 1],
      [dapp, 11],
    ] as const) {
      for (let round = 0; round < times; round++) {
        const { uri, approval } = site.connect({ namespaces, properties: { round } })
        wallet.pair({ uri })
        await approval
      }
    }
    expect(once.pairings()).toEqual([])
    expect(dapp.pairings()).toHaveLength(10)
    await vi.waitFor(() => expect(wallet.pairings()).toHaveLength(10))
  })
})
