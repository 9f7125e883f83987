import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** How far a batch is that is sent one by one. */
export const calls = { id: 'calls', ...inOneModule(() => import('./views.js'), viewNames.calls) } as const satisfies Feature
