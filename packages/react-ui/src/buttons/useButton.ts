'use client'
import { activeConnection, connectionStore, openModal, themeStore, type Namespace, type Portico, type ViewRequest } from '@portico/core'
import { themeProperties } from '@portico/core/kit'
import { useEffect, useRef } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { loadModal, prefetchModal } from '../loadModal.js'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** What all buttons in the host's page share: the theme, fetching on intent, and opening the modal. */
export function useButton(request: (portico: Portico) => ViewRequest) {
  const portico = usePortico()
  const ref = useRef<HTMLButtonElement>(null)
  const theme = usePorticoStore(themeStore, ({ mode }) => mode)
  const variables = usePorticoStore(themeStore, (state) => state.variables)
  useThemeVariables(ref, variables)
  const fetchNow = () => prefetchModal(portico)
  return {
    ref,
    theme,
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: fetchNow,
    onTouchStart: fetchNow,
    onFocus: fetchNow,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      portico.singletons.set('opener', event.currentTarget)
      openModal(portico, request(portico))
    },
  }
}

/** Connect, or for a connected visitor the account: of the chain family in use, or of another one that is then in use. */
export function accountRequest(portico: Portico, namespace: Namespace | undefined): ViewRequest {
  if (!activeConnection(connectionStore(portico).getState(), namespace)) return { view: 'Connect', params: namespace && { namespace } }
  if (namespace)
    loadModal(portico).then(
      (modal) => modal.setActiveNamespace(portico, namespace),
      () => undefined,
    )
  return { view: 'Account' }
}

/** Sets the theme's knobs through the style object: markup from a server stays free of style attributes (S38). */
export function useThemeVariables(ref: RefObject<HTMLElement | null>, variables: Parameters<typeof themeProperties>[0]): void {
  useEffect(() => {
    const { current } = ref
    const properties = themeProperties(variables)
    for (const [name, value] of properties) current?.style.setProperty(name, value)
    return () => {
      for (const [name] of properties) current?.style.removeProperty(name)
    }
  }, [ref, variables])
}
