import { formatUnits } from 'viem'
import { z } from 'zod'
import { OptionsError } from '@portico/service'
import { createAsk } from '../ask.js'
import type { ProviderFactory } from '../types.js'
import { rowOf } from './row.js'
import { transaction } from './wire.js'

/** How many confirmed transactions Esplora puts on a page. */
const pageSize = 25

const sums = z.object({ funded_txo_sum: z.int().nonnegative(), spent_txo_sum: z.int().nonnegative() })
const stats = z.object({ chain_stats: sums, mempool_stats: sums })

/** Balances and history of Bitcoin addresses from Esplora, electrs or mempool.space. The chain's own node is one, unless `url` names another. */
export const esplora: ProviderFactory = ({ chain, options: { kind, url }, fetch, clock }) => {
  if (!chain.id.startsWith('bip122:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const base = (url ?? chain.rpc[0] ?? '').replace(/\/$/, '')
  const ask = createAsk({ kind, fetch })
  const pathOf = (address: string) => `${base}/address/${encodeURIComponent(address)}`
  const { decimals, name, symbol, iconUrl } = chain.native
  return {
    kind,
    balances: async ({ address, signal }) => {
      const { chain_stats: mined, mempool_stats: waiting } = await ask({ url: pathOf(address), signal }, stats)
      const units = [mined, waiting].reduce((sum, each) => sum + BigInt(each.funded_txo_sum) - BigInt(each.spent_txo_sum), 0n)
      const quantity = { decimals: String(decimals), numeric: formatUnits(units < 0n ? 0n : units, decimals) }
      return [{ name, symbol, chainId: chain.id, price: 0, quantity, iconUrl }]
    },
    // The pages are Esplora's own size, whatever limit is asked for: the first has those that wait, too.
    history: async ({ address, cursor, signal }) => {
      const path = cursor === undefined ? '/txs' : `/txs/chain/${encodeURIComponent(cursor)}`
      const found = await ask({ url: `${pathOf(address)}${path}`, signal }, z.array(transaction))
      const mined = found.filter(({ status }) => status.confirmed)
      const last = mined.at(-1)
      return {
        data: found.map((each) => rowOf({ transaction: each, address, chain, now: clock() })),
        next: last && mined.length >= pageSize ? last.txid : null,
      }
    },
  }
}
