import { hasEmbedded } from '../../wallets/hasEmbedded.js'
import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** What the embedded wallet asks and tells: its questions in the secure frame, how safe it is, and its e-mail address. */
export const embedded = {
  id: 'embedded',
  ...inOneModule(() => import('./views.js'), viewNames.embedded, {
    'account.rows': hasEmbedded,
    'settings.rows': hasEmbedded,
  }),
} as const satisfies Feature
