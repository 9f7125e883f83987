import type { Portico } from '../../../portico/createPortico.js'
import { currentEntry, routerStore } from '../../../router/store.js'

/** Whether the modal shows how far a batch is. */
export function isShown(portico: Portico, id: string): boolean {
  const entry = currentEntry(routerStore(portico).getState())
  const params = entry?.view === 'Calls' ? entry.params : undefined
  return typeof params === 'object' && params !== null && 'id' in params && params.id === id
}

/** Whether there is a modal that can. */
export const canShowCalls = (portico: Portico): boolean => portico.views.has('Calls')
