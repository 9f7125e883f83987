'use client'
import type { ConnectTarget } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Cell } from '@portico/ui/cell'
import { Empty } from '@portico/ui/empty'
import { qr, refresh, search as searchGlyph } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { VirtualGrid, type GridCellProps } from '@portico/ui/virtual-grid'
import { useT } from '../../i18n/useT.js'
import { useOnline, ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { toPress } from '../../wallets/pressWallet.js'
import { useReadyForTaps } from '../../wallets/useReadyForTaps.js'
import { useCanPair } from './useCanPair.js'
import { useDirectory } from './useDirectory.js'
import { isInBrowser } from '../../wallets/isInBrowser.js'
import { countText } from '../../wallets/walletCount.js'
import type { WalletItem } from '../../wallets/walletList.js'
import { WalletSearch } from './WalletSearch.js'
import { WalletTile } from '../../tiles/WalletTile.js'

const walletKey = ({ id }: WalletItem) => id

/** Every wallet: those known on this page at once, and the pages of the gateway's directory as they are scrolled to. */
export default function AllWalletsView({ params }: { readonly params?: ConnectTarget | undefined }) {
  const portico = usePortico()
  const t = useT()
  const online = useOnline()
  useReadyForTaps()
  const { locale } = usePorticoContext()
  // Not as a plural of the catalogue: that makes a number format first, which alone takes a slow phone a long time.
  const counted = (count: number) => ({ count: countText(count, locale), form: new Intl.PluralRules(locale.code).select(count) })
  const [text, setText] = useState('')
  const [certified, setCertified] = useState(false)
  const { wallets, total, pending, busy, failed, retry, searchNow, onNear } = useDirectory({
    namespace: params?.namespace,
    text,
    certified,
  })
  const renderCell = useCallback(
    (wallet: WalletItem, cell: GridCellProps) => (
      <Cell
        {...cell}
        tile={<WalletTile wallet={wallet} size={56} lazy />}
        {...(isInBrowser(wallet.connector) && { pin: t('wallet.installed') })}
        {...(wallet.record?.certified && { mark: t('wallets.certified') })}
        {...(wallet.connector?.duplicate && { title: safeText(wallet.connector.rdns) })}
        {...toPress(portico, wallet, params)}
      >
        {wallet.connector?.generic ? t('wallet.browser') : safeText(wallet.name)}
      </Cell>
    ),
    [portico, t, params],
  )
  // What comes with a page is drawn in slices, and what else changes here draws no cell. The first page is what is waited for.
  const now = useMemo(() => ({ items: wallets, total: total ?? -1, pending }), [wallets, total, pending])
  const settled = useDeferredValue(now)
  const isSearch = text.trim() !== ''
  const list = settled.total < 0 && !isSearch ? now : settled
  const grid = useMemo(
    () => <VirtualGrid label={t('wallets.title')} itemKey={walletKey} renderCell={renderCell} onNear={onNear} {...list} />,
    [t, renderCell, onNear, list],
  )
  const toCode = useCanPair(params?.namespace) ? wayTo(portico, 'ConnectingWalletConnectBasic') : undefined
  const canPair = toCode !== undefined
  const showCode = () => toCode?.(params)
  const isEmpty = wallets.length === 0 && pending === 0
  const trouble = online && failed && !isEmpty && (
    <div className="po-mt2">
      <Note>
        <div className="po-between">
          <span>{t('wallets.failed.part')}</span>
          <LinkButton onClick={retry}>{t('common.again')}</LinkButton>
        </div>
      </Note>
    </div>
  )
  return (
    <ViewFrame title={t('wallets.title')} lead="back" offline={t('wallets.offline')}>
      <WalletSearch
        {...{ text, setText, certified, setCertified, searchNow }}
        namespace={params?.namespace}
        placeholder={total === undefined || isSearch ? t('wallets.search') : t('wallets.count', counted(total))}
        isListed={total !== undefined}
        showCode={canPair ? showCode : undefined}
      />
      {failed === 'first' && trouble}
      {!isEmpty ? (
        <div className="po-mt3" {...(busy && { 'aria-busy': true })}>
          {grid}
        </div>
      ) : failed ? (
        <Empty
          glyph={refresh}
          title={t('wallets.failed.title')}
          action={
            <Actions>
              {canPair && (
                <Button size="md" full={false} onClick={showCode}>
                  {t('wallets.qr')}
                </Button>
              )}
              <Button variant="primary" size="md" full={false} onClick={retry}>
                {t('common.again')}
              </Button>
            </Actions>
          }
        >
          {canPair ? t('wallets.failed.pair') : t('wallets.failed.text')}
        </Empty>
      ) : (
        <Empty
          glyph={searchGlyph}
          title={isSearch ? t('wallets.none.title', { query: safeText(text) }) : t('wallets.none.any')}
          action={
            canPair ? (
              <Button size="md" icon={qr} full={false} onClick={showCode}>
                {t('wallets.qr.show')}
              </Button>
            ) : (
              <Button size="md" full={false} onClick={() => pushView(portico, { view: 'GetWallet' })}>
                {t('wallet.get')}
              </Button>
            )
          }
        >
          {canPair ? t('wallets.none.pair') : t('wallets.none.text')}
        </Empty>
      )}
      {failed === 'more' && trouble}
      <p className={isSearch && !busy && wallets.length > 0 ? 'po-meta po-center po-mt5' : 'po-sr'} role="status">
        {busy ? t('wallets.loading') : isSearch && total !== undefined ? t('wallets.match', counted(total)) : ''}
      </p>
    </ViewFrame>
  )
}
