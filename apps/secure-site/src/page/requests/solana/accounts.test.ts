import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { nodeDouble, solana } from '../kit.test.helper.js'
import { address, bytesOf, mintAccount, system, token2022, tokenAccount, tokenProgram, u64 } from './build.test.helper.js'
import { fetchAccounts, readAccounts, readLookupTable, readMint, readTokenAccount } from './chain.js'

const [mint, holder] = [address(40), address(41)]
const lookups = 'AddressLookupTab1e1111111111111111111111111'
const account = (owner: string, data: Uint8Array) => ({ lamports: 1n, owner, data })
/** An account with something behind byte 165, as Token-2022 has it. */
const extended = (data: Uint8Array, kind: number, more = 0) => {
  const whole = new Uint8Array(166 + more)
  whole.set(data)
  whole[165] = kind
  return whole
}
/** Bytes that stand in the middle of others. */
const within = (data: Uint8Array) => Uint8Array.from([9, 9, 9, ...data, 9]).subarray(3, 3 + data.length)

describe('a token account', () => {
  const units = 0x8102030405060708n
  const bytes = () => tokenAccount(mint, holder, units)

  test.each<[string, () => { owner: string; data: Uint8Array }]>([
    ['of the token program', () => ({ owner: tokenProgram, data: bytes() })],
    ['of Token-2022', () => ({ owner: token2022, data: bytes() })],
    ['of Token-2022 with more behind it', () => ({ owner: token2022, data: extended(bytes(), 2) })],
    ['of Token-2022 that is a byte longer than a multisig', () => ({ owner: token2022, data: extended(bytes(), 2, 190) })],
    ['that was cut from a larger answer', () => ({ owner: tokenProgram, data: within(bytes()) })],
  ])('%s has a mint, an owner and an amount', (_, make) => {
    const { owner, data } = make()
    expect(readTokenAccount(account(owner, data))).toEqual({ mint, owner: holder, units })
  })

  test.each<[string, () => { owner: string; data: Uint8Array }]>([
    ['of another program', () => ({ owner: system, data: bytes() })],
    ['that is a byte short', () => ({ owner: tokenProgram, data: bytes().slice(0, 164) })],
    ['that is a mint with more behind it', () => ({ owner: token2022, data: extended(mintAccount(6, 1n), 1) })],
    ['with nothing in it', () => ({ owner: tokenProgram, data: new Uint8Array() })],
    ['that is another kind', () => ({ owner: token2022, data: extended(bytes(), 3) })],
    // Whoever makes a multisig chooses the keys in it, and with them all that is read here.
    ['that is a multisig', () => ({ owner: token2022, data: extended(bytes(), 2, 189) })],
  ])('%s is none', (_, make) => {
    const { owner, data } = make()
    expect(readTokenAccount(account(owner, data))).toBeUndefined()
  })
})

describe('a mint', () => {
  const supply = 0x8102030405060708n
  const bytes = () => mintAccount(6, supply)

  test.each<[string, () => { owner: string; data: Uint8Array }]>([
    ['of the token program', () => ({ owner: tokenProgram, data: bytes() })],
    ['of Token-2022', () => ({ owner: token2022, data: bytes() })],
    ['of Token-2022 with more behind it', () => ({ owner: token2022, data: extended(bytes(), 1, 40) })],
  ])('%s has a supply and decimals', (_, make) => {
    const { owner, data } = make()
    expect(readMint(account(owner, data))).toEqual({ supply, decimals: 6 })
  })

  test.each<[string, () => { owner: string; data: Uint8Array }]>([
    ['of another program', () => ({ owner: system, data: bytes() })],
    ['that is a byte short', () => ({ owner: tokenProgram, data: bytes().slice(0, 81) })],
    ['that is a byte too long', () => ({ owner: tokenProgram, data: Uint8Array.from([...bytes(), 0]) })],
    ['that is a token account', () => ({ owner: tokenProgram, data: tokenAccount(mint, holder, 1n) })],
    ['that is a multisig', () => ({ owner: token2022, data: extended(bytes(), 1, 189) })],
    ['that is a token account with more behind it', () => ({ owner: token2022, data: extended(tokenAccount(mint, holder, 1n), 2) })],
  ])('%s is none', (_, make) => {
    const { owner, data } = make()
    expect(readMint(account(owner, data))).toBeUndefined()
  })
})

describe('a lookup table', () => {
  const data = (addresses: readonly string[], head = 56) => Uint8Array.from([...new Uint8Array(head), ...addresses.flatMap(bytesOf)])

  test('has its addresses in order', () => {
    expect(readLookupTable(account(lookups, data([])))).toEqual([])
    expect(readLookupTable(account(lookups, data([mint])))).toEqual([mint])
    expect(readLookupTable(account(lookups, data([mint, holder, address(3)])))).toEqual([mint, holder, address(3)])
  })

  test.each<[string, () => { owner: string; data: Uint8Array }]>([
    ['of another program', () => ({ owner: system, data: data([mint]) })],
    ['with less than its head', () => ({ owner: lookups, data: new Uint8Array(55) })],
    ['with less than its head, by 32 bytes', () => ({ owner: lookups, data: new Uint8Array(24) })],
    ['with half an address', () => ({ owner: lookups, data: data([mint]).slice(0, -1) })],
    ['with a byte behind', () => ({ owner: lookups, data: data([mint], 57) })],
  ])('%s is none', (_, make) => {
    const { owner, data: bytes } = make()
    expect(readLookupTable(account(owner, bytes))).toBeUndefined()
  })
})

describe('accounts as a node tells them', () => {
  const told = { lamports: 7, owner: system, data: ['AQID', 'base64'], executable: false }
  const read = { lamports: 7n, owner: system, data: Uint8Array.of(1, 2, 3) }

  test('are read in their order, with a gap where there is none', () => {
    expect(readAccounts([told, null, { ...told, lamports: 2 ** 53 }])).toEqual([read, undefined, { ...read, lamports: 2n ** 53n }])
    expect(readAccounts([{ ...told, data: ['', 'base64'] }])).toEqual([{ ...read, data: new Uint8Array() }])
    expect(readAccounts([])).toEqual([])
  })

  test('whose bytes cannot be read are not there', () => {
    expect(readAccounts([{ ...told, data: ['A', 'base64'] }, told])).toEqual([undefined, read])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['no list', told],
    ['an account without lamports', [{ ...told, lamports: undefined }]],
    ['lamports as text', [{ ...told, lamports: '7' }]],
    ['half a lamport', [{ ...told, lamports: 0.5 }]],
    ['no owner', [{ ...told, owner: null }]],
    ['bytes in base58', [{ ...told, data: ['AQID', 'base58'] }]],
    ['bytes without their encoding', [{ ...told, data: 'AQID' }]],
  ])('are not known where it tells %s', (_, value) => {
    expect(readAccounts(value)).toBeUndefined()
  })
})

describe('accounts that a node is asked for', () => {
  const keys = Array.from({ length: 201 }, (_, index) => base58.encode(new Uint8Array(32).fill(7).fill(index, 0, 1)))
  const tell = (key: string) => ({ lamports: 1, owner: key, data: [base64.encode(Uint8Array.from(u64(5n))), 'base64'] })
  const told = (wanted: readonly string[]) =>
    new Map(wanted.map((key) => [key, { lamports: 1n, owner: key, data: Uint8Array.from(u64(5n)) }]))
  const ask = (wanted: readonly string[], answer: (page: readonly string[]) => unknown = (page) => ({ value: page.map(tell) })) => {
    const node = nodeDouble({ getMultipleAccounts: ([page]: readonly unknown[]) => answer(page as readonly string[]) })
    return { node, found: fetchAccounts(wanted, solana, node.fetch) }
  }
  const [a = '', b = '', c = ''] = keys

  test('come with what has settled, each asked for once', async () => {
    const { node, found } = ask([b, a, b, c])
    expect(await found).toEqual(told([b, a, c]))
    expect(node.calls).toEqual([
      { url: solana.rpcUrl, method: 'getMultipleAccounts', params: [[b, a, c], { encoding: 'base64', commitment: 'confirmed' }] },
    ])
  })

  test('that are not there are left out', async () => {
    expect(await ask([a, b, c], () => ({ value: [tell(a), null, tell(c)] })).found).toEqual(told([a, c]))
  })

  test('none are asked for where none are named', async () => {
    const { node, found } = ask([])
    expect(await found).toEqual(new Map())
    expect(node.calls).toEqual([])
  })

  test.each([
    [100, [100]],
    [101, [100, 1]],
    [201, [100, 100, 1]],
  ])('%i are asked for a hundred at a time', async (count, pages) => {
    const wanted = keys.slice(0, count)
    const { node, found } = ask(wanted)
    expect(await found).toEqual(told(wanted))
    expect(node.calls.map(({ params: [page] }) => (page as readonly string[]).length)).toEqual(pages)
  })

  test.each<[string, (page: readonly string[]) => unknown]>([
    ['fails', () => new Error('busy')],
    ['tells of fewer', (page) => ({ value: page.slice(1).map(tell) })],
    ['tells of more', (page) => ({ value: [...page, a].map(tell) })],
    ['tells half a lamport', (page) => ({ value: page.map((key) => ({ ...tell(key), lamports: 0.5 })) })],
    ['talks nonsense', () => 5],
    ['fails for a part of them', (page) => (page.length < 100 ? new Error('busy') : { value: page.map(tell) })],
  ])('are not known where the node %s', async (_, answer) => {
    expect(await ask(keys.slice(0, 101), answer).found).toBeUndefined()
  })
})
