import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'
import { messages, sheet, views } from './views.js'

/** The ways in, and waiting for a wallet of this browser. Its code is part of the modal's own: it is what most visitors see first. */
export const connect = {
  id: 'connect',
  ...inOneModule(() => Promise.resolve({ views, messages, sheet }), viewNames.connect),
} as const satisfies Feature
