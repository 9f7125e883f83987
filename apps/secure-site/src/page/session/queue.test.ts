import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { expiresAfter, mostPerMinute, mostWaiting } from '../../server/api.js'
import { ServerUnreachableError } from './errors.js'
import { memoryPlaces } from './places.test.helper.js'
import { createQueue, type RequestQueue, type Turn } from './queue.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A task that ends when the test says so. */
function open() {
  let finish = (_: string) => {}
  const promise = new Promise<string>((resolve) => (finish = resolve))
  const turns: Turn[] = []
  return { turns, finish: (result: string) => finish(result), task: (turn: Turn) => (turns.push(turn), promise) }
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason instanceof Error && 'code' in result.reason ? result.reason.code : result.status

test('S12: of 1,000 requests of three frames one is on the screen, five wait, and ten a minute are let in', async () => {
  const places = memoryPlaces()
  const frames = [1, 2, 3].map(() => createQueue({ places }))
  let shown = 0
  let most = { active: 0, open: 0 }
  let answered = 0
  const results: Promise<PromiseSettledResult<unknown>[]>[] = []
  const look = () => {
    const active = frames.reduce((sum, queue) => sum + queue.counts().active, 0)
    most = { active: Math.max(most.active, active), open: Math.max(most.open, places.open()) }
  }
  for (let burst = 0; burst < 100; burst += 1) {
    const requests = Array.from({ length: 10 }, (_, index) =>
      (frames[index % 3] as RequestQueue).run(`${burst}-${index}`, async () => {
        shown += 1
        look()
        await new Promise((resolve) => setTimeout(resolve, 10))
        look()
        answered += 1
      }),
    )
    results.push(Promise.allSettled(requests))
    await vi.advanceTimersByTimeAsync(5)
    look()
    await vi.advanceTimersByTimeAsync(495)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  const codes = (await Promise.all(results)).flat().map(codeOf)
  const count = (code: unknown) => codes.filter((each) => each === code).length
  expect(codes).toHaveLength(1_000)
  expect(most).toEqual({ active: 1, open: mostWaiting + 1 })
  // 50 s: less than a minute, so ten of all.
  expect(shown).toBe(mostPerMinute)
  expect(answered).toBe(mostPerMinute)
  expect(count('fulfilled')).toBe(mostPerMinute)
  expect(count(-32_002) + count(-32_005)).toBe(1_000 - mostPerMinute)
  expect(frames.map((queue) => queue.counts())).toEqual(frames.map(() => ({ active: 0, waiting: 0 })))
  recordPromise({
    id: 'S12',
    name: 'requests of one site in three frames',
    runs: 1_000,
    accepted: shown - mostPerMinute,
    pending: 1_000 - codes.length,
  })
})

test('S12: the sixth that waits is refused with -32002, the eleventh of a minute with -32005 and the time to wait', async () => {
  const queue = createQueue({ places: memoryPlaces() })
  const held = open()
  const first = queue.run('a', held.task)
  const others = Array.from({ length: 5 }, (_, index) => queue.run(String(index), () => Promise.resolve(index)))
  await vi.advanceTimersByTimeAsync(0)
  await expect(queue.run('x', () => Promise.resolve())).rejects.toMatchObject({ code: -32_002 })
  held.finish('done')
  await expect(Promise.all([first, ...others])).resolves.toEqual(['done', 0, 1, 2, 3, 4])
  for (let more = 0; more < 4; more += 1) await queue.run(`m${more}`, () => Promise.resolve())
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(queue.run('y', () => Promise.resolve())).rejects.toMatchObject({ code: -32_005, retryAfter: 40 })
  await vi.advanceTimersByTimeAsync(40_000)
  await expect(queue.run('z', () => Promise.resolve('late'))).resolves.toBe('late')
})

test('S12: a request behind another frame\u2019s is shown within a second after that one has ended', async () => {
  const places = memoryPlaces()
  const [first, second] = [createQueue({ places }), createQueue({ places })]
  const held = open()
  const before = first.run('a', held.task)
  await vi.advanceTimersByTimeAsync(0)
  const after = second.run('b', () => Promise.resolve('shown'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([first.counts(), second.counts()]).toEqual([
    { active: 1, waiting: 0 },
    { active: 0, waiting: 1 },
  ])
  held.finish('done')
  await before
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(after).resolves.toBe('shown')
  expect(places.open()).toBe(0)
})

test('a visitor is told that a request waits for another page’s, also after what they opened here themselves, and can take it back', async () => {
  const places = memoryPlaces()
  const there = createQueue({ places })
  const told = vi.fn<(reject: () => void) => void>()
  const here = createQueue({ places, onElsewhere: told })
  const first = open()
  const answered = there.run('1', first.task)
  await vi.advanceTimersByTimeAsync(0)
  const second = open()
  const waits = here.run('2', second.task)
  waits.catch(() => {})
  await vi.advanceTimersByTimeAsync(400)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toHaveBeenCalledOnce()

  const own = open()
  const safety = here.run('own', own.task, { own: true })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toHaveBeenCalledOnce()
  own.finish('seen')
  await safety
  await vi.advanceTimersByTimeAsync(1_600)
  expect(told).toHaveBeenCalledTimes(2)
  told.mock.calls[1]?.[0]()
  await expect(waits).rejects.toMatchObject({ code: 4001 })

  const third = open()
  const next = here.run('3', third.task)
  first.finish('done')
  await answered
  await vi.advanceTimersByTimeAsync(2_000)
  expect(third.turns).toHaveLength(1)
  third.finish('done')
  await next
  expect(told).toHaveBeenCalledTimes(2)
})

test('S12: a service that is away refuses with its own error, and leaves nothing waiting', async () => {
  const places = memoryPlaces()
  let away = true
  const queue = createQueue({ places: { ...places, take: () => (away ? Promise.reject(new ServerUnreachableError()) : places.take()) } })
  const asked = Array.from({ length: 6 }, (_, index) => queue.run(String(index), () => Promise.resolve()))
  for (const result of await Promise.allSettled(asked)) expect(result).toMatchObject({ reason: { name: 'ServerUnreachableError' } })
  expect([queue.counts(), places.open()]).toEqual([{ active: 0, waiting: 0 }, 0])
  away = false
  await expect(queue.run('x', () => Promise.resolve('fine'))).resolves.toBe('fine')
})

test('S12: a place that the service has given away is over here, too, and one that was taken back while it was asked for is given back', async () => {
  const places = memoryPlaces()
  const queue = createQueue({ places })
  const held = open()
  const lost = Promise.allSettled([queue.run('a', held.task)])
  await vi.advanceTimersByTimeAsync(0)
  places.lose('1')
  await vi.advanceTimersByTimeAsync(15_000)
  expect((await lost).map(codeOf)).toEqual([4001])
  const early = Promise.allSettled([queue.run('b', () => Promise.resolve())])
  queue.hide({ leaving: true })
  expect((await early).map(codeOf)).toEqual([4001])
  await vi.advanceTimersByTimeAsync(0)
  expect(places.open()).toBe(0)
})

test('S12: a request that nobody answers is rejected with 4001 after five minutes, also while it waits', async () => {
  const queue = createQueue({ places: memoryPlaces() })
  const held = open()
  const waiting = open()
  const results = Promise.allSettled([queue.run('a', held.task), queue.run('b', waiting.task)])
  await vi.advanceTimersByTimeAsync(expiresAfter)
  expect((await results).map(codeOf)).toEqual([4001, 4001])
  expect(held.turns[0]?.signal.aborted).toBe(true)
  expect(queue.counts()).toEqual({ active: 0, waiting: 0 })
})

test('S12: a hidden page rejects what is asked with 4001, but not what sent the visitor away itself', async () => {
  const queue = createQueue({ places: memoryPlaces() })
  const away = open()
  const first = queue.run('a', away.task)
  await vi.advanceTimersByTimeAsync(0)
  away.turns[0]?.away(true)
  queue.hide()
  expect(queue.counts()).toEqual({ active: 1, waiting: 0 })
  away.turns[0]?.away(false)
  const results = Promise.allSettled([first, queue.run('b', () => Promise.resolve())])
  queue.hide()
  expect((await results).map(codeOf)).toEqual([4001, 4001])
  const left = open()
  const last = Promise.allSettled([queue.run('c', left.task)])
  await vi.advanceTimersByTimeAsync(0)
  left.turns[0]?.away(true)
  queue.hide({ leaving: true })
  expect((await last).map(codeOf)).toEqual([4001])
})

test('what is approved is not taken back, and what is taken back cannot be approved', async () => {
  const queue = createQueue({ places: memoryPlaces() })
  const approved = open()
  const first = queue.run('a', approved.task)
  await vi.advanceTimersByTimeAsync(0)
  approved.turns[0]?.commit()
  queue.abort()
  queue.hide({ leaving: true })
  approved.finish('signed')
  await expect(first).resolves.toBe('signed')

  const taken = open()
  const second = Promise.allSettled([queue.run('b', taken.task)])
  await vi.advanceTimersByTimeAsync(0)
  queue.abort('other')
  expect(queue.counts().active).toBe(1)
  queue.abort('b')
  expect(() => taken.turns[0]?.commit()).toThrow('Request was aborted')
  expect(await second).toMatchObject([{ reason: { message: 'Request was aborted' } }])
})

test('the signal of the site takes a waiting request back, and the next one goes on', async () => {
  const queue = createQueue({ places: memoryPlaces() })
  const held = open()
  const site = new AbortController()
  const first = Promise.allSettled([queue.run('a', held.task, { signal: site.signal })])
  const second = queue.run('b', () => Promise.resolve('next'))
  await vi.advanceTimersByTimeAsync(0)
  site.abort()
  await expect(second).resolves.toBe('next')
  expect(await first).toMatchObject([{ status: 'rejected' }])
})
