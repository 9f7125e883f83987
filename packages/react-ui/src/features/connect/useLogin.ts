'use client'
import type { Portico } from '@portico/core'
import { singleton, type ConnectorDescription } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { loadViewsSheet } from '../../modal/shadowRoot.js'
import { usePortico } from '../../PorticoProvider.js'

type LoginModule = typeof import('../login/views.js')

/** The host's wallet of Portico's own, to log in to. */
export const embeddedOf = ({ options: { connectors } }: Portico): ConnectorDescription | undefined =>
  connectors?.find(({ kind }) => kind === 'embedded')

/**
 * What shows the ways to log in, once it is there: code that a page without an embedded wallet never loads. Null where there are
 * none, or where it did not come.
 * @param none there are to be none
 */
export function useLogin(none: boolean): LoginModule | undefined | null {
  const portico = usePortico()
  const [module, setModule] = useState(() =>
    none || !embeddedOf(portico) ? null : (portico.singletons.get('login') as LoginModule | undefined),
  ) // set below alone
  useEffect(() => {
    if (module === undefined) loadLogin(portico).then(setModule, () => setModule(null))
  }, [portico, module])
  return module
}

/** Fetches that code, once. A failure is forgotten: the next call tries again. */
export function loadLogin(portico: Portico): Promise<LoginModule> {
  const { singletons } = portico
  return singleton(portico, 'loadingLogin', () =>
    Promise.all([import('../login/views.js'), loadViewsSheet(portico)]).then(
      ([module]) => {
        singletons.set('login', module)
        return module
      },
      (error: unknown) => {
        singletons.delete('loadingLogin')
        throw error
      },
    ),
  )
}
