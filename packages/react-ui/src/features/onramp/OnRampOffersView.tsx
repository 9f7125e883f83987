'use client'
import { pushView, replaceView } from '@portico/core/kit'
import {
  isFreshOffer,
  NoOfferError,
  OnrampRefusedError,
  OnrampUnsupportedError,
  openOnramp,
  type OnrampOffer,
  type OnrampOrder,
} from '@portico/core/onramp'
import { useEffect } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { card, refresh } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { Skeleton } from '@portico/ui/skeleton'
import { useOnramp, type OfferedProvider, type Onramp } from '../../hooks/onramp.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { ProviderTile } from './ProviderTile.js'
import { useOnrampText } from './useOnrampText.js'

/** Who takes the order, and what each gives. A press opens the provider's page. */
export default function OnRampOffersView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const onramp = useOnramp()
  const { check, providers, offers, offersError, renew, form } = onramp
  const isOnScreen = useOnScreen()
  const isLost = check.status !== 'ready' && check.status !== 'loading'
  useEffect(() => {
    if (isLost && isOnScreen()) replaceView(portico, { view: 'OnRampProviders' })
  }, [portico, isLost, isOnScreen])
  const title = t('onramp.providers')
  if (check.status !== 'ready') return <ViewFrame title={title} lead="back" />
  const { order } = check
  const hasNone = form.kind === 'buy' && offers === undefined && offersError !== undefined
  // Of providers none of which takes the order each says why.
  if (hasNone || providers.length === 0) {
    const isAnswered = offersError instanceof NoOfferError && offersError.answered
    const isRefused = offersError instanceof OnrampRefusedError || offersError instanceof OnrampUnsupportedError
    return (
      <ViewFrame title={title} lead="back">
        <Empty
          glyph={card}
          title={isAnswered ? t('onramp.without') : t('onramp.none')}
          action={
            <Button size="md" full={false} icon={refresh} onClick={renew}>
              {t('common.again')}
            </Button>
          }
        >
          {!isAnswered && (
            <>
              {isRefused ? errorText(offersError) : t('onramp.none.text')}
              <br />
            </>
          )}
          {t('onramp.none.sent')}
        </Empty>
      </ViewFrame>
    )
  }
  const toHelp = wayTo(portico, 'WhatIsABuy')
  const isEstimate = offers?.some(({ estimate }) => estimate) ?? false
  return (
    <ViewFrame
      title={title}
      lead="back"
      foot={
        <p className="po-caption">
          {t('onramp.terms')} {toHelp && <LinkButton onClick={() => toHelp()}>{t('onramp.what')}</LinkButton>}
        </p>
      }
    >
      {isEstimate && (
        <div className="po-onramp__note">
          <Note tone="warn" title={t('onramp.estimate.title')}>
            {t('onramp.estimate.text')}
          </Note>
        </div>
      )}
      <div aria-busy={form.kind === 'buy' && !offers}>
        <List label={title}>
          {providers.map((one) => (
            <Row key={one.provider.id} one={one} order={order} onramp={onramp} />
          ))}
        </List>
      </div>
    </ViewFrame>
  )
}

function Row({
  one: { provider, offer, unserved },
  order,
  onramp,
}: {
  readonly one: OfferedProvider
  readonly order: OnrampOrder
  readonly onramp: Onramp
}) {
  const portico = usePortico()
  const t = useT()
  const { fees, method: methodName, amount } = useOnrampText()
  const { offers, network, renew } = onramp
  const { id, methods } = provider
  const isQuoting = order.kind === 'buy' && !unserved && !offers
  const isWithout = order.kind === 'buy' && !unserved && offers !== undefined && !offer
  const said = useUnserved(unserved, safeText(network?.name), methodName(order.method))
  const choose = () => {
    if (offer && !isFreshOffer(offer)) return renew()
    // In the press itself: this is when a browser allows a window.
    void openOnramp(portico, { order, provider: { id, name: provider.name }, ...(offer && { offer }) })
    pushView(portico, { view: 'BuyInProgress' })
  }
  const fee = fees(provider, offer)
  const accepted = methods.map(methodName).join(', ')
  return (
    <ListItem
      lead={<ProviderTile provider={provider} size={40} />}
      wrapSub
      sub={
        said ??
        (isWithout ? (
          t('onramp.without')
        ) : (
          <>
            {fee && (
              <span className="po-onramp__line">
                <bdi>{fee}</bdi>
              </span>
            )}
            {accepted && <span className="po-onramp__line">{accepted}</span>}
          </>
        ))
      }
      end={
        isQuoting ? (
          <Skeleton width={64} height={12} />
        ) : (
          offer && (
            <bdi className="po-num">
              {offer.estimate ? t('onramp.about', { amount: amount(order.token, offer.received) }) : amount(order.token, offer.received)}
            </bdi>
          )
        )
      }
      endSub={offer && offers && <Rate offer={offer} offers={offers} />}
      chevron={order.kind === 'sell' && !unserved}
      disabled={unserved !== undefined || isQuoting || isWithout}
      onClick={choose}
    >
      <bdi>{safeText(provider.name)}</bdi>
    </ListItem>
  )
}

function useUnserved(unserved: OfferedProvider['unserved'], network: string, method: string): string | undefined {
  const t = useT()
  switch (unserved) {
    case 'network':
      return t('onramp.unserved.network', { network })
    case 'method':
      return t('onramp.unserved.method', { method })
    case 'sell':
      return t('onramp.unserved.sell')
    default:
      return undefined
  }
}

/** How good an offer is beside the best. An estimate is none of these (R10). */
function Rate({ offer, offers: [best, ...others] }: { readonly offer: OnrampOffer; readonly offers: readonly OnrampOffer[] }) {
  const t = useT()
  const { percent } = useOnrampText()
  if (offer.estimate) return t('onramp.estimate')
  if (!best || others.length === 0) return null
  if (offer.received === best.received) return <span className="po-onramp__best">{t('onramp.best')}</span>
  const less = Number(((best.received - offer.received) * 10_000n) / best.received) / 10_000
  return less >= 0.0005 ? t('onramp.less', { share: percent(less) }) : null
}
