import type { NetworkId } from '@portico/core'
import type { GrantedToSite, SitePermissions } from '../screens/stage.js'
import type { Keys, PermissionService, RequestContext } from '../types.js'

export interface SitePermissionsOptions {
  readonly service: PermissionService
  /** The account that is used on a network. */
  readonly context: (networkId?: NetworkId) => Promise<RequestContext>
  readonly openKeys: () => Promise<Keys>
}

/** What sites may do by themselves, for the visitor to read and to stop: those of all sites, whichever this frame is in. */
export function sitePermissions({ service, context, openKeys }: SitePermissionsOptions): SitePermissions {
  const load = async () => import('../requests/index.js')
  const seen = new Map<string, Awaited<ReturnType<PermissionService['list']>>[number]>()
  return {
    async list() {
      const [listed, { sayGranted }, known] = await Promise.all([service.list(), load(), context()])
      for (const each of listed) seen.set(each.id, each)
      return Promise.all(
        listed.map(async (each): Promise<GrantedToSite> => ({ id: each.id, origin: each.origin, ...(await sayGranted(each, known)) })),
      )
    },
    stop: (id) => service.stop({ id }),
    async prepareEnding({ id, networkId }) {
      const listed = seen.get(id)
      if (!listed) throw new Error('This permission was not listed.')
      const { prepareEnding } = await load()
      const { fee, sponsored, sign } = await prepareEnding(listed, networkId, await context(networkId))
      return {
        ...(fee && { fee }),
        ...(sponsored && { sponsored }),
        async send() {
          await sign(await openKeys())
        },
      }
    },
  }
}
