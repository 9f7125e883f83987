import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { createQueue, expiresAfter, mostPerMinute, mostWaiting, type Turn } from './queue.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
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

test('S12: of 1,000 requests one is on the screen, five wait, and ten a minute are let in', async () => {
  const queue = createQueue({ now: Date.now })
  let shown = 0
  let most = { active: 0, waiting: 0 }
  let answered = 0
  const results: Promise<PromiseSettledResult<unknown>[]>[] = []
  const began = performance.now()
  for (let burst = 0; burst < 100; burst += 1) {
    const requests = Array.from({ length: 10 }, (_, index) =>
      queue.run(`${burst}-${index}`, async () => {
        shown += 1
        await new Promise((resolve) => setTimeout(resolve, 10))
        answered += 1
      }),
    )
    results.push(Promise.allSettled(requests))
    const counts = queue.counts()
    most = { active: Math.max(most.active, counts.active), waiting: Math.max(most.waiting, counts.waiting) }
    await vi.advanceTimersByTimeAsync(500)
  }
  const codes = (await Promise.all(results)).flat().map(codeOf)
  const count = (code: unknown) => codes.filter((each) => each === code).length
  expect(codes).toHaveLength(1_000)
  expect(most).toEqual({ active: 1, waiting: mostWaiting })
  // 50 s: less than a minute, so ten of all.
  expect(shown).toBe(mostPerMinute)
  expect(answered).toBe(mostPerMinute)
  expect(count('fulfilled')).toBe(mostPerMinute)
  expect(count(-32_002) + count(-32_005)).toBe(1_000 - mostPerMinute)
  expect(queue.counts()).toEqual({ active: 0, waiting: 0 })
  recordPromise({
    id: 'S12',
    name: 'requests of one site',
    runs: 1_000,
    accepted: shown - mostPerMinute,
    crashes: 0,
    pending: 1_000 - codes.length,
    milliseconds: Math.round(performance.now() - began),
  })
})

test('S12: the sixth that waits is refused with -32002, the eleventh of a minute with -32005 and the time to wait', async () => {
  const queue = createQueue({ now: Date.now })
  const held = open()
  const first = queue.run('a', held.task)
  const others = Array.from({ length: 5 }, (_, index) => queue.run(String(index), () => Promise.resolve(index)))
  await expect(queue.run('x', () => Promise.resolve())).rejects.toMatchObject({ code: -32_002 })
  held.finish('done')
  await expect(Promise.all([first, ...others])).resolves.toEqual(['done', 0, 1, 2, 3, 4])
  for (let more = 0; more < 4; more += 1) await queue.run(`m${more}`, () => Promise.resolve())
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(queue.run('y', () => Promise.resolve())).rejects.toMatchObject({ code: -32_005, retryAfter: 40 })
  await vi.advanceTimersByTimeAsync(40_000)
  await expect(queue.run('z', () => Promise.resolve('late'))).resolves.toBe('late')
})

test('S12: the limit of a minute outlives a reload, and a clock that is put back does not close the door', async () => {
  let kept: readonly number[] = []
  const before = createQueue({ now: () => 1_000_000, onAdmitted: (recent) => (kept = [...recent]) })
  for (let each = 0; each < 10; each += 1) await before.run(`${each}`, () => Promise.resolve())
  const after = createQueue({ now: () => 1_030_000, recent: kept })
  await expect(after.run('x', () => Promise.resolve())).rejects.toMatchObject({ code: -32_005 })
  const earlier = createQueue({ now: () => 5_000, recent: kept })
  await expect(earlier.run('x', () => Promise.resolve('fine'))).resolves.toBe('fine')
})

test('S12: a request that nobody answers is rejected with 4001 after five minutes, also while it waits', async () => {
  const queue = createQueue({ now: Date.now })
  const held = open()
  const waiting = open()
  const results = Promise.allSettled([queue.run('a', held.task), queue.run('b', waiting.task)])
  await vi.advanceTimersByTimeAsync(expiresAfter)
  expect((await results).map(codeOf)).toEqual([4001, 4001])
  expect(held.turns[0]?.signal.aborted).toBe(true)
  expect(queue.counts()).toEqual({ active: 0, waiting: 0 })
})

test('S12: a hidden page rejects what is asked with 4001, but not what sent the visitor away itself', async () => {
  const queue = createQueue({ now: Date.now })
  const away = open()
  const first = queue.run('a', away.task)
  away.turns[0]?.away(true)
  queue.hide()
  expect(queue.counts()).toEqual({ active: 1, waiting: 0 })
  away.turns[0]?.away(false)
  const results = Promise.allSettled([first, queue.run('b', () => Promise.resolve())])
  queue.hide()
  expect((await results).map(codeOf)).toEqual([4001, 4001])
  const left = open()
  const last = Promise.allSettled([queue.run('c', left.task)])
  left.turns[0]?.away(true)
  queue.hide({ leaving: true })
  expect((await last).map(codeOf)).toEqual([4001])
})

test('what is approved is not taken back, and what is taken back cannot be approved', async () => {
  const queue = createQueue({ now: Date.now })
  const approved = open()
  const first = queue.run('a', approved.task)
  approved.turns[0]?.commit()
  queue.abort()
  queue.hide({ leaving: true })
  approved.finish('signed')
  await expect(first).resolves.toBe('signed')

  const taken = open()
  const second = Promise.allSettled([queue.run('b', taken.task)])
  queue.abort('other')
  expect(queue.counts().active).toBe(1)
  queue.abort('b')
  expect(() => taken.turns[0]?.commit()).toThrow('Request was aborted')
  expect(await second).toMatchObject([{ reason: { message: 'Request was aborted' } }])
})

test('the signal of the site takes a waiting request back, and the next one goes on', async () => {
  const queue = createQueue({ now: Date.now })
  const held = open()
  const site = new AbortController()
  const first = Promise.allSettled([queue.run('a', held.task, { signal: site.signal })])
  const second = queue.run('b', () => Promise.resolve('next'))
  site.abort()
  await expect(second).resolves.toBe('next')
  expect(await first).toMatchObject([{ status: 'rejected' }])
})
