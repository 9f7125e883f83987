import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import type { HeldToken } from '../balances/token.js'
import { findNetwork } from '../network/store.js'
import type { NftsPage } from '../nfts/getNfts.js'
import type { Nft } from '../nfts/schema.js'
import type { ActivityRow, ActivityTransfer } from './row.js'
import { heldOf, isUnsent, type SentToken, type SentTransaction } from './sent.js'

type Holder = Pick<SentTransaction, 'address' | 'networkId'>

const isOf = (sent: Holder, { address, networkId }: Holder): boolean =>
  sent.networkId === networkId && sent.address.toLowerCase() === address.toLowerCase()

/**
 * Those sent from here that the history does not tell of, as its rows, the newest first.
 * @example const own = sentRowsOf(portico, sentStore(portico).getState(), { address, networkId }, rows) // to be shown above `rows`
 */
export function sentRowsOf(
  portico: Portico,
  sent: readonly SentTransaction[],
  holder: Holder,
  rows: readonly ActivityRow[],
): readonly ActivityRow[] {
  const told = new Set(rows.map(({ hash }) => hash))
  return sent.flatMap((one) => {
    const isTold = one.told ?? (told.has(one.hash) || (one.minedHash !== undefined && told.has(one.minedHash)))
    return isOf(one, holder) && !isTold ? [rowOfSent(portico, one)] : []
  })
}

/**
 * The rows of the history, with what it does not know of those that were mined in the place of one sent from here: of which, and that it
 * was repriced or cancelled by that. One that did something else stands for itself. So does what somebody else sent by what was signed
 * here, for which its order stood.
 * @example const told = toldRowsOf(sentStore(portico).getState(), { address, networkId }, rowsOf(pages)) // with `inPlaceOf`, where there is one
 */
export function toldRowsOf(sent: readonly SentTransaction[], holder: Holder, rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const theirs = sent.filter((one) => isOf(one, holder) && (one.order || one.minedHash !== one.hash))
  const before = new Map(theirs.flatMap((one) => [one.minedHash, ...(one.order ? [one.hash] : [])].map((hash) => [hash, one] as const)))
  return rows.map((row) => {
    const one = before.get(row.hash)
    if (!one) return row
    const { hash, order, outcome } = one
    return { ...row, inPlaceOf: order?.key ?? hash, ...((outcome === 'repriced' || outcome === 'cancelled') && { outcome }) }
  })
}

function rowOfSent(portico: Portico, sent: SentTransaction): ActivityRow {
  const { hash, networkId, address, to, sentAt, outcome, replacement, description, order } = sent
  const { operation, transfers } = movesOf(portico, sent)
  return {
    id: `sent:${order?.key ?? hash}`,
    networkId,
    hash: isUnsent(sent) ? '' : (sent.minedHash ?? hash),
    operation,
    status: outcome === 'pending' ? 'pending' : outcome === 'success' || outcome === 'repriced' ? 'confirmed' : 'failed',
    minedAt: sentAt,
    from: address,
    to,
    transfers,
    ...(description !== undefined && { description }),
    ...((outcome === 'replaced' || outcome === 'repriced' || outcome === 'cancelled') && { outcome }),
    ...(outcome === 'pending' && replacement && { replacing: replacement.how }),
  }
}

/** What it does, and what it moves, as far as that is known of what was sent. */
function movesOf(portico: Portico, sent: SentTransaction): Pick<ActivityRow, 'operation' | 'transfers'> {
  const { swap, allows, units, tokenId } = sent
  if (swap) return { operation: 'trade', transfers: [meantOf(portico, sent, swap.from, 'out'), meantOf(portico, sent, swap.to, 'in')] }
  if (allows) return { operation: 'approve', transfers: [meantOf(portico, sent, allows, 'self')] }
  const transfer = tokenId !== undefined ? itemOf(portico, sent, tokenId) : units ? transferOf(portico, sent, units) : undefined
  return transfer ? { operation: 'send', transfers: [transfer] } : { operation: 'execute', transfers: [] }
}

function meantOf(
  portico: Portico,
  { networkId, address, to }: SentTransaction,
  { token, symbol, decimals, units }: SentToken,
  direction: ActivityTransfer['direction'],
): ActivityTransfer {
  const held = token === undefined ? undefined : heldOf(portico, { networkId, address, token })
  return {
    kind: 'token',
    direction,
    name: held?.name ?? '',
    symbol,
    decimals,
    units,
    spam: false,
    // A swap is between the account and the contract that was called.
    ...(to && direction === 'out' && { recipient: to }),
    ...(to && direction === 'in' && { sender: to }),
    ...(token !== undefined && { address: token }),
    ...(held?.icon && { icon: held.icon }),
  }
}

/** An item of a collection, by the name that the account's list of NFTs has it by. */
function itemOf(portico: Portico, { networkId, address, to, token = '', units = 1n }: SentTransaction, tokenId: bigint): ActivityTransfer {
  const client = queryClientOf(portico)
  const pages = client.getQueryData<{ readonly pages: readonly Pick<NftsPage, 'nfts'>[] }>(['nfts', networkId, address])?.pages
  const isIt = (nft: Nft) => nft.address.toLowerCase() === token.toLowerCase() && nft.tokenId === String(tokenId)
  const nft = pages?.flatMap(({ nfts }) => nfts).find(isIt)
  return {
    kind: 'nft',
    direction: 'out',
    name: nft?.name || `${nft?.collection ?? ''} #${tokenId}`.trim(),
    symbol: '',
    decimals: 0,
    units,
    recipient: to,
    spam: false,
    address: token,
    tokenId: String(tokenId),
    ...(nft?.picture && { icon: nft.picture }),
  }
}

/** What was sent, where it is known what it is: the network's own coin, or a token of which the account has or had some. */
function transferOf(portico: Portico, sent: SentTransaction, units: bigint): ActivityTransfer | undefined {
  const { networkId, to, token } = sent
  const held = heldOf(portico, sent)
  const known: Partial<Pick<HeldToken, 'name' | 'symbol' | 'decimals'>> | undefined = token
    ? (held ?? sent)
    : findNetwork(portico, networkId)?.nativeCurrency
  if (known?.decimals === undefined) return undefined
  const { name = '', symbol = '', decimals } = known
  return {
    kind: 'token',
    direction: 'out',
    name,
    symbol,
    decimals,
    units,
    recipient: to,
    spam: false,
    ...(token && { address: token }),
    ...(held?.icon && { icon: held.icon }),
  }
}
