import { toBase64 } from '@portico/core/kit'
import { expect, test } from 'vitest'
import { solana } from '../networks.js'
import { addressOf } from '../test/keys.js'
import { base58, concat, littleEndian } from './bytes.js'
import { associatedTokenAddress } from './curve.js'
import { associatedTokenProgram, memoProgram, systemProgram, token2022Program } from './programs.js'
import type { Rpc } from './rpc.js'
import { planTransfer } from './transfer.js'

const networkId = solana.id
const [from, to, mint] = [addressOf(0), addressOf(1), addressOf(2)]
const destination = associatedTokenAddress({ owner: to, mint, tokenProgram: token2022Program })
const sources = [associatedTokenAddress({ owner: from, mint, tokenProgram: token2022Program }), addressOf(3)]

const extension = (kind: number, content: Uint8Array) => concat([kind, 0, content.length, 0], content)
/** A mint of Token-2022 with six decimals. */
const mintWith = (...extensions: Uint8Array[]) => {
  const state = new Uint8Array(166)
  state[44] = 6
  state[45] = 1
  state[165] = 1
  return concat(state, ...extensions)
}
/** A token account of the recipient. */
const accountWith = (...extensions: Uint8Array[]) => {
  const state = new Uint8Array(166)
  state.set(base58.decode(mint))
  state.set(base58.decode(to), 32)
  state[165] = 2
  return concat(state, ...extensions)
}

/** A node that knows one mint, two accounts of the sender, with 5,000 units each, and one of the recipient. */
const node = (mintData: Uint8Array, accountData: Uint8Array | undefined): Rpc => {
  const known = new Map([
    [mint, mintData],
    [destination, accountData],
  ])
  const accountOf = (address: string) => {
    const data = known.get(address)
    return data ? { owner: data.length > 0 ? token2022Program : systemProgram, data: [toBase64(data), 'base64'] } : null
  }
  const parsed = { info: { mint, state: 'initialized', tokenAmount: { amount: '5000', decimals: 6 } } }
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getLatestBlockhash: () => ({ value: { blockhash: from, lastValidBlockHeight: 300 } }),
    getEpochInfo: () => ({ epoch: 700 }),
    getMinimumBalanceForRentExemption: () => 2_000_000,
    getBalance: () => ({ value: 1_000_000_000 }),
    getMultipleAccounts: ([addresses]) => ({ value: (addresses as readonly string[]).map(accountOf) }),
    getTokenAccountsByOwner: () => ({ value: sources.map((pubkey) => ({ pubkey, account: { data: { parsed } } })) }),
  }
  const call: Rpc['call'] = ({ method, params }) => Promise.resolve(answers[method]?.(params ?? []))
  return { call } as Rpc // what a plan asks is all that is here
}

/** @param accountData of the recipient; null for one who has no account yet, empty where there are only lamports */
const plan = (mintData: Uint8Array, accountData: Uint8Array | null = accountWith(), value = 5n) =>
  planTransfer(node(mintData, accountData ?? undefined), { connectorId: 'any', address: from, to, token: mint, value, networkId })
const programOf = (message: Uint8Array, program: string) => Buffer.from(message).includes(Buffer.from(base58.decode(program)))

test('a token that belongs to its owner for good is refused before the wallet is asked', async () => {
  await expect(plan(mintWith(extension(9, new Uint8Array())))).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'token' })
})

test('a token whose own program takes part in each transfer is refused; one that names none is sent', async () => {
  const hook = concat(new Uint8Array(32), new Uint8Array(32).fill(7))
  await expect(plan(mintWith(extension(14, hook)))).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'token' })
  await expect(plan(mintWith(extension(14, new Uint8Array(64))))).resolves.toMatchObject({ lamports: 0n })
})

test('a token whose issuer has stopped all transfers is refused, and sent again once they go on', async () => {
  const stopped = (by: number) => mintWith(extension(26, concat(new Uint8Array(32), Uint8Array.of(by))))
  await expect(plan(stopped(1))).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'token' })
  await expect(plan(stopped(0))).resolves.toMatchObject({ lamports: 0n })
})

test('a recipient whose account the issuer keeps shut is refused: one that is frozen, and one that would be made so', async () => {
  const shut = accountWith()
  shut[108] = 2
  await expect(plan(mintWith(), shut)).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'to' })
  const frozenAtFirst = mintWith(extension(6, Uint8Array.of(2)))
  await expect(plan(frozenAtFirst, null)).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'to' })
  await expect(plan(frozenAtFirst)).resolves.toMatchObject({ lamports: 0n }) // one that has been opened
  await expect(plan(mintWith(extension(6, Uint8Array.of(1))), null)).resolves.toMatchObject({ rent: 2_000_000n })
})

test('an account that wants to be told what it is paid for is told, before the transfer', async () => {
  const wants = await plan(mintWith(), accountWith(extension(8, Uint8Array.of(1))))
  expect(programOf(wants.message, memoProgram)).toBe(true)
  const text = Buffer.from(wants.message).indexOf('Transfer')
  expect(text).toBeGreaterThan(0)
  expect(Buffer.from(wants.message).indexOf(Buffer.from([12, ...littleEndian(5n, 8), 6]))).toBeGreaterThan(text)
  for (const none of [accountWith(), accountWith(extension(8, Uint8Array.of(0)))])
    expect(programOf((await plan(mintWith(), none)).message, memoProgram)).toBe(false)
})

test('it is told before each transfer, where the amount lies in several accounts: the program looks at what came right before', async () => {
  const { message } = await plan(mintWith(), accountWith(extension(8, Uint8Array.of(1))), 7000n)
  const bytes = Buffer.from(message)
  const order = [
    bytes.indexOf('Transfer'),
    bytes.indexOf(Buffer.from([12, ...littleEndian(5000n, 8), 6])),
    bytes.lastIndexOf('Transfer'),
    bytes.indexOf(Buffer.from([12, ...littleEndian(2000n, 8), 6])),
  ]
  expect(order.every((at) => at > 0)).toBe(true)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(new Set(order).size).toBe(4)
})

test('of an amount that lies in several accounts something is kept of each part, rounded up each time, and the program is told so', async () => {
  const rate = concat(littleEndian(700n, 8), littleEndian(9n, 8), littleEndian(1n, 2))
  const { message, withheld } = await plan(mintWith(extension(1, concat(new Uint8Array(72), rate, rate))), accountWith(), 7000n)
  expect(withheld).toBe(2n)
  for (const part of [5000n, 2000n])
    expect(Buffer.from(message).includes(Buffer.from([26, 1, ...littleEndian(part, 8), 6, ...littleEndian(1n, 8)]))).toBe(true)
})

test('an account of the recipient that has been handed over to somebody else is not paid into', async () => {
  const taken = accountWith()
  taken.set(base58.decode(addressOf(4)), 32)
  await expect(plan(mintWith(), taken)).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'to' })
})

test('where somebody has sent lamports ahead to the place of the account, it is made all the same', async () => {
  const ahead = await plan(mintWith(), new Uint8Array())
  expect(programOf(ahead.message, associatedTokenProgram)).toBe(true)
  expect(ahead.rent).toBe(2_000_000n)
})
