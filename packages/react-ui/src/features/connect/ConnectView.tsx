'use client'
import { connectorStore, type ConnectTarget, type PorticoViews } from '@portico/core'
import { pushView, routerStore } from '@portico/core/kit'
import { useMemo, useState } from 'react'
import { Badge } from '@portico/ui/badge'
import { BrandLine } from '@portico/ui/brand-line'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { help, qr, shield, wallet as walletGlyph } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { Link, LinkButton } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { Quad, Tile } from '@portico/ui/tile'
import { useT } from '../../i18n/useT.js'
import { prefetchView } from '../../modal/registry.js'
import { useViewOptions } from '../../modal/ViewOptionsContext.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { toPress } from '../../wallets/pressWallet.js'
import { directory } from '../../wallets/builtInWallets.js'
import { isInBrowser } from '../../wallets/isInBrowser.js'
import { filledTo, firstRows } from './firstRows.js'
import { lineHeight, usePlaces } from './usePlaces.js'
import { pairingConnector, pairs } from '../../wallets/pairingConnector.js'
import { loadMarks } from '../../wallets/useMark.js'
import { smallMarks } from '../../wallets/smallMarks.js'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { usePressed } from './usePressed.js'
import { useWay } from './useWay.js'
import { useReadyForTaps } from '../../wallets/useReadyForTaps.js'
import { useSite } from '../../hooks/useSite.js'
import { countKey, countText, walletCountStore } from '../../wallets/walletCount.js'
import { useAmong, useWallets } from '../../wallets/useWallets.js'
import type { WalletItem } from '../../wallets/walletList.js'
import { WalletTile } from '../../tiles/WalletTile.js'

export interface ConnectViewProps {
  readonly params?: PorticoViews['Connect']
  /** Leaves out the ways to log in. */
  readonly walletsOnly?: boolean
}

/**
 * The first view: the wallets on this device, those used before, and the way to all others, of one chain family where one is
 * asked for, and beside them the ways to log in. Painted from local data.
 */
export default function ConnectView({ params: given, walletsOnly = false }: ConnectViewProps) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const site = useSite()
  useReadyForTaps()
  const { brand = true, terms, privacy, disclaimer, connectRows = [], collapseWallets = false } = useViewOptions()
  const namespace = given?.namespace
  const known = useWallets(namespace, directory)
  const params = usePressed(given, known)
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const isPaired = pairs(portico)
  const pairing = useMemo(() => (isPaired ? pairingConnector(connectors, namespace) : undefined), [isPaired, connectors, namespace])
  const among = useAmong(namespace)
  const login = useWay(walletsOnly)
  const others = login === null ? 0 : 2 // e-mail, and accounts
  const shown = useMemo(() => firstRows(portico, known, pairing, among, others), [portico, known, pairing, among, others])
  const counted = usePorticoStore(walletCountStore, (state) => state[countKey(among)])
  // A directory has more than is known here: how many, it has told once they were all listed. Opening asks nobody.
  const count = counted ?? (portico.options.apiUrl ? undefined : known.filter(({ type }) => type !== 'walletConnect').length)
  const rest = known.filter(({ id }) => !shown.some((wallet) => wallet.id === id))

  const collapsed = login !== null && collapseWallets
  const [isDeeper] = useState(() => routerStore(portico).getState().history.length > 1)

  const toHelp = wayTo(portico, 'WhatIsAWallet')
  const toAll = wayTo(portico, 'AllWallets')
  const toGet = wayTo(portico, 'GetWallet')
  const warmUpAll = () => {
    void prefetchView(portico, 'AllWallets', params)
    void loadMarks(portico)
  }
  const brandLine = brand && <BrandLine>Portico</BrandLine>
  const intro = (
    <div className="po-between">
      {toHelp ? (
        <span className="po-meta">
          {t('connect.new')} <LinkButton onClick={() => toHelp()}>{t('connect.start')}</LinkButton>
        </span>
      ) : (
        <span />
      )}
      {brandLine}
    </div>
  )
  const legal = disclaimer ? (
    <div className="po-caption po-legal po-mt2">{disclaimer}</div>
  ) : (
    (terms || privacy) && (
      <p className="po-caption po-legal po-mt2">
        {t('connect.legal')} {terms && <Link href={terms}>{t('connect.terms')}</Link>}
        {terms && privacy && ` ${t('connect.and')} `}
        {privacy && <Link href={privacy}>{t('connect.privacy')}</Link>}
      </p>
    )
  )
  const places = usePlaces(namespace)
  const missing = places.wallets ? Math.max(0, filledTo - others - shown.length) : 0
  const list = (shown.length > 0 || missing > 0 || connectRows.length > 0) && (
    <List label={t('connect.wallets')}>
      {shown.map((wallet) => (
        <WalletRow key={wallet.id} wallet={wallet} target={params} />
      ))}
      {Array.from({ length: missing }, (_, at) => (
        <SkeletonRow key={at} />
      ))}
      {rest.length > 0 && toAll && showsAllWallets(portico) && (
        <ListItem
          lead={
            <Quad>
              {rest.slice(0, 4).map((wallet) => (
                <WalletTile key={wallet.id} wallet={wallet} size={15} smallMark={smallMarks[wallet.record?.id ?? '']} />
              ))}
            </Quad>
          }
          badge={count !== undefined && <Badge>{countText(count, locale)}</Badge>}
          chevron
          onPointerEnter={warmUpAll}
          onFocus={warmUpAll}
          onClick={() => toAll(params)}
        >
          {t('connect.all')}
        </ListItem>
      )}
      {connectRows.map(({ id, label, text, icon, onPress }) => (
        <ListItem key={id} lead={<Tile name={label} src={own(icon)} trusted />} {...(text && { sub: text })} onClick={onPress}>
          {label}
        </ListItem>
      ))}
    </List>
  )
  const kept = places.login > 0 && <div aria-hidden="true" style={{ blockSize: places.login + (list ? lineHeight : 0) }} />
  const none = (
    <Empty
      glyph={walletGlyph}
      title={t('connect.none.title')}
      action={
        toGet && (
          <Button variant="primary" size="md" full={false} onClick={() => toGet()}>
            {t('wallet.get')}
          </Button>
        )
      }
    >
      {t('connect.none.text')}
    </Empty>
  )
  return (
    <ViewFrame
      title={t('connect.title', { site: site.name, namespace: namespace ?? '' })}
      hiddenTitle={collapsed}
      lead={isDeeper ? 'back' : toHelp && <IconButton glyph={help} label={t('wallet.what')} onClick={() => toHelp()} />}
      offline={t('connect.offline')}
      banner={login && <login.Banner />}
      foot={
        <>
          {intro}
          {legal}
        </>
      }
      lined
    >
      {login ? (
        <login.Methods
          namespace={namespace}
          wallets={list}
          none={none}
          onWallets={collapsed ? () => pushView(portico, { view: 'ConnectWallets', params }) : undefined}
        />
      ) : login === undefined ? (
        <>
          {!places.below && kept}
          {!collapsed && list}
          {places.below && kept}
        </>
      ) : (
        list || (!places.wallets && none)
      )}
    </ViewFrame>
  )
}

/** A picture that the site has chosen, a path of its own among them. */
const own = (icon: string | undefined) => (icon?.startsWith('/') ? new URL(icon, location.origin).href : icon)

function WalletRow({ wallet, target }: { readonly wallet: WalletItem; readonly target: ConnectTarget | undefined }) {
  const portico = usePortico()
  const t = useT()
  const { connector, record, recent } = wallet
  const badge =
    connector?.kind === 'walletConnect' ? (
      <Badge icon={qr}>{t('connect.qr')}</Badge>
    ) : recent ? (
      <Badge>{t('wallet.recent')}</Badge>
    ) : isInBrowser(connector) ? (
      <Badge tone="ok">{t('wallet.installed')}</Badge>
    ) : record?.certified ? (
      <Badge icon={shield}>{t('connect.certified')}</Badge>
    ) : undefined
  const name = connector?.generic ? t('wallet.browser') : safeText(wallet.name)
  return (
    <ListItem
      lead={<WalletTile wallet={wallet} />}
      badge={badge}
      {...(connector?.duplicate && { sub: <bdi dir="ltr">{safeText(connector.rdns)}</bdi> })}
      {...toPress(portico, wallet, target)}
    >
      {name}
    </ListItem>
  )
}
