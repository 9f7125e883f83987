import { afterEach, expect, test, vi } from 'vitest'
import { createKeyPair, randomKey, topicOf } from '../crypto/agreement.js'
import { open, seal } from '../crypto/envelope.js'
import { formatUri } from '../peer/uri.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { address, approved, asked, authentication, dappMetadata, ethereum, walletMetadata } from '../test/parties.js'
import { createWalletClient } from './wallet.js'

const relayUrl = 'ws://127.0.0.1:1'
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function setUp() {
  const relay = createMemoryRelay()
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket })
  closing.push(wallet.close)
  /** A site that says whatever a test wants it to, over a pairing of its own. */
  async function site(name: string) {
    const key = randomKey()
    const topic = topicOf(key)
    const { publicKey } = await createKeyPair()
    const self = { publicKey, metadata: { ...dappMetadata, name } }
    wallet.pair({ uri: formatUri({ topic, key, methods: [] }) })
    await vi.waitFor(() => expect(wallet.relayStatus()).toBe('open'))
    const say = (id: number, method: string, params: object) =>
      relay.inject(topic, seal({ key, message: JSON.stringify({ id, jsonrpc: '2.0', method, params }) }))
    return {
      propose: (id: number) =>
        say(id, 'wc_sessionPropose', { requiredNamespaces: {}, optionalNamespaces: asked, relays: [{ protocol: 'irn' }], proposer: self }),
      authenticate: (id: number) => {
        const { methods: _methods, ...payload } = authentication()
        say(id, 'wc_sessionAuthenticate', {
          authPayload: { ...payload, type: 'caip122', version: '1', iat: new Date().toISOString() },
          requester: self,
        })
      },
      answers: () =>
        relay.published
          .filter((one) => one.topic === topic)
          .map(({ message }) => JSON.parse(open(message, key)?.message ?? '{}') as object),
    }
  }
  return { wallet, site }
}

test.each(['propose', 'authenticate'] as const)(
  'S37: %s of one site is not put in the place of another’s that waits under the same id, and that site is told',
  async (ask) => {
    const { wallet, site } = setUp()
    const [shop, thief] = [await site('Shop'), await site('Thief')]
    const id = Date.now() * 1_000
    shop[ask](id)
    const waiting = () => [
      ...wallet.proposals().map((one) => one.proposer.name),
      ...wallet.authentications().map((one) => one.requester.name),
    ]
    await vi.waitFor(() => expect(waiting()).toEqual(['Shop']))
    thief[ask](id)
    await vi.waitFor(() => expect(thief.answers()).toMatchObject([{ id, error: { code: 1001 } }]))
    expect([waiting(), shop.answers()]).toEqual([['Shop'], []])
  },
)

test('a proposal that is approved twice, as by a double tap, is one session', async () => {
  const { wallet, site } = setUp()
  const shop = await site('Shop')
  const id = Date.now() * 1_000
  shop.propose(id)
  await vi.waitFor(() => expect(wallet.proposals()).toHaveLength(1))
  const approving = [wallet.approve({ id, namespaces: approved }), wallet.approve({ id, namespaces: approved })] as const
  approving[0].catch(() => undefined) // nobody settles here
  await expect(approving[1]).rejects.toMatchObject({ name: 'SessionNotFoundError' })
  await vi.waitFor(() => expect(shop.answers()).toHaveLength(1))
  expect(wallet.sessions()).toHaveLength(1)
})

test('a sign-in that is approved twice is answered once', async () => {
  const { wallet, site } = setUp()
  const shop = await site('Shop')
  const id = Date.now() * 1_000
  shop.authenticate(id)
  await vi.waitFor(() => expect(wallet.authentications()).toHaveLength(1))
  const answers = { id, signatures: [{ account: `${ethereum}:${address}`, signature: '0x00' }] }
  const [first, second] = await Promise.allSettled([wallet.approveAuthentication(answers), wallet.rejectAuthentication({ id })])
  expect([first, second]).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { name: 'SessionNotFoundError' } }])
})
