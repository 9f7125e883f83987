import type { Database } from '@portico/service/database'
import { type Hex, encodeFunctionData, erc20Abi, formatUnits, getAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chains.js'
import { isBait } from '../indexer/spam.js'
import type { TokenNames } from '../indexer/tokens.js'
import type { Balance } from '../providers/wire.js'
import { type Multicall, decode } from '../rpc/multicall.js'
import { type Node, hexBigint } from '../rpc/node.js'

export interface ReadBalancesParameters {
  chain: Chain
  /** Of EIP-155. */
  number: number
  db: Database
  node: Node
  multicall: Multicall
  names: TokenNames
  /** In lower case. */
  address: string
  signal: AbortSignal
}

export interface ReadBalances {
  readonly balances: readonly Balance[]
  /** They are of this block, or of an older one; undefined where the node does not say. */
  readonly block: number | undefined
}

/** The most tokens of one account that the chain is asked about, the listed ones first. */
const mostTokens = 2000

/**
 * What an address holds, as the chain says it now: the sum of its transfers would be wrong for tokens that take a fee or grow. Asked
 * for are the listed tokens and all that the index saw it receive.
 */
export async function readBalances(parameters: ReadBalancesParameters): Promise<ReadBalances> {
  const { chain, number, db, node, multicall, names, address, signal } = parameters
  const seen = await db
    .selectFrom('indexer_held')
    .select('token')
    .where('chain', '=', number)
    .where('address', '=', address)
    .where('kind', '=', 'erc20')
    .orderBy('block', 'desc')
    .limit(mostTokens)
    .execute()
  const tokens = [...new Set([...chain.tokens.map((token) => token.address), ...seen.map(({ token }) => token)])].slice(0, mostTokens)
  const account: Hex = `0x${address.slice(2)}`
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const [coins, answers] = await Promise.all([
    node.call({ method: 'eth_getBalance', params: [address, 'latest'] }, hexBigint, signal),
    multicall(
      tokens.map((to) => ({ to, data })),
      signal,
    ),
  ])
  const held = tokens.flatMap((token, at) => {
    const amount = decode(erc20Abi, 'balanceOf', answers[at], z.bigint())
    return amount ? [{ token, amount }] : []
  })
  const [facts, block] = await Promise.all([
    names(
      held.map(({ token }) => token),
      signal,
    ),
    // Asked once they are read: of one that was asked before, they may be newer.
    node.call({ method: 'eth_blockNumber', params: [] }, hexBigint, signal).then(Number, () => undefined),
  ])
  const { name, symbol, decimals, iconUrl } = chain.native
  const quantity = { decimals: String(decimals), numeric: formatUnits(coins, decimals) }
  const native: Balance[] = coins > 0n ? [{ name, symbol, chainId: chain.id, price: 0, quantity, iconUrl }] : []
  const balances = [
    ...native,
    ...held.flatMap(({ token, amount }): Balance[] => {
      const told = facts.get(token)
      if (!told || told.decimals < 0) return []
      return [
        {
          name: told.name,
          symbol: told.symbol,
          chainId: chain.id,
          address: `${chain.id}:${getAddress(`0x${token.slice(2)}`)}`,
          price: 0,
          quantity: { decimals: String(told.decimals), numeric: formatUnits(amount, told.decimals) },
          iconUrl: told.iconUrl,
          ...(!told.isListed && { flags: { is_spam: isBait(told) } }),
        },
      ]
    }),
  ]
  return { balances, block }
}
