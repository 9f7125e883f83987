import { type Pools, pairOf } from './pools.js'
import type { Venue } from './venues.js'

/** One way from a token to another. */
export interface Route {
  readonly venue: Venue
  /** Both ends among them. */
  readonly tokens: readonly string[]
  /** Of a v3 route, one for each hop. */
  readonly fees: readonly number[]
  /** What tells its pools from others: two routes that share one can't be added up. */
  readonly pools: readonly string[]
}

/** All ways of tokens over up to two others. */
export function pathsOf(from: string, to: string, hubs: readonly string[]): readonly (readonly string[])[] {
  const between = [...new Set(hubs)].filter((hub) => hub !== from && hub !== to)
  return [
    [from, to],
    ...between.map((hub) => [from, hub, to]),
    ...between.flatMap((a) => between.filter((b) => b !== a).map((b) => [from, a, b, to])),
  ]
}

/** Pools of one pair that a route may choose among, the deepest ones: by how many hops it has. More would ask the node for thousands of routes. */
const choices = [Infinity, 2, 1]

/** Every route of a venue along these paths that there are pools for. */
export async function routesOf(
  venue: Venue,
  paths: readonly (readonly string[])[],
  pools: Pools,
  signal: AbortSignal,
): Promise<readonly Route[]> {
  if (venue.kind === 'v2') {
    return paths.map((tokens) => ({ venue, tokens, fees: [], pools: pairsOf(tokens).map(([a, b]) => `${venue.factory}/${pairOf(a, b)}`) }))
  }
  const known = await pools(venue, paths.flatMap(pairsOf), signal)
  return paths.flatMap((tokens) => {
    const pairs = pairsOf(tokens)
    const perHop = pairs.map(([a, b]) => (known.get(pairOf(a, b)) ?? []).slice(0, choices[pairs.length - 1] ?? 1))
    const chosen = perHop.reduce<readonly Route[]>(
      (routes, hop) =>
        routes.flatMap((route) =>
          hop.map(({ fee, address }) => ({ ...route, fees: [...route.fees, fee], pools: [...route.pools, address] })),
        ),
      [{ venue, tokens, fees: [], pools: [] }],
    )
    return chosen
  })
}

export function pairsOf(tokens: readonly string[]): readonly (readonly [string, string])[] {
  return tokens.slice(1).map((token, at) => [tokens[at] ?? token, token] as const)
}
