'use client'
import { activeConnection, asError, connectionStore, toDecimal } from '@portico/core'
import { pushView, showToast } from '@portico/core/kit'
import { exchangesQuery, openExchange, receiverOf, type Exchange } from '@portico/core/onramp'
import { readTypedAmount } from '@portico/core/send'
import { useState } from 'react'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { grid } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { useOnramp } from '../../hooks/onramp.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useQuery } from '../../hooks/useQuery.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { ProviderTile } from './ProviderTile.js'
import { useOnrampText } from './useOnrampText.js'

/** How long an amount stands still before exchanges are asked, in milliseconds. */
const restDelay = 400

/** Funds the account from what the visitor has at an exchange. */
export default function PayWithExchangeView() {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const errorText = useErrorText()
  const isOnScreen = useOnScreen()
  const { symbolOf } = useOnrampText()
  const { form, offers, network } = useOnramp()
  const { token } = form
  const [best] = offers ?? []
  const [typed, setTyped] = useState<string>()
  const [opening, setOpening] = useState<string>()
  const account = token && receiverOf(portico, token)
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, account?.namespace)?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, account?.namespace, t('onramp.open.wallet', { wallet }))
  const suggested = best && token ? decimalOf(best.received, token.decimals) : ''
  const amount = typed ?? suggested
  const [settled] = useSettled(amount, restDelay)
  const units = token && readTypedAmount(settled, token.decimals, typed === undefined ? undefined : locale.code)
  const {
    data: exchanges,
    error,
    refetch,
  } = useQuery<readonly Exchange[]>(exchangesQuery(portico, token && units ? { token, units } : undefined))
  const open = (exchange: Exchange) => {
    if (!token || !account || !units) return
    setOpening(exchange.id)
    openExchange(portico, exchange, { account, token, units })
      .then(
        () => isOnScreen() && pushView(portico, { view: 'BuyInProgress' }),
        (failure: unknown) => showToast(portico, { variant: 'error', message: errorText(asError(failure)) }),
      )
      .finally(() => setOpening(undefined))
  }
  const isWrong = amount.trim() !== '' && settled === amount && !units
  return (
    <ViewFrame title={t('onramp.exchange')} lead="back">
      <Field
        label={token ? t('onramp.exchange.amount', { symbol: symbolOf(token) }) : t('onramp.sell.amount')}
        placeholder="0"
        inputMode="decimal"
        dir="ltr"
        value={amount}
        end={token && <span className="po-meta">{symbolOf(token)}</span>}
        help={network && t('onramp.on', { network: safeText(network.name) })}
        {...(isWrong && { error: t('onramp.incorrect') })}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="po-mt3">
        {!units ? null : error ? (
          <LoadFailed glyph={grid} title={t('onramp.exchange.failed')} again={refetch}>
            {errorText(error)}
          </LoadFailed>
        ) : !exchanges ? (
          <div className="po-list" role="status" aria-label={t('onramp.loading')}>
            <SkeletonRow title={88} />
            <SkeletonRow title={64} />
          </div>
        ) : exchanges.length === 0 ? (
          <Empty glyph={grid} title={t('onramp.exchange.none')}>
            {t('onramp.exchange.none.text')}
          </Empty>
        ) : (
          <List label={t('onramp.exchange')}>
            {exchanges.map((exchange) => (
              <ListItem
                key={exchange.id}
                lead={<ProviderTile provider={exchange} size={40} />}
                sub={opening === exchange.id && t('onramp.exchange.opening')}
                chevron
                busy={opening === exchange.id}
                disabled={opening !== undefined && opening !== exchange.id}
                onClick={() => open(exchange)}
              >
                <bdi>{safeText(exchange.name)}</bdi>
              </ListItem>
            ))}
          </List>
        )}
      </div>
      {opening !== undefined && openWallet && <div className="po-mt3">{openWallet}</div>}
    </ViewFrame>
  )
}

/** Units as a decimal number without more digits than people type. */
const decimalOf = (units: bigint, decimals: number): string => toDecimal(units, decimals).replace(/(\.\d{4})\d+$/, '$1')
