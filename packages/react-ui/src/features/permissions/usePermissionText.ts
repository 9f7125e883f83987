'use client'
import { findNetwork, shortAddress, toDecimal } from '@portico/core'
import { formatExact, formatPeriod } from '@portico/core/kit'
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
    ? `${formatExact(toDecimal(amount, coin.decimals), locale.code)} ${safeText(coin.symbol)}`
    : t('permissions.units', { units: formatExact(String(amount), locale.code), token: shortAddress(token) })
  const limit = period === undefined ? total : t('permissions.each', { amount: total, period: formatPeriod(period, locale.code) })
  if (isToken) return t('permissions.token', { amount: limit })
  const count = contracts.length
  if (methods.length === 0) return t('permissions.coins', { amount: limit, count })
  return amount === 0n ? t('permissions.calls.free', { count }) : t('permissions.calls', { amount: limit, count })
}
