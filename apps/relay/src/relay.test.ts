import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { backends } from './test/backends.js'
import { AnsweredError, type TestClient, connect, expectedSubscription, randomTopic } from './test/client.js'
import { createRelays } from './test/relays.js'

const relays = createRelays()
afterEach(() => relays.stop())

const messagesOf = ({ pushed }: TestClient): string[] => pushed.map(({ message }) => message)

describe.each(await backends())('on $name', (backend) => {
  afterAll(() => backend.stop())
  const start = async () => (await relays.start({ storage: backend.fresh() })).url

  test('delivers a message to who is subscribed, with what the publisher said about it', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topic = randomTopic()
    const before = Date.now()
    const id = expectedSubscription({ topic, clientId: wallet.clientId })
    expect(await wallet.subscribe(topic)).toBe(id)

    const extras = { tag: 1100, attestation: 'a.b.c', correlationId: 7, tvf: { rpcMethods: ['eth_sign'] }, chainId: 'eip155:1' }
    expect(await dapp.publish(topic, 'hello', extras)).toBe(true)
    const [received] = await wallet.received(1)
    expect(received).toEqual({
      topic,
      message: 'hello',
      tag: 1100,
      attestation: 'a.b.c',
      publishedAt: expect.any(Number),
      subscription: id,
    })
    expect(received?.publishedAt).toBeGreaterThanOrEqual(before)
    expect(received?.publishedAt).toBeLessThanOrEqual(Date.now())
  })

  test('echoes ids as they came: strings of digits, numbers, and integers that a double does not hold', async () => {
    const client = await connect(await start())
    const ids = ['"1763719200000123"', '"007"', '5', '17637192000001234567', '-3', '0', '1.5', '"é\\n"']
    for (const id of ids)
      client.socket.send(
        `{"nested":{"id":99},"id":${id},"jsonrpc":"2.0","method":"irn_unsubscribe","params":{"topic":"${'a'.repeat(64)}"}}`,
      )
    await client.settled()
    expect(client.frames.slice(0, ids.length)).toEqual(ids.map((id) => `{"id":${id},"jsonrpc":"2.0","result":true}`))
  })

  test('keeps messages for who comes later, in order, right after the result of the subscription', async () => {
    const url = await start()
    const dapp = await connect(url, { key: 0 })
    const topic = randomTopic()
    const sent = Array.from({ length: 70 }, (_, index) => `message ${index}`)
    for (const message of sent) await dapp.publish(topic, message)
    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    await wallet.received(sent.length)
    expect(messagesOf(wallet)).toEqual(sent)
    expect(JSON.parse(wallet.frames[0] ?? '')).toMatchObject({ result: expect.any(String) })
  })

  test('delivers again what was not acknowledged, and what was acknowledged never again', async () => {
    const url = await start()
    const dapp = await connect(url, { key: 0 })
    const topic = randomTopic()
    const silent = await connect(url, { key: 1, acknowledges: false })
    await silent.subscribe(topic)
    await dapp.publish(topic, 'one')
    await dapp.publish(topic, 'two')
    await silent.received(2)
    await silent.close()

    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    await wallet.received(2)
    expect(messagesOf(wallet)).toEqual(['one', 'two'])
    await wallet.settled()
    await sleep(50)
    await wallet.close()

    const again = await connect(url, { key: 1 })
    await again.subscribe(topic)
    await dapp.publish(topic, 'three')
    await again.received(1)
    await again.settled()
    expect(messagesOf(again)).toEqual(['three'])

    // An acknowledgement is of one client: another still gets everything.
    const other = await connect(url, { key: 2 })
    await other.subscribe(topic)
    expect((await other.received(3)).map(({ message }) => message)).toEqual(['one', 'two', 'three'])
  })

  test('does not take an error for an acknowledgement', async () => {
    const url = await start()
    const topic = randomTopic()
    const dapp = await connect(url, { key: 0 })
    const wallet = await connect(url, { key: 1, acknowledges: false })
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'one')
    await wallet.received(1)
    const { id } = JSON.parse(wallet.frames[1] ?? '')
    wallet.socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: -1, message: 'no' } }))
    wallet.socket.send(JSON.stringify({ id: id + 1, jsonrpc: '2.0', result: true }))
    await wallet.settled()
    await wallet.close()
    const back = await connect(url, { key: 1 })
    await back.subscribe(topic)
    expect(await back.received(1)).toMatchObject([{ message: 'one' }])
  })

  test('never pushes a message to its publisher, over whichever connection', async () => {
    const url = await start()
    const topic = randomTopic()
    const [dapp, tab, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    for (const client of [dapp, tab, wallet]) await client.subscribe(topic)
    await dapp.publish(topic, 'from the dapp')
    await wallet.publish(topic, 'from the wallet')
    for (const client of [dapp, tab, wallet]) {
      await client.received(1)
      await client.settled()
    }
    await dapp.subscribe(topic)
    await dapp.settled()
    expect(messagesOf(tab)).toEqual(['from the wallet'])
    expect(new Set(messagesOf(dapp))).toEqual(new Set(['from the wallet']))
    expect(messagesOf(wallet)).toEqual(['from the dapp'])
  })

  test('R12: takes a repeated publish for the success that its client did not hear of', async () => {
    const url = await start()
    const topic = randomTopic()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    await wallet.subscribe(topic)
    for (let i = 0; i < 5; i++) expect(await dapp.publish(topic, 'the same')).toBe(true)
    await dapp.publish(topic, 'another')
    await wallet.received(2)
    await wallet.settled()
    expect(messagesOf(wallet)).toEqual(['the same', 'another'])
  })

  test('keeps the order of a topic with two publishers and requests that do not wait for each other', async () => {
    const url = await start()
    const topic = randomTopic()
    const [first, second, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 }), await connect(url, { key: 2 })]
    await wallet.subscribe(topic)
    const texts = (who: string) => Array.from({ length: 100 }, (_, index) => `${who} ${index}`)
    await Promise.all([
      ...texts('first').map((text) => first.publish(topic, text)),
      ...texts('second').map((text) => second.publish(topic, text)),
    ])
    await wallet.received(200)
    const received = messagesOf(wallet)
    expect(received.filter((text) => text.startsWith('first'))).toEqual(texts('first'))
    expect(received.filter((text) => text.startsWith('second'))).toEqual(texts('second'))

    const late = await connect(url, { key: 3 })
    await late.subscribe(topic)
    await late.received(200)
    expect(messagesOf(late)).toEqual(received)
  })

  test('forgets a message when its ttl is over', async () => {
    const url = await start()
    const topic = randomTopic()
    const dapp = await connect(url, { key: 0 })
    await dapp.publish(topic, 'short', { ttl: 1 })
    await dapp.publish(topic, 'long', { ttl: 60 })
    await sleep(1200)
    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    await wallet.received(1)
    await wallet.settled()
    expect(messagesOf(wallet)).toEqual(['long'])
    // Not a repetition: nothing of it is left.
    await dapp.publish(topic, 'short', { ttl: 60 })
    expect((await wallet.received(2))[1]).toMatchObject({ message: 'short' })
  })

  test('cuts a ttl to the cap of its tag', async () => {
    const storage = backend.fresh()
    const { url } = await relays.start({ storage, limits: { ttlByTag: { 1114: 1 }, ttl: 60 } })
    const topic = randomTopic()
    const dapp = await connect(url, { key: 0 })
    await dapp.publish(topic, 'ping', { ttl: 86_400, tag: 1114 })
    await dapp.publish(topic, 'request', { ttl: 86_400, tag: 1108 })
    await sleep(1200)
    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    expect(await wallet.received(1)).toMatchObject([{ message: 'request' }])
  })

  test('subscribes to many topics at once and answers with an id for each', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topics = Array.from({ length: 500 }, randomTopic)
    for (const topic of topics.slice(0, 40)) await dapp.publish(topic, `for ${topic}`)
    const ids = await wallet.subscribe(...topics)
    expect(ids).toEqual(topics.map((topic) => expectedSubscription({ topic, clientId: wallet.clientId })))
    await wallet.received(40)
    await dapp.publish(topics[499] ?? '', 'live')
    await wallet.received(41)
    expect(new Set(wallet.pushed.map(({ topic }) => topic))).toEqual(new Set([...topics.slice(0, 40), topics[499]]))
  })

  test('pushes nothing more after an unsubscription, and keeps it for the next subscription', async () => {
    const url = await start()
    const topic = randomTopic()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const id = await wallet.subscribe(topic)
    expect(await wallet.request('irn_unsubscribe', { topic, id })).toBe(true)
    expect(await wallet.request('irn_unsubscribe', { topic, id })).toBe(true)
    await dapp.publish(topic, 'later')
    await wallet.settled()
    expect(wallet.pushed).toEqual([])
    await wallet.subscribe(topic)
    expect(await wallet.received(1)).toMatchObject([{ message: 'later' }])
  })

  test('R12: publishes many at once, in order, and again when one of them was refused', async () => {
    const { url } = await relays.start({ storage: backend.fresh(), limits: { mailboxMessages: 3 } })
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const [first, second] = [randomTopic(), randomTopic()]
    await wallet.subscribe(first, second)
    const messages = ['a', 'b', 'c'].map((message) => ({ topic: first, message, ttl: 300, tag: 1108, prompt: true }))
    expect(await dapp.request('irn_batchPublish', { messages: [...messages, { topic: second, message: 'd', ttl: 300, tag: 1108 }] })).toBe(
      true,
    )
    expect((await wallet.received(4)).map(({ message }) => message)).toEqual(['a', 'b', 'c', 'd'])
    // One has no room under its topic; the others are kept, and a success the next time.
    const more = [
      { topic: first, message: 'e', ttl: 300 },
      { topic: second, message: 'f', ttl: 300 },
    ]
    expect(await dapp.refused('irn_batchPublish', { messages: more })).toMatchObject({ data: { reason: 'mailbox-full' } })
    expect((await wallet.received(5)).at(-1)).toMatchObject({ topic: second, message: 'f' })
    expect(await dapp.refused('irn_batchPublish', { messages: [...messages, { topic: 'nowhere', message: 'x', ttl: 1 }] })).toMatchObject({
      code: -32602,
      data: { path: 'messages.3.topic' },
    })
  })

  test('unsubscribes from many topics at once', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    await wallet.subscribe(...topics)
    const subscriptions = topics.slice(0, 2).map((topic) => ({ topic, id: 'its id' }))
    expect(await wallet.request('irn_batchUnsubscribe', { subscriptions })).toBe(true)
    for (const topic of topics) await dapp.publish(topic, `to ${topic}`)
    expect(await wallet.received(1)).toMatchObject([{ topic: topics[2] }])
    await wallet.settled()
    expect(wallet.pushed).toHaveLength(1)
  })

  test('hands over messages that are fetched, page by page, without taking them for acknowledged', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const [topic, other] = [randomTopic(), randomTopic()]
    const sent = Array.from({ length: 130 }, (_, index) => `message ${index}`)
    for (const message of sent) await dapp.publish(topic, message)
    await dapp.publish(other, 'other')

    const first = await wallet.request('irn_fetchMessages', { topic })
    expect(first).toMatchObject({ hasMore: true })
    const second = await wallet.request('irn_fetchMessages', { topic })
    expect(second).toMatchObject({ hasMore: false })
    const both = [first, second].flatMap((page) => Object(page).messages)
    expect(both.map(({ message }) => message)).toEqual(sent)
    expect(both[0]).toEqual({ topic, message: 'message 0', publishedAt: expect.any(Number), tag: 1108 })

    expect(await wallet.request('irn_batchFetchMessages', { topics: [topic, other] })).toMatchObject({
      messages: [{ message: 'other' }],
      hasMore: false,
    })
    expect(await dapp.request('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    await dapp.publish(other, 'proposal', { attestation: 'who asks' })
    expect(await wallet.request('irn_fetchMessages', { topic: other })).toMatchObject({
      messages: [{ message: 'proposal', attestation: 'who asks' }],
    })
    await wallet.subscribe(topic)
    await wallet.received(130)
    expect(messagesOf(wallet)).toEqual(sent)
  })

  test('gives back every text as it came, and refuses one that it could not keep: with a zero or half a character in it', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topic = randomTopic()
    const texts = ['é\u2028🦊', '{"id":1}', "'; DROP TABLE message;--", '\ufffdx']
    for (const text of texts) await dapp.publish(topic, text, { attestation: text })
    for (const text of ['a\0b', '\0', '\ud800x', 'x\udc00']) {
      const message = { topic, message: text, ttl: 60, tag: 1 }
      expect(await dapp.refused('irn_publish', message)).toMatchObject({ code: -32602, data: { path: 'message' } })
      const attested = { ...message, message: 'x', attestation: text }
      expect(await dapp.refused('irn_publish', attested)).toMatchObject({ code: -32602, data: { path: 'attestation' } })
      const proposal = { pairingTopic: topic, sessionProposal: text }
      expect(await dapp.refused('wc_proposeSession', proposal)).toMatchObject({ code: -32602, data: { path: 'sessionProposal' } })
    }
    const { messages } = Object(await wallet.request('irn_fetchMessages', { topic }))
    expect(messages).toMatchObject(texts.map((text) => ({ message: text, attestation: text })))
    expect(messages).toHaveLength(texts.length)
  })

  test('proposes a session: publishes on the pairing topic and subscribes the caller to it', async () => {
    const url = await start()
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const pairingTopic = randomTopic()
    await wallet.subscribe(pairingTopic)
    const proposal = { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 1, attestation: 'x.y.z' }
    expect(await dapp.request('wc_proposeSession', proposal)).toBe(true)
    expect(await wallet.received(1)).toMatchObject([{ topic: pairingTopic, message: 'proposal', tag: 1100, attestation: 'x.y.z' }])

    const sessionTopic = randomTopic()
    const texts = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' }
    expect(await wallet.request('wc_approveSession', { sessionTopic, pairingTopic, ...texts, ttl: 300, correlationId: 1 })).toBe(true)
    expect(await dapp.received(1)).toMatchObject([{ topic: pairingTopic, message: 'response', tag: 1101 }])
    await dapp.subscribe(sessionTopic)
    expect((await dapp.received(2))[1]).toMatchObject({ topic: sessionTopic, message: 'settlement', tag: 1102 })
    await dapp.publish(sessionTopic, 'settled', { tag: 1103 })
    expect((await wallet.received(2))[1]).toMatchObject({ topic: sessionTopic, message: 'settled', tag: 1103 })
  })

  test('keeps a mailbox to its size, and makes room when messages end', async () => {
    const storage = backend.fresh()
    const { url } = await relays.start({ storage, limits: { mailboxMessages: 3, mailboxBytes: 1000 } })
    const dapp = await connect(url, { key: 0 })
    const topic = randomTopic()
    const message = { topic, ttl: 1, tag: 1108 }
    for (const text of ['a', 'b', 'c']) await dapp.publish(topic, text, { ttl: 1 })
    expect(await dapp.refused('irn_publish', { ...message, message: 'd' })).toMatchObject({
      code: -32014,
      data: { reason: 'mailbox-full' },
    })
    expect(await dapp.publish(topic, 'c')).toBe(true)
    await sleep(1200)
    await dapp.publish(topic, 'd'.repeat(900), { ttl: 60 })
    expect(await dapp.refused('irn_publish', { ...message, message: 'e'.repeat(101) })).toMatchObject({
      data: { reason: 'mailbox-full' },
    })
    await dapp.publish(topic, 'e'.repeat(100))
    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    expect((await wallet.received(2)).map((one) => one.message.length)).toEqual([900, 100])
  })

  test('limits how fast a client publishes, over all its connections, and says when it may go on', async () => {
    const storage = backend.fresh()
    const { url } = await relays.start({ storage, limits: { publishBurst: 10, publishPerSecond: 2 } })
    const [one, two, other] = [await connect(url, { key: 0 }), await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topic = randomTopic()
    for (let i = 0; i < 5; i++) await Promise.all([one.publish(topic, `one ${i}`), two.publish(topic, `two ${i}`)])
    const burst = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => one.publish(topic, `more ${index}`)))
    expect(burst.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(8)
    const { data, code } = await two.refused('irn_publish', { topic, message: 'x', ttl: 60, tag: 1 })
    expect({ code, reason: data.reason }).toEqual({ code: -32005, reason: 'rate-limited' })
    expect(data['retryAfterMs']).toBeGreaterThan(0)
    expect(data['retryAfterMs']).toBeLessThanOrEqual(500)
    await other.publish(topic, 'somebody else')
    await sleep(700)
    await two.publish(topic, 'x')
  })

  test('R12: tells a client when a batch that came too fast is taken whole, and a batch beyond the burst in parts', async () => {
    const limits = { publishBurst: 10, publishPerSecond: 50 }
    const { url } = await relays.start({ storage: backend.fresh(), limits })
    const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const messages = (count: number, of: string) => Array.from({ length: count }, (_, at) => ({ topic, message: `${of} ${at}`, ttl: 300 }))
    const patiently = async (batch: object[]): Promise<number> => {
      for (let tries = 1; ; tries++) {
        const refusal = await dapp.request('irn_batchPublish', { messages: batch }).catch((error: unknown) => error)
        if (refusal === true) return tries
        if (!(refusal instanceof AnsweredError) || tries === 6) throw refusal
        expect(refusal.failure.data.reason).toBe('rate-limited')
        await sleep(Number(refusal.failure.data['retryAfterMs']) + 1)
      }
    }
    await dapp.request('irn_batchPublish', { messages: messages(8, 'first') })
    expect(await patiently(messages(8, 'whole'))).toBe(2)
    expect(await patiently(messages(25, 'long'))).toBeLessThanOrEqual(5)
    const all = (await wallet.received(41)).map(({ message }) => message)
    expect(all.toSorted()).toEqual(
      [...messages(8, 'first'), ...messages(8, 'whole'), ...messages(25, 'long')].map(({ message }) => message).toSorted(),
    )
  })

  test('limits the connections of an address, and counts one no more when it ends', async () => {
    const storage = backend.fresh()
    const { url } = await relays.start({ storage, trustProxy: 1, limits: { connectionsPerAddress: 2 } })
    const from = (address: string) => connect(url, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })
    const [first] = [await from('1.2.3.4'), await from('1.2.3.4')]
    await expect(from('1.2.3.4')).rejects.toThrow('429 too many connections')
    await from('1.2.3.5')
    await from('2001:db8::1')
    await from('2001:db8:0:0:ffff::2')
    await expect(from('2001:db8::3')).rejects.toThrow('429')
    await first?.close()
    await expect
      .poll(() =>
        from('1.2.3.4').then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in')
  })

  test('R12: 50 flaps of a wallet under a stream of messages lose none and repeat none that was acknowledged', {
    timeout: 60_000,
  }, async () => {
    const storage = backend.fresh()
    const { url } = await relays.start({ storage, limits: { publishBurst: 5000, mailboxMessages: 5000 } })
    const dapp = await connect(url, { key: 0 })
    const topic = randomTopic()
    const seen: string[] = []
    let publishing = true
    let sent = 0
    const stream = (async () => {
      while (publishing) {
        await dapp.publish(topic, `message ${sent}`)
        sent++
        await sleep(2)
      }
    })()
    for (let flap = 0; flap < 50; flap++) {
      const wallet = await connect(url, { key: 1 })
      await wallet.subscribe(topic)
      await sleep(flap % 20)
      wallet.socket.terminate()
      await wallet.closed
      seen.push(...messagesOf(wallet))
    }
    publishing = false
    await stream
    const wallet = await connect(url, { key: 1 })
    await wallet.subscribe(topic)
    await expect.poll(() => new Set([...seen, ...messagesOf(wallet)]).size).toBe(sent)
    // What was in flight when the socket died comes twice; the rest once, and each connection had its part in order.
    const all = [...seen, ...messagesOf(wallet)]
    expect(all.length - new Set(all).size).toBeLessThan(sent / 2)
    expect([...new Set(all)]).toEqual(Array.from({ length: sent }, (_, index) => `message ${index}`))
  })
})
