import { findNetwork } from '@portico/core'
import type { ActivityRow, Operation } from '@portico/core/activity'
import { arrowDownLeft, arrowUp, arrowUpRight, card, check, close, file, mint, swap, type Glyph } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { safeText } from '@portico/ui/safe-text'
import { Tile } from '@portico/ui/tile'
import { usePortico } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { mainTransfer } from './moved.js'

const glyphs: Readonly<Record<Operation, Glyph>> = {
  approve: check,
  bought: card,
  borrow: arrowDownLeft,
  burn: close,
  buy: card,
  cancel: close,
  claim: arrowDownLeft,
  deploy: file,
  deposit: arrowUp,
  execute: file,
  mint,
  receive: arrowDownLeft,
  repay: arrowUp,
  send: arrowUpRight,
  sell: card,
  stake: arrowUp,
  trade: swap,
  unstake: arrowDownLeft,
  withdraw: arrowDownLeft,
}

/** The picture of what moved, and in its corner how. */
export function ActivityTile({ row, size }: { readonly row: ActivityRow; readonly size: number }) {
  const portico = usePortico()
  const main = mainTransfer(row)
  const network = findNetwork(portico, row.networkId)
  const badge = (
    <span className="po-way">
      <Icon glyph={row.status === 'failed' ? close : glyphs[row.operation]} size={12} />
    </span>
  )
  if (main?.kind === 'nft') {
    return (
      <Tile
        name={safeText(main.name) || '?'}
        src={main.icon}
        trusted={main.icon !== undefined}
        lazy={main.icon !== undefined}
        size={size}
        badge={badge}
      />
    )
  }
  // What moves nothing is shown by its network's coin.
  const coin = network && { symbol: network.nativeCurrency.symbol, name: network.nativeCurrency.name }
  const isCoin = main && main.address === undefined && main.symbol === coin?.symbol
  const token = main
    ? { symbol: main.symbol, name: main.name, ...(!isCoin && { address: main.address ?? '' }), ...(main.icon && { icon: main.icon }) }
    : coin
  return <TokenTile token={token ?? { symbol: '?' }} network={network} size={size} badge={badge} />
}
