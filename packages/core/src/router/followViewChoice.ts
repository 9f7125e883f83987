import { activeConnection, connectionStore } from '../controllers/connection/store.js'
import type { Portico } from '../portico/createPortico.js'
import { closeModal, resetView } from './router.js'
import { canShow, registerViews, UnknownViewError } from './knownViews.js'
import { currentEntry, routerStore, viewChoiceStore } from './store.js'
import { viewNames } from './viewNames.js'

/** Names the views that a user interface has chosen, from now on. @returns a function that ends that */
export function followViewChoice(portico: Portico): () => void {
  const choice = viewChoiceStore(portico)
  let forget: (() => void) | undefined
  const follow = () => {
    forget?.()
    const { own, without } = choice.getState()
    const builtIn = Object.entries(viewNames).flatMap(([id, names]) => (without?.includes(id) ? [] : names))
    forget = without && registerViews(portico, [...own, ...builtIn])
    leaveUnknown(portico)
  }
  follow()
  const end = choice.subscribe(follow)
  return () => {
    end()
    forget?.()
  }
}

/** What was opened before the names were known may be no view: the visitor comes to where the modal opens by itself. */
function leaveUnknown(portico: Portico) {
  const current = currentEntry(routerStore(portico).getState())
  if (!current || canShow(portico, current.view)) return
  console.error(new UnknownViewError({ view: current.view, known: [...portico.views].sort() }))
  const start = activeConnection(connectionStore(portico).getState()) ? 'Account' : 'Connect'
  if (canShow(portico, start)) resetView(portico, { view: start })
  else closeModal(portico, { force: true })
}
