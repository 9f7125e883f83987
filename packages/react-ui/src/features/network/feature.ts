import { inOneModule, type Feature } from '../feature.js'

/** The networks of the site, and going from one to another. */
export const network = {
  id: 'network',
  ...inOneModule(() => import('./views.js'), ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain']),
} as const satisfies Feature
