import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { isNetworkId, namespaceOf, namespaces } from '../kit/caip/ids.js'
import { savedStateFromCookie } from './cookie.js'
import { emptySavedState, parseSavedState, readSavedState, type SavedState } from './savedState.js'

const connection = {
  connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor', rdns: 'com.harbor' },
  addresses: ['0xabc'],
  networkId: 'eip155:1',
}
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
  const read = (changed: object) =>
    parseSavedState({
      ...record,
      connections: {
        eip155: [
          { ...connection, ...changed },
          { ...connection, connector: { ...connection.connector, id: 'other' } },
        ],
      },
    }).connections.eip155

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
    const parsed = parseSavedState({
      ...record,
      activeNamespace: 'near',
      connections: { near: [connection], solana: [connection] },
      networks: { eip155: 'solana:x', bip122: 1 },
    })
    expect(parsed).toEqual(emptySavedState)
  })

  test('an icon is not kept, nor anything else that was added', () => {
    const parsed = parseSavedState({
      ...record,
      secret: 'x',
      connections: {
        eip155: [{ ...connection, privateKey: 'x', connector: { ...connection.connector, icon: 'data:x', getProvider: 'x' } }],
      },
    })
    expect(parsed).toEqual(record)
  })
})

/** What may stand where something else is expected. Constants: 10,000 trees of random values would take most of the time. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'x',
  'x'.repeat(201),
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\u202e',
  'eip155',
  'eip155:',
  'eip155:1:2',
  'near:1',
  [],
  [[]],
  [null],
  [0],
  ['0xa', 7],
  {},
  { length: 1 },
  { id: 1 },
  { eip155: 'eip155:1' },
  { toString: null },
)
const or = <T>(good: T) => fc.oneof({ weight: 8, arbitrary: fc.constant<unknown>(good) }, { weight: 1, arbitrary: odd })
const nearlyConnector = fc.record(
  { id: fc.oneof(or('com.harbor'), or('__proto__')), kind: or('announced'), name: or('Harbor'), rdns: or('com.harbor'), uuid: odd },
  { requiredKeys: ['id', 'kind', 'name'] },
)
const nearlyConnection = fc.record(
  {
    connector: fc.oneof({ weight: 4, arbitrary: nearlyConnector }, { weight: 1, arbitrary: odd }),
    addresses: or(['0xa', '0xb']),
    networkId: fc.oneof({ weight: 4, arbitrary: or('eip155:1') }, { weight: 1, arbitrary: or('solana:x') }),
  },
  { requiredKeys: ['connector', 'addresses', 'networkId'] },
)
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...namespaces, '__proto__', 'constructor', 'prototype', 'toString', '') },
  { weight: 2, arbitrary: fc.constant('eip155') },
)
const entries = <T>(value: fc.Arbitrary<T>) =>
  fc
    .array(fc.tuple(key, value), { maxLength: 3 })
    .map((pairs) => `{${pairs.map(([name, it]) => `${JSON.stringify(name)}:${JSON.stringify(it)}`).join(',')}}`)
const nearlyRecord = fc
  .record({
    version: fc.constantFrom('1', '1', '1', '1', '2', '"1"', 'null'),
    namespace: fc.oneof(key, odd),
    connections: fc.oneof(
      {
        weight: 5,
        arbitrary: entries(
          fc.oneof(
            {
              weight: 4,
              arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: nearlyConnection }, { weight: 1, arbitrary: odd }), {
                minLength: 1,
                maxLength: 3,
              }),
            },
            { weight: 1, arbitrary: odd },
          ),
        ),
      },
      { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
    ),
    networks: fc.oneof(
      { weight: 5, arbitrary: entries(or('eip155:1')) },
      { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
    ),
  })
  .map(
    ({ version, namespace, connections, networks }) =>
      `{"version":${version},"activeNamespace":${JSON.stringify(namespace)},"connections":${connections},"networks":${networks}}`,
  )

/** By hand, for `expect` would be most of the time of 10,000 runs. */
function isSound(saved: SavedState): boolean {
  const isText = (text: unknown) => typeof text === 'string' && text.length > 0 && text.length <= 200
  return (
    saved.version === 1 &&
    Object.entries(saved.connections).every(
      ([namespace, list]) =>
        namespaces.some((known) => known === namespace) &&
        new Set(list.map(({ connector }) => connector.id)).size === list.length &&
        list.every(
          ({ connector, addresses, networkId }) =>
            isNetworkId(networkId) && namespaceOf(networkId) === namespace && [connector.id, connector.name, ...addresses].every(isText),
        ),
    )
  )
}

test('R14: of 10,000 corrupt values none is a crash, and what is read is sound', () => {
  const torn = fc
    .tuple(nearlyRecord, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([text, at, junk]) => text.slice(0, at % text.length) + junk + text.slice((at % text.length) + 1))
  const corrupt = fc.oneof(
    { weight: 6, arbitrary: nearlyRecord },
    { weight: 2, arbitrary: torn },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
  )
  let read = 0
  fc.assert(
    fc.property(corrupt, (text) => {
      const fromCookie =
        savedStateFromCookie(`a=b; ${encodeURIComponent('@portico/portico/state')}=${encodeURIComponent(text)}`) ?? emptySavedState
      const saved = parseSavedState(text)
      read += Object.keys(saved.connections).length
      return isSound(saved) && isSound(fromCookie)
    }),
    { numRuns: 10_000 },
  )
  expect(read).toBeGreaterThan(500) // not all of it was hopeless
})

test('S37: of 10,000 records full of __proto__ and constructor none leaves a new key on a prototype', () => {
  const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
  const keys = () => prototypes.map((prototype) => Reflect.ownKeys(prototype))
  const before = keys()
  const polluting = fc.constantFrom('__proto__', 'constructor', 'prototype')
  const nested = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>('polluted', 1, true),
      fc.array(fc.tuple(polluting, tie('node')), { maxLength: 3 }).map((pairs) => new Pairs(pairs)),
    ),
  })).node
  /** Written by hand: an object literal would take `__proto__` for itself. */
  const write = (node: unknown): string =>
    node instanceof Pairs ? `{${node.pairs.map(([name, value]) => `"${name}":${write(value)}`).join(',')}}` : JSON.stringify(node)
  fc.assert(
    fc.property(nested, nested, nested, fc.constantFrom(...namespaces, '__proto__'), (one, two, three, namespace) => {
      const text = `{"version":1,"__proto__":${write(one)},"connections":{"${namespace}":[{"connector":${write(two)},"__proto__":${write(one)},"addresses":["0xa"],"networkId":"eip155:1"}],"__proto__":${write(two)},"constructor":${write(three)}},"networks":{"__proto__":${write(three)},"constructor":"eip155:1"},"activeNamespace":"__proto__"}`
      const saved = parseSavedState(text)
      return isSound(saved) && [saved.connections, saved.networks].every((map) => Object.getPrototypeOf(map) === Object.prototype)
    }),
    { numRuns: 10_000 },
  )
  recordPromise({ id: 'S37', name: 'saved records full of __proto__ and constructor', runs: 10_000, accepted: 0 })
  expect(keys()).toEqual(before)
})

class Pairs {
  constructor(readonly pairs: readonly (readonly [string, unknown])[]) {}
}
