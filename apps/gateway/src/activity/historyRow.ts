import { formatUnits } from 'viem'
import type { Chain } from '../chains/chains.js'
import { zeroAddress } from '../indexer/decodeLogs.js'
import { isSpam } from '../indexer/spam.js'
import type { TokenFacts } from '../indexer/tokens.js'
import type { HistoryRow, HistoryTransfer } from '../providers/wire.js'
import { type HeldTransfer, classify } from './classify.js'
import type { HeldTransaction } from './readHistory.js'

interface RowParameters {
  chain: Chain
  viewer: string
  names: ReadonlyMap<string, TokenFacts>
}

/** A transaction in the shape of the wire, as the viewer has it in their history. */
export function historyRow({ transaction, transfers: held }: HeldTransaction, { chain, viewer, names }: RowParameters): HistoryRow {
  const transfers = held.filter((transfer) => !isNoToken(transfer, names.get(transfer.token)))
  const { hash, time, sender, recipient, created, nonce, status, fee } = transaction
  const moves = transfers.filter(({ kind }) => kind !== 'approval')
  const operationType = classify({ viewer, transaction, transfers })
  // A spender is approved for a token: the row shows the token, with nothing of it moved.
  const shown = moves.length > 0 ? moves : transfers.map((transfer) => ({ ...transfer, amount: '0' }))
  const told = shown.map((transfer) => transferOf(transfer, { chain, viewer, names, signer: sender }))
  const main = moves.find((move) => (operationType === 'receive' || operationType === 'mint' ? move.recipient : move.sender) === viewer)
  const isIncoming = operationType === 'receive' || operationType === 'mint'
  return {
    id: hash,
    metadata: {
      operationType,
      hash,
      minedAt: new Date(time).toISOString(),
      sentFrom: isIncoming ? (main?.sender ?? sender) : sender,
      sentTo: (operationType === 'send' ? main?.recipient : isIncoming ? viewer : undefined) ?? recipient ?? created ?? '',
      status: status === 1 ? 'confirmed' : 'failed',
      nonce,
      chain: chain.id,
      application: { name: null, iconUrl: null },
      fee: { numeric: formatUnits(BigInt(fee), chain.native.decimals), symbol: chain.native.symbol },
    },
    // A row without transfers is spam to existing clients.
    transfers: told.length > 0 ? told : [nothing(chain, viewer, sender)],
  }
}

/**
 * Vaults tell of what is put into them by the same log as wrapped coins do: `Deposit(address,uint256)`. Where a contract says nothing of
 * itself that a token does, nothing came into being there.
 */
function isNoToken({ kind, sender, recipient }: HeldTransfer, facts: TokenFacts | undefined): boolean {
  const isMade = kind === 'erc20' && (sender === zeroAddress || recipient === zeroAddress)
  return isMade && facts !== undefined && facts.decimals < 0 && facts.symbol === ''
}

interface TransferParameters extends RowParameters {
  signer: string
}

function transferOf(transfer: HeldTransfer, { chain, viewer, names, signer }: TransferParameters): HistoryTransfer {
  const { kind, token, token_id: tokenId, sender, recipient, amount } = transfer
  const facts = names.get(token)
  const flags = { is_spam: isSpam({ viewer, signer, transfer, facts }) }
  const direction = sender === viewer ? (recipient === viewer ? 'self' : 'out') : 'in'
  const common = { direction, value: null, price: null, sender, recipient } as const
  if (token === '') {
    const { name, symbol, iconUrl, decimals } = chain.native
    const icon = iconUrl ? { url: iconUrl } : null
    return { ...common, fungible_info: { name, symbol, icon }, quantity: { numeric: formatUnits(BigInt(amount), decimals) } }
  }
  const address = `${chain.id}:${token}`
  const isNft = kind === 'erc721' || kind === 'erc1155' || (kind === 'approval' && tokenId !== '')
  if (isNft) {
    const name = [facts?.name || 'NFT', ...(tokenId === '' || tokenId === '*' ? [] : [`#${tokenId}`])].join(' ')
    return { ...common, nft_info: { name, content: null, flags, address, token_id: tokenId }, quantity: { numeric: amount } }
  }
  const { name = '', symbol = '', iconUrl = '', decimals = 0 } = facts ?? {}
  const numeric = formatUnits(BigInt(amount), Math.max(0, decimals))
  return { ...common, fungible_info: { name, symbol, icon: iconUrl ? { url: iconUrl } : null, address, flags }, quantity: { numeric } }
}

function nothing({ native }: Chain, viewer: string, signer: string): HistoryTransfer {
  const icon = native.iconUrl ? { url: native.iconUrl } : null
  const direction = signer === viewer ? 'out' : 'in'
  return {
    fungible_info: { name: native.name, symbol: native.symbol, icon },
    direction,
    quantity: { numeric: '0' },
    value: null,
    price: null,
  }
}
