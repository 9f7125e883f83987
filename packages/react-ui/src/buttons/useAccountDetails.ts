'use client'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'

type Details = typeof import('./accountDetails.js')

/**
 * What it takes to show more of an account than its address, and to keep that fresh while somebody looks: a chunk that loads
 * when there is an account. Undefined until it is there.
 */
export function useAccountDetails(address: string | undefined): Details | undefined {
  const portico = usePortico()
  const [details, setDetails] = useState<Details>()
  useEffect(() => {
    if (address === undefined) return
    const abort = new AbortController()
    import('./accountDetails.js').then(
      (module) => {
        if (abort.signal.aborted) return
        setDetails(module)
        module.keepFresh(portico, abort.signal)
      },
      () => undefined, // offline: the address stays
    )
    return () => abort.abort()
  }, [portico, address])
  return details
}
