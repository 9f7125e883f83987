// What a press on Connect needs, as one module: the modal, and the feature that most visitors see first.
import type { Portico } from '@portico/core'
import * as connect from '../features/connect/views.js'
import { keep } from './registry.js'

export { setActiveNamespace } from '@portico/core'
export { ModalRoot } from './ModalRoot.js'
export { prefetchView } from './registry.js'
export { connect }

/** Has the first view at hand: it is then drawn with the modal. */
export const ready = (portico: Portico): void => keep(portico, { id: 'connect' }, connect)
