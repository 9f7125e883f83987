'use client'
import { findNetwork, namespaceOf, parseAccountId } from '@portico/core'
import { loadAdapter } from '@portico/core/kit'
import type { Nft } from '@portico/core/nfts'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { arrowUpRight, image } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { safeText } from '@portico/ui/safe-text'
import { Skeleton } from '@portico/ui/skeleton'
import { Tile } from '@portico/ui/tile'
import { useLate } from '../../hooks/useLate.js'
import { useNfts } from '../../hooks/nfts.js'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'

/** How many are shown at first, and more with each press. */
const shownNfts = 24

export function NftsLabel() {
  const t = useT()
  const { data, hasNext } = useNfts()
  return (
    <>
      {t('nfts.title')}
      {data && data.length > 0 && (
        <bdi className="po-dim po-num" dir="ltr">
          {hasNext ? `${data.length}+` : data.length}
        </bdi>
      )}
    </>
  )
}

/** The NFTs of the account in use. Pictures are the gateway's alone. */
export function NftsPanel({ account }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { data, status, hasNext, isFetchingNext, fetchNext, refresh: again } = useNfts({ watch: true })
  const [limit, setLimit] = useState(shownNfts)
  if (!data)
    return status === 'failed' ? (
      <LoadFailed title={t('nfts.failed.title')} again={again}>
        {t('nfts.failed.text')}
      </LoadFailed>
    ) : (
      <Loading />
    )
  if (data.length === 0) {
    const network = account.accountId && findNetwork(portico, parseAccountId(account.accountId).networkId)
    return (
      <Empty glyph={image} title={t('nfts.none.title')}>
        {network && t('nfts.none.text', { network: safeText(network.name) })}
      </Empty>
    )
  }
  const more = () => {
    if (limit + shownNfts > data.length) void fetchNext()
    setLimit(limit + shownNfts)
  }
  return (
    <>
      <ul className="po-nfts" aria-label={t('nfts.title')}>
        {data.slice(0, limit).map((nft) => (
          <NftCell key={nft.id} nft={nft} />
        ))}
      </ul>
      {(hasNext || data.length > limit) && (
        <div className="po-mt2">
          <Button variant="ghost" size="md" busy={isFetchingNext} onClick={more}>
            {t('nfts.more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Names are whoever's made it (S36): they are shown as text. */
function NftCell({ nft }: { readonly nft: Nft }) {
  const { name, collection, tokenId, picture, quantity } = nft
  const t = useT()
  const send = useWayToSend(nft)
  const title = safeText(name) || (safeText(collection) ? `${safeText(collection)} #${safeText(tokenId)}` : t('nfts.unnamed'))
  return (
    <li className="po-nft">
      <Tile name={title} src={picture} trusted={picture !== undefined} lazy={picture !== undefined} />
      {send && <IconButton className="po-nft__send" glyph={arrowUpRight} label={t('nfts.send', { name: title })} onClick={send} />}
      <span>
        {/* What is too long loses its end, in whichever direction it is read. */}
        <span className="po-label po-clip" dir="auto">
          {title}
        </span>
        <span className="po-meta po-clip" dir="auto">
          {safeText(collection)}
          {quantity > 1n && <bdi dir="ltr"> ×{String(quantity)}</bdi>}
        </span>
      </span>
    </li>
  )
}

/** The way to sending an NFT, where its chain family sends such ones. */
function useWayToSend(nft: Nft): (() => void) | undefined {
  const portico = usePortico()
  const namespace = namespaceOf(nft.networkId)
  const { data: isAble } = useQuery<boolean>({
    queryKey: ['sends items', namespace],
    queryFn: async () => (await loadAdapter(portico, namespace)).getItemUnits !== undefined,
    staleTime: Infinity,
  })
  const toSend = wayTo(portico, 'WalletSend')
  const isKnown = /^erc-?(721|1155)$/i.test(nft.standard)
  return toSend && isAble && isKnown ? () => toSend({ nft }) : undefined
}

function Loading() {
  const t = useT()
  const late = useLate(true)
  return (
    <div className="po-nfts" role="status" aria-label={t('nfts.loading')}>
      {late &&
        [0, 1].map((at) => (
          <div key={at} className="po-nft" aria-hidden="true">
            <Skeleton height={156} radius="var(--po-r-3)" />
            <Skeleton width={104} />
            <Skeleton width={72} height={10} />
          </div>
        ))}
    </div>
  )
}
