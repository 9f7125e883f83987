import { formatUnits } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { HistoryRow } from '../wire.js'
import type { Transaction } from './wire.js'

interface RowParameters {
  readonly transaction: Transaction
  /** Whose row it is. */
  readonly address: string
  readonly chain: Chain
  /** Milliseconds since 1970: of a transaction that still waits. */
  readonly now: number
}

/**
 * What a transaction was for an address. Change that comes back is no transfer: what is sent is what others get, and what is received
 * what is more than was put in.
 */
export function rowOf({ transaction: { txid, vin, vout, fee, status }, address, chain, now }: RowParameters): HistoryRow {
  const { decimals, name, symbol, iconUrl } = chain.native
  const sum = (outputs: readonly { readonly value: bigint }[]) => outputs.reduce((all, { value }) => all + value, 0n)
  const inputs = vin.flatMap(({ prevout }) => prevout ?? [])
  const spent = sum(inputs.filter((each) => each.scriptpubkey_address === address))
  const got = sum(vout.filter((each) => each.scriptpubkey_address === address))
  const others = vout.filter((each) => each.scriptpubkey_address !== address && each.value > 0n)
  const isSent = spent > 0n && got < spent
  const direction = isSent ? (others.length === 0 ? 'self' : 'out') : 'in'
  // Of a transaction that several have paid into, only the own part is known.
  const own = inputs.every((each) => each.scriptpubkey_address === address) ? fee : 0n
  const amount = direction === 'self' ? got : isSent ? spent - got - own : got - spent
  const sender = isSent ? address : (inputs[0]?.scriptpubkey_address ?? '')
  const recipient = direction === 'out' ? (others[0]?.scriptpubkey_address ?? '') : address
  return {
    id: `${chain.id}:${txid}:${address}`,
    metadata: {
      operationType: isSent ? 'send' : 'receive',
      hash: txid,
      minedAt: new Date(status.block_time === undefined ? now : status.block_time * 1000).toISOString(),
      sentFrom: sender,
      sentTo: recipient,
      status: status.confirmed ? 'confirmed' : 'pending',
      nonce: 0,
      chain: chain.id,
      application: { name: null, iconUrl: null },
      ...(own > 0n && { fee: { numeric: formatUnits(own, decimals), symbol } }),
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: iconUrl === '' ? null : { url: iconUrl } },
        direction,
        quantity: { numeric: formatUnits(amount < 0n ? 0n : amount, decimals) },
        value: null,
        price: null,
        sender,
        recipient,
      },
    ],
  }
}
