import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import { createHeights } from '../../indexer/heights.js'
import type { ProviderFactory } from '../types.js'
import { historyOf } from './history.js'
import { rowOf } from './row.js'
import { commitment, solanaRpc } from './rpc.js'
import { namesOf, tokenAccountsOf } from './tokens.js'
import { balanceOf, slotOf } from './wire.js'

/** How many of an owner's token accounts are followed in its history, those that hold something first: each is a call of its own. */
const followed = 16
/** Milliseconds between two questions how far a node is: half a slot. */
const lookEvery = 200

/** Balances and history of Solana accounts from a plain node: both token programs, and what others send to token accounts. */
export const solanaNode: ProviderFactory = ({ chain, options: { kind, url }, fetch }) => {
  if (!chain.id.startsWith('solana:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const rpc = solanaRpc({ kind, urls: url === undefined ? chain.rpc : [url], fetch })
  const { native } = chain
  // One of several nodes behind an address may be behind the one that told the balances.
  const heights = createHeights({ lookEvery })
  const reached = (signal: AbortSignal) =>
    rpc.call({ method: 'getSlot', params: [{ commitment }], signal }, slotOf).catch(() => {
      signal.throwIfAborted()
      return undefined
    })
  return {
    kind,
    balances: async ({ address, signal }) => {
      const [coin, { accounts, slots }] = await Promise.all([
        rpc.call({ method: 'getBalance', params: [address, { commitment }], signal }, balanceOf),
        tokenAccountsOf(rpc, address, signal),
      ])
      heights.tell(address, Math.max(coin.context?.slot ?? 0, ...slots))
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
      if (cursor === undefined) await heights.wait(address, () => reached(signal), signal)
      const { accounts } = await tokenAccountsOf(rpc, address, signal)
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
