'use client'
import type { Network } from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import type { SwapFee } from '@portico/core/swap'
import { useFeeText } from '../../hooks/useFeeText.js'
import { useT } from '../../i18n/useT.js'

interface Props {
  readonly fee: SwapFee
  readonly network: Network
  readonly held: readonly HeldToken[] | undefined
}

/** What the network takes for a swap, in few letters. */
export function NetworkFee({ fee, network, held }: Props) {
  const t = useT()
  const feeText = useFeeText(network, held)
  if (fee.sponsored) return <span>{t('swap.fee.sponsored')}</span>
  return (
    <bdi className="po-num" dir="ltr">
      {feeText(fee.units).short}
    </bdi>
  )
}
