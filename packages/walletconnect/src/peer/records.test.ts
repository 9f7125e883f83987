import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { anyText } from '../test/text.js'
import { createBrowser, createTurns } from '../test/browser.js'
import { memory } from '../test/parties.js'
import { seconds } from './parse.js'
import { createRecords } from './records.js'
import { readPairing, readSession } from './stored.js'

const name = '@portico/portico/walletconnect'
const later = () => seconds() + 1_000

test('what was written is there after a restart, until it expires or is deleted', () => {
  const storage = memory()
  const first = createRecords({ name, storage })
  first.set('a', { b: 1 }, later())
  first.set('gone', 1, later())
  first.set('old', 1, seconds() - 1)
  first.delete('gone')
  const second = createRecords({ name, storage })
  expect([second.get('a'), second.get('gone'), second.get('old'), second.keys('')]).toEqual([{ b: 1 }, undefined, undefined, ['a']])
})

test('R15: over 1,000 interleavings of three tabs no update is lost, and all tabs end with the same', () => {
  const step = fc.record({
    tab: fc.nat(2),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    do: fc.constantFrom('set', 'set', 'delete'),
    turns: fc.nat(4),
    which: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), (steps) => {
      const turns = createTurns()
      const browser = createBrowser(turns)
      const tabs = [0, 1, 2].map(() => {
        const { storage, page, channel } = browser.open()
        return { storage, records: createRecords({ name, storage, page, channel }) }
      })
      const last = new Map<string, number>()
      steps.forEach(({ tab, key, do: action, turns: count, which }, at) => {
        const { records } = tabs[tab] ?? tabs[0]!
        if (action === 'set') {
          records.set(`own-${tab}-${at}`, at, later())
          records.set(key, at, later())
          last.set(`own-${tab}-${at}`, at)
        } else records.delete(key)
        for (let turn = 0; turn < count; turn += 1) turns.run(which)
      })
      turns.runAll()
      const views = tabs.map(({ records }) =>
        JSON.stringify(
          records
            .keys('')
            .toSorted()
            .map((key) => [key, records.get(key)]),
        ),
      )
      const { open } = browser
      const fresh = open()
      const reloaded = createRecords({ name, storage: fresh.storage })
      const stored = JSON.stringify(
        reloaded
          .keys('')
          .toSorted()
          .map((key) => [key, reloaded.get(key)]),
      )
      return (
        views.every((view) => view === views[0]) &&
        stored === views[0] &&
        [...last].every(([key, value]) => tabs.every(({ records }) => records.get(key) === value))
      )
    }),
    { numRuns: 1_000 },
  )
}, 60_000)

test('R14: of 10,000 corrupt values none is a crash, and the records work on', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value))
  const nearly = fc
    .dictionary(
      fc.constantFrom('session:x', 'seed', '__proto__', 'constructor', 'a'),
      fc.oneof(fc.tuple(fc.integer(), fc.integer(), fc.jsonValue({ maxDepth: 1 })), fc.jsonValue({ maxDepth: 1 })),
    )
    .map((records) => JSON.stringify({ version: 1, records }))
  const torn = fc.tuple(nearly, fc.nat()).map(([text, at]) => text.slice(0, at % text.length))
  const corrupt = fc.oneof(
    json,
    nearly,
    torn,
    anyText(),
    fc.constantFrom('', 'null', '{"version":2,"records":{}}', '{"version":1}', '{"version":1,"records":[]}'),
  )
  fc.assert(
    fc.property(corrupt, (text) => {
      const storage = memory()
      storage.setItem(name, text)
      const records = createRecords({ name, storage })
      for (const key of records.keys('')) {
        readSession(records.get(key))
        readPairing(records.get(key))
      }
      records.set('a', 7, later())
      return createRecords({ name, storage }).get('a') === 7
    }),
    { numRuns: 10_000 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('R14: storage that throws is only logged, and the records are those of this page', () => {
  const log = vi.fn()
  const denied = () => {
    throw new Error('denied')
  }
  const records = createRecords({ name, storage: { getItem: denied, setItem: denied, removeItem: denied }, log })
  records.set('a', 1, later())
  expect(records.get('a')).toBe(1)
  expect(log).toHaveBeenCalled()
})

test('R15: what another tab wrote is told, also where a write of one’s own came upon it first', async () => {
  const turns = createTurns()
  const browser = createBrowser(turns)
  const open = () => {
    const { page, channel } = browser.open()
    const storage = {
      getItem: (key: string) => browser.disk.get(key) ?? null, // not behind, as within one process
      setItem: (key: string, value: string) => void browser.disk.set(key, value),
      removeItem: () => undefined,
    }
    return createRecords({ name, storage, page, channel })
  }
  const [one, other] = [open(), open()]
  const heard: string[] = []
  other.follow((keys) => void heard.push(...keys))
  one.set('session:x', { topic: 'x' }, later())
  other.set('note:y', 1, later())
  turns.runAll()
  await Promise.resolve()
  expect(heard).toEqual(['session:x'])
})
