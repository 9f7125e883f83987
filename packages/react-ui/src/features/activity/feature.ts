import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** What the account in use did: a tab of the account, the whole list by month, and one transaction. */
export const activity = {
  id: 'activity',
  ...inOneModule(() => import('./views.js'), viewNames.activity, { 'account.tabs': () => true }),
} as const satisfies Feature
