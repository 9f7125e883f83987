'use client'
import type { ConnectTarget, WalletRecord } from '@portico/core'
import { pushView, routerStore } from '@portico/core/kit'
import { safeWalletLink } from '@portico/core/wallets'
import { List, ListItem } from '@portico/ui/list-item'
import { Pill } from '@portico/ui/pill'
import { safeText } from '@portico/ui/safe-text'
import { Quad } from '@portico/ui/tile'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { directory } from '../../wallets/builtInWallets.js'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { withStores } from '../../wallets/builtInLinks.js'
import { useWallets } from '../../wallets/useWallets.js'
import { domainOf, storesOf } from './whereToGet.js'
import { WalletTile } from '../../tiles/WalletTile.js'

/** Wallets to get: a neutral list, with how each is had. */
export default function GetWalletView() {
  const portico = usePortico()
  const t = useT()
  const target = useTarget()
  const wallets = useWallets(target?.namespace, directory).flatMap(({ connector, record, ...wallet }) =>
    record && !connector?.installed ? [{ ...wallet, connector, record }] : [],
  )
  return (
    <ViewFrame title={t('wallet.get')} lead="back">
      <List label={t('wallet.get')}>
        {wallets.map((wallet) => (
          <ListItem
            key={wallet.id}
            lead={<WalletTile wallet={wallet} lazy />}
            sub={<How record={wallet.record} />}
            badge={<Pill tone="accent">{t('get.get')}</Pill>}
            onClick={() => pushView(portico, { view: 'Downloads', params: { walletId: wallet.record.id } })}
          >
            {safeText(wallet.name)}
          </ListItem>
        ))}
        {showsAllWallets(portico) && (
          <ListItem
            lead={
              <Quad>
                {wallets.slice(-4).map((wallet) => (
                  <WalletTile key={wallet.id} wallet={wallet} size={15} />
                ))}
              </Quad>
            }
            chevron
            onClick={() => pushView(portico, { view: 'AllWallets', params: target })}
          >
            {t('get.all')}
          </ListItem>
        )}
      </List>
    </ViewFrame>
  )
}

/** What the visitor came here for: of the last view that was for one chain family. */
const useTarget = (): ConnectTarget | undefined =>
  usePorticoStore(routerStore, ({ history }) => history.map(({ params }) => params).findLast(isTarget))

/** Views name a chain family in one way. */
const isTarget = (params: unknown): params is ConnectTarget =>
  typeof params === 'object' && params !== null && 'namespace' in params && params.namespace !== undefined

/** In which forms a wallet is had: "Browser, iOS, Android", else where it is at home. */
function How({ record }: { readonly record: WalletRecord }) {
  const t = useT()
  const { locale } = usePorticoContext()
  const known = withStores(record)
  const { extension, ios, android } = storesOf(known)
  const forms = [
    extension && t('get.in.browser'),
    ios && 'iOS',
    android && 'Android',
    safeWalletLink(known.desktopLink, 'native') && t('get.in.desktop'),
  ]
  const named = forms.filter((form): form is string => Boolean(form))
  return named.length > 0 ? (
    new Intl.ListFormat(locale.code, { type: 'unit', style: 'short' }).format(named)
  ) : (
    <bdi dir="ltr">{domainOf(known.homepage)}</bdi>
  )
}
