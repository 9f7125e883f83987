import { activated, listed, offered } from '../../delegation/wire.js'
import { done } from '../../server/api.js'
import type { PermissionLimits, PermissionService } from '../types.js'
import type { Api } from './api.js'
import { ServerRefusedError } from './errors.js'

/** What accounts allow sites to do by themselves, which the server keeps: it holds whoever uses a permission to it, and signs each use. */
export function serverPermissions({ call }: Pick<Api, 'call'>, { networks, seconds }: PermissionLimits): PermissionService {
  return {
    networks,
    seconds,
    offer: (account, request) => call('/v1/permissions/offer', { account, request }, offered),
    activate: async (id, signature) => (await call('/v1/permissions/activate', { id, signature }, activated)).context,
    async stop(which) {
      try {
        await call('/v1/permissions/stop', which, done, { keepalive: true })
      } catch (error) {
        // It is over, and that is what was asked for.
        if (!(error instanceof ServerRefusedError && error.reason === 'not_found')) throw error
      }
    },
    list: async () => (await call('/v1/permissions', {}, listed)).permissions,
  }
}
