'use client'
import { useMemo } from 'react'
import { safeText } from '@portico/ui/safe-text'
import { usePortico } from '../PorticoProvider.js'

/** The site as visitors know it: the host's name for it, else the page's title, else its domain. */
export function useSite(): { readonly name: string; readonly icon: string | undefined } {
  const { metadata } = usePortico().options
  return useMemo(() => {
    const name = safeText(metadata?.name) || safeText(document.title) || location.host
    const icon = metadata?.icons?.[0]
    return { name, icon: icon?.startsWith('/') ? new URL(icon, location.origin).href : icon }
  }, [metadata])
}
