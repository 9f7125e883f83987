// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import { setActiveNamespace, type Portico } from '@portico/core'
import { messages, sheet, views } from '../features/connect/views.js'
import { builtIn } from '../features/list.js'
import { warnOfNone } from '../development/modals.js'
import { builtInOf } from './features.js'
import { leave, ModalRoot } from './ModalRoot.js'
import { keep, prefetchView } from './registry.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const opened = { ModalRoot, leave, prefetchView, setActiveNamespace }

/** Has the features, and the first view at hand: it is then drawn with the modal. @returns what the page does with the modal */
export function ready(portico: Portico): typeof opened {
  builtInOf.put(portico, builtIn)
  keep(portico, { id: 'connect' }, { views, messages, sheet })
  if (process.env.NODE_ENV !== 'production') warnOfNone(portico)
  return opened
}
