// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import type { Portico } from '@portico/core'
import { messages, sheet, views } from '../features/connect/views.js'
import { builtIn } from '../features/list.js'
import { warnOfNone } from '../development/modals.js'
import { builtInOf } from './features.js'
import { keep } from './registry.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

export { setActiveNamespace } from '@portico/core'
export { leave, ModalRoot } from './ModalRoot.js'
export { prefetchView } from './registry.js'

/** Has the features, and the first view at hand: it is then drawn with the modal. */
export function ready(portico: Portico): void {
  builtInOf.put(portico, builtIn)
  keep(portico, { id: 'connect' }, { views, messages, sheet })
  if (process.env.NODE_ENV !== 'production') warnOfNone(portico)
}
