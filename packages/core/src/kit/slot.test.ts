import { testPortico } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { defineSlot } from './slot.js'

test('is made when first asked for, and once for each portico', () => {
  const make = vi.fn(() => ({}))
  const slot = defineSlot('thing', make)
  const [one, other] = [testPortico(), testPortico()]
  expect(slot.peek(one)).toBeUndefined()
  expect(make).not.toHaveBeenCalled()
  expect(slot(one)).toBe(slot(one))
  expect(slot(one)).not.toBe(slot(other))
  expect(make).toHaveBeenCalledTimes(2)
  expect(make).toHaveBeenCalledWith(one)
})

test('holds what is put there, undefined as well, until it is cleared', () => {
  const make = vi.fn<() => number | undefined>(() => 1)
  const slot = defineSlot('number', make)
  const portico = testPortico()
  slot.put(portico, undefined)
  expect([slot(portico), make.mock.calls.length]).toEqual([undefined, 0])
  slot.put(portico, 2)
  expect([slot(portico), slot.peek(portico)]).toEqual([2, 2])
  slot.clear(portico)
  expect(slot.peek(portico)).toBeUndefined()
  expect(slot(portico)).toBe(1)
})

test('two slots of one name are two slots', () => {
  const [one, other] = [defineSlot('same', () => 1), defineSlot('same', () => 2)]
  const portico = testPortico()
  expect([one(portico), other(portico)]).toEqual([1, 2])
})
