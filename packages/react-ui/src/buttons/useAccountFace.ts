'use client'
import type { Namespace } from '@portico/core'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'

type Face = typeof import('./accountFace.js')

/**
 * What it takes to show more of an account than its address, and to keep that fresh while somebody looks: a chunk that loads
 * when there is an account. Undefined until it is there.
 */
export function useAccountFace(address: string | undefined, namespace?: Namespace): Face | undefined {
  const portico = usePortico()
  const [face, setFace] = useState<Face>()
  useEffect(() => {
    if (address === undefined) return
    const abort = new AbortController()
    import('./accountFace.js').then(
      (module) => {
        if (abort.signal.aborted) return
        setFace(module)
        module.keepFresh(portico, abort.signal, namespace)
      },
      () => undefined, // offline: the address stays
    )
    return () => abort.abort()
  }, [portico, address, namespace])
  return face
}
