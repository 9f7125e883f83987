'use client'
import { findNetwork, formatAmount, shortAddress } from '@portico/core'
import { transactionUrl, type ActivityRow } from '@portico/core/activity'
import { formatFiat } from '@portico/core/balances'
import { goBack } from '@portico/core/kit'
import { Button, ButtonLink } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Empty } from '@portico/ui/empty'
import { arrowUpRight, ok, pulse } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { Spinner } from '@portico/ui/spinner'
import { useActivity } from '../../hooks/activity.js'
import { useHolder } from '../../hooks/holdings.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { AddressText } from '../../tiles/AddressText.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { ActivityTile } from './ActivityTile.js'
import { Replace } from './Replace.js'
import { mainTransfer, signOf, standingOf } from './moved.js'
import { useRowText } from './useRowText.js'

/** One transaction: what moved, between whom, when, for what fee, and where to look it up. */
export default function TransactionView({ params: { id } }: { readonly params: { readonly id: string } }) {
  const portico = usePortico()
  const t = useT()
  const text = useRowText()
  const { address } = useHolder(undefined)
  const { data, status } = useActivity()
  // One that was sent from here becomes the row that the history tells, under another id, of it or of what was mined in its place.
  const row = data?.find((one) => [one.id, `sent:${one.hash}`, `sent:${one.inPlaceOf}`].includes(id))
  if (address === undefined) return <ConnectFirst title={t('activity.title')} />
  if (!row) {
    const isGone = data !== undefined || status === 'failed'
    return (
      <ViewFrame title={t('activity.title')} lead="back">
        {isGone && (
          <Empty
            glyph={pulse}
            title={t('activity.gone')}
            action={
              <Button size="md" full={false} onClick={() => goBack(portico)}>
                {t('common.back')}
              </Button>
            }
          />
        )}
      </ViewFrame>
    )
  }
  const url = transactionUrl(portico, row)
  return (
    <ViewFrame
      title={text(row).title}
      lead="back"
      foot={
        url && (
          <ButtonLink href={url} after={arrowUpRight}>
            {t('activity.explorer')}
          </ButtonLink>
        )
      }
    >
      <Amount row={row} />
      <div className="po-mt5">
        <Card>
          <About row={row} />
        </Card>
      </div>
      {row.status === 'pending' && <Replace row={row} />}
    </ViewFrame>
  )
}

function Amount({ row }: { readonly row: ActivityRow }) {
  const t = useT()
  const { locale } = usePorticoContext()
  const main = mainTransfer(row)
  const others = row.transfers.filter((one) => one !== main && !one.spam && one.units > 0n).slice(0, 10)
  const amountOf = (transfer: ActivityRow['transfers'][number]) =>
    `${signOf(row, transfer)}${formatAmount(transfer.units, transfer.decimals, locale.code)} ${safeText(transfer.symbol) || safeText(transfer.name)}`
  return (
    <div className="po-hero po-mt2">
      <ActivityTile row={row} size={56} />
      {main && main.units > 0n && (
        <p className={`po-title po-num po-mt3${signOf(row, main) === '+' ? ' po-gain' : ''}`}>
          <bdi dir="ltr">{amountOf(main)}</bdi>
        </p>
      )}
      {others.map((transfer, at) => (
        <p key={at} className="po-text po-num">
          <bdi dir="ltr">{amountOf(transfer)}</bdi>
        </p>
      ))}
      {main?.value !== undefined && (
        <p className="po-text po-num">{t('activity.then', { value: formatFiat(main.value, 'usd', locale.code).text })}</p>
      )}
    </div>
  )
}

function About({ row }: { readonly row: ActivityRow }) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { status, from, to, networkId, minedAt, fee, hash, application, outcome, replacing } = row
  const network = findNetwork(portico, networkId)
  const when = new Intl.DateTimeFormat(locale.code, { dateStyle: 'medium', timeStyle: 'short' }).format(minedAt)
  return (
    <Facts>
      <Fact term={t('activity.fact.status')}>
        {status === 'confirmed' && <Icon glyph={ok} size={16} className="po-gain" />}
        {status === 'pending' && <Spinner />}
        {outcome
          ? t('activity.outcome', { outcome })
          : replacing === 'cancel'
            ? t('activity.cancelling')
            : t('activity.status', { status: standingOf(row) })}
      </Fact>
      {application && (
        <Fact term={t('activity.fact.application')}>
          <bdi>{safeText(application)}</bdi>
        </Fact>
      )}
      {from && (
        <Fact term={t('activity.from')}>
          <AddressText address={from} both />
        </Fact>
      )}
      {to && (
        <Fact term={t('activity.to')}>
          <AddressText address={to} both />
        </Fact>
      )}
      {network && (
        <Fact term={t('activity.fact.network')}>
          <NetworkTile network={network} size={16} />
          {safeText(network.name)}
        </Fact>
      )}
      {fee && (
        <Fact term={t('activity.fact.fee')}>
          <bdi dir="ltr">
            {formatFee(fee.amount, locale.code)} {safeText(fee.symbol)}
          </bdi>
        </Fact>
      )}
      <Fact term={t('activity.fact.when')}>{when}</Fact>
      {hash && (
        <Fact term={t('activity.fact.hash')}>
          <bdi dir="ltr" className="po-addr">
            {safeText(shortAddress(hash))}
          </bdi>
        </Fact>
      )}
    </Facts>
  )
}

/** To three digits that say something, whatever comes before them: nobody reads eighteen. */
const formatFee = (amount: string, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(Number(amount))
