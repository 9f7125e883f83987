'use client'
import { namespaceOf, type NetworkId } from '@portico/core'
import { loadAdapter } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { usePortico } from '../../PorticoProvider.js'

/**
 * What a payment code for an address says, as its chain family writes it, for one network; the address alone where the family
 * has no such form, or its code does not load. Undefined until that is known.
 */
export function usePaymentText(address: string | undefined, networkId: NetworkId | undefined): string | undefined {
  const portico = usePortico()
  const [known, setKnown] = useState<{ readonly address: string; readonly networkId: NetworkId; readonly text: string }>()
  useEffect(() => {
    if (address === undefined || networkId === undefined) return
    let gone = false
    const show = (text: string = address) => !gone && setKnown({ address, networkId, text })
    loadAdapter(portico, namespaceOf(networkId))
      .then(({ paymentUri }) => show(paymentUri?.({ address, networkId })))
      .catch(() => show())
    return () => {
      gone = true
    }
  }, [portico, address, networkId])
  return known && known.address === address && known.networkId === networkId ? known.text : undefined
}
