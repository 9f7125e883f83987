// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import type { Portico } from '@portico/core'
import { messages, sheet, views } from '../features/connect/views.js'
import { warnOfNone } from '../development/modals.js'
import { keep } from './registry.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

export { setActiveNamespace } from '@portico/core'
export { ModalRoot } from './ModalRoot.js'
export { prefetchView } from './registry.js'

/** The feature, as a module of its own would hand it over. */
export const connect = { views, messages, sheet }

/** Has the first view at hand: it is then drawn with the modal. */
export function ready(portico: Portico): void {
  keep(portico, { id: 'connect' }, connect)
  if (process.env.NODE_ENV !== 'production') warnOfNone(portico)
}
