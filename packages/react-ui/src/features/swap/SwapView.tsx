'use client'
import type { PorticoViews } from '@portico/core'
import { pushView, replaceView, showToast } from '@portico/core/kit'
import { acknowledgeImpact, flipSwap, impactLimits, orderOfSwap, paidInSwap, presetSwap, setSwapProvider } from '@portico/core/swap'
import { useEffect, useState } from 'react'
import { Button } from '@portico/ui/button'
import { chevronDown, gas, route, sliders, swap as swapGlyph, swapVertical } from '@portico/ui/glyphs'
import { Empty } from '@portico/ui/empty'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { List, ListItem } from '@portico/ui/list-item'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { Skeleton } from '@portico/ui/skeleton'
import { useSwap, type Swap } from '../../hooks/swap.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { NetworkFee } from './NetworkFee.js'
import { QuoteFacts } from './QuoteFacts.js'
import { AmountField, fitting, SwapBox } from './SwapBox.js'
import { useSwapText } from './useSwapText.js'

interface Props {
  /** What a site fills in. */
  readonly params?: PorticoViews['Swap']
}

/** What to swap for what, and at which price. The main button names what is missing. */
export default function SwapView({ params }: Props) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const { figure, worth } = useSwapText()
  const swap = useSwap()
  const { form, check, network, quote } = swap
  const { from, to, amount, progress } = form
  const isOnScreen = useOnScreen()
  const isUnderWay = !['editing', 'confirmed', 'failed'].includes(progress.status)
  useEffect(() => {
    if (isUnderWay && isOnScreen()) replaceView(portico, { view: 'SwapProgress' })
  }, [portico, isUnderWay, isOnScreen])
  useEffect(() => {
    if (params) presetSwap(portico, params).catch((error: unknown) => showToast(portico, { variant: 'error', message: errorText(error) }))
  }, [portico, params, errorText])

  if (check.status === 'unsupported') return <Unsupported network={safeText(network?.name)} />
  const short = check.status === 'insufficientFunds'
  const units = paidInSwap(form) ?? 0n
  const received = to && quote ? figure(to, quote.received) : undefined
  const isQuoting = check.status === 'quoting'
  const settings = <IconButton glyph={sliders} label={t('swap.settings')} onClick={() => pushView(portico, { view: 'SwapSettings' })} />
  return (
    <ViewFrame title={t('swap.title')} lead="back" end={settings} foot={<Foot swap={swap} />}>
      <SwapBox form={form} network={network} side="from" short={short} worth={from && worth(from, units)}>
        <AmountField amount={amount} wrong={short || check.status === 'incorrectValue'} />
      </SwapBox>
      <div className="po-flip">
        <button type="button" aria-label={t('swap.flip')} onClick={() => flipSwap(portico)}>
          <Icon glyph={swapVertical} />
        </button>
      </div>
      <SwapBox form={form} network={network} side="to" worth={to && quote && worth(to, quote.received)}>
        <output className="po-grow po-swap__out po-num" style={fitting(received ?? '')} aria-label={t('swap.receive.amount')}>
          {isQuoting ? <Skeleton width={128} height={28} /> : <bdi dir="ltr">{received ?? '0'}</bdi>}
        </output>
      </SwapBox>
      <QuoteLine swap={swap} />
      <Notes swap={swap} />
    </ViewFrame>
  )
}

function Unsupported({ network }: { readonly network: string }) {
  const portico = usePortico()
  const t = useT()
  const toNetworks = wayTo(portico, 'Networks')
  const choose = toNetworks && (
    <Button variant="primary" size="md" full={false} onClick={() => toNetworks()}>
      {t('swap.unsupported.choose')}
    </Button>
  )
  return (
    <ViewFrame title={t('swap.title')} lead="back">
      <Empty glyph={swapGlyph} title={t('swap.unsupported', { network })} action={choose}>
        {t('swap.unsupported.text')}
      </Empty>
    </ViewFrame>
  )
}

/** The price in a line, which opens into what is behind it. */
function QuoteLine({ swap: { form, check, network, listed, held, quote, quotes = [], fee } }: { readonly swap: Swap }) {
  const portico = usePortico()
  const t = useT()
  const { rate, amount, provider } = useSwapText()
  const [isOpen, setOpen] = useState(false)
  const order = orderOfSwap(form)
  if (check.status === 'quoting') {
    return (
      <div className="po-quote" role="status" aria-label={t('swap.quoting')}>
        <Skeleton width={152} height={14} />
        <Skeleton width={40} height={14} />
      </div>
    )
  }
  if (!order || !quote || !network) return null
  const { from, to, units } = order
  return (
    <div>
      <button type="button" className="po-quote" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <bdi className="po-num po-clip" dir="ltr">
          {rate(from, to, units, quote.received)}
        </bdi>
        <span className="po-flex po-meta">
          {fee && (
            <>
              <Icon glyph={gas} size={16} />
              <span className="po-sr">{t('swap.fee.network')}</span>
              <NetworkFee fee={fee} network={network} held={held} />
            </>
          )}
          <Icon glyph={chevronDown} size={16} />
        </span>
      </button>
      {isOpen && (
        <div className="po-swap__facts">
          <QuoteFacts swap={{ ...order, quote }} fee={fee} network={network} listed={listed} held={held} />
          {quotes.length > 1 && (
            <>
              <SectionTitle>{t('swap.others')}</SectionTitle>
              <List label={t('swap.others')}>
                {quotes.map((one) => (
                  <ListItem
                    key={one.provider}
                    compact
                    selected={one === quote}
                    end={<bdi dir="ltr">{amount(to, one.received)}</bdi>}
                    onClick={() => setSwapProvider(portico, one === quotes[0] ? undefined : one.provider)}
                  >
                    {provider(one)}
                  </ListItem>
                ))}
              </List>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** What there is to say of the swap: that nobody has a price, or what it costs to swap so much. */
function Notes({ swap: { form, check, quote } }: { readonly swap: Swap }) {
  const t = useT()
  const errorText = useErrorText()
  const { percent } = useSwapText()
  const impact = quote?.impact ?? 0
  return (
    <div className="po-swap__notes">
      {check.status === 'noRoute' && (
        <Note tone="warn" icon={route} title={t('swap.noRoute.title')}>
          {t('swap.noRoute.text')}
        </Note>
      )}
      {'error' in check && check.error && <Note tone="warn">{errorText(check.error)}</Note>}
      {impact >= impactLimits.warns && (
        <Note tone={impact >= impactLimits.asks ? 'bad' : 'warn'} title={t('swap.loses', { share: percent(impact) })}>
          {t('swap.loses.text')}
        </Note>
      )}
      {form.to?.unlisted && <Note tone="warn">{t('swap.unlisted.text')}</Note>}
    </div>
  )
}

function Foot({ swap: { form, check, renew } }: { readonly swap: Swap }) {
  const portico = usePortico()
  const t = useT()
  const { symbolOf, percent } = useSwapText()
  const disabled = (words: string) => (
    <Button id="po-check" variant="primary" disabled>
      {words}
    </Button>
  )
  switch (check.status) {
    case 'noAccount':
      return disabled(t('swap.check.noAccount'))
    case 'unsupported':
      return null
    case 'selectToken':
      return disabled(t('swap.select'))
    case 'addAmount':
      return disabled(t('swap.check.addAmount'))
    case 'incorrectValue':
      return disabled(t('swap.check.incorrectValue'))
    case 'insufficientFunds':
      return disabled(t('swap.check.insufficientFunds', { symbol: form.from ? symbolOf(form.from) : '' }))
    case 'noRoute':
      return disabled(t('swap.check.noRoute'))
    case 'noGasPrice':
      return disabled(t('swap.check.noGasPrice'))
    case 'quoting':
      return (
        <Button variant="primary" busy>
          {t('swap.quoting')}
        </Button>
      )
    case 'failed':
      return (
        <Button variant="primary" onClick={renew}>
          {t('swap.again')}
        </Button>
      )
    case 'expired':
      return (
        <Button variant="primary" onClick={renew}>
          {t('swap.check.expired')}
        </Button>
      )
    case 'impact':
      return (
        <Button variant="danger-soft" onClick={() => acknowledgeImpact(portico)}>
          {t('swap.check.impact', { share: percent(check.impact) })}
        </Button>
      )
    case 'ready':
      return (
        <Button variant="primary" onClick={() => pushView(portico, { view: 'SwapPreview' })}>
          {t('swap.review')}
        </Button>
      )
  }
}
