// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import type { Portico } from '@portico/core'
import { messages, sheet, views } from '../features/connect/views.js'
import { warnOfNone } from './modals.js'
import { keep } from './registry.js'

export { setActiveNamespace } from '@portico/core'
export { ModalRoot } from './ModalRoot.js'
export { prefetchView } from './registry.js'

/** The feature, as a module of its own would hand it over. */
export const connect = { views, messages, sheet }

/** Has the first view at hand: it is then drawn with the modal. */
export function ready(portico: Portico): void {
  keep(portico, { id: 'connect' }, connect)
  warnOfNone(portico)
}
