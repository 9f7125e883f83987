import { base64 } from '@scure/base'
import { nodeDouble, ownSolana, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import type { PrepareContext } from '../types.js'
import {
  address,
  bytesOf,
  type Call,
  message,
  mintAccount,
  system,
  tokenAccount,
  tokenProgram,
  transaction,
  u64,
} from './build.test.helper.js'

export const to = address(5)
export const mint = address(40)
export const [mine, theirs, theirWallet] = [address(41), address(42), address(43)]
export const table = address(90)

export type Chain = Readonly<Record<string, { readonly lamports?: number; readonly owner: string; readonly data: Uint8Array }>>
export const chain: Chain = {
  [ownSolana]: { lamports: 5_000_000_000, owner: system, data: new Uint8Array() },
  [mint]: { owner: tokenProgram, data: mintAccount(6, 10n ** 15n) },
  [mine]: { owner: tokenProgram, data: tokenAccount(mint, ownSolana, 90_000_000n) },
  [theirs]: { owner: tokenProgram, data: tokenAccount(mint, theirWallet, 0n) },
  [table]: {
    owner: 'AddressLookupTab1e1111111111111111111111111',
    data: Uint8Array.from([...new Uint8Array(56), ...bytesOf(address(91)), ...bytesOf(to)]),
  },
}
export const encode = (each: Chain[string] | undefined) =>
  each ? { lamports: each.lamports ?? 1, owner: each.owner, data: [base64.encode(each.data), 'base64'], executable: false } : null
export const readChain =
  (accounts: Chain) =>
  ([wanted]: readonly unknown[]) => ({ value: (wanted as string[]).map((key) => encode(accounts[key])) })
export const run =
  (after: Chain) =>
  ([, options]: readonly unknown[]) => ({
    value: {
      err: null,
      accounts: (options as { accounts: { addresses: string[] } }).accounts.addresses.map((key) => encode(after[key] ?? chain[key])),
    },
  })
export const usual = { getMultipleAccounts: readChain(chain), simulateTransaction: run({}), getFeeForMessage: { value: 5000 } }

export const setUp = (answers: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) => {
  const node = nodeDouble({ ...usual, ...answers })
  return { node, context: testContext({ fetch: node.fetch, knownAddresses: [to, theirWallet], ...changes }) }
}
export const prepare = (bytes: Uint8Array, answers: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) =>
  prepareRequest(
    { id: 'r', method: 'solana_signTransaction', params: { transaction: base64.encode(transaction(bytes)) } },
    setUp(answers, changes).context,
  )
export const of = (calls: readonly Call[], answers: Record<string, unknown> = {}, changes: Partial<PrepareContext> = {}) =>
  prepare(message(calls), answers, changes)
export const transfer = (units: bigint, from = mine, target = theirs, authority = ownSolana): Call => ({
  program: tokenProgram,
  accounts: [
    { address: from, writable: true },
    { address: target, writable: true },
    { address: authority, signer: true },
  ],
  data: [3, ...u64(units)],
})
