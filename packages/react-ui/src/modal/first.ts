// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import type { Portico } from '@portico/core'
import { messages, sheet, views } from '../features/connect/views.js'
import { builtIn } from '../features/list.js'
import { builtInOf } from './features.js'
import { warnOfNone } from './modals.js'
import { keep } from './registry.js'

export { setActiveNamespace } from '@portico/core'
export { ModalRoot } from './ModalRoot.js'
export { prefetchView } from './registry.js'

/** Has the features, and the first view at hand: it is then drawn with the modal. */
export function ready(portico: Portico): void {
  builtInOf.put(portico, builtIn)
  keep(portico, { id: 'connect' }, { views, messages, sheet })
  warnOfNone(portico)
}
