import type { Portico } from '@portico/core'
import { currentEntry, defineSlot, routerStore } from '@portico/core/kit'

/** How many modals a page has for one portico. */
const modalsOf = defineSlot('modals', () => 0)

/** How long a modal has to come onto the page before its developer is told that there is none, in milliseconds. */
const patience = 1_000

/** One more modal. Of two, only the first one shows. @returns a function that takes it back */
export function countModal(portico: Portico): () => void {
  modalsOf.put(portico, modalsOf(portico) + 1)
  if (modalsOf(portico) > 1) console.warn('Portico: <Modal/> is on this page twice: render it once. Only the first one shows.')
  return () => modalsOf.put(portico, modalsOf(portico) - 1)
}

/** Tells a page's developer when something was to be opened, and there is no modal to open. */
export function warnOfNone(portico: Portico): void {
  const isAsked = () => currentEntry(routerStore(portico).getState()) !== undefined
  const look = () => {
    if (!isAsked()) return
    setTimeout(() => {
      if (modalsOf(portico) > 0 || !isAsked()) return
      end()
      console.warn('Portico: nothing opens, as there is no <Modal/> below the provider.')
    }, patience)
  }
  const end = routerStore(portico).subscribe(look)
  look()
}
