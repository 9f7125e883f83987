import { toBase58 } from '@portico/core/kit'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../../scripts/lib/promises.mjs'
import { keys, ownSolana, solanaKey, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import type { PrepareContext } from '../types.js'
import { address, type Call, length, memoProgram, message, other, pay, transaction } from './build.test.helper.js'

const utf8 = (text: string) => new TextEncoder().encode(text)
const sign = (bytes: Uint8Array, more: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) =>
  prepareRequest(
    { id: 'r', method: 'solana_signMessage', params: { message: toBase58(bytes), pubkey: ownSolana, ...more } },
    testContext(changes),
  )

/** An envelope for off-chain messages, with the short header or the long one. */
const short = (inner: Uint8Array, format = 0) =>
  Uint8Array.from([0xff, ...utf8('solana offchain'), 0, format, inner.length & 255, inner.length >> 8, ...inner])
const long = (inner: Uint8Array, signers = 1) =>
  Uint8Array.from([
    0xff,
    ...utf8('solana offchain'),
    0,
    ...new Uint8Array(32),
    0,
    signers,
    ...new Uint8Array(32 * signers),
    inner.length & 255,
    inner.length >> 8,
    ...inner,
  ])

describe('a message', () => {
  test('is shown as it is signed, by the key of the account', async () => {
    const bytes = utf8('Hello, Grüße 👋')
    const request = await sign(bytes)
    expect(request).toMatchObject({
      namespace: 'solana',
      address: ownSolana,
      effects: [{ kind: 'message', values: {}, message: 'Hello, Grüße 👋' }],
      warnings: [],
      risk: 'normal',
      changes: 'none',
    })
    expect(request.details).toEqual([
      { path: 'pubkey', value: ownSolana },
      { path: 'message', value: 'Hello, Grüße 👋' },
      { path: 'message (hex)', value: `0x${hex.encode(bytes)}` },
    ])
    const { signature } = (await request.sign(keys)) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(ownSolana))).toBe(true)
  })

  test('with a key of somebody else nothing is signed', async () => {
    const request = await sign(utf8('Hello'))
    await expect(request.sign({ withKey: async (_, run) => run(new Uint8Array(32).fill(1)) })).rejects.toMatchObject({
      name: 'WrongKeyError',
    })
  })

  test('of some thousand bytes is shown whole and signed', async () => {
    const bytes = utf8('I agree. '.repeat(400))
    const request = await sign(bytes)
    expect(request.effects).toEqual([{ kind: 'message', values: {}, message: 'I agree. '.repeat(400) }])
    const { signature } = (await request.sign(keys)) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(ownSolana))).toBe(true)
  })

  test('that nobody can read is shown as hex', async () => {
    expect(await sign(new Uint8Array(32).fill(0xfe))).toMatchObject({
      effects: [{ kind: 'message', values: { bytes: '32' }, message: `0x${'fe'.repeat(32)}` }],
      warnings: [{ kind: 'blindMessage' }],
      risk: 'risky',
    })
  })

  test.each([
    ['the short header', short(utf8('Hello'))],
    ['the long header', long(utf8('Hello'))],
    ['the long header for two', long(utf8('Hello'), 2)],
  ])('in an envelope with %s is shown by what is inside, and signed whole', async (_, bytes) => {
    const request = await sign(bytes)
    expect(request.effects).toEqual([{ kind: 'message', values: {}, message: 'Hello' }])
    expect(request.details.at(-1)?.value).toBe(`0x${hex.encode(bytes)}`)
    const { signature } = (await request.sign(keys)) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(ownSolana))).toBe(true)
  })

  const changed = (at: number, to: number) => short(utf8('Hello')).map((byte, index) => (index === at ? to : byte))
  test.each<[string, () => Uint8Array]>([
    ['a text that is longer than it says', () => Uint8Array.from([...short(utf8('Hello')), 33])],
    ['a text that is shorter than it says', () => short(utf8('Hello')).slice(0, -1)],
    ['nothing in it', () => short(utf8(''))],
    ['nothing in a long one', () => long(utf8(''))],
    ['another version', () => changed(16, 1)],
    ['another name', () => changed(3, 1)],
    ['another first byte', () => changed(0, 0xfe)],
  ])('in an envelope with %s cannot be read', async (_, bytes) => {
    expect(await sign(bytes())).toMatchObject({
      effects: [{ kind: 'message', values: { bytes: String(bytes().length) }, message: `0x${hex.encode(bytes())}` }],
      warnings: [{ kind: 'blindMessage' }],
      risk: 'risky',
    })
  })

  test('in an envelope with the long header may have more than 255 bytes', async () => {
    for (const dress of [short, long]) {
      expect((await sign(dress(utf8('ab'.repeat(300))))).effects).toEqual([{ kind: 'message', values: {}, message: 'ab'.repeat(300) }])
    }
  })

  test('is signed with the key of Solana', async () => {
    const asked: string[] = []
    const request = await sign(utf8('Hello'))
    await request.sign({ withKey: async (namespace, run) => (asked.push(namespace), run(solanaKey)) })
    expect(asked).toEqual(['solana'])
  })

  test('S25: a sign-in for another site is refused, and for this one shown', async () => {
    const text = (domain: string) => `${domain} wants you to sign in with your Solana account:\n${ownSolana}\n\nWelcome.`
    await expect(sign(utf8(text('evil.example')))).rejects.toMatchObject({ name: 'SignInRefusedError', code: -32602 })
    await expect(sign(short(utf8(text('evil.example'))))).rejects.toMatchObject({ name: 'SignInRefusedError', code: -32602 })
    expect((await sign(utf8(text('app.example')))).effects[0]).toMatchObject({
      kind: 'signIn',
      values: { domain: 'app.example', statement: 'Welcome.' },
    })
  })

  test.each<[string, unknown, number]>([
    ['no object', [], -32602],
    ['no message', { pubkey: ownSolana }, -32602],
    ['a message that is no base58', { message: '0OIl', pubkey: ownSolana }, -32602],
    ['a message of more than 10000 characters', { message: '2'.repeat(10_001) }, -32602],
    ['a message of another kind', { message: 5, pubkey: ownSolana }, -32602],
    ['more than it takes', { message: '2', pubkey: ownSolana, display: 'utf8' }, -32602],
    ['another account', { message: '2', pubkey: other }, 4100],
  ])('%s is refused', async (_, params, code) => {
    await expect(prepareRequest({ id: 'r', method: 'solana_signMessage', params }, testContext())).rejects.toMatchObject({ code })
  })

  test('what it takes is said to the developer', async () => {
    const asked = prepareRequest({ id: 'r', method: 'solana_signMessage', params: { message: '0OIl' } }, testContext())
    await expect(asked).rejects.toMatchObject({
      name: 'InvalidParamsError',
      message: 'Invalid parameters: solana_signMessage takes a message in base58 and a public key.',
    })
  })

  test('the account need not be named', async () => {
    await expect(sign(utf8('Hello'), { pubkey: undefined })).resolves.toMatchObject({ address: ownSolana })
  })
})

describe('S16: a transaction is not a message', () => {
  const bytes = message([pay(address(5), 7n)])
  test.each<[string, Uint8Array]>([
    ['its message', bytes],
    ['the whole of it', transaction(bytes)],
    ['with something behind', Uint8Array.from([...bytes, 0x20])],
    ['in an envelope', short(bytes)],
    ['in a long envelope', long(bytes)],
    ['in a long envelope for three', long(bytes, 3)],
    ['in an envelope that lies about the length', Uint8Array.from([...short(bytes), 0])],
    ['as base64', utf8(base64.encode(bytes))],
    ['as base58', utf8(base58.encode(transaction(bytes)))],
    ['as base64 with space around it', utf8(`\n${base64.encode(bytes)} `)],
    ['as hex', utf8(hex.encode(bytes))],
    ['as 0x hex in an envelope', short(utf8(`0x${hex.encode(bytes).toUpperCase()}`))],
  ])('%s', async (_, each) => {
    await expect(sign(each)).rejects.toMatchObject({ name: 'TransactionAsMessageError', code: -32602 })
  })

  test('written out it is looked for in texts of up to 4000 characters, and only as a whole', async () => {
    const large = (size: number) => {
      const others = message([{ program: memoProgram, data: new Uint8Array(1000) }]).length - 1000
      return message([{ program: memoProgram, data: new Uint8Array(size - others) }])
    }
    expect(hex.encode(large(2000))).toHaveLength(4000)
    await expect(sign(utf8(hex.encode(large(2000))))).rejects.toMatchObject({ name: 'TransactionAsMessageError' })
    for (const text of [hex.encode(large(2001)), `Order ${hex.encode(bytes)}`]) {
      expect((await sign(utf8(text))).effects).toEqual([{ kind: 'message', values: {}, message: text }])
    }
  })

  test('bytes behind a text are its own, where no envelope is begun', async () => {
    expect(await sign(Uint8Array.from([...utf8('0123456789abcdef'), ...bytes]))).toMatchObject({ warnings: [{ kind: 'blindMessage' }] })
  })

  test('of 10,000 serialised messages and transactions none is signed', async () => {
    const account = fc.record({ address: fc.integer({ min: 1, max: 30 }).map(address), signer: fc.boolean(), writable: fc.boolean() })
    const call: fc.Arbitrary<Call> = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 30 }), fc.bigInt({ min: 0n, max: 2n ** 63n })).map(([to, lamports]) => pay(address(to), lamports)),
      fc.record({
        program: fc.constantFrom(memoProgram, address(60), address(61)),
        accounts: fc.array(account, { maxLength: 2 }),
        data: fc.uint8Array({ maxLength: 20 }),
      }),
    )
    const table = fc.record({
      table: fc.integer({ min: 90, max: 95 }).map(address),
      writable: fc.array(fc.nat(255), { maxLength: 3 }),
      readonly: fc.array(fc.nat(255), { maxLength: 3 }),
    })
    const written = fc.tuple(
      fc.array(call, { minLength: 1, maxLength: 2 }),
      fc.constantFrom<'legacy' | 0>('legacy', 0),
      fc.array(table, { maxLength: 1 }),
      fc.constantFrom(ownSolana, other),
    )
    const dress = fc.constantFrom<(bytes: Uint8Array) => Uint8Array>(
      (bytes) => bytes,
      transaction,
      short,
      long,
      (bytes) => Uint8Array.from([...bytes, ...length(9)]),
    )
    let signed = 0
    const context = testContext()
    for (const [[calls, version, lookups, payer], clothe] of fc.sample(fc.tuple(written, dress), 10_000)) {
      const bytes = clothe(message(calls, { version, lookups, payer }))
      const outcome = await prepareRequest(
        { id: 'r', method: 'solana_signMessage', params: { message: base58.encode(bytes) } },
        context,
      ).catch((error: unknown) => error)
      if (!(outcome instanceof Error) || outcome.name !== 'TransactionAsMessageError') signed += 1
    }
    expect(signed).toBe(0)
    recordPromise({
      id: 'S16',
      name: 'Solana transactions offered as messages',
      runs: 10_000,
      accepted: signed,
    })
  }, 120_000)
})
