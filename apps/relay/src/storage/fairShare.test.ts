import { expect, test } from 'vitest'
import { randomFrom } from '../test/random.js'
import { makeRoom, type Share } from './fairShare.js'

const of = (sender: number, publisher: string, count: number, bytes = 1): Omit<Share, 'seq'>[] =>
  Array.from({ length: count }, () => ({ sender, publisher, bytes }))
const inTurn = (...shares: Omit<Share, 'seq'>[][]): Share[] => shares.flat().map((share, at) => ({ ...share, seq: at + 1 }))
const one = (sender: number, publisher: string, bytes = 1) => ({ sender, publisher, bytes })
const room = { messages: 10, bytes: 1000 }

test('takes nothing away where there is room', () => {
  expect(makeRoom(inTurn(of(1, 'a', 9)), one(2, 'b'), room)).toEqual([])
})

test('who has the most makes room, with the newest message', () => {
  expect(makeRoom(inTurn(of(1, 'a', 6), of(2, 'b', 4)), one(3, 'c'), room)).toEqual([6])
  expect(makeRoom(inTurn(of(1, 'a', 6), of(2, 'b', 4)), one(2, 'b'), room)).toEqual([6])
  // Many client ids of one address are one sender.
  const crowd = Array.from({ length: 8 }, (_, at) => of(1, `junk ${at}`, 1))
  expect(makeRoom(inTurn(...crowd, of(2, 'b', 2)), one(2, 'b'), room)).toEqual([1])
  // At one address, client ids are told apart.
  expect(makeRoom(inTurn(of(1, 'junk', 8), of(1, 'b', 2)), one(1, 'b'), room)).toEqual([8])
})

test('who would have the most is refused', () => {
  expect(makeRoom(inTurn(of(1, 'a', 6), of(2, 'b', 4)), one(1, 'a'), room)).toBeUndefined()
  expect(makeRoom(inTurn(of(1, 'a', 5), of(2, 'b', 5)), one(1, 'a'), room)).toBeUndefined()
  expect(makeRoom(inTurn(of(1, 'a', 1)), one(2, 'b', 1001), room)).toBeUndefined()
})

test('bytes are shared like messages: as many go as it takes', () => {
  expect(makeRoom(inTurn(of(1, 'a', 4, 200), of(2, 'b', 1, 100)), one(2, 'b', 300), room)).toEqual([4])
  expect(makeRoom(inTurn(of(1, 'a', 4, 200), of(2, 'b', 1, 100)), one(1, 'c', 150), room)).toEqual([4])
})

test('R12: of 10,000 mailboxes (seed 20261122), what is taken away makes the room, and is never the publisher’s own', () => {
  const random = randomFrom(20_261_122)
  const below = (limit: number) => Math.floor(random() * limit)
  const share = () => one(below(4), 'abcd'.charAt(below(4)), 1 + below(200))
  let made = 0
  for (let run = 0; run < 10_000; run++) {
    const waiting = inTurn(Array.from({ length: below(13) }, share))
    const incoming = share()
    const gone = makeRoom(waiting, incoming, room)
    if (!gone) continue
    made += gone.length
    const kept = waiting.filter(({ seq }) => !gone.includes(seq))
    expect(kept.length + 1).toBeLessThanOrEqual(room.messages)
    expect(kept.reduce((sum, { bytes }) => sum + bytes, incoming.bytes)).toBeLessThanOrEqual(room.bytes)
    const own = kept.filter(({ sender, publisher }) => sender === incoming.sender && publisher === incoming.publisher)
    expect(own.length).toBe(
      waiting.filter(({ sender, publisher }) => sender === incoming.sender && publisher === incoming.publisher).length,
    )
  }
  expect(made).toBeGreaterThan(2000) // else this would say little
})
