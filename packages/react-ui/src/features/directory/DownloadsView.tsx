'use client'
import { connectorStore, findConnector, type WalletRecord } from '@portico/core'
import { currentDevice, pushView } from '@portico/core/kit'
import { findWallet, registerWallets, walletQuery, walletStore } from '@portico/core/wallets'
import { useEffect } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { download, globe, link, phone, refresh, search } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { List, ListItemLink } from '@portico/ui/list-item'
import { Qr } from '@portico/ui/qr'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { directory } from '../../wallets/builtInWallets.js'
import { withStores } from '../../wallets/builtInLinks.js'
import { appStore, domainOf, googlePlay, phonePlace, placesOf, type Place } from './whereToGet.js'
import { WalletTile } from '../../tiles/WalletTile.js'

/** Where to get one wallet: its stores and its page, and on a desktop a code that brings a phone there. */
export default function DownloadsView({ params: { walletId } }: { readonly params: { readonly walletId: string } }) {
  const portico = usePortico()
  const t = useT()
  useEffect(() => registerWallets(portico, directory), [portico])
  const { data, isError, isFetching, refetch } = useQuery(walletQuery(portico, walletId))
  // The built-in list is registered only after the first paint.
  const known = usePorticoStore(walletStore, () => findWallet(portico, walletId)) ?? directory.find(({ id }) => id === walletId)
  const own = usePorticoStore(connectorStore, (state) => findConnector(state, walletId))
  const record = data ?? known ?? (own && { id: own.id, name: own.name, ...(own.icon && { icon: own.icon }) })
  const all = () => pushView(portico, { view: 'AllWallets' })

  if (record) return <Places record={withStores(record)} showAll={all} />
  return (
    <ViewFrame title={t('wallet.get')} lead="back">
      {isError && !isFetching ? (
        <Empty
          glyph={refresh}
          title={t('get.failed.title')}
          action={
            <Actions>
              <Button size="md" full={false} onClick={all}>
                {t('get.all')}
              </Button>
              <Button variant="primary" size="md" full={false} onClick={() => void refetch()}>
                {t('common.again')}
              </Button>
            </Actions>
          }
        >
          {t('get.failed.text')}
        </Empty>
      ) : data === null ? (
        <Empty
          glyph={search}
          title={t('get.gone.title')}
          action={
            <Button variant="primary" size="md" full={false} onClick={all}>
              {t('get.all')}
            </Button>
          }
        >
          {t('get.gone.text')}
        </Empty>
      ) : (
        <div role="status">
          <span className="po-sr">{t('get.loading')}</span>
          {[128, 88, 104].map((width) => (
            <SkeletonRow key={width} title={width} end={0} />
          ))}
        </div>
      )}
    </ViewFrame>
  )
}

function Places({ record, showAll }: { readonly record: WalletRecord; readonly showAll: () => void }) {
  const t = useT()
  const device = currentDevice()
  const name = safeText(record.name)
  const places = placesOf(record, device)
  const scanned = device.mobile ? undefined : phonePlace(record)
  const domain = domainOf(places.find(({ kind }) => kind === 'homepage')?.href)
  const nameOf = ({ kind, href }: Place) =>
    kind === 'extension' ? t('get.extension') : kind === 'ios' ? appStore : kind === 'android' ? googlePlay : domainOf(href)
  return (
    <ViewFrame title={t('get.title', { wallet: name })} lead="back">
      {places.length === 0 ? (
        <Empty
          glyph={download}
          title={t('get.nowhere', { wallet: name })}
          action={
            <Button variant="primary" size="md" full={false} onClick={showAll}>
              {t('get.all')}
            </Button>
          }
        >
          {t('get.unknown')}
        </Empty>
      ) : (
        <>
          {scanned ? (
            <div className="po-flex po-g3 po-mt1">
              <Qr text={scanned.href} label={t('get.code', { wallet: name })} small />
              <div className="po-grow">
                <h2 className="po-label po-strong">{t('get.phone')}</h2>
                <p className="po-text">{t('get.scan', { place: nameOf(scanned) })}</p>
              </div>
            </div>
          ) : (
            <div className="po-mt2">
              <Hero
                lead={<WalletTile wallet={{ name: record.name, icon: record.icon, connector: undefined, record }} size={56} />}
                title={name}
              >
                {t('get.back')}
              </Hero>
            </div>
          )}
          <div className="po-mt4">
            <List label={t('get.title', { wallet: name })}>
              {places.map((place) => (
                <ListItemLink
                  key={place.kind}
                  href={place.href}
                  lead={<GlyphTile glyph={place.kind === 'extension' ? globe : place.kind === 'homepage' ? link : phone} />}
                  {...(place.kind === 'homepage' && { sub: <bdi dir="ltr">{domainOf(place.href)}</bdi> })}
                >
                  {place.kind === 'homepage' ? t('get.homepage') : nameOf(place)}
                </ListItemLink>
              ))}
            </List>
          </div>
          <p className="po-caption po-mt3">{domain ? t('get.check', { domain }) : t('get.check.any')}</p>
        </>
      )}
    </ViewFrame>
  )
}
