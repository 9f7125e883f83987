'use client'
import { findNetwork, formatAmount, shortAddress } from '@portico/core'
import type { Permission } from '@portico/core/permissions'
import { findToken } from '@portico/core/send'
import { safeText } from '@portico/ui/safe-text'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'

/** What a permission allows, in a sentence. */
export function usePermissionText({ networkId, account, delegate, spending, contracts, methods }: Permission): string {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { token, amount, period } = spending
  const isToken = token !== 'native'
  const { data: known } = useQuery({
    queryKey: ['permission token', networkId, token],
    queryFn: () =>
      findToken(portico, { namespace: 'eip155', networkId, address: account ?? delegate }, isToken ? token : undefined).then(
        ({ symbol, decimals }) => ({ symbol, decimals }),
      ),
    enabled: isToken,
    staleTime: Infinity,
    retry: false,
  })
  const coin = isToken ? known : findNetwork(portico, networkId)?.nativeCurrency
  // Whose decimals are not known is told in the smallest unit: a guess would be wrong by powers of ten.
  const total = coin
    ? `${formatAmount(amount, coin.decimals, locale.code)} ${safeText(coin.symbol)}`
    : t('permissions.units', { units: new Intl.NumberFormat(locale.code).format(amount), token: shortAddress(token) })
  const limit = period === undefined ? total : t('permissions.each', { amount: total, period: length(period, locale.code) })
  if (isToken) return t('permissions.token', { amount: limit })
  const count = contracts.length
  if (methods.length === 0) return t('permissions.coins', { amount: limit, count })
  return amount === 0n ? t('permissions.calls.free', { count }) : t('permissions.calls', { amount: limit, count })
}

const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the largest unit that they are whole ones of: `7 days`, and of a single one the unit alone: `week`. */
function length(seconds: number, locale: string): string {
  const [unit, one] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(seconds / one)
  const said = seconds === one ? parts.filter(({ type }) => type === 'unit') : parts
  return said.map(({ value }) => value).join('')
}
