import { formatUnits } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { HistoryRow, HistoryTransfer, OperationType } from '../wire.js'
import type { TokenName } from './tokens.js'
import type { SolanaTransaction, TokenBalance } from './wire.js'

interface RowParameters {
  readonly id: string
  readonly transaction: SolanaTransaction
  /** Whose row it is. */
  readonly owner: string
  readonly chain: Chain
  readonly names: ReadonlyMap<string, TokenName>
}

/** What a transaction changed for somebody: lamports, or units of a mint. */
interface Change {
  /** Undefined: the native coin. */
  readonly mint?: string
  readonly units: bigint
  readonly decimals: number
  /** Whose balance moved the most the other way; empty where nobody's did. */
  readonly other: string
}

/** What opening a token account costs at the most, in lamports: not a transfer beside one of a token. */
const rent = 5_000_000n

/** What a transaction was for an owner, read from the balances before and after it. */
export function rowOf({ id, transaction, owner, chain, names }: RowParameters): HistoryRow {
  const { meta, blockTime, transaction: body } = transaction
  const payer = body.message.accountKeys[0] ?? ''
  const changes = meta.err ? [] : changesOf(transaction, owner, chain)
  const transfers = changes.map((change): HistoryTransfer => {
    const isIn = change.units > 0n
    const native = change.mint === undefined
    const { name, symbol, iconUrl } = (native ? chain.native : names.get(change.mint ?? '')) ?? { name: '', symbol: '', iconUrl: '' }
    return {
      fungible_info: {
        name,
        symbol,
        icon: iconUrl === '' ? null : { url: iconUrl },
        ...(!native && { address: `${chain.id}:${change.mint}` }),
      },
      direction: isIn ? 'in' : 'out',
      quantity: { numeric: formatUnits(isIn ? change.units : -change.units, change.decimals) },
      value: null,
      price: null,
      sender: isIn ? change.other : owner,
      recipient: isIn ? owner : change.other,
    }
  })
  const { name, symbol, iconUrl, decimals } = chain.native
  const nothing: HistoryTransfer = {
    fungible_info: { name, symbol, icon: iconUrl === '' ? null : { url: iconUrl } },
    direction: 'self',
    quantity: { numeric: '0' },
    value: null,
    price: null,
  }
  const first = transfers[0]
  return {
    id: `${chain.id}:${id}:${owner}`,
    metadata: {
      operationType: typeOf(changes),
      hash: id,
      minedAt: new Date((blockTime ?? 0) * 1000).toISOString(),
      sentFrom: first?.sender || payer,
      sentTo: first?.recipient || owner,
      status: meta.err ? 'failed' : 'confirmed',
      nonce: 0,
      chain: chain.id,
      application: { name: null, iconUrl: null },
      ...(payer === owner && { fee: { numeric: formatUnits(meta.fee, decimals), symbol } }),
    },
    transfers: transfers.length > 0 ? transfers : [nothing],
  }
}

function typeOf(changes: readonly Change[]): OperationType {
  const isIn = changes.some(({ units }) => units > 0n)
  const isOut = changes.some(({ units }) => units < 0n)
  if (isIn && isOut) return 'trade'
  return isIn ? 'receive' : isOut ? 'send' : 'execute'
}

function changesOf({ meta, transaction }: SolanaTransaction, owner: string, chain: Chain): readonly Change[] {
  const keys = transaction.message.accountKeys
  const lamports = keys.map((key, at) => {
    const paid = at === 0 ? meta.fee : 0n
    return { key, units: (meta.postBalances[at] ?? 0n) - (meta.preBalances[at] ?? 0n) + paid }
  })
  const tokens = tokenChangesOf(meta.preTokenBalances ?? [], meta.postTokenBalances ?? [])
  const own = tokens.filter((each) => each.owner === owner && each.units !== 0n)
  const coin = lamports.find(({ key }) => key === owner)?.units ?? 0n
  const isCoin = coin !== 0n && (own.length === 0 || coin > rent || coin < -rent)
  const opposite = (units: bigint, others: readonly { readonly who: string; readonly units: bigint }[]) =>
    others
      .filter((each) => each.who !== owner && each.who !== '' && each.units > 0n !== units > 0n && each.units !== 0n)
      .toSorted((one, other) => Number(magnitude(other.units) - magnitude(one.units)))[0]?.who ?? ''
  const all = lamports.map(({ key, units }) => ({ who: key, units }))
  return [
    ...(isCoin ? [{ units: coin, decimals: chain.native.decimals, other: opposite(coin, all) }] : []),
    ...own.map(({ mint, units, decimals }) => {
      const others = tokens.filter((each) => each.mint === mint).map((each) => ({ who: each.owner, units: each.units }))
      return { mint, units, decimals, other: opposite(units, others) }
    }),
  ]
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)

interface TokenChange {
  readonly owner: string
  readonly mint: string
  units: bigint
  readonly decimals: number
}

function tokenChangesOf(before: readonly TokenBalance[], after: readonly TokenBalance[]): readonly TokenChange[] {
  const changes = new Map<string, TokenChange>()
  const add = ({ owner = '', mint, uiTokenAmount: { amount, decimals } }: TokenBalance, sign: bigint) => {
    const key = `${owner} ${mint}`
    const change = changes.get(key) ?? { owner, mint, units: 0n, decimals }
    change.units += sign * amount
    changes.set(key, change)
  }
  for (const each of before) add(each, -1n)
  for (const each of after) add(each, 1n)
  return [...changes.values()]
}
