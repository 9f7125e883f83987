import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNetworkId, namespaceOf, namespaces } from '../caip/ids.js'
import { savedStateFromCookie } from './cookie.js'
import { emptySavedState, parseSavedState, readSavedState, type SavedState } from './savedState.js'

const connection = { connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor', rdns: 'com.harbor' }, addresses: ['0xabc'], networkId: 'eip155:1' }
const record = { version: 1, activeNamespace: 'eip155', connections: { eip155: [connection] }, networks: { eip155: 'eip155:10' } }

test('a record that was written is read back as it was', () => {
  expect(parseSavedState(JSON.stringify(record))).toEqual(record)
  expect(parseSavedState(record)).toEqual(record)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['an empty text', ''],
  ['no JSON', '{"version":1'],
  ['HTML', '<html>'],
  ['a list', '[]'],
  ['a number', '1'],
  ['no version', '{"connections":{}}'],
  ["another version's record (R14)", JSON.stringify({ ...record, version: 2 })],
  ['a version in words', JSON.stringify({ ...record, version: '1' })],
])('%s is read as an empty record, and is told apart from one', (_, value) => {
  expect(parseSavedState(value)).toEqual(emptySavedState)
  expect(readSavedState(value)).toBeUndefined()
})

describe('what is not as expected is left out, and the rest stays', () => {
  const read = (changed: object) => parseSavedState({ ...record, connections: { eip155: [{ ...connection, ...changed }, { ...connection, connector: { ...connection.connector, id: 'other' } }] } }).connections.eip155

  test.each<[string, object]>([
    ['no connector', { connector: undefined }],
    ['a connector without an id', { connector: { ...connection.connector, id: '' } }],
    ['a connector of an unknown kind', { connector: { ...connection.connector, kind: 'trojan' } }],
    ['a name of a megabyte', { connector: { ...connection.connector, name: 'x'.repeat(1_000_000) } }],
    ['no addresses', { addresses: [] }],
    ['addresses that are no text', { addresses: [1, null, {}] }],
    ['a network of another namespace', { networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['a malformed network', { networkId: 'eip155' }],
  ])('%s', (_, changed) => {
    expect(read(changed)).toHaveLength(1)
  })

  test('a wallet that is there twice counts once', () => {
    expect(parseSavedState({ ...record, connections: { eip155: [connection, connection] } }).connections.eip155).toHaveLength(1)
  })

  test('unknown namespaces, and networks under a wrong one, are dropped', () => {
    const parsed = parseSavedState({ ...record, activeNamespace: 'near', connections: { near: [connection], solana: [connection] }, networks: { eip155: 'solana:x', bip122: 1 } })
    expect(parsed).toEqual(emptySavedState)
  })

  test('an icon is not kept, nor anything else that was added', () => {
    const parsed = parseSavedState({ ...record, secret: 'x', connections: { eip155: [{ ...connection, privateKey: 'x', connector: { ...connection.connector, icon: 'data:x', getProvider: 'x' } }] } })
    expect(parsed).toEqual(record)
  })
})

/** Values near enough to a record to reach every branch. */
const nearlyConnection = fc.record(
  {
    connector: fc.oneof(fc.record({ id: fc.oneof(fc.string(), fc.constant('__proto__')), kind: fc.constantFrom('announced', 'embedded', 'constructor', 1), name: fc.oneof(fc.string(), fc.nat()), rdns: fc.anything(), uuid: fc.anything() }, { requiredKeys: [] }), fc.jsonValue()),
    addresses: fc.oneof(fc.array(fc.oneof(fc.string(), fc.jsonValue())), fc.jsonValue()),
    networkId: fc.oneof(fc.constantFrom('eip155:1', 'solana:x', 'eip155', '__proto__:1'), fc.jsonValue()),
  },
  { requiredKeys: [] },
)
const key = fc.oneof(fc.constantFrom(...namespaces, '__proto__', 'constructor', 'prototype', 'toString'), fc.string())
const nearlyRecord = fc.record(
  {
    version: fc.constantFrom<unknown>(1, 1, 1, 2, '1', null),
    activeNamespace: fc.oneof(key, fc.jsonValue()),
    connections: fc.oneof(fc.dictionary(key, fc.oneof(fc.array(nearlyConnection, { maxLength: 3 }), fc.jsonValue()), { noNullPrototype: true }), fc.jsonValue()),
    networks: fc.oneof(fc.dictionary(key, fc.oneof(fc.constant('eip155:1'), fc.jsonValue()), { noNullPrototype: true }), fc.jsonValue()),
  },
  { requiredKeys: [] },
)

function expectSound(saved: SavedState) {
  expect(saved.version).toBe(1)
  for (const [namespace, list] of Object.entries(saved.connections)) {
    expect(namespaces).toContain(namespace)
    expect(new Set(list.map(({ connector }) => connector.id)).size).toBe(list.length)
    for (const { connector, addresses, networkId } of list) {
      expect(isNetworkId(networkId) && namespaceOf(networkId) === namespace).toBe(true)
      expect([connector.id, connector.name, ...addresses].every((text) => typeof text === 'string' && text.length > 0 && text.length <= 200)).toBe(true)
    }
  }
}

test('R14: of 10,000 corrupt values none is a crash, and what is read is sound', () => {
  const corrupt = fc.oneof({ arbitrary: nearlyRecord.map((value) => JSON.stringify(value)), weight: 6 }, { arbitrary: fc.json(), weight: 2 }, { arbitrary: fc.string({ unit: 'binary' }), weight: 1 }, { arbitrary: nearlyRecord.map((value) => JSON.stringify(value).slice(3)), weight: 1 })
  fc.assert(
    fc.property(corrupt, (text) => {
      expectSound(parseSavedState(text))
      expectSound(savedStateFromCookie(`a=b; ${encodeURIComponent('@portico/portico/state')}=${encodeURIComponent(text)}`) ?? emptySavedState)
    }),
    { numRuns: 10_000 },
  )
})

test('S37: of 10,000 records full of __proto__ and constructor none leaves a new key on a prototype', () => {
  const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
  const keys = () => prototypes.map((prototype) => Reflect.ownKeys(prototype))
  const before = keys()
  const polluting = fc.constantFrom('__proto__', 'constructor', 'prototype')
  const nested = fc.letrec<{ node: unknown }>((tie) => ({ node: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>('polluted', 1, true), fc.array(fc.tuple(polluting, tie('node')), { maxLength: 3 }).map((pairs) => new Pairs(pairs))) })).node
  /** Written by hand: an object literal would take `__proto__` for itself. */
  const write = (node: unknown): string => (node instanceof Pairs ? `{${node.pairs.map(([name, value]) => `"${name}":${write(value)}`).join(',')}}` : JSON.stringify(node))
  fc.assert(
    fc.property(nested, nested, nested, fc.constantFrom(...namespaces, '__proto__'), (one, two, three, namespace) => {
      const text = `{"version":1,"__proto__":${write(one)},"connections":{"${namespace}":[{"connector":${write(two)},"__proto__":${write(one)},"addresses":["0xa"],"networkId":"eip155:1"}],"__proto__":${write(two)},"constructor":${write(three)}},"networks":{"__proto__":${write(three)},"constructor":"eip155:1"},"activeNamespace":"__proto__"}`
      const saved = parseSavedState(text)
      expectSound(saved)
      expect(Object.getPrototypeOf(saved.connections)).toBe(Object.prototype)
      expect(Object.getPrototypeOf(saved.networks)).toBe(Object.prototype)
    }),
    { numRuns: 10_000 },
  )
  expect(keys()).toEqual(before)
})

class Pairs {
  constructor(readonly pairs: readonly (readonly [string, unknown])[]) {}
}
