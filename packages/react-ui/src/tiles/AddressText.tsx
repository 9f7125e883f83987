import { shortAddress } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useLabel } from '../hooks/useLabel.js'

export interface AddressTextProps {
  readonly address: string
  /** The address stands beside its name: where there is room for both. */
  readonly both?: boolean
}

/** An address where it is only told: by the site's name for it, else in short. Never where an address decides something (S17). */
export function AddressText({ address, both = false }: AddressTextProps) {
  const label = useLabel()(address)
  return (
    <>
      {label !== undefined && <bdi title={safeText(address)}>{label}</bdi>}
      {both && label !== undefined && ' '}
      {(both || label === undefined) && (
        <bdi dir="ltr" className="po-addr">
          {shortAddress(safeText(address))}
        </bdi>
      )}
    </>
  )
}
