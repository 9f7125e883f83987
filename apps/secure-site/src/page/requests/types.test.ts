import { describe, expect, test } from 'vitest'
import { type Finding, freeze, join, warning } from './types.js'

const finding = (changes: Partial<Finding>): Finding => ({ effects: [], warnings: [], risk: 'normal', ...changes })

describe('findings that are joined', () => {
  test('come to nothing where there are none', () => {
    expect(join([])).toEqual({ effects: [], warnings: [], risk: 'normal' })
  })

  test('keep the order of what is said, and the greatest risk', () => {
    const [a, b] = [{ kind: 'send', values: { to: 'a' } } as const, { kind: 'message', values: {} } as const]
    expect(join([finding({ effects: [a], risk: 'caution' }), finding({ effects: [b] })])).toEqual({
      effects: [a, b],
      warnings: [],
      risk: 'caution',
    })
    expect(join([finding({ risk: 'risky' }), finding({ risk: 'caution' })]).risk).toBe('risky')
  })

  test('say the same warning once, and the strongest first', () => {
    const [weak, strong] = [warning('newRecipient', { address: 'a' }), warning('delegation')]
    expect(join([finding({ warnings: [weak] }), finding({ warnings: [strong, weak] })]).warnings).toEqual([strong, weak])
    const another = warning('newRecipient', { address: 'b' })
    expect(join([finding({ warnings: [weak, another] })]).warnings).toEqual([weak, another])
  })

  const contract = (reason?: string) => warning('unverifiedContract', reason === undefined ? undefined : { address: 'c', reason })
  test.each(['missing', 'person', ''])('a contract that is none (%j) stands with what pretends to be something', (reason) => {
    const [all, unread, unlimited] = [warning('approvalForAll'), warning('unreadable'), warning('unlimited')]
    expect(join([finding({ warnings: [unlimited, unread, contract(reason), all] })]).warnings).toEqual([
      all,
      contract(reason),
      unread,
      unlimited,
    ])
  })

  test('and so does one of which nobody says why', () => {
    expect(join([finding({ warnings: [warning('unlimited'), contract()] })]).warnings).toEqual([contract(), warning('unlimited')])
  })

  test.each(['contract', 'unknown'])('a contract that is only not known (%s) stands behind what it may take', (reason) => {
    const [order, large] = [warning('domainMismatch'), warning('largeValue')]
    expect(join([finding({ warnings: [large, contract(reason), order] })]).warnings).toEqual([order, contract(reason), large])
  })
})

describe('what is frozen', () => {
  test('cannot change, nor anything in it', () => {
    const value = freeze({ list: [{ text: 'a' }], none: null, nothing: undefined })
    expect(Object.isFrozen(value)).toBe(true)
    expect(() => Object.assign(value.list[0] ?? {}, { text: 'b' })).toThrow(TypeError)
    expect(() => value.list.push({ text: 'c' })).toThrow(TypeError)
    expect(value).toEqual({ list: [{ text: 'a' }], none: null, nothing: undefined })
  })

  test('may have bytes and functions in it, which stay as they are', () => {
    const [bytes, sign] = [Uint8Array.of(1, 2), () => 'signed']
    expect(freeze({ bytes, sign })).toEqual({ bytes: Uint8Array.of(1, 2), sign })
    expect([Object.isFrozen(bytes), Object.isFrozen(sign)]).toEqual([false, false])
  })

  test('may hold itself, and what is frozen already', () => {
    const value: { own?: unknown; part: { deep: number[] } } = { part: Object.freeze({ deep: [1] }) }
    value.own = value
    expect(freeze(value)).toBe(value)
    expect(Object.isFrozen(value)).toBe(true)
  })

  test.each([null, undefined, 'text', 5, true])('%j is what it is', (value) => {
    expect(freeze(value)).toBe(value)
  })
})
