import type { Chain } from '../chains/chains.js'
import type { HistoryRow, HistoryTransfer } from './wire.js'

/** A row with what its source takes for spam flagged, beside what the gateway itself does. @param isSpam of a contract, in lower case */
export function withSpam(row: HistoryRow, { id: chain }: Chain, isSpam: (contract: string) => boolean): HistoryRow {
  const isFlagged = (id: string | undefined) => id !== undefined && isSpam(id.slice(chain.length + 1).toLowerCase())
  return { ...row, transfers: row.transfers.map((transfer) => flagged(transfer, isFlagged)) }
}

function flagged(transfer: HistoryTransfer, isFlagged: (id: string | undefined) => boolean): HistoryTransfer {
  const flags = { is_spam: true }
  if ('nft_info' in transfer) {
    return isFlagged(transfer.nft_info.address) ? { ...transfer, nft_info: { ...transfer.nft_info, flags } } : transfer
  }
  return isFlagged(transfer.fungible_info.address) ? { ...transfer, fungible_info: { ...transfer.fungible_info, flags } } : transfer
}
