/// <reference types="node" />
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashText } from '../crypto/agreement.js'
import { createIdentity } from '../crypto/clientAuth.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { backoff } from './backoff.js'
import { limitLog } from './log.js'
import { createRelay } from './relay.js'
import type { RelayMessage, RelayStatus } from './types.js'

const url = 'ws://127.0.0.1:1'
const topic = hashText('topic')
const identity = await createIdentity()
await import('../crypto/portable.js')

function setUp() {
  const relay = createMemoryRelay()
  const page = new EventTarget()
  const heard: RelayMessage[] = []
  const statuses: RelayStatus[] = []
  const lines: string[] = []
  const open = (mine = identity) =>
    createRelay(
      { url, identity: async () => mine, WebSocket: relay.WebSocket, page, log: (line) => void lines.push(line) },
      {
        onMessage: (message) => {
          heard.push(message)
          return undefined
        },
        onStatus: (status) => void statuses.push(status),
      },
    )
  return { relay, page, heard, statuses, lines, open, line: open() }
}
const settle = async (ms = 0) => {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}
const publication = (message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108 })

beforeEach(() => {
  // WebCrypto works in threads, in its own time: without it, everything here waits for timers and promises alone.
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a line to the relay', () => {
  test('connects to nobody, listens to nothing and has no timer before there is a topic', async () => {
    const { relay, line, page } = setUp()
    const listen = vi.spyOn(page, 'addEventListener')
    await settle(60_000)
    expect([relay.opened(), listen.mock.calls.length, vi.getTimerCount(), line.status()]).toEqual([0, 0, 0, 'idle'])
    line.subscribe([topic])
    await settle()
    expect([relay.opened(), line.status()]).toEqual([1, 'open'])
  })

  test('lets go of the connection once nobody needs it any more', async () => {
    const { relay, line } = setUp()
    line.subscribe([topic])
    await settle()
    line.unsubscribe([topic])
    await settle(6_000)
    expect([relay.connections(), line.status(), vi.getTimerCount()]).toEqual([0, 'idle', 0])
  })

  test('subscribes again after a loss, gets what it missed, and hears nothing again that it has acknowledged', async () => {
    const { relay, line, heard, open } = setUp()
    line.subscribe([topic])
    const other = open(await createIdentity())
    await settle()
    relay.drop()
    await other.publish(publication('missed')).catch(() => undefined)
    await settle(5_000)
    expect(heard.map(({ message }) => message)).toEqual(['missed'])
    relay.drop()
    await settle(5_000)
    expect(heard).toHaveLength(1)
    expect(line.status()).toBe('open')
  })

  test('R12: a message that nothing here could take yet is not acknowledged, and comes again when the line is doubted', async () => {
    const { relay, page, lines } = setUp()
    const took: string[] = []
    let isThere = false
    const line = createRelay(
      { url, identity: async () => identity, WebSocket: relay.WebSocket, page, log: (said) => void lines.push(said) },
      {
        async onMessage({ message }) {
          if (!isThere) throw new TypeError('The chunk did not load.')
          took.push(message)
        },
      },
    )
    line.subscribe([topic])
    const other = createRelay({ url, identity: createIdentity, WebSocket: relay.WebSocket }, { onMessage: () => undefined })
    await settle()
    void other.publish(publication('agreed')).catch(() => undefined)
    await settle()
    expect([took, lines]).toEqual([[], ['Portico: a message could not be handled (TypeError)']])
    isThere = true
    page.dispatchEvent(new Event('online'))
    await settle(1_000)
    expect(took).toEqual(['agreed'])
    page.dispatchEvent(new Event('online'))
    await settle(1_000)
    expect(took).toEqual(['agreed'])
    line.close()
    other.close()
  })

  test('what is published while the relay is away goes out in order once it is back', async () => {
    const { relay, line } = setUp()
    relay.away(true)
    const sent = ['one', 'two', 'three'].map((message) => line.publish(publication(message)))
    await settle(20_000)
    expect(relay.published).toEqual([])
    relay.away(false)
    await settle(5_000)
    await Promise.all(sent)
    expect(relay.published.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
  })

  test('a message is sent again when the line goes deaf, and arrives once', async () => {
    const { relay, line } = setUp()
    line.subscribe([topic])
    await settle()
    relay.deaf(true)
    const sent = line.publish(publication('unheard'))
    await settle(11_000)
    relay.deaf(false)
    await settle(5_000)
    await sent
    expect(relay.published).toHaveLength(1)
    expect(relay.opened()).toBeGreaterThan(1)
  })

  test('a quiet line that died is noticed and replaced', async () => {
    const { relay, line } = setUp()
    line.subscribe([topic])
    await settle()
    relay.deaf(true)
    await settle(45_000)
    relay.deaf(false)
    await settle(5_000)
    expect(relay.opened()).toBeGreaterThan(1)
    expect(line.status()).toBe('open')
  })

  test('a message that is taken back before it went out never does', async () => {
    const { relay, line } = setUp()
    relay.away(true)
    const abort = new AbortController()
    const sent = line.publish(publication('never'), abort.signal)
    const refused = expect(sent).rejects.toThrow('Request was aborted')
    await settle(1_000)
    abort.abort()
    await refused
    relay.away(false)
    await settle(10_000)
    expect(relay.published).toEqual([])
  })

  test('a message that the relay never takes fails: at once for good reasons, after some tries otherwise, and at the end of its ttl', async () => {
    const { relay, line } = setUp()
    relay.refuse = (method) => (method === 'irn_publish' ? { code: -32_011, message: 'too large' } : undefined)
    const large = expect(line.publish(publication('large'))).rejects.toMatchObject({ name: 'RelayError', code: -32_011 })
    await settle(100)
    await large
    expect(relay.calls.filter(({ method }) => method === 'irn_publish')).toHaveLength(1)
    relay.refuse = (method) => (method === 'irn_publish' ? { code: -32_005, message: 'slow down' } : undefined)
    const limited = expect(line.publish(publication('limited'))).rejects.toMatchObject({ code: -32_005 })
    await settle(20_000)
    await limited
    relay.away(true)
    relay.drop()
    const late = expect(line.publish(publication('late', 10))).rejects.toThrow('did not answer in time')
    await settle(16_000)
    await late
  })

  test('R12: 60 s away, then back: usable within 5 s, less than 5 % of a processor, a log line a second at the most, and few tries', async () => {
    const { relay, line, lines, statuses } = setUp()
    line.subscribe([topic])
    await settle()
    relay.away(true)
    relay.drop()
    let attempts = 0
    const before = process.cpuUsage()
    for (let second = 0; second < 60; second += 1) {
      await settle(1_000)
      attempts = statuses.filter((status) => status === 'connecting').length
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 60_000_000).toBeLessThan(0.05) // of the 60 s, with this test's own work in it
    expect(lines.length).toBeLessThanOrEqual(2)
    expect(attempts).toBeLessThan(40)
    relay.away(false)
    await settle(5_000)
    expect(line.status()).toBe('open')
  })

  test('R12: ten quiet minutes cost less than 1 % of a processor, on one connection', async () => {
    const { relay, line, lines } = setUp()
    line.subscribe([topic])
    await settle()
    const before = process.cpuUsage()
    await settle(600_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 600_000_000).toBeLessThan(0.01)
    expect([relay.opened(), line.status(), lines]).toEqual([1, 'open', []])
  })

  test('R12: while the browser says that it is offline there is almost nothing to do, and its return is taken at once', async () => {
    const { relay, line, page, statuses } = setUp()
    line.subscribe([topic])
    await settle()
    vi.stubGlobal('navigator', { onLine: false })
    relay.away(true)
    relay.drop()
    await settle(60_000)
    expect(statuses.filter((status) => status === 'connecting').length).toBeLessThanOrEqual(3)
    relay.away(false)
    vi.stubGlobal('navigator', { onLine: true })
    page.dispatchEvent(new Event('online'))
    await settle()
    expect(line.status()).toBe('open')
  })

  test('R17: a page that goes to the back/forward cache has no socket, and gets one when it is back', async () => {
    const { relay, line, page, heard, open } = setUp()
    line.subscribe([topic])
    await settle()
    page.dispatchEvent(new Event('pagehide'))
    await settle(60_000)
    expect(relay.connections()).toBe(0)
    const other = open(await createIdentity())
    page.dispatchEvent(new Event('pageshow'))
    const sent = other.publish(publication('meanwhile'))
    await settle()
    await sent
    await settle(100)
    expect(heard.some(({ message }) => message === 'meanwhile')).toBe(true)
    expect(line.status()).toBe('open')
  })

  test('R17: a page that is back in view connects at once, whatever the pause was', async () => {
    const { relay, line, page } = setUp()
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    line.subscribe([topic])
    await settle()
    relay.away(true)
    relay.drop()
    await settle(30_000)
    relay.away(false)
    page.dispatchEvent(new Event('visibilitychange')) // it goes, and is no reason to hurry
    await settle()
    expect(line.status()).toBe('waiting')
    vi.stubGlobal('document', { visibilityState: 'visible' })
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(line.status()).toBe('open')
  })

  test.each(['visibilitychange', 'pageshow', 'online'])(
    'R17: after %s, a line that died without a word is replaced within 3 s, and one that lives is kept',
    async (type) => {
      const { relay, line, page, heard, open } = setUp()
      vi.stubGlobal('document', { visibilityState: 'visible' })
      line.subscribe([topic])
      await settle(1_000)
      page.dispatchEvent(new Event(type))
      await settle(4_000)
      expect([relay.opened(), line.status()]).toEqual([1, 'open'])
      relay.deaf(true)
      page.dispatchEvent(new Event(type))
      await settle(2_001)
      relay.deaf(false)
      await settle(999)
      expect([relay.opened(), line.status()]).toEqual([2, 'open'])
      const other = open(await createIdentity())
      const sent = other.publish(publication('after'))
      await settle()
      await sent
      expect(heard.map(({ message }) => message)).toContain('after')
    },
  )

  test('a relay that refuses the client is not asked again by itself', async () => {
    let tries = 0
    class Refusing {
      readyState = 0
      onopen: ((event: never) => void) | null = null
      onmessage: ((event: never) => void) | null = null
      onclose: ((event: never) => void) | null = null
      onerror: ((event: never) => void) | null = null
      constructor() {
        tries += 1
        queueMicrotask(() => this.onclose?.({ code: 3000 } as never))
      }
      send() {}
      close() {}
    }
    const refused = createRelay({ url, identity: async () => identity, WebSocket: Refusing }, { onMessage: () => undefined })
    const publishing = expect(refused.publish(publication('x'))).rejects.toMatchObject({ name: 'RelayError', code: 3000 })
    await settle()
    await publishing
    refused.subscribe([topic])
    await settle(60_000)
    expect([tries, refused.status()]).toEqual([1, 'refused'])
    refused.wake()
    await settle()
    expect(tries).toBe(2)
    refused.close()
  })

  test('closing ends everything that waits', async () => {
    const { relay, line } = setUp()
    relay.away(true)
    const sent = expect(line.publish(publication('x'))).rejects.toMatchObject({ name: 'ClientClosedError' })
    await settle(100)
    line.close()
    await sent
    await expect(line.publish(publication('y'))).rejects.toMatchObject({ name: 'ClientClosedError' })
    await settle(100)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a stranger’s garbage on the line is nobody’s business', async () => {
    const { relay, line, heard } = setUp()
    line.subscribe([topic])
    await settle()
    for (const text of [
      '',
      'x',
      '{}',
      '[]',
      'null',
      '{"id":1}',
      '{"id":1,"method":"irn_subscription"}',
      '{"id":1,"method":"irn_subscription","params":{"data":null}}',
      `{"id":1,"method":"irn_subscription","params":{"data":{"topic":"${topic}","message":7}}}`,
      '{"id":{},"result":true}',
      'x'.repeat(3_000_000),
    ])
      relay.say(text)
    await settle(1_000)
    expect(heard).toEqual([])
    expect(line.status()).toBe('open')
  })
})

test('R12: pauses double from a quarter of a second, are capped, and differ between clients', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(10_000_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, lostFor, random) => {
      const pause = backoff(failures, lostFor, random)
      return pause >= 125 && pause <= (lostFor > 300_000 ? 30_000 : 4_000)
    }),
    { numRuns: 10_000 },
  )
  expect([0, 1, 2, 3, 4, 5].map((failures) => backoff(failures, 0, 1))).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000])
})

test('R12: a log has a line a second at the most, and says how much it left out', () => {
  let now = 0
  const lines: string[] = []
  const log = limitLog(
    (line) => void lines.push(line),
    () => now,
  )
  for (now = 0; now < 10_000; now += 10) log('away')
  expect(lines).toHaveLength(10)
  expect(lines[1]).toBe('away (and 99 more)')
})
