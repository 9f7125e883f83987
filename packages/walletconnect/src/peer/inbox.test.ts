import { expect, test } from 'vitest'
import { randomKey, topicOf } from '../crypto/agreement.js'
import { seal } from '../crypto/envelope.js'
import { createInbox } from './inbox.js'
import { createPart } from './part.js'
import { createRecent } from './recent.js'
import { createRecords } from './records.js'
import { createTopics } from './topics.js'
import type { Inbound, Taking } from './types.js'

const key = randomKey()
const topic = topicOf(key)
const request = (id: number, method: string) => ({ topic, message: seal({ key, message: JSON.stringify({ id, method, params: {} }) }) })

function setUp(bring: () => Promise<Taking>) {
  const records = createRecords({ name: 'inbox' })
  const topics = createTopics(records, { subscribe: () => undefined, unsubscribe: () => undefined })
  topics.open(topic, { key }, 'session')
  const answered: unknown[] = []
  const receive = createInbox(
    { wc_sessionPing: ({ answer }) => answer({ result: true }) },
    {
      taking: createPart(bring),
      topics,
      calls: { answer: () => false },
      outgoing: { post: async () => undefined, reply: async (_topic, id) => void answered.push(id) },
      relay: { leads: () => true, settle: () => undefined },
      recent: createRecent(),
      expiryOf: () => Date.now() / 1000 + 60,
    },
  )
  return { receive, answered, taken: () => topics.get(topic)?.taken }
}

test('R12: what comes before the part that takes it waits for it, uncounted, and is handed over in order and once', async () => {
  const heard: Inbound['id'][] = []
  let arrive = () => {}
  const coming = new Promise<void>((resolve) => (arrive = resolve))
  const { receive, answered, taken } = setUp(async () => {
    await coming
    return { handlers: { wc_sessionUpdate: ({ id }) => void heard.push(id), wc_sessionEvent: ({ id }) => void heard.push(id) } }
  })
  const messages = [request(1, 'wc_sessionUpdate'), request(2, 'wc_sessionPing'), request(3, 'wc_sessionEvent')]
  const early = [...messages, ...messages].map(async (message) => receive(message))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([heard, answered, taken()]).toEqual([[], [], []])
  arrive()
  await Promise.all(early)
  expect([heard, answered, taken()]).toEqual([[1, 3], [2], [1, 2, 3]])
  expect(receive(request(4, 'wc_sessionUpdate'))).toBeUndefined() // from now on at once
  expect(heard).toEqual([1, 3, 4])
})

test('R12: a part that does not come loses nothing: the same message is taken when it is brought again', async () => {
  const heard: Inbound['id'][] = []
  let tries = 0
  const { receive } = setUp(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch.')
    return { handlers: { wc_sessionUpdate: ({ id }) => void heard.push(id) } }
  })
  const message = request(1, 'wc_sessionUpdate')
  await expect(receive(message)).rejects.toThrow('Failed to fetch.')
  await receive(message)
  expect([heard, tries]).toEqual([[1], 2])
})

test('R12: what a part could not take, because something of it did not come, is taken when it is brought again', async () => {
  const heard: string[] = []
  let tries = 0
  const { receive } = setUp(async () => ({
    handlers: {},
    onAnswer: async (_topic, { id }) => {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch.')
      heard.push(String(id))
    },
  }))
  const message = { topic, message: seal({ key, message: JSON.stringify({ id: 1, result: true }) }) }
  await expect(receive(message)).rejects.toThrow('Failed to fetch.')
  await receive(message)
  await receive(message)
  expect([heard, tries]).toEqual([['1'], 2])
})

test('R15: what one’s own side alone says, as another tab with a line of its own does, is left to the other side to answer', async () => {
  const { receive, answered, taken } = setUp(async () => ({ handlers: {} }))
  await receive(request(1, 'wc_sessionRequest'))
  await receive(request(2, 'wc_sessionPing'))
  expect([answered, taken()]).toEqual([[2], [1, 2]])
})
