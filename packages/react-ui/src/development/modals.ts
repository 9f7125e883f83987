import type { Portico } from '@portico/core'
import { currentEntry, defineSlot, routerStore } from '@portico/core/kit'

/** How many modals a page has for one portico, and whether it ever had one. */
const modalsOf = defineSlot('modals', () => ({ now: 0, ever: false }))

/** How long a modal has to come onto the page before its developer is told that there is none, in milliseconds. */
const patience = 1_000

/** One more modal. Of two, only the first one shows. @returns a function that takes it back */
export function countModal(portico: Portico): () => void {
  const count = modalsOf(portico)
  Object.assign(count, { now: count.now + 1, ever: true })
  if (count.now > 1) console.warn('Portico: <Modal/> is on this page twice: render it once. Only the first one shows.')
  return () => void count.now--
}

/** Tells a page's developer when something was to be opened, and there is no modal to open. */
export function warnOfNone(portico: Portico): void {
  const isAsked = () => currentEntry(routerStore(portico).getState()) !== undefined
  const look = () => {
    if (!isAsked()) return
    setTimeout(() => {
      if (modalsOf(portico).ever || !isAsked()) return // one that has left with its page is about to count as closed
      end()
      console.warn('Portico: nothing opens, as there is no <Modal/> below the provider.')
    }, patience)
  }
  const end = routerStore(portico).subscribe(look)
  look()
}
