import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { give, type GiveOptions, take } from './hand.js'
import { LineOverError, openLine, type Line } from './line.js'
import { meet } from './meet.js'

const origin = 'https://secure.example'
const attempt = 'a'.repeat(32)
const grant = 'g'.repeat(43)
const device = 'd'.repeat(43)
const invitation = { id: 'd9428888-122b-41e1-b85c-61d3b4a3a1b0', publicKey: `B${'k'.repeat(86)}`, lasting: true }
const live = () => new AbortController().signal

/** A page that hears what windows post, without a browser: events are handed to it as a browser would. */
function hearing() {
  const listeners = new Set<(event: MessageEvent<unknown>) => void>()
  const page = {
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener as never),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener as never),
  }
  const post = (event: Readonly<Record<string, unknown>>) => {
    for (const listener of listeners) listener(event as never)
  }
  return { page: page as never, post, listeners }
}

function lines(): [Line, Line] {
  const { port1, port2 } = new MessageChannel()
  return [openLine(port1, live()), openLine(port2, live())]
}

/** The giver, whose visitor has agreed as soon as it is asked. */
const answering = async (line: Line, options: GiveOptions) => give(line, (await line.hear('ask')).device, options)

test('S52: the frame answers the window that it opened, of its own origin and with its attempt, and nothing else', async () => {
  const window = { closed: false }
  const { page, post, listeners } = hearing()
  const talk = vi.fn(async (line: Line) => line.say({ kind: 'unknown' }))
  const met = meet({ window, attempt, origin, page, signal: live() }, talk)
  const { port1, port2 } = new MessageChannel()
  const right = { origin, source: window, ports: [port2], data: { type: 'portico/continue', attempt } }
  let tried = 0
  const wrong = fc.oneof(
    fc.record({
      origin: fc.constantFrom('https://evil.example', 'https://secure.example.evil.example', 'http://secure.example', 'null', ''),
    }),
    fc.record({ source: fc.constantFrom(null, {}, { closed: false }) }),
    fc.record({ ports: fc.constantFrom([], [port2, port2]) }),
    fc.record({
      data: fc.oneof(
        fc.anything(),
        fc.record({ type: fc.constant('portico/continue'), attempt: fc.stringMatching(/^[b-z]{22,64}$/) }),
        fc.constantFrom({ type: 'portico/continue' }, { type: 'portico', attempt }, { type: 'portico/continue', attempt, more: 1 }),
      ),
    }),
  )
  fc.assert(
    fc.property(wrong, (change) => {
      tried += 1
      post({ ...right, ...change })
      expect(talk).not.toHaveBeenCalled()
    }),
    { numRuns: 10_000 },
  )
  await Promise.resolve()
  expect(talk).not.toHaveBeenCalled()
  post(right)
  await met
  expect(talk).toHaveBeenCalledOnce()
  expect(listeners.size).toBe(0)
  port1.close()
  recordPromise({ id: 'S52', name: 'forged greetings of windows', runs: tried, accepted: 0 })
})

test('S52: one that the site’s page has opened stands alone and was opened by that very page; no frame on it passes for one', async () => {
  const site = {}
  const { page, post } = hearing()
  const talk = vi.fn(async (line: Line) => line.say({ kind: 'unknown' }))
  const met = meet({ window: undefined, attempt, origin, page: Object.assign(page, { parent: site }), signal: live() }, talk)
  const { port1, port2 } = new MessageChannel()
  const standing = (more: { readonly opener?: unknown; readonly parent?: unknown } = {}) => {
    const source = { closed: false, opener: site }
    return Object.assign(source, { parent: source }, more)
  }
  const right = { origin, source: standing(), ports: [port2], data: { type: 'portico/continue', attempt } }
  const wrong = [
    { origin: 'https://evil.example' },
    { source: null },
    { source: standing({ parent: site }) },
    { source: standing({ opener: {} }) },
    { source: standing({ opener: null }) },
    { ports: [] },
    { data: { type: 'portico/continue', attempt: 'b'.repeat(32) } },
  ]
  for (const change of wrong) post({ ...right, ...change })
  await Promise.resolve()
  expect(talk).not.toHaveBeenCalled()
  post(right)
  await met
  expect(talk).toHaveBeenCalledOnce()
  port1.close()
})

test('a window of the site’s page that never greets, and one that is closed later, end the wait', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const site = {}
  const { page, post, listeners } = hearing()
  const options = { window: undefined, attempt, origin, page: Object.assign(page, { parent: site }), signal: live() }
  const never = expect(meet(options, async () => {})).rejects.toThrow(LineOverError)
  await vi.advanceTimersByTimeAsync(30_000)
  await never
  const source = { closed: false, opener: site }
  const { port1, port2 } = new MessageChannel()
  const left = expect(meet(options, async (line) => void (await line.hear('ready')))).rejects.toThrow(LineOverError)
  post({ origin, source: Object.assign(source, { parent: source }), ports: [port2], data: { type: 'portico/continue', attempt } })
  await vi.advanceTimersByTimeAsync(60_000)
  source.closed = true
  await vi.advanceTimersByTimeAsync(1_000)
  await left
  expect(listeners.size).toBe(0)
  port1.close()
})

test('a window that is closed, or a visitor who turns away, ends the wait', async () => {
  const { page, listeners } = hearing()
  const window = { closed: false }
  const closed = meet({ window, attempt, origin, page, signal: live() }, async () => {})
  window.closed = true
  await expect(closed).rejects.toThrow(LineOverError)
  const away = new AbortController()
  const left = meet({ window: { closed: false }, attempt, origin, page, signal: away.signal }, async () => {})
  away.abort(new Error('turned away'))
  await expect(left).rejects.toThrow('turned away')
  expect(listeners.size).toBe(0)
})

test('one page takes a login and a way from the other, for its own key alone', async () => {
  const [giver, taker] = lines()
  const asked: string[] = []
  const invited: unknown[] = []
  const giving = answering(giver, {
    grant: async (key) => {
      asked.push(key)
      return grant
    },
    invite: async (given) => void invited.push(given),
  })
  const accepted: string[] = []
  const wants = [invitation, undefined]
  const opens = await take(taker, {
    device,
    accept: async (given) => void accepted.push(given),
    invitation: async () => wants.shift(),
  })
  await giving
  expect({ opens, asked, accepted, invited }).toEqual({ opens: true, asked: [device], accepted: [grant], invited: [invitation] })
})

test('a page that opens the wallet already is logged in, and gets no second way', async () => {
  const [giver, taker] = lines()
  const invite = vi.fn(async () => {})
  const giving = answering(giver, { grant: async () => grant, invite })
  expect(await take(taker, { device, accept: async () => {}, invitation: async () => undefined })).toBe(true)
  await giving
  expect(invite).not.toHaveBeenCalled()
})

test('S52: what is no message is dropped, and one out of its turn ends the line', async () => {
  const malformed = fc.oneof(
    fc.anything().filter((value) => {
      try {
        structuredClone(value)
        return true
      } catch {
        return false
      }
    }),
    fc.constantFrom(
      { kind: 'grant', grant: 'short' },
      { kind: 'grant', grant, more: 1 },
      { kind: 'way', ...invitation, publicKey: 'B' },
      { kind: 'ask', device: '' },
      { kind: 'site', projectId: 'demo', origin },
    ),
  )
  const { port1, port2 } = new MessageChannel()
  const line = openLine(port1, live())
  const heard = line.hear('grant')
  for (const value of fc.sample(malformed, 2_000)) port2.postMessage(value)
  port2.postMessage({ kind: 'grant', grant })
  expect(await heard).toEqual({ kind: 'grant', grant })
  const next = line.hear('grant')
  port2.postMessage({ kind: 'given' })
  await expect(next).rejects.toThrow(LineOverError)
  port2.close()
  recordPromise({ id: 'S52', name: 'malformed messages between window and frame', runs: 2_000, accepted: 0 })
})

test('where the giver says no, the taker gets nothing', async () => {
  const [giver, taker] = lines()
  const accept = vi.fn(async () => {})
  const taking = take(taker, { device, accept, invitation: async () => undefined })
  await giver.hear('ask')
  giver.say({ kind: 'over' })
  await expect(taking).rejects.toThrow(LineOverError)
  expect(accept).not.toHaveBeenCalled()
})
