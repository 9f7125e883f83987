import { inOneModule, type Feature } from '../feature.js'

/** Signing in to the site with the wallet that is connected. */
export const siwx = {
  id: 'siwx',
  ...inOneModule(() => import('./views.js'), ['SIWXSignMessage']),
} as const satisfies Feature
