import { isHostOrigin } from '@portico/service/http'
import * as z from 'zod/mini'
import type { Services } from '../context.js'

/** A site that may use the wallet. */
export interface Project {
  readonly id: string
  /** Exact origins, as `https://shop.example`. http only on a loopback host. */
  readonly origins: readonly string[]
  /** Mails that its visitors may be sent within an hour, together. 1000 unless told. */
  readonly mailsPerHour: number
  /** Browsers that are not known confirm a mailed link first, whatever the site's page asks for. Off unless told. */
  readonly deviceLink: boolean
  /** What may leave with one approval in a frame of this project's sites, in the place of the service's own. */
  readonly riskyAbove?: Readonly<Record<string, string>>
  /** How many times that may leave within a day, all approvals in frames together. */
  readonly riskyPerDay?: number
  /**
   * Of the origins those that may take mailed codes on their own pages and send them. None unless told: everywhere else the code is typed in
   * the wallet's page alone, so that a page that is hostile, or was broken into, has none to pass on.
   */
  readonly codeInPage: readonly string[]
}

/** Who asks: a registered project and one of its origins. */
export interface Site {
  readonly projectId: string
  readonly origin: string
}

export const riskyAboveSchema = z.record(z.string(), z.string().check(z.regex(/^\d+$/, 'not a whole number')))
export const riskyPerDaySchema = z.int().check(z.gte(0), z.lte(1000))

export const projectSchema = z
  .object({
    id: z.string().check(z.regex(/^[\w.-]{1,64}$/, 'not an id: letters, digits, . - _')),
    origins: z.array(z.string().check(z.refine(isHostOrigin, 'not an origin such as https://shop.example (http on localhost alone)'))),
    mailsPerHour: z._default(z.int().check(z.gte(1)), 1000),
    deviceLink: z._default(z.boolean(), false),
    riskyAbove: z.exactOptional(riskyAboveSchema),
    riskyPerDay: z.exactOptional(riskyPerDaySchema),
    codeInPage: z._default(z.array(z.string()), []),
  })
  .check(z.refine(({ origins, codeInPage }) => codeInPage.every((one) => origins.includes(one)), 'codeInPage: not one of the origins'))

/** What may leave with approvals in frames of a site. */
export interface FrameLimits {
  readonly riskyAbove: Readonly<Record<string, string>>
  readonly riskyPerDay: number
}

export function frameLimitsOf(
  { config, projects }: Pick<Services, 'config' | 'projects'>,
  { projectId }: Pick<Site, 'projectId'>,
): FrameLimits {
  const { riskyAbove = config.riskyAbove, riskyPerDay = config.riskyPerDay } = projects.find(projectId) ?? {}
  return { riskyAbove, riskyPerDay }
}

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
