import { base58 } from '@scure/base'
import { faucetPrivateKey, seededLamports, solanaAccounts } from './accounts.js'
import { u16, u32, u64 } from './bytes.js'
import { addressOf, associatedTokenAddress, concat } from './keys.js'
import { type Pool, poolData, pools, wrappedSol, wrappedSolMint } from './pools.js'
import { jupiterProgram, systemProgram, token2022Program } from './programs.js'
import type { AccountState } from './tokenState.js'
import { type SolanaToken, solanaTokens } from './tokens.js'

/** Far more than any test asks for, and far from the end of 64 bits. */
const faucetLamports = 5_000_000_000_000_000_000n

/** Every account that a fresh chain has beside the programs, by address. `rent` is the least that data of a length keeps. */
export function seedAccounts(rent: (bytes: number) => bigint): [address: string, account: AccountState][] {
  const faucet = addressOf(faucetPrivateKey)
  const wallet = (lamports: bigint): AccountState => ({
    lamports,
    data: new Uint8Array(),
    owner: systemProgram,
    executable: false,
  })
  const owned = (owner: string, data: Uint8Array): AccountState => ({
    lamports: rent(data.length),
    data,
    owner,
    executable: false,
  })
  return [
    [faucet, wallet(faucetLamports)],
    ...solanaAccounts.map(({ address }): [string, AccountState] => [address, wallet(seededLamports)]),
    ...solanaTokens.map((token): [string, AccountState] => [token.mint, owned(token.program, mintData(token, faucet))]),
    ...solanaTokens.flatMap((token) =>
      solanaAccounts.map(({ address: owner }): [string, AccountState] => [
        associatedTokenAddress({ owner, ...token }),
        owned(token.program, tokenAccountData(token, owner)),
      ]),
    ),
    [wrappedSol, wrappedSolMint(rent(82))],
    ...pools.flatMap((pool): [string, AccountState][] => [
      [pool.address, owned(jupiterProgram, poolData(pool))],
      ...pool.sides.map((side): [string, AccountState] => [side.vault, vault(pool, side)]),
    ]),
  ]

  function vault(pool: Pool, { mint, program, seeded }: Pool['sides'][number]): AccountState {
    const account = owned(program, tokenAccountData({ mint, program, seeded }, pool.address))
    if (mint !== wrappedSol) return account
    // What it holds are its lamports, beside those of rent, which it remembers.
    const { data, lamports } = account
    data.set(concat([u32(1), u64(lamports)]), 109)
    return { ...account, lamports: lamports + seeded }
  }
}

/** A mint whose authority is the faucet. One of Token-2022 carries its name and symbol (extensions 18 and 19). */
function mintData({ mint, program, name, symbol, decimals, seeded }: SolanaToken, authority: string): Uint8Array {
  const inPools = pools.flatMap(({ sides }) => sides).reduce((sum, side) => sum + (side.mint === mint ? side.seeded : 0n), 0n)
  const supply = seeded * BigInt(solanaAccounts.length) + inPools
  const noAuthority = new Uint8Array(36)
  const state = concat([u32(1), base58.decode(authority), u64(supply), Uint8Array.of(decimals, 1), noAuthority])
  if (program !== token2022Program) return state
  const pointer = concat([base58.decode(authority), base58.decode(mint)])
  const noUri = u32(0)
  const noMore = u32(0)
  const metadata = concat([base58.decode(authority), base58.decode(mint), text(name), text(symbol), noUri, noMore])
  const kind = Uint8Array.of(1)
  return concat([state, new Uint8Array(165 - state.length), kind, extension(18, pointer), extension(19, metadata)])
}

function tokenAccountData({ mint, program, seeded }: Pick<SolanaToken, 'mint' | 'program' | 'seeded'>, owner: string): Uint8Array {
  const initialized = 1
  const state = concat([base58.decode(mint), base58.decode(owner), u64(seeded), new Uint8Array(36), Uint8Array.of(initialized)])
  const data = concat([state, new Uint8Array(165 - state.length)])
  // The associated token program gives accounts of Token-2022 an owner that can't change (extension 7).
  return program === token2022Program ? concat([data, Uint8Array.of(2), extension(7, new Uint8Array())]) : data
}

function extension(type: number, data: Uint8Array): Uint8Array {
  return concat([u16(type), u16(data.length), data])
}

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return concat([u32(bytes.length), bytes])
}
