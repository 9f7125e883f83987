'use client'
import { pushView, routerStore, type ConnectTarget } from '@portico/core'
import { arrowUpRight, download, globe, phone } from '../icons/glyphs.js'
import { useT } from '../i18n/useT.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { ButtonLink } from '../primitives/button/Button.js'
import { GlyphTile } from '../primitives/glyph-tile/GlyphTile.js'
import { Hero } from '../primitives/hero/Hero.js'
import { List, ListItem, ListItemLink } from '../primitives/list-item/ListItem.js'
import { Pill } from '../primitives/pill/Pill.js'
import { safeText } from '../primitives/safeText.js'
import { Span } from '../primitives/span/Span.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { directory } from './directory.js'
import { useSite } from './useSite.js'
import { useWallets } from './useWallets.js'
import type { WalletItem } from './walletList.js'
import { SiteTile, WalletTile } from './WalletTile.js'

/** Wallets to get: a neutral list, and for one wallet the places it can be got from. */
export default function GetWalletView({ params }: { readonly params: { readonly walletId?: string } | undefined }) {
  const wallets = useWallets(useWantedNamespace(), directory).filter(({ connector }) => !connector?.installed)
  const wanted = params?.walletId === undefined ? undefined : wallets.find(({ id, record }) => id === params.walletId || record?.id === params.walletId)
  return wanted ? <OneWallet wallet={wanted} /> : <AllOfThem wallets={wallets} />
}

/** The chain family that the visitor came here for: of the last view with wallets to choose from. */
function useWantedNamespace() {
  const choosing = usePorticoStore(routerStore, ({ history }) => history.findLast(({ view }) => view === 'Connect' || view === 'AllWallets'))
  return (choosing?.params as ConnectTarget | undefined)?.namespace // what both take
}

function AllOfThem({ wallets }: { readonly wallets: readonly WalletItem[] }) {
  const portico = usePortico()
  const t = useT()
  return (
    <ViewFrame title={t('wallet.get')} lead="back">
      <List label={t('wallet.get')}>
        {wallets.map((wallet) => (
          <ListItem
            key={wallet.id}
            lead={<WalletTile wallet={wallet} />}
            sub={<bdi dir="ltr">{hostOf(wallet.record?.homepage)}</bdi>}
            badge={<Pill tone="accent">{t('get.get')}</Pill>}
            onClick={() => pushView(portico, { view: 'GetWallet', params: { walletId: wallet.id } })}
          >
            {safeText(wallet.name)}
          </ListItem>
        ))}
      </List>
    </ViewFrame>
  )
}

function OneWallet({ wallet }: { readonly wallet: WalletItem }) {
  const t = useT()
  const site = useSite()
  const name = safeText(wallet.name)
  const { homepage, extension, ios, android } = wallet.record ?? {}
  const main = secure(extension) ?? secure(homepage)
  const stores = [
    { href: secure(homepage), label: t('get.homepage'), glyph: globe },
    { href: secure(ios), label: 'App Store', glyph: phone },
    { href: secure(android), label: 'Google Play', glyph: phone },
  ].filter((store): store is typeof store & { href: string } => store.href !== undefined && store.href !== main)
  return (
    <ViewFrame title={t('get.title', { wallet: name })} lead="back">
      <div className="po-mt2">
        <Span from={<SiteTile {...site} />} to={<WalletTile wallet={wallet} size={56} />} state="idle" glyph={download} />
      </div>
      <div className="po-mt4">
        <Hero title={t('get.missing', { wallet: name })}>{main ? t('get.text') : t('get.unknown')}</Hero>
      </div>
      {main && (
        <div className="po-mt5">
          <ButtonLink variant="primary" after={arrowUpRight} href={main}>{extension ? t('get.add') : t('get.open', { domain: hostOf(main) })}</ButtonLink>
        </div>
      )}
      {stores.length > 0 && (
        <div className="po-mt3">
          <List>
            {stores.map(({ href, label, glyph }) => (
              <ListItemLink key={href} href={href} lead={<GlyphTile glyph={glyph} />}>{label}</ListItemLink>
            ))}
          </List>
        </div>
      )}
    </ViewFrame>
  )
}

/** An https: URL, or nothing: a link of a list never gets to run code (S19). */
function secure(url: string | undefined): string | undefined {
  return url !== undefined && /^https:\/\/[^\s]+$/i.test(url) && URL.canParse(url) ? url : undefined
}

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '')
