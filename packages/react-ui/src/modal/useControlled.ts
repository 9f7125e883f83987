import { activeConnection, closeModal, connectionStore, openModal, type Portico } from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useEffect, useRef } from 'react'
import type { ModalProps } from '../Modal.js'
import { wayTo } from './wayTo.js'

/**
 * Follows a site that keeps itself whether the modal is open: opens or closes it as the site says, and tells when that has changed. A press
 * that came before this code did is told and not undone.
 * @returns the props as they are now
 */
export function useControlled(portico: Portico, props: ModalProps): { readonly current: ModalProps } {
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const { open } = props
  const told = useRef(false)
  useEffect(() => {
    const isOpen = () => currentEntry(routerStore(portico).getState()) !== undefined
    const tell = () => {
      if (isOpen() === told.current) return false
      told.current = isOpen()
      latest.current.onOpenChange?.(told.current)
      return true
    }
    const end = routerStore(portico).subscribe(tell)
    if (!tell() && open !== undefined && open !== isOpen()) (open ? show : closeModal)(portico)
    return end
  }, [portico, open])
  return latest
}

/** On Connect, or for a connected visitor on the account. */
function show(portico: Portico): void {
  const isConnected = activeConnection(connectionStore(portico).getState()) !== undefined
  const way = (isConnected ? wayTo(portico, 'Account', openModal) : undefined) ?? wayTo(portico, 'Connect', openModal)
  way?.()
}
