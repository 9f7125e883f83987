import type { Database } from '@portico/service/database'
import { type Hex, encodeFunctionData, erc20Abi, hexToString, isHex, parseAbi } from 'viem'
import { z } from 'zod'
import type { Chain, Token } from '../chains/chains.js'
import { type Multicall, decode } from '../rpc/multicall.js'
import { cleanText } from '../wallets/text.js'

/** The longest name and symbol that are kept, in characters. */
const longest = 64

/** What a contract says of itself; -1 decimals for one that says nothing, as collections do. */
export type TokenFacts = Pick<Token, 'name' | 'symbol' | 'decimals' | 'iconUrl'> & { readonly isListed: boolean }

/** Names of contracts: from the operator's list, else from the database, else from the chain, which is asked once where it says all. */
export type TokenNames = (addresses: readonly string[], signal?: AbortSignal) => Promise<ReadonlyMap<string, TokenFacts>>

export interface TokenNamesParameters {
  chain: Chain
  /** Of EIP-155. */
  number: number
  db: Database
  multicall: Multicall
  clock: () => number
}

/** How many are kept at hand. */
const most = 20_000
/** Milliseconds until a contract that did not say its decimals is asked again: it may have been the node that did not answer. */
const silentMs = 600_000

type Read = Pick<TokenFacts, 'name' | 'symbol' | 'decimals'> & { readonly at: number }

export function createTokenNames({ chain, number, db, multicall, clock }: TokenNamesParameters): TokenNames {
  const listed = new Map(chain.tokens.map((token): [string, TokenFacts] => [token.address, { ...token, isListed: true }]))
  const known = new Map<string, Read>()
  const remember = (address: string, read: Read): void => {
    known.set(address, read)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }
  const isUnread = (address: string): boolean => {
    const read = known.get(address)
    return read === undefined || (read.decimals < 0 && clock() - read.at >= silentMs)
  }

  return async (addresses, signal) => {
    const wanted = [...new Set(addresses)]
    const unknown = wanted.filter((address) => !listed.has(address) && isUnread(address))
    if (unknown.length > 0) {
      const rows = await db
        .selectFrom('indexer_tokens')
        .select(['address', 'name', 'symbol', 'decimals', 'at'])
        .where('chain', '=', number)
        .where('address', 'in', unknown)
        .execute()
      for (const { address, at, ...facts } of rows) remember(address, { ...facts, at: Number(at) })
      const unread = unknown.filter(isUnread)
      if (unread.length > 0) {
        const told = await readTokens(multicall, unread, signal).catch((error: unknown) => {
          // What was read before is good enough.
          if (unread.every((address) => known.has(address))) return []
          throw error
        })
        const values = told.map(({ address, ...said }) => ({ chain: number, address, ...merged(said, known.get(address)), at: clock() }))
        for (const { chain: _, address, ...read } of values) remember(address, read)
        if (values.length > 0)
          await db
            .insertInto('indexer_tokens')
            .values(values)
            .onConflict((conflict) =>
              conflict.columns(['chain', 'address']).doUpdateSet(({ ref }) => ({
                name: ref('excluded.name'),
                symbol: ref('excluded.symbol'),
                decimals: ref('excluded.decimals'),
                at: ref('excluded.at'),
              })),
            )
            .execute()
      }
    }
    return new Map(
      wanted.flatMap((address) => {
        const read = known.get(address)
        const facts = listed.get(address) ?? (read && { ...factsOf(read), iconUrl: '', isListed: false })
        return facts ? [[address, facts]] : []
      }),
    )
  }
}

const factsOf = ({ name, symbol, decimals }: Omit<Read, 'at'>) => ({ name, symbol, decimals })

/** What a contract did not say this time it may have said before. */
const merged = (said: Omit<Read, 'at'>, before: Read | undefined): Omit<Read, 'at'> => ({
  name: said.name || (before?.name ?? ''),
  symbol: said.symbol || (before?.symbol ?? ''),
  decimals: said.decimals < 0 ? (before?.decimals ?? -1) : said.decimals,
})

const asBytes32 = parseAbi(['function name() view returns (bytes32)', 'function symbol() view returns (bytes32)'])
const bytes32 = z.custom<Hex>((value) => isHex(value)).transform((value) => hexToString(value, { size: 32 }))

async function readTokens(multicall: Multicall, addresses: readonly string[], signal?: AbortSignal) {
  const fields = ['name', 'symbol', 'decimals'] as const
  const answers = await multicall(
    addresses.flatMap((to) => fields.map((functionName) => ({ to, data: encodeFunctionData({ abi: erc20Abi, functionName }) }))),
    signal,
  )
  return addresses.map((address, at) => {
    const [name, symbol, decimals] = answers.slice(at * fields.length, (at + 1) * fields.length)
    // The first tokens answer with 32 bytes instead of a text.
    const text = (field: 'name' | 'symbol', data: Hex | undefined): string =>
      decode(erc20Abi, field, data, z.string()) ?? decode(asBytes32, field, data, bytes32) ?? ''
    return {
      address,
      name: cleanText(text('name', name), longest),
      symbol: cleanText(text('symbol', symbol), longest),
      decimals: decode(erc20Abi, 'decimals', decimals, z.int().min(0).max(255)) ?? -1,
    }
  })
}
