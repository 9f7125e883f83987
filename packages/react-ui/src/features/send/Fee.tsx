'use client'
import type { FeeEstimate, Network } from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import { Skeleton } from '@portico/ui/skeleton'
import { useT } from '../../i18n/useT.js'
import { useFeeText } from '../../hooks/useFeeText.js'

interface Props {
  readonly fee: FeeEstimate | undefined
  readonly loading?: boolean
  readonly network: Network
  readonly tokens: readonly HeldToken[] | undefined
}

/** What a transfer costs, in the network's own coin, and in money where its price is known. */
export function Fee({ fee, loading = false, network, tokens }: Props) {
  const t = useT()
  const feeText = useFeeText(network, tokens)
  if (!fee) {
    return loading ? (
      <span role="status" aria-label={t('send.fee.loading')}>
        <Skeleton width={72} height={14} />
      </span>
    ) : (
      <span className="po-dim">{t('send.fee.failed')}</span>
    )
  }
  if (fee.sponsored) return <span>{t('send.fee.sponsored')}</span>
  const { coin, money } = feeText(fee.expected)
  return (
    <bdi className="po-num" dir="ltr">
      {coin}
      {money !== undefined && <span className="po-dim"> {money}</span>}
    </bdi>
  )
}
