/** Names with what each tells. They end as Prometheus wants them: a counter with `_total`, a histogram with its unit. */
export interface MetricNames<Counter extends string, Gauge extends string, Histogram extends string> {
  readonly gauges: Readonly<Record<Gauge, string>>
  readonly counters: Readonly<Record<Counter, string>>
  /** Of times, in seconds. */
  readonly histograms: Readonly<Record<Histogram, string>>
}

/** A label is a word from a fixed list, never text from a client. */
export type Labels = Readonly<Record<string, string>>

export interface Metrics<Counter extends string, Gauge extends string, Histogram extends string> {
  readonly add: (name: Counter, labels?: Labels, by?: number) => void
  readonly gauge: (name: Gauge, by: number) => void
  /** A time that something took, in milliseconds. */
  readonly observe: (name: Histogram, milliseconds: number) => void
  /** The sum over all labels, or over those that match. */
  readonly total: (name: Counter | Gauge, labels?: Labels) => number
  /** Prometheus text format 0.0.4. */
  readonly render: () => string
}

/** Upper bounds of a histogram's buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** `content-type` of what `render` gives. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Counts of one running service. */
export function createMetrics<Counter extends string, Gauge extends string, Histogram extends string>({
  gauges,
  counters,
  histograms,
}: MetricNames<Counter, Gauge, Histogram>): Metrics<Counter, Gauge, Histogram> {
  const series = new Map<string, { name: string; labels: Labels; value: number }>()
  const times = new Map<string, { counts: number[]; observations: number; seconds: number }>()

  const change = (name: string, labels: Labels, by: number): void => {
    const key = keyOf(name, labels)
    const found = series.get(key)
    if (found) found.value += by
    else series.set(key, { name, labels, value: by })
  }
  const head = (name: string, text: string, type: string): string[] => [`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`]
  const linesOf = (names: Readonly<Record<string, string>>, type: string): string[] =>
    Object.entries(names).flatMap(([name, text]) => {
      const found = [...series].filter(([, entry]) => entry.name === name)
      return [...head(name, text, type), ...(found.length > 0 ? found.map(([key, { value }]) => `${key} ${value}`) : [`${name} 0`])]
    })
  const histogram = (name: string, text: string): string[] => {
    const { counts, observations, seconds } = times.get(name) ?? nothing()
    let below = 0
    const bars = buckets.map((bound, index) => `${name}_bucket{le="${bound}"} ${(below += counts[index] ?? 0)}`)
    return [
      ...head(name, text, 'histogram'),
      ...bars,
      `${name}_bucket{le="+Inf"} ${observations}`,
      `${name}_sum ${seconds}`,
      `${name}_count ${observations}`,
    ]
  }

  return {
    add: (name, labels = {}, by = 1) => change(name, labels, by),
    gauge: (name, by) => change(name, {}, by),
    observe: (name, milliseconds) => {
      const time = times.get(name) ?? nothing()
      times.set(name, time)
      time.observations++
      time.seconds += milliseconds / 1000
      const index = buckets.findIndex((bound) => milliseconds / 1000 <= bound)
      if (index >= 0) time.counts[index] = (time.counts[index] ?? 0) + 1
    },
    total: (name, labels = {}) => {
      const wanted = Object.entries(labels)
      return [...series.values()]
        .filter((entry) => entry.name === name && wanted.every(([key, value]) => entry.labels[key] === value))
        .reduce((sum, { value }) => sum + value, 0)
    },
    render: () => {
      const memory = 'process_resident_memory_bytes'
      const processor = 'process_cpu_seconds_total'
      const { user, system } = process.cpuUsage()
      const lines = [
        ...linesOf(gauges, 'gauge'),
        ...linesOf(counters, 'counter'),
        ...Object.entries<string>(histograms).flatMap(([name, text]) => histogram(name, text)),
        ...head(processor, 'Time of processors, in seconds.', 'counter'),
        `${processor} ${(user + system) / 1e6}`,
        ...head(memory, 'Resident memory.', 'gauge'),
        `${memory} ${process.memoryUsage.rss()}`,
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

function nothing(): { counts: number[]; observations: number; seconds: number } {
  return { counts: buckets.map(() => 0), observations: 0, seconds: 0 }
}

function keyOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}}` : name
}
