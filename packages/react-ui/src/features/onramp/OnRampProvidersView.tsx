'use client'
import type { PorticoViews } from '@portico/core'
import { pushView, showToast } from '@portico/core/kit'
import { presetOnramp, setOnrampAmount, setOnrampKind, type OnrampForm } from '@portico/core/onramp'
import { useEffect, useId } from 'react'
import { Button } from '@portico/ui/button'
import { Chip } from '@portico/ui/chip'
import { cls } from '@portico/ui/cls'
import { Empty } from '@portico/ui/empty'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { card } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { Segmented } from '@portico/ui/segmented'
import { Skeleton, SkeletonRow } from '@portico/ui/skeleton'
import { useOnramp, type Onramp } from '../../hooks/onramp.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { LoadFailed } from '../../modal/LoadFailed.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { CurrencyTile } from './CurrencyTile.js'
import { methodGlyph } from './methodGlyph.js'
import { useOnrampText } from './useOnrampText.js'

/** What is offered at a press, in whole units of the currency. */
const presets = [50, 100, 250, 500]
const whole = 10n ** 18n

interface Props {
  /** What a site fills in. */
  readonly params?: PorticoViews['OnRampProviders']
}

/** How much of what is bought, and how it is paid; who sells is chosen next. The main button names what is missing. */
export default function OnRampProvidersView({ params }: Props) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const onramp = useOnramp()
  const { form, check, options, renew } = onramp
  useEffect(() => {
    if (params) presetOnramp(portico, params).catch((error: unknown) => showToast(portico, { variant: 'error', message: errorText(error) }))
  }, [portico, params, errorText])
  const title = form.kind === 'sell' ? t('onramp.sell.title') : t('onramp.title')
  if (check.status === 'unsupported' || check.status === 'failed') {
    return (
      <ViewFrame title={title} lead="back">
        {check.status === 'failed' ? (
          <LoadFailed glyph={card} title={t('onramp.failed')} again={renew}>
            {errorText(check.error)}
          </LoadFailed>
        ) : (
          <Empty glyph={card} title={t('onramp.unsupported')} action={<ToReceive />}>
            {t('onramp.unsupported.text')}
          </Empty>
        )}
      </ViewFrame>
    )
  }
  const sells = options?.providers.some(({ sells: does }) => does) ?? false
  return (
    <ViewFrame title={title} lead="back" foot={<Foot onramp={onramp} />}>
      {sells && (
        <Segmented<OnrampForm['kind']>
          label={t('onramp.kind')}
          kind="radio"
          items={[
            { id: 'buy', label: t('onramp.buy') },
            { id: 'sell', label: t('onramp.sell') },
          ]}
          value={form.kind}
          onChange={(kind) => setOnrampKind(portico, kind)}
        />
      )}
      <Amount onramp={onramp} />
      <Presets onramp={onramp} />
      <div className="po-mt4">{options ? <Choices onramp={onramp} /> : <Loading />}</div>
      {options?.builtIn && (
        <div className="po-mt2">
          <Note>{t('onramp.builtIn')}</Note>
        </div>
      )}
    </ViewFrame>
  )
}

function ToReceive() {
  const t = useT()
  const portico = usePortico()
  const toReceive = wayTo(portico, 'Receive')
  return toReceive ? (
    <Button size="md" full={false} onClick={() => toReceive()}>
      {t('onramp.receive')}
    </Button>
  ) : null
}

function Loading() {
  const t = useT()
  return (
    <div className="po-list" role="status" aria-label={t('onramp.loading')}>
      <SkeletonRow title={64} sub={72} />
      <SkeletonRow title={80} sub={40} />
      <SkeletonRow title={48} sub={96} />
    </div>
  )
}

/** How large the figures can be so that a text of some length fits. */
const fitOf = (length: number) => (length <= 7 ? 4.8 : length <= 10 ? 3.6 : length <= 14 ? 2.4 : 1.7)

/** The figure that is typed, with its sign, and under it what it comes to, or why it will not do. */
function Amount({ onramp }: { readonly onramp: Onramp }) {
  const portico = usePortico()
  const t = useT()
  const id = useId()
  const { sign, symbolOf, currency: nameOf } = useOnrampText()
  const { form, check, currency } = onramp
  const { kind, token, amount } = form
  const { before, after } =
    kind === 'sell' ? { before: '', after: token ? symbolOf(token) : '' } : currency ? sign(currency.id) : { before: '', after: '' }
  const isBad = ['tooLittle', 'tooMuch', 'incorrectValue', 'insufficientFunds'].includes(check.status)
  const length = amount.length + before.length + after.length
  const style = { '--fit': fitOf(length), '--ch': Math.max(1, amount.length) } as React.CSSProperties & Record<'--fit' | '--ch', number>
  return (
    <div className="po-center po-mt3">
      <label className="po-onramp__sum po-num" dir="ltr" style={style}>
        <span className="po-sr">
          {kind === 'sell' ? t('onramp.sell.amount') : t('onramp.amount', { currency: currency ? nameOf(currency.id) : '' })}
        </span>
        {before && <span aria-hidden="true">{before}</span>}
        <input
          inputMode="decimal"
          placeholder="0"
          autoComplete="off"
          value={amount}
          aria-invalid={isBad}
          aria-describedby={id}
          onChange={({ currentTarget }) => setOnrampAmount(portico, currentTarget.value)}
        />
        {after && (
          <span aria-hidden="true" className="po-onramp__after">
            {after}
          </span>
        )}
      </label>
      <p id={id} className={cls('po-meta po-num po-mt1', isBad && 'po-onramp__bad')} role="status">
        <Said onramp={onramp} />
      </p>
    </div>
  )
}

function Said({ onramp }: { readonly onramp: Onramp }) {
  const { form, check, held, offers, offersError } = onramp
  const { kind, token } = form
  const t = useT()
  const { round, method, amount, symbolOf } = useOnrampText()
  switch (check.status) {
    case 'tooLittle':
    case 'tooMuch': {
      const values = { method: method(check.method), limit: round({ units: check.limit, currency: check.currency }) }
      return check.status === 'tooLittle' ? t('onramp.tooLittle', values) : t('onramp.tooMuch', values)
    }
    case 'incorrectValue':
      return t('onramp.incorrect')
    case 'insufficientFunds':
      return t('onramp.insufficient', { symbol: token ? symbolOf(token) : '' })
    default:
      if (kind === 'sell') return held !== undefined && token ? t('onramp.held', { amount: amount(token, held) }) : ' '
      if (check.status !== 'ready' || !token || offersError) return ' '
      return offers?.[0] ? t('onramp.about', { amount: amount(token, offers[0].received) }) : <Skeleton width={104} height={12} />
  }
}

function Presets({ onramp: { form, currency, method } }: { readonly onramp: Onramp }) {
  const portico = usePortico()
  const t = useT()
  const { round } = useOnrampText()
  if (form.kind === 'sell' || !currency) return null
  const shown = presets.filter((one) => !method || (BigInt(one) * whole >= method.minimum && BigInt(one) * whole <= method.maximum))
  return (
    <div className="po-onramp__chips po-mt4" role="group" aria-label={t('onramp.presets')}>
      {shown.map((one) => (
        <Chip key={one} selected={form.amount === String(one)} onClick={() => setOnrampAmount(portico, String(one))}>
          <bdi dir="ltr">{round({ units: BigInt(one) * whole, currency: currency.id })}</bdi>
        </Chip>
      ))}
    </div>
  )
}

/** The token, the currency and the way to pay, each a row that leads to its list. */
function Choices({ onramp: { form, options, currency, method, network } }: { readonly onramp: Onramp }) {
  const portico = usePortico()
  const t = useT()
  const { symbolOf, currency: nameOf, method: methodName, limits } = useOnrampText()
  const { token, kind } = form
  return (
    <List>
      <ListItem
        lead={
          token ? (
            <TokenTile token={token} network={network} size={40} badge={network && <NetworkTile network={network} size={16} />} />
          ) : (
            <GlyphTile glyph={card} />
          )
        }
        sub={token ? network && t('onramp.on', { network: safeText(network.name) }) : undefined}
        chevron
        onClick={() => pushView(portico, { view: 'OnRampTokenSelect' })}
      >
        {token ? safeText(token.name) || symbolOf(token) : t('onramp.token')}
      </ListItem>
      {currency && (
        <ListItem
          lead={<CurrencyTile currency={currency.id} size={40} />}
          sub={currency.id}
          chevron
          onClick={() => pushView(portico, { view: 'OnRampFiatSelect' })}
        >
          {nameOf(currency.id)}
        </ListItem>
      )}
      {kind === 'buy' && currency && method && (
        <ListItem
          lead={<GlyphTile glyph={methodGlyph(method.id)} />}
          sub={<bdi dir="auto">{limits(method, currency.id)}</bdi>}
          chevron
          onClick={() => pushView(portico, { view: 'OnRampMethodSelect' })}
        >
          {methodName(method.id)}
        </ListItem>
      )}
      {kind === 'buy' && options?.exchanges && (
        <ListItem
          lead={<GlyphTile glyph={methodGlyph('EXCHANGE')} />}
          sub={t('onramp.exchange.text')}
          chevron
          onClick={() => pushView(portico, { view: 'PayWithExchange' })}
        >
          {t('onramp.exchange')}
        </ListItem>
      )}
    </List>
  )
}

function Foot({ onramp: { form, check } }: { readonly onramp: Onramp }) {
  const portico = usePortico()
  const t = useT()
  const { round, symbolOf } = useOnrampText()
  const disabled = (words: string) => (
    <Button variant="primary" disabled>
      {words}
    </Button>
  )
  switch (check.status) {
    case 'noAccount':
    case 'noWallet':
      return disabled(t('onramp.check.noAccount'))
    case 'selectToken':
      return disabled(t('onramp.token'))
    case 'incorrectValue':
      return disabled(t('onramp.incorrect'))
    case 'tooLittle':
      return disabled(t('onramp.check.tooLittle', { limit: round({ units: check.limit, currency: check.currency }) }))
    case 'tooMuch':
      return disabled(t('onramp.check.tooMuch', { limit: round({ units: check.limit, currency: check.currency }) }))
    case 'insufficientFunds':
      return disabled(t('onramp.insufficient', { symbol: form.token ? symbolOf(form.token) : '' }))
    case 'loading':
      return disabled(t('onramp.see'))
    case 'ready':
      return (
        <Button variant="primary" onClick={() => pushView(portico, { view: 'OnRampOffers' })}>
          {t('onramp.see')}
        </Button>
      )
    default:
      return disabled(t('onramp.check.addAmount'))
  }
}
