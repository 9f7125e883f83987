import { z } from 'zod'
import { readQuery } from '../http/query.js'
import { chain, rdns } from './schema.js'
import { cleanText, foldText } from './text.js'

/** What a query may ask for at most. */
export const limits = { page: 1000, entries: 100, search: 64, chains: 200, ids: 200 } as const

/** Where a wallet is used. */
export const platforms = ['ios', 'android', 'browser', 'desktop', 'web'] as const
export type Platform = (typeof platforms)[number]

const whole = (max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must be a whole number from 1 to ${max}`)
    .default(fallback)

const list = (item: z.ZodType<string>, max: number, what: string) =>
  z.optional(
    z
      .string()
      .transform((value) => [...new Set(value.split(',').map((part) => part.trim()))].filter((part) => part !== ''))
      .refine((parts) => parts.length > 0 && parts.length <= max, `must name 1 to ${max} ${what}`)
      .refine((parts) => parts.every((part) => item.safeParse(part).success), `must be ${what}, with commas between them`),
  )

/** How a wallet may be named in a list: by its id, reverse domain name or name. What is not text that anybody reads is none. */
const walletName = z
  .string()
  .max(128)
  .refine((value) => cleanText(value, 128) === value && foldText(value) !== '')
const walletNames = list(walletName, limits.ids, 'ids, reverse domain names or names of wallets').transform((names) => names?.map(foldText))

const walletsQuery = z.object({
  page: whole(limits.page, 1),
  entries: whole(limits.entries, 40),
  search: z.optional(
    z
      .string()
      .max(limits.search, `must have at most ${limits.search} characters`)
      .transform(foldText)
      .refine((value) => [...value].length >= 2, 'must have at least 2 characters'),
  ),
  chains: list(chain, limits.chains, 'CAIP-2 ids or namespaces'),
  include: walletNames,
  exclude: walletNames,
  first: walletNames,
  rdns: list(rdns, limits.ids, 'reverse domain names'),
  platform: z.optional(z.enum(platforms, `must be one of ${platforms.join(', ')}`)),
  badge: z.optional(z.literal('certified', "must be 'certified'")),
  // Common to all requests of the modal; they change nothing here.
  projectId: z.optional(z.string().max(128, 'must have at most 128 characters')),
  st: z.optional(z.string().max(64, 'must have at most 64 characters')),
  sv: z.optional(z.string().max(64, 'must have at most 64 characters')),
})
export type WalletsQuery = z.output<typeof walletsQuery>

/**
 * Reads the query of `GET /v1/wallets`. An empty field counts as absent, and a field that nobody knows is not looked at: clients
 * are older and newer than the service.
 * @param search the query part of a URL, without its question mark
 * @throws InvalidQueryError naming the fields that are wrong, or given twice
 */
export function readWalletsQuery(search: string): WalletsQuery {
  return readQuery(search, walletsQuery)
}
