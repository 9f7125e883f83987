import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import type { ProviderFactory } from '../types.js'
import { historyOf } from './history.js'
import { rowOf } from './row.js'
import { solanaRpc } from './rpc.js'
import { namesOf, tokenAccountsOf } from './tokens.js'
import { balanceOf } from './wire.js'

/** How many of an owner's token accounts are followed in its history, those that hold something first: each is a call of its own. */
const followed = 16

/** Balances and history of Solana accounts from a plain node: both token programs, and what others send to token accounts. */
export const solanaNode: ProviderFactory = ({ chain, options: { kind, url }, fetch }) => {
  if (!chain.id.startsWith('solana:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const rpc = solanaRpc({ kind, urls: url === undefined ? chain.rpc : [url], fetch })
  const { native } = chain
  return {
    kind,
    balances: async ({ address, signal }) => {
      const [coin, accounts] = await Promise.all([
        rpc.call({ method: 'getBalance', params: [address], signal }, balanceOf),
        tokenAccountsOf(rpc, address, signal),
      ])
      const held = new Map<string, { units: bigint; decimals: number }>()
      for (const { mint, units, decimals } of accounts) {
        const sum = (held.get(mint)?.units ?? 0n) + units
        if (sum > 0n) held.set(mint, { units: sum, decimals })
      }
      const names = await namesOf(rpc, chain, [...held.keys()], signal)
      const balance = (units: bigint, decimals: number) => ({
        chainId: chain.id,
        price: 0,
        quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
      })
      return [
        { name: native.name, symbol: native.symbol, iconUrl: native.iconUrl, ...balance(coin.value, native.decimals) },
        ...[...held].map(([mint, { units, decimals }]) => {
          const { name, symbol, iconUrl } = names.get(mint) ?? { name: '', symbol: '', iconUrl: '' }
          return { name, symbol, iconUrl, address: `${chain.id}:${mint}`, ...balance(units, decimals) }
        }),
      ]
    },
    history: async ({ address, cursor, limit, signal }) => {
      const accounts = await tokenAccountsOf(rpc, address, signal)
      const byUse = accounts.toSorted((one, other) => Number(other.units > 0n) - Number(one.units > 0n))
      const addresses = [address, ...byUse.slice(0, followed).map((account) => account.address)]
      const { found, next } = await historyOf(rpc, { addresses, cursor, limit, signal })
      const mints = found.flatMap(({ transaction: { meta } }) =>
        [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])].map(({ mint }) => mint),
      )
      const names = await namesOf(rpc, chain, mints, signal)
      return { data: found.map((each) => rowOf({ ...each, owner: address, chain, names })), next }
    },
  }
}
