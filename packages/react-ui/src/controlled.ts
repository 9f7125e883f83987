import { activeConnection, closeModal, connectionStore, openModal, type Portico } from '@portico/core'
import { currentEntry, routerStore, type HistoryEntry } from '@portico/core/kit'
import type { ModalProps } from './Modal.js'
import { wayTo } from './modal/wayTo.js'

type Latest = { readonly current: Pick<ModalProps, 'open' | 'onOpenChange'> }

/**
 * Opens or closes the modal as the site says now, and says from here on when that has changed, until aborted.
 * @param before where the modal was when the site said so: a press that came since, while this code did not, is told and not undone
 */
export function follow(portico: Portico, latest: Latest, signal: AbortSignal, before: HistoryEntry | undefined): void {
  if (signal.aborted) return
  const isOpen = () => currentEntry(routerStore(portico).getState()) !== undefined
  const told = { open: before !== undefined }
  const tell = () => {
    if (isOpen() === told.open) return false
    told.open = isOpen()
    latest.current.onOpenChange?.(told.open)
    return true
  }
  signal.addEventListener('abort', routerStore(portico).subscribe(tell))
  if (tell()) return
  const { open } = latest.current
  if (open === undefined || open === isOpen()) return
  if (!open) return closeModal(portico)
  const isConnected = activeConnection(connectionStore(portico).getState()) !== undefined
  const way = (isConnected ? wayTo(portico, 'Account', openModal) : undefined) ?? wayTo(portico, 'Connect', openModal)
  way?.()
}
