'use client'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { pushView, type ConnectTarget } from '@portico/core'
import { search as searchGlyph } from '../icons/glyphs.js'
import { useT } from '../i18n/useT.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { Button } from '../primitives/button/Button.js'
import { Cell } from '../primitives/cell/Cell.js'
import { Empty } from '../primitives/empty/Empty.js'
import { Field } from '../primitives/field/Field.js'
import { safeText } from '../primitives/safeText.js'
import { VirtualGrid, type GridCellProps } from '../primitives/virtual-grid/VirtualGrid.js'
import { chooseWallet } from './chooseWallet.js'
import { directory } from './directory.js'
import { useWallets } from './useWallets.js'
import { matches, type WalletItem } from './walletList.js'
import { WalletTile } from './WalletTile.js'

const walletKey = ({ id }: WalletItem) => id

/** Every wallet known so far, with a search over names and rdns. The list is local, so the search answers at once. */
export default function AllWalletsView({ params }: { readonly params?: ConnectTarget | undefined }) {
  const portico = usePortico()
  const t = useT()
  const wallets = useWallets(params?.namespace, directory)
  const [text, setText] = useState('')
  const query = useDeferredValue(text)
  const found = useMemo(() => (query.trim() ? wallets.filter((wallet) => matches(wallet, query)) : wallets), [wallets, query])
  const renderCell = useCallback(
    (wallet: WalletItem, cell: GridCellProps) => (
      <Cell
        {...cell}
        tile={<WalletTile wallet={wallet} size={56} />}
        {...(wallet.connector?.installed && { pin: t('wallet.installed') })}
        {...(wallet.connector?.duplicate && { title: safeText(wallet.connector.rdns) })}
        onClick={() => chooseWallet(portico, wallet, params)}
      >
        {wallet.connector?.generic ? t('wallet.browser') : safeText(wallet.name)}
      </Cell>
    ),
    [portico, t, params],
  )
  return (
    <ViewFrame title={t('wallets.title')} lead="back">
      <Field
        icon={searchGlyph}
        label={t('wallets.search')}
        placeholder={t('wallets.count', { count: wallets.length })}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onClear={() => setText('')}
        clearLabel={t('common.clear')}
        compact
        data-autofocus
      />
      {found.length > 0 ? (
        <div className="po-mt3">
          <VirtualGrid label={t('wallets.title')} items={found} itemKey={walletKey} renderCell={renderCell} />
        </div>
      ) : (
        <Empty
          glyph={searchGlyph}
          title={t('wallets.none.title', { query: safeText(query) })}
          action={<Button size="md" full={false} onClick={() => pushView(portico, { view: 'GetWallet' })}>{t('wallet.get')}</Button>}
        >
          {t('wallets.none.text')}
        </Empty>
      )}
      <p className={query.trim() && found.length > 0 ? 'po-meta po-center po-mt5' : 'po-sr'} role="status">
        {query.trim() ? t('wallets.match', { count: found.length }) : ''}
      </p>
    </ViewFrame>
  )
}
