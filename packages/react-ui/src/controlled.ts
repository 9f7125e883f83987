import { activeConnection, closeModal, connectionStore, openModal, type Portico } from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import type { ModalProps } from './Modal.js'
import { wayTo } from './modal/wayTo.js'

type Latest = { readonly current: Pick<ModalProps, 'open' | 'onOpenChange'> }

/** Opens or closes the modal as the site says now, and says from here on when that has changed, until aborted. */
export function follow(portico: Portico, latest: Latest, signal: AbortSignal): void {
  if (signal.aborted) return
  const isOpen = () => currentEntry(routerStore(portico).getState()) !== undefined
  const told = { open: isOpen() }
  const end = routerStore(portico).subscribe(() => {
    if (isOpen() === told.open) return
    told.open = isOpen()
    latest.current.onOpenChange?.(told.open)
  })
  signal.addEventListener('abort', end)
  const { open } = latest.current
  if (open === undefined || open === isOpen()) return
  if (!open) return closeModal(portico)
  const isConnected = activeConnection(connectionStore(portico).getState()) !== undefined
  const way = (isConnected ? wayTo(portico, 'Account', openModal) : undefined) ?? wayTo(portico, 'Connect', openModal)
  way?.()
}
