/** Counts calls by client address, in this process: a first fence before the database. Gives the seconds to wait, 0 for 'go on'. */
export type CallLimit = (network: string) => number

/** How many addresses are remembered at a time. */
const most = 10_000

/** A bucket for each address that fills evenly and holds one minute's worth. */
export function createCallLimit({ perMinute, now = () => performance.now() }: { perMinute: number; now?: () => number }): CallLimit {
  const buckets = new Map<string, { level: number; at: number }>()
  const perMs = perMinute / 60_000
  return (network) => {
    const at = now()
    const bucket = buckets.get(network) ?? { level: perMinute, at }
    const level = Math.min(perMinute, bucket.level + (at - bucket.at) * perMs)
    // Whoever called last stands last; the first of the map is the one to forget.
    buckets.delete(network)
    buckets.set(network, { level: level < 1 ? level : level - 1, at })
    const [oldest] = buckets.keys()
    if (buckets.size > most && oldest !== undefined) buckets.delete(oldest)
    return level < 1 ? Math.ceil((1 - level) / perMs / 1000) : 0
  }
}
