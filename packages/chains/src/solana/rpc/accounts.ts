import { z } from 'zod'
import { decodeText } from '../bytes.js'
import { type AtCommitment, type Chain, contextAt } from '../chain.js'
import { JsonRpcError, invalidParams } from '../errors.js'
import { tokenPrograms } from '../programs.js'
import { type AccountState, readMint, readTokenAccount, tokenAmount } from '../tokenState.js'
import { decimalsOf, encodeAccount } from './encodeAccount.js'
import { method } from './method.js'
import { address, atCommitment, ownerFilter, programOptions, readOptions } from './schema.js'

/**
 * Reads of accounts and tokens. They give the newest state whatever the commitment, and say so: the context names its slot. Asked for
 * one that a commitment has not reached, they refuse as a node does.
 */
export const accountMethods = {
  getBalance: method(z.tuple([address, atCommitment]).rest(z.unknown()), (chain, [key, options]) => ({
    context: newest(chain, options),
    value: chain.ledger.runtime.account(key)?.lamports ?? 0n,
  })),

  getAccountInfo: method(z.tuple([address, readOptions]).rest(z.unknown()), (chain, [key, options]) => {
    const { runtime } = chain.ledger
    return { context: newest(chain, options), value: encodeAccount(runtime, runtime.account(key), options ?? {}) }
  }),

  getMultipleAccounts: method(z.tuple([z.array(address).max(100), readOptions]).rest(z.unknown()), (chain, [keys, options]) => {
    const { runtime } = chain.ledger
    const value = keys.map((key) => encodeAccount(runtime, runtime.account(key), { encoding: 'base64', ...options }))
    return { context: newest(chain, options), value }
  }),

  getProgramAccounts: method(z.tuple([address, programOptions]).rest(z.unknown()), (chain, [program, options]) => {
    const { runtime } = chain.ledger
    const filters = options?.filters ?? []
    const matches = (account: AccountState): boolean =>
      filters.every((filter) => {
        if ('dataSize' in filter) return account.data.length === filter.dataSize
        if ('tokenAccountState' in filter) return readTokenAccount(account) !== undefined
        const { offset, bytes, encoding } = filter.memcmp
        const wanted = decodeText(bytes, encoding ?? 'base58')
        return wanted.every((byte, index) => account.data[offset + index] === byte)
      })
    const found = runtime.ownedBy(program).filter(([, account]) => matches(account))
    const value = found.map(([pubkey, account]) => ({ pubkey, account: encodeAccount(runtime, account, options ?? {}) }))
    return options?.withContext ? { context: newest(chain, options), value } : value
  }),

  getTokenAccountsByOwner: method(z.tuple([address, ownerFilter, readOptions]).rest(z.unknown()), (chain, [owner, filter, options]) => {
    const { runtime } = chain.ledger
    const mint = 'mint' in filter ? filter.mint : undefined
    const program = 'programId' in filter ? filter.programId : mintOf(chain, filter.mint).owner
    if (!tokenPrograms.includes(program)) throw invalidParams('Invalid param: unrecognized Token program id')
    const value = runtime.ownedBy(program).flatMap(([pubkey, account]) => {
      const held = readTokenAccount(account)
      if (held?.owner !== owner || (mint !== undefined && held.mint !== mint)) return []
      return { pubkey, account: encodeAccount(runtime, account, options ?? {}) }
    })
    return { context: newest(chain, options), value }
  }),

  getTokenAccountBalance: method(z.tuple([address, atCommitment]).rest(z.unknown()), (chain, [key, options]) => {
    const { runtime } = chain.ledger
    const account = runtime.account(key)
    if (!account) throw invalidParams('Invalid param: could not find account')
    const held = readTokenAccount(account)
    if (!held) throw invalidParams('Invalid param: not a Token account')
    const value = tokenAmount(held.amount, decimalsOf(runtime, held.mint))
    return { context: newest(chain, options), value }
  }),

  getTokenSupply: method(z.tuple([address, atCommitment]).rest(z.unknown()), (chain, [mint, options]) => {
    const state = readMint(mintOf(chain, mint))
    if (!state) throw invalidParams('Invalid param: not a Token mint')
    return { context: newest(chain, options), value: tokenAmount(state.supply, state.decimals) }
  }),

  getMinimumBalanceForRentExemption: method(
    z
      .tuple([
        z
          .int()
          .min(0)
          .max(10 * 1024 * 1024),
      ])
      .rest(z.unknown()),
    (chain, [size]) => chain.ledger.runtime.rent(size),
  ),

  requestAirdrop: method(
    z.tuple([address, z.int().min(1), atCommitment]).rest(z.unknown()),
    (chain, [key, lamports]) => chain.airdrop(key, BigInt(lamports)).id,
  ),
}

function newest(chain: Chain, options: AtCommitment | null | undefined) {
  contextAt(chain, options ?? {})
  return contextAt(chain, { commitment: 'processed' })
}

function mintOf({ ledger }: Chain, mint: string): AccountState {
  const account = ledger.runtime.account(mint)
  if (!account || !readMint(account)) throw new JsonRpcError(-32_602, 'Invalid param: could not find mint')
  return account
}
