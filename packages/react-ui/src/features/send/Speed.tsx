'use client'
import type { FeeEstimate, Network, SpeedChoice } from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import { checkSend, feeSpeedsQuery, sendFeeQuery, setSendSpeed, type SendForm, type SentTransfer } from '@portico/core/send'
import { Segmented } from '@portico/ui/segmented'
import { Skeleton } from '@portico/ui/skeleton'
import { useQuery } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { useFeeText } from '../../hooks/useFeeText.js'

interface Props {
  readonly form: SendForm
  readonly network: Network | undefined
  readonly tokens: readonly HeldToken[] | undefined
}

/** How fast it should be, where there is a choice, with what each costs and about how long it takes; nothing elsewhere. */
export function Speed({ form, network, tokens }: Props) {
  const portico = usePortico()
  const t = useT()
  const { data: choices } = useQuery<readonly SpeedChoice[]>(feeSpeedsQuery(portico, form.sender?.networkId, form.sender?.address))
  if (!choices?.length || !network) return null
  const check = checkSend(form)
  const transfer = check.status === 'ready' ? check.transfer : undefined
  const items = choices.map((choice) => ({
    id: choice.speed,
    label: <Choice choice={choice} transfer={transfer} network={network} tokens={tokens} />,
  }))
  return (
    <div className="po-mt3">
      <Segmented kind="radio" label={t('send.speed')} items={items} value={form.speed} onChange={(next) => setSendSpeed(portico, next)} />
    </div>
  )
}

interface ChoiceProps {
  readonly choice: SpeedChoice
  readonly transfer: SentTransfer | undefined
  readonly network: Network
  readonly tokens: readonly HeldToken[] | undefined
}

function Choice({ choice: { speed, seconds }, transfer, network, tokens }: ChoiceProps) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const feeText = useFeeText(network, tokens)
  const { data: fee, isFetching } = useQuery<FeeEstimate>(sendFeeQuery(portico, transfer, speed))
  const name = { slow: t('send.speed.slow'), standard: t('send.speed.standard'), fast: t('send.speed.fast') }[speed]
  return (
    <span className="po-speed">
      <span>{name}</span>
      {transfer && fee && (
        <bdi className="po-meta po-num" dir="ltr">
          {feeText(fee.expected).short}
        </bdi>
      )}
      {transfer && !fee && isFetching && <Skeleton width={48} height={12} />}
      {seconds !== undefined && (
        <span className="po-meta po-num">
          <bdi>{t('send.speed.about', { time: timeText(seconds, locale.code) })}</bdi>
        </span>
      )}
    </span>
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "12 sec", "10 min": in the largest unit of which there is one and a half, or the smallest. */
function timeText(seconds: number, locale: string): string {
  const [unit, size] = units.find(([, each]) => seconds >= each * 1.5) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.round(seconds / size))
}
