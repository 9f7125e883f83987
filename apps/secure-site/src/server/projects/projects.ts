import { isHostOrigin } from '@portico/service/http'
import * as z from 'zod/mini'

/** A site that may use the wallet. */
export interface Project {
  readonly id: string
  /** Exact origins, as `https://shop.example`. http only on a loopback host. */
  readonly origins: readonly string[]
  /** Mails that its visitors may be sent within an hour, together. 1000 unless told. */
  readonly mailsPerHour: number
  /** Browsers that are not known confirm a mailed link first, whatever the site's page asks for. Off unless told. */
  readonly deviceLink: boolean
}

/** Who asks: a registered project and one of its origins. */
export interface Site {
  readonly projectId: string
  readonly origin: string
}

export const projectSchema = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,64}$/, 'not an id: letters, digits, . - _')),
  origins: z.array(z.string().check(z.refine(isHostOrigin, 'not an origin such as https://shop.example (http on localhost alone)'))),
  mailsPerHour: z._default(z.int().check(z.gte(1)), 1000),
  deviceLink: z._default(z.boolean(), false),
})

export interface Projects {
  readonly find: (projectId: string) => Project | undefined
  /** The registered pair, letter by letter, or undefined. */
  readonly site: (projectId: string, origin: string) => Site | undefined
}

export function createProjects(projects: readonly Project[]): Projects {
  const byId = new Map(projects.map((project) => [project.id, project]))
  return {
    find: (projectId) => byId.get(projectId),
    site: (projectId, origin) => (byId.get(projectId)?.origins.includes(origin) ? { projectId, origin } : undefined),
  }
}
