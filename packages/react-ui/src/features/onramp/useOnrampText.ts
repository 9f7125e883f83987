import { formatAmount } from '@portico/core'
import { formatFiat } from '@portico/core/balances'
import type { Money, OnrampOffer, OnrampProvider, OnrampSession, OnrampToken, PaymentMethod } from '@portico/core/onramp'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePorticoContext } from '../../PorticoProvider.js'

type Named = Pick<OnrampToken, 'symbol' | 'decimals'>

/** Money, tokens, ways to pay and what became of an order, in words. */
export function useOnrampText() {
  const t = useT()
  const { locale } = usePorticoContext()
  const symbolOf = ({ symbol }: Pick<OnrampToken, 'symbol'>): string => safeText(symbol) || t('onramp.unnamed')
  const amount = (token: Named, units: bigint): string => `${formatAmount(units, token.decimals, locale.code)} ${symbolOf(token)}`
  const money = ({ units, currency }: Money): string => formatFiat(units, currency, locale.code).text
  /** Without cents where there are none. */
  const round = ({ units, currency }: Money): string => {
    const { text, before, after } = formatFiat(units, currency, locale.code)
    return units % 10n ** 18n === 0n ? before + after : text
  }
  const methodNames: Readonly<Record<string, string>> = {
    CARD: t('onramp.method.card'),
    ACH_BANK_ACCOUNT: t('onramp.method.bank'),
    BANK_TRANSFER: t('onramp.method.bank'),
    APPLE_PAY: 'Apple Pay',
    GOOGLE_PAY: 'Google Pay',
  }
  const method = (id: string): string => methodNames[id] ?? safeText(id.replaceAll('_', ' ').toLowerCase())
  const percent = (share: number): string =>
    new Intl.NumberFormat(locale.code, { style: 'percent', maximumFractionDigits: 1 }).format(share)
  const limits = ({ minimum, maximum }: PaymentMethod, currency: string): string =>
    t('onramp.range', { least: round({ units: minimum, currency }), most: round({ units: maximum, currency }) })
  return {
    symbolOf,
    amount,
    money,
    round,
    method,
    percent,
    limits,
    /** A currency's own name. */
    currency: (code: string): string => {
      try {
        return new Intl.DisplayNames(locale.code, { type: 'currency' }).of(code) ?? code
      } catch {
        return code
      }
    },
    /** How money is written around a figure: its sign before or after. */
    sign: (currency: string): { readonly before: string; readonly after: string } => {
      const parts = new Intl.NumberFormat(locale.code, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(1)
      const text = safeText(parts.find(({ type }) => type === 'currency')?.value)
      const isFirst = parts.findIndex(({ type }) => type === 'currency') < parts.findIndex(({ type }) => type === 'integer')
      return isFirst ? { before: text, after: '' } : { before: '', after: text }
    },
    /** What a provider takes: a figure, or a range until there is one. */
    fees: ({ fees }: OnrampProvider, offer: OnrampOffer | undefined): string | undefined => {
      if (offer?.fee !== undefined) return t('onramp.fee', { fee: money({ units: offer.fee, currency: offer.currency }) })
      if (!fees) return undefined
      const most = percent(fees.most / 100)
      const least = new Intl.NumberFormat(locale.code, { maximumFractionDigits: 1 }).format(fees.least)
      return t('onramp.fee', { fee: fees.least === fees.most ? most : `${least}–${most}` })
    },
    /** What an order is, in a line. */
    orderOf: ({ kind, token, units }: OnrampSession): string => {
      const what = units === undefined ? symbolOf(token) : amount(token, units)
      return kind === 'sell' ? t('onramp.order.sell', { what }) : t('onramp.order.buy', { what })
    },
    /** How far it is, in a line. */
    stateOf: ({ status, kind, depositAddress, provider }: OnrampSession): string => {
      const name = safeText(provider.name)
      if (status === 'created')
        return kind === 'sell' && depositAddress ? t('onramp.state.deposit') : t('onramp.state.created', { provider: name })
      if (status === 'paid') return t('onramp.state.paid', { provider: name })
      if (status === 'settled') return kind === 'sell' ? t('onramp.state.paidOut') : t('onramp.state.arrived')
      if (status === 'refunded') return t('onramp.refunded')
      return status === 'processing' ? t('onramp.state.processing') : t('onramp.failed.title')
    },
    /** Why it failed, where there is a sentence for it. */
    reasonOf: ({ reason }: Pick<OnrampSession, 'reason'>): string | undefined => {
      switch (reason) {
        case 'card_declined':
          return t('onramp.reason.card_declined')
        case 'insufficient_funds':
          return t('onramp.reason.insufficient_funds')
        case 'expired_card':
          return t('onramp.reason.expired_card')
        case 'bank_error':
          return t('onramp.reason.bank_error')
        case 'settlement_failed':
          return t('onramp.reason.settlement_failed')
        case 'charged_back':
          return t('onramp.reason.charged_back')
        case 'payout_refused':
          return t('onramp.reason.payout_refused')
        default:
          return undefined
      }
    },
  }
}
