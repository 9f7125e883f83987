import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { backends } from './test/backends.js'
import { connect, randomTopic } from './test/client.js'
import { createRelays } from './test/relays.js'

// A client that hears of what follows from its message before it hears that the message was taken waits for ever, as the
// official wallets do in `update().acknowledged()`.

const relays = createRelays()
afterEach(async () => {
  vi.restoreAllMocks()
  await relays.stop()
})

/** What relays of this process send from now on, in the order in which it leaves: `answer ID` and `push MESSAGE`. */
function watchSends(): string[] {
  const sent: string[] = []
  const { send } = WebSocket.prototype
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...given: unknown[]) {
    const frame: unknown = JSON.parse(String(given[0]))
    const { id, method, result, params } = Object(frame)
    if (method === 'irn_subscription') sent.push(`push ${params.data.message}`)
    // Clients send, too; what they acknowledge has a number for an id.
    else if (result === true && typeof id === 'string') sent.push(`answer ${id}`)
    Reflect.apply(send, this, given)
  })
  return sent
}

const all = await backends()
const rows = [
  ...all.map((backend) => ({ name: backend.name, fresh: backend.fresh })),
  { name: 'SQLite in memory', fresh: () => ({ sqlite: ':memory:' }) },
]
afterAll(() => Promise.all(all.map((backend) => backend.stop())))

describe.each(rows)('on $name', ({ name, fresh }) => {
  test.each([1, ...(name === 'Redis' ? [2] : [])])(
    'R12: the answer to a publisher leaves before its message does, with %i processes',
    { timeout: 60_000 },
    async (processes) => {
      const storage = fresh()
      const first = await relays.start({ storage })
      const second = processes === 1 ? first : await relays.start({ storage })
      const [dapp, other] = [await connect(first.url, { key: 0 }), await connect(first.url, { key: 1 })]
      const [wallet, late] = [await connect(second.url, { key: 2 }), await connect(second.url, { key: 3 })]
      const topic = randomTopic()
      await wallet.subscribe(topic)
      const sent = watchSends()
      const publish = (client: typeof dapp, id: string): Promise<unknown> =>
        client.request('irn_publish', { topic, message: id, ttl: 300, tag: 1108 }, id)
      for (let round = 0; round < 25; round++) {
        // The second and the third are stored at the same time, and somebody looks into the mailbox meanwhile.
        const together = [publish(dapp, `a${round}`), publish(other, `b${round}`), late.subscribe(topic)]
        await Promise.all(together)
        await publish(dapp, `c${round}`)
      }
      await Promise.all([wallet.received(75), late.received(75)])
      const early = sent.filter((what, at) => what.startsWith('push') && !sent.slice(0, at).includes(what.replace('push', 'answer')))
      expect(early).toEqual([])
      for (const who of ['a', 'b', 'c'])
        expect(wallet.pushed.map(({ message }) => message).filter((text) => text.startsWith(who))).toEqual(
          Array.from({ length: 25 }, (_, round) => `${who}${round}`),
        )
    },
  )

  test('proposals and approvals are answered before they go out, too', async () => {
    const { url } = await relays.start({ storage: fresh() })
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    await wallet.subscribe(pairingTopic)
    await dapp.subscribe(sessionTopic)
    const sent = watchSends()
    await dapp.request('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300 }, 'propose')
    await wallet.received(1)
    const texts = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' }
    await wallet.request('wc_approveSession', { sessionTopic, pairingTopic, ...texts, ttl: 300 }, 'approve')
    await dapp.received(2)
    expect(sent.slice(0, 3)).toEqual(['answer propose', 'push proposal', 'answer approve'])
    expect(sent.slice(3).toSorted()).toEqual(['push response', 'push settlement'])
  })
})
