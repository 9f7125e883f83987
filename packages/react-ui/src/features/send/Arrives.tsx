'use client'
import type { FeeEstimate } from '@portico/core'
import type { SentTransfer } from '@portico/core/send'
import { Fact } from '@portico/ui/key-value'
import { useT } from '../../i18n/useT.js'
import { useExactText } from './useAmountText.js'

interface Props {
  readonly transfer: SentTransfer
  readonly fee: FeeEstimate | undefined
}

/** What of a transfer arrives, and what the token keeps of it for itself; nothing where it keeps none. */
export function Arrives({ transfer: { token, units }, fee }: Props) {
  const t = useT()
  const exactText = useExactText()
  const withheld = fee?.withheld ?? 0n
  if (withheld === 0n) return null
  const amount = (part: bigint) => (
    <bdi className="po-num" dir="ltr">
      {exactText(token, part)}
    </bdi>
  )
  return (
    <>
      <Fact term={t('send.arrives')}>{amount(units - withheld)}</Fact>
      <Fact term={t('send.withheld')}>{amount(withheld)}</Fact>
    </>
  )
}
