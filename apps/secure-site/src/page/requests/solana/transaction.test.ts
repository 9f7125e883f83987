import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownSolana } from '../kit.test.helper.js'
import {
  address,
  blockhash,
  bytesOf,
  type Call,
  length,
  memoProgram,
  message,
  other,
  pay,
  system,
  transaction,
} from './build.test.helper.js'
import { instructionsOf, largestTransaction, parseMessage, parseTransaction, resemblesTransaction } from './transaction.js'

const to = address(5)
const plain = message([pay(to, 7n)])

describe('a message', () => {
  test('of the first kind is read with all its parts', () => {
    expect(parseMessage(plain)).toEqual({
      bytes: plain,
      version: 'legacy',
      signers: 1,
      readonlySigners: 0,
      readonlyOthers: 1,
      keys: [ownSolana, to, system],
      blockhash,
      compiled: [{ program: 2, accounts: [0, 1], data: Uint8Array.of(2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0) }],
      lookups: [],
    })
  })

  test('of version 0 has lookup tables, whose keys follow its own', () => {
    const table = address(90)
    const bytes = message([{ program: memoProgram, accounts: [{ address: other, signer: true }] }], {
      version: 0,
      lookups: [{ table, writable: [3], readonly: [0, 9] }],
      loaded: [0, 1, 2],
    })
    const read = parseMessage(bytes)
    expect(read).toMatchObject({
      version: 0,
      signers: 2,
      readonlySigners: 1,
      readonlyOthers: 1,
      lookups: [{ table, writableIndexes: [3], readonlyIndexes: [0, 9] }],
    })
    const known = Array.from({ length: 5 }, (_, index) => address(100 + index))
    expect(read && instructionsOf(read, new Map([[table, known]]))).toEqual([
      {
        program: memoProgram,
        accounts: [
          { address: other, signer: true, writable: false },
          { address: address(103), signer: false, writable: true },
          { address: address(100), signer: false, writable: false },
          // The table has no tenth.
          { address: undefined, signer: false, writable: false },
        ],
        data: new Uint8Array(),
      },
    ])
    expect(read && instructionsOf(read, new Map())[0]?.accounts.map((each) => each.address)).toEqual([
      other,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('says who signs and who is written to', () => {
    const bytes = message([
      { program: memoProgram, accounts: [{ address: other, signer: true }, { address: to, writable: true }, { address: address(6) }] },
    ])
    const read = parseMessage(bytes)
    expect(read && instructionsOf(read, new Map())[0]?.accounts).toEqual([
      { address: other, signer: true, writable: false },
      { address: to, signer: false, writable: true },
      { address: address(6), signer: false, writable: false },
    ])
  })

  const [signers, readonlySigners, readonlyOthers, count, ...rest] = plain
  /** Whose second instruction names an account that is not there. */
  const unsound = () => message([pay(to, 7n), { program: memoProgram, loaded: [0] }])
  const head = (...bytes: number[]) => Uint8Array.from([...bytes, ...rest])
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['its head alone', plain.slice(0, 3)],
    ['a byte less', plain.slice(0, -1)],
    ['a byte more', Uint8Array.from([...plain, 0])],
    ['no signer', head(0, 0, 1, 3)],
    ['only signers that may not be written to', head(1, 1, 1, 3)],
    ['more signers than keys', head(4, 0, 0, 3)],
    ['more that are only read than there are', head(1, 0, 3, 3)],
    ['version 1 in place of 0', Uint8Array.from([0x81, ...message([pay(to, 7n)], { version: 0 }).slice(1)])],
    ['one instruction that is sound and one that is not', unsound()],
    ['version 1', Uint8Array.from([0x81, ...plain])],
    ['version 0 without its tables', Uint8Array.from([0x80, ...plain])],
    ['a program that pays', Uint8Array.from([...plain.slice(0, 4 + 96 + 32 + 1), 0, ...plain.slice(4 + 96 + 32 + 2)])],
    ['a program that is not there', Uint8Array.from([...plain.slice(0, 4 + 96 + 32 + 1), 3, ...plain.slice(4 + 96 + 32 + 2)])],
    ['an account that is not there', Uint8Array.from([...plain.slice(0, 4 + 96 + 32 + 3), 3, ...plain.slice(4 + 96 + 32 + 4)])],
    [
      'a key twice',
      Uint8Array.from([
        signers ?? 0,
        readonlySigners ?? 0,
        readonlyOthers ?? 0,
        count ?? 0,
        ...bytesOf(ownSolana),
        ...bytesOf(ownSolana),
        ...plain.slice(4 + 64),
      ]),
    ],
    ['a length that is written too long', Uint8Array.from([...plain.slice(0, 3), 0x83, 0x00, ...plain.slice(4)])],
    ['a length of four bytes', Uint8Array.from([...plain.slice(0, 3), 0x83, 0x80, 0x80, 0x00, ...plain.slice(4)])],
    ['a length above 65,535', Uint8Array.from([...plain.slice(0, 3), 0xff, 0xff, 0x04, ...plain.slice(4)])],
    ['more than fits into a packet', message([{ program: memoProgram, data: new Uint8Array(1300) }])],
  ])('with %s is none', (_, bytes) => {
    expect(parseMessage(bytes)).toBeUndefined()
  })
})

describe('the length of a list', () => {
  test.each([127, 128, 255, 256])('of %i bytes takes as many bytes as it needs', (count) => {
    const data = Uint8Array.from({ length: count }, (_, index) => index)
    expect(parseMessage(message([{ program: memoProgram, data }]))?.compiled).toEqual([{ program: 1, accounts: [], data }])
  })

  test('has two bytes at the most', () => {
    const long = (count: number) => message([{ program: memoProgram, data: new Uint8Array(count) }])
    expect([long(65_535), long(65_536)].map(resemblesTransaction)).toEqual([true, false])
  })
})

describe('what is not there', () => {
  test('has no address, and is neither signed nor written to', () => {
    const read = parseMessage(plain)
    if (!read) expect.fail('not read')
    const compiled = [{ program: 9, accounts: [2, 9], data: new Uint8Array() }]
    expect(instructionsOf({ ...read, compiled }, new Map())).toEqual([
      {
        program: '',
        accounts: [
          { address: system, signer: false, writable: false },
          { address: undefined, signer: false, writable: false },
        ],
        data: new Uint8Array(),
      },
    ])
  })
})

describe('a transaction', () => {
  test('has a place for each signature', () => {
    const signature = new Uint8Array(64).fill(3)
    const bytes = transaction(plain, { 0: signature })
    expect(parseTransaction(bytes)).toEqual({ bytes, signatures: [signature], message: parseMessage(plain) })
  })

  test.each<[string, Uint8Array]>([
    ['without its message', transaction(plain).slice(0, 65)],
    ['with a place too many', Uint8Array.from([2, ...new Uint8Array(128), ...plain])],
    ['with no place', Uint8Array.from([0, ...plain])],
    ['that is cut', transaction(plain).slice(0, -1)],
    ['with a byte behind', Uint8Array.from([...transaction(plain), 0])],
    ['that does not fit into a packet', transaction(message([{ program: memoProgram, data: new Uint8Array(1100) }]))],
  ])('%s is none', (_, bytes) => {
    expect(parseTransaction(bytes)).toBeUndefined()
  })

  test('of exactly one packet is read', () => {
    const size = transaction(message([{ program: memoProgram, data: new Uint8Array(200) }])).length
    const bytes = transaction(message([{ program: memoProgram, data: new Uint8Array(200 + largestTransaction - size) }]))
    expect(bytes).toHaveLength(largestTransaction)
    expect(parseTransaction(bytes)).toMatchObject({ bytes, message: { signers: 1 } })
    const whole = message([{ program: memoProgram, data: new Uint8Array(200 + largestTransaction - size + 65) }])
    expect(whole).toHaveLength(largestTransaction)
    expect(parseMessage(whole)).toMatchObject({ bytes: whole, signers: 1 })
  })
})

describe('S16: what could be taken for a transaction', () => {
  test.each<[string, Uint8Array]>([
    ['a message', plain],
    ['a message with something behind', Uint8Array.from([...plain, 1, 2, 3])],
    ['a message that is too long for today', message([{ program: memoProgram, data: new Uint8Array(2000) }])],
    ['a whole transaction', transaction(plain)],
    ['a message of version 1', Uint8Array.from([0x81, ...new Uint8Array(73)])],
  ])('%s', (_, bytes) => {
    expect(resemblesTransaction(bytes)).toBe(true)
  })

  test.each<[string, Uint8Array]>([
    ['text', new TextEncoder().encode('Sign in to app.example, please, with all your heart and all your keys')],
    ['a nonce', new Uint8Array(32).fill(200)],
    ['32 bytes that begin like version 1', Uint8Array.from([0x81, ...new Uint8Array(31)])],
    ['nothing', new Uint8Array()],
  ])('and what is not: %s', (_, bytes) => {
    expect(resemblesTransaction(bytes)).toBe(false)
  })
})

test('any message that is written is read as it was', () => {
  const account = fc.record({ address: fc.integer({ min: 10, max: 20 }).map(address), signer: fc.boolean(), writable: fc.boolean() })
  const call: fc.Arbitrary<Call> = fc.record({
    program: fc.integer({ min: 30, max: 33 }).map(address),
    accounts: fc.array(account, { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 40 }),
  })
  for (const [calls, version] of fc.sample(
    fc.tuple(fc.array(call, { minLength: 1, maxLength: 4 }), fc.constantFrom<'legacy' | 0>('legacy', 0)),
    1000,
  )) {
    const bytes = message(calls, { version })
    const read = parseMessage(bytes)
    if (!read) expect.fail(`not read: ${base58.encode(bytes)}`)
    const found = instructionsOf(read, new Map())
    expect(found.map(({ program, data, accounts }) => [program, [...data], accounts.map((each) => each.address)])).toEqual(
      calls.map(({ program, data = [], accounts = [] }) => [program, [...data], accounts.map((each) => each.address)]),
    )
    for (const { address: key, signer, writable } of calls.flatMap(({ accounts = [] }) => accounts)) {
      const uses = found.flatMap(({ accounts }) => accounts).filter((each) => each.address === key)
      expect(uses.every((use) => (!signer || use.signer) && (!writable || use.writable))).toBe(true)
    }
  }
})

test('a length takes one to three bytes', () => {
  expect([length(0), length(127), length(128), length(16_383), length(16_384)]).toEqual([[0], [127], [128, 1], [255, 127], [128, 128, 1]])
})
