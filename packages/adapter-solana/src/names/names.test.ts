import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { solana, solanaDevnet } from '../networks.js'
import { base58, concat, littleEndian } from '../implementation/bytes.js'
import { isOnCurve } from '../implementation/curve.js'
import { tokenProgram } from '../implementation/programs.js'
import { testAdapter } from '../test/adapter.js'
import { bodyOf } from '../test/request.js'
import {
  domainAccount,
  domainMint,
  favouriteAccount,
  favouriteProgram,
  nameProgram,
  payeeRecords,
  readDomain,
  recordsClass,
  reverseAccount,
  rootAccount,
  tokenizerProgram,
  tokenRecord,
} from './accounts.js'

const utf8 = new TextEncoder()
const person = (seed: number) => {
  const secret = new Uint8Array(32).fill(seed)
  const bytes = ed25519.getPublicKey(secret)
  return { secret, bytes, address: base58.encode(bytes) }
}
const [mira, noor, ivo] = [person(1), person(2), person(3)]
/** An address without a key. */
const vault = base58.decode(domainAccount(['vault']))

interface Held {
  readonly owner: string
  readonly data: Uint8Array
}
/** A name account: parent, owner, class, and what it holds. */
const nameAccount = (owner: Uint8Array, content: Uint8Array = new Uint8Array(), parent = base58.decode(rootAccount)): Held => ({
  owner: nameProgram,
  data: concat(parent, owner, new Uint8Array(32), content),
})
const text = (said: string) => concat(littleEndian(BigInt(utf8.encode(said).length), 4), utf8.encode(said))
/** A record of the second form (SNS-IP 3): kinds of signature, length, who wrote it, who agreed, who is paid. */
const payee = (by: Uint8Array, agreed: Uint8Array, paid: Uint8Array, kind = 1n) =>
  nameAccount(new Uint8Array(32), concat(littleEndian(kind, 2), littleEndian(kind, 2), littleEndian(32n, 4), by, agreed, paid))

/** A chain of these accounts, and what was asked of it. */
async function chain(accounts: Readonly<Record<string, Held>>, networks = [solana]) {
  const asked: string[] = []
  const answer: typeof fetch = async (_, init) => {
    const { method, params } = bodyOf(init)
    asked.push(method)
    if (method === 'getTokenLargestAccounts')
      return Response.json({ jsonrpc: '2.0', id: 1, result: { value: [{ address: 'holder', amount: '1' }] } })
    const value = (params[0] as string[]).map((address) => {
      const held = accounts[address]
      return held ? { owner: held.owner, data: [btoa(String.fromCharCode(...held.data)), 'base64'] } : null
    })
    return Response.json({ jsonrpc: '2.0', id: 1, result: { value } })
  }
  const { adapter } = await testAdapter({ networks, rpcUrls: { [networks[0]?.id ?? '']: 'https://rpc.example' } }, { fetch: answer })
  const networkId = networks[0]?.id ?? solana.id
  return {
    asked,
    resolve: (name: string) => adapter.resolveName?.({ name, networkId }),
    lookup: (address: string) => adapter.lookupAddress?.({ address }),
  }
}
const domain = domainAccount(['mira'])
const [older, newer] = payeeRecords(domain)

describe('accounts are where the name service has them', () => {
  // As the service's own library derives them.
  test.each([
    ['bonfida.sol', 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb'],
    ['dex.bonfida.sol', 'HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu'],
    ['toly.sol', 'FX1APjKbFu6M8GKb3dGXcZLXjxX4fGaYwvHqb5Vaee8q'],
    ['a.sol', 'ELoM9Yo5jdNE64uV7y9oQNG5yB9Npk6S518rRWDJ5hxy'],
    ['solana-explorer.sol', 'BkoGi4aGyaEiS2Zt4WaWjeko2adtFZt5oHrfETBYJo8b'],
    ['ünïcödé.sol', 'GxqfK8AMUK6GSiPcFi3eFuPEUJLqr2TQJm8nPrDvyVkT'],
  ])('%s', (name, address) => {
    const parts = readDomain(name)
    expect(parts && domainAccount(parts)).toBe(address)
  })

  test('the class of watched records', () => {
    expect(recordsClass()).toBe('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
  })

  test('other texts are no domains', () => {
    for (const name of ['mira', '.sol', 'sol', 'mira.eth', 'a.b.c.sol', 'a..sol', '.mira.sol', '']) expect(readDomain(name)).toBeUndefined()
  })
})

describe('S17: who is paid by a name (SNS-IP 5)', () => {
  test('its owner, in any case of the name', async () => {
    const { resolve, asked } = await chain({ [domain]: nameAccount(mira.bytes) })
    expect(await resolve('Mira.sol')).toBe(mira.address)
    expect(asked).toEqual(['getMultipleAccounts'])
    expect(await resolve('nobody.sol')).toBeUndefined()
    expect(await resolve('mira.eth')).toBeUndefined()
  })

  test('the owner of a name below a domain', async () => {
    const { resolve } = await chain({ [domainAccount(['pay', 'mira'])]: nameAccount(noor.bytes, undefined, base58.decode(domain)) })
    expect(await resolve('pay.mira.sol')).toBe(noor.address)
  })

  test('nobody, where the owner is an account without a key', async () => {
    expect(isOnCurve(vault)).toBe(false)
    const { resolve } = await chain({ [domain]: nameAccount(vault) })
    expect(await resolve('mira.sol')).toBeUndefined()
  })

  test('nobody, where the account is no name', async () => {
    const { resolve } = await chain({ [domain]: { ...nameAccount(mira.bytes), owner: tokenProgram } })
    expect(await resolve('mira.sol')).toBeUndefined()
    const short = await chain({ [domain]: { owner: nameProgram, data: new Uint8Array(95) } })
    expect(await short.resolve('mira.sol')).toBeUndefined()
  })

  test('the one in a record that the owner and the payee have signed', async () => {
    const { resolve } = await chain({ [domain]: nameAccount(mira.bytes), [newer]: payee(mira.bytes, noor.bytes, noor.bytes) })
    expect(await resolve('mira.sol')).toBe(noor.address)
  })

  test('not the one that an earlier owner named', async () => {
    const { resolve } = await chain({ [domain]: nameAccount(mira.bytes), [newer]: payee(ivo.bytes, noor.bytes, noor.bytes) })
    expect(await resolve('mira.sol')).toBe(mira.address)
  })

  test.each([
    ['the payee has not agreed', payee(mira.bytes, ivo.bytes, noor.bytes)],
    ['it is signed in another way', payee(mira.bytes, noor.bytes, noor.bytes, 3n)],
    ['it is cut off', { owner: nameProgram, data: payee(mira.bytes, noor.bytes, noor.bytes).data.slice(0, 150) }],
  ])('nobody, where the record is in doubt: %s', async (_, record) => {
    const { resolve } = await chain({ [domain]: nameAccount(mira.bytes), [newer]: record })
    expect(await resolve('mira.sol')).toBeUndefined()
  })

  test('the one in a record of the first form, with the signature of the owner', async () => {
    const said = (paid: Uint8Array) =>
      utf8.encode([...concat(paid, base58.decode(older))].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    const signed = (by: typeof mira) => nameAccount(mira.bytes, concat(noor.bytes, ed25519.sign(said(noor.bytes), by.secret)))
    const good = await chain({ [domain]: nameAccount(mira.bytes), [older]: signed(mira) })
    expect(await good.resolve('mira.sol')).toBe(noor.address)
    const forged = await chain({ [domain]: nameAccount(mira.bytes), [older]: signed(ivo) })
    expect(await forged.resolve('mira.sol')).toBe(mira.address)
  })

  test('who holds the token, of a domain that was made one', async () => {
    const mint = base58.decode(domainMint(domain))
    const record = (tag: number): Held => ({ owner: tokenizerProgram, data: concat([tag, 255], base58.decode(domain), mira.bytes, mint) })
    const account = new Uint8Array(165)
    account.set(concat(mint, ivo.bytes, littleEndian(1n, 8)))
    const accounts = (tag: number) => ({
      [domain]: nameAccount(vault),
      [tokenRecord(domain)]: record(tag),
      holder: { owner: tokenProgram, data: account },
    })
    expect(await (await chain(accounts(2))).resolve('mira.sol')).toBe(ivo.address)
    expect(await (await chain(accounts(3))).resolve('mira.sol')).toBeUndefined() // a token no more
    const other = { owner: tokenProgram, data: concat(noor.bytes, ivo.bytes, littleEndian(1n, 8), new Uint8Array(93)) }
    expect(await (await chain({ ...accounts(2), holder: other })).resolve('mira.sol')).toBeUndefined()
  })
})

describe('by which name an address wants to be known', () => {
  const favourite = (account: string): Held => ({ owner: favouriteProgram, data: concat([1], base58.decode(account)) })
  const own = (name = 'mira', owner = mira) => ({
    [favouriteAccount(mira.address)]: favourite(domain),
    [domain]: nameAccount(owner.bytes),
    [reverseAccount(domain)]: nameAccount(new Uint8Array(32), text(name)),
  })

  test('is its favourite, which leads back to it', async () => {
    expect(await (await chain(own())).lookup(mira.address)).toEqual({ name: 'mira.sol' })
    expect(await (await chain(own())).lookup(noor.address)).toEqual({})
  })

  test('is none that was sold since', async () => {
    expect(await (await chain(own('mira', noor))).lookup(mira.address)).toEqual({})
  })

  test.each(['Mira', 'mirа', 'mi\u200bra', 'mi\u202era', '', 'a.b.c', 'mira.sol.'])(
    'S36: %j may look like another one, and is no name',
    async (name) => {
      expect(await (await chain(own(name))).lookup(mira.address)).toEqual({})
    },
  )

  test('is one below a domain', async () => {
    const below = domainAccount(['pay', 'mira'])
    const { lookup } = await chain({
      [favouriteAccount(mira.address)]: favourite(below),
      [below]: nameAccount(mira.bytes, undefined, base58.decode(domain)),
      [reverseAccount(below, domain)]: nameAccount(new Uint8Array(32), text('\0pay')),
      [reverseAccount(domain)]: nameAccount(new Uint8Array(32), text('mira')),
    })
    expect(await lookup(mira.address)).toEqual({ name: 'pay.mira.sol' })
  })

  test('nobody is asked where the site does not use the main network, or for what is no address', async () => {
    const elsewhere = await chain(own(), [solanaDevnet as unknown as typeof solana])
    expect(await elsewhere.lookup(mira.address)).toEqual({})
    expect(await elsewhere.resolve('mira.sol')).toBeUndefined()
    const { lookup, asked } = await chain(own())
    expect(await lookup('0x12')).toEqual({})
    expect([...elsewhere.asked, ...asked]).toEqual([])
  })

  test('R9: of accounts with any bytes none is a crash', async () => {
    for (let length = 0; length < 240; length += 7) {
      const junk: Held = { owner: nameProgram, data: new Uint8Array(length).fill(length) }
      const accounts = { [domain]: junk, [newer]: junk, [older]: junk, [reverseAccount(domain)]: junk }
      const { lookup, resolve } = await chain({ ...accounts, [favouriteAccount(mira.address)]: favourite(domain) })
      expect(await lookup(mira.address)).toEqual({})
      await resolve('mira.sol')
    }
  })
})
