import { inOneModule, type Feature } from '../feature.js'

/** How far a batch is that is sent one by one. */
export const calls = { id: 'calls', ...inOneModule(() => import('./views.js'), ['Calls']) } as const satisfies Feature
