'use client'
import { findNetwork, formatAmount, shortAddress, type Call } from '@portico/core'
import { readCall, type CallBatch } from '@portico/core/calls'
import { findToken, type SendToken } from '@portico/core/send'
import { safeText } from '@portico/ui/safe-text'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'

/** What a call does, in a sentence. A token that nobody knows is called by its contract, and no amount of it is said. */
export function useCallText({ namespace, networkId, address }: CallBatch, call: Call): string {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const meaning = readCall(call)
  const contract = 'token' in meaning ? meaning.token : undefined
  const { data: token } = useQuery<SendToken>({
    queryKey: ['callToken', networkId, contract],
    queryFn: () => findToken(portico, { namespace, networkId, address }, contract),
    enabled: contract !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const coin = findNetwork(portico, networkId)?.nativeCurrency
  const coins = (value: bigint) => (coin ? `${formatAmount(value, coin.decimals, locale.code)} ${safeText(coin.symbol)}` : `${value}`)
  const symbol = (token && safeText(token.symbol)) || shortAddress(contract ?? '')
  const amount = (units: bigint) => `${formatAmount(units, token?.decimals ?? 0, locale.code)} ${symbol}`

  switch (meaning.kind) {
    case 'send':
      return t('calls.send', { amount: coins(meaning.value), name: shortAddress(meaning.to) })
    case 'transfer':
      return t('calls.send', { amount: token ? amount(meaning.units) : symbol, name: shortAddress(meaning.to) })
    case 'approve': {
      const { units, spender } = meaning
      const name = shortAddress(spender)
      if (units === undefined) return t('calls.approve.any', { symbol, name })
      if (units === 0n) return t('calls.approve.none', { symbol, name })
      return t('calls.approve', { amount: token ? amount(units) : symbol, name })
    }
    case 'call': {
      const name = shortAddress(meaning.to)
      return meaning.value > 0n ? t('calls.call.paid', { name, amount: coins(meaning.value) }) : t('calls.call', { name })
    }
  }
}
