import { getFeeRates, type FeeRates, type NetworkId } from '@portico/core'
import { usePortico } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import { Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'

const names: Readonly<Record<keyof FeeRates, string>> = { slow: 'Slow', standard: 'Standard', fast: 'Fast' }
const speeds = ['slow', 'standard', 'fast'] as const

/** How soon a transaction is wanted, on a chain that sells its space by size. Without rates, the adapter's own standard is taken. */
export function FeeChoice({
  networkId,
  onChange,
}: {
  readonly networkId: NetworkId
  readonly onChange: (rate: number | undefined) => void
}) {
  const portico = usePortico()
  const [speed, setSpeed] = useState<keyof FeeRates>('standard')
  const reading = useTask(() => getFeeRates(portico, { networkId }))
  const { run } = reading
  useEffect(() => void run(), [run])
  const rates = reading.status === 'success' ? reading.data : undefined
  useEffect(() => onChange(rates?.[speed]), [onChange, rates, speed])
  if (reading.status === 'error') return <Outcome kind="note">No rates to choose from now. The standard one is taken.</Outcome>
  return (
    <Segmented
      label="How soon"
      options={speeds.map((value) => ({ value, label: rates ? `${names[value]}, ${rates[value]}` : names[value] }))}
      value={speed}
      onChange={setSpeed}
    />
  )
}
