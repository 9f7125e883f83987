/** Names end as Prometheus wants them; a label is a word from a fixed list, never text from a client. */
const help = {
  portico_relay_connections: 'Open connections.',
  portico_relay_subscriptions: 'Topics that open connections are subscribed to.',
  portico_relay_connections_total: 'Connections accepted.',
  portico_relay_refused_total: 'Connections refused, by reason.',
  portico_relay_closed_total: 'Connections that the relay ended, by reason.',
  portico_relay_requests_total: 'Requests answered, by method and outcome.',
  portico_relay_published_total: 'Messages stored, or repeated and not stored again.',
  portico_relay_delivered_total: 'Messages pushed.',
  portico_relay_acknowledged_total: 'Pushes that the client acknowledged.',
  portico_relay_malformed_frames_total: 'Frames that were not JSON-RPC.',
  portico_relay_received_bytes_total: 'Bytes of frames received.',
  portico_relay_sent_bytes_total: 'Bytes of frames sent.',
  portico_relay_storage_errors_total: 'Calls of the storage that failed.',
  portico_relay_publish_seconds: 'Time from a publish to its result.',
} as const

type Counter = Extract<keyof typeof help, `${string}_total`>
type Gauge = 'portico_relay_connections' | 'portico_relay_subscriptions'

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export interface Metrics {
  add(name: Counter, labels?: Readonly<Record<string, string>>, by?: number): void
  gauge(name: Gauge, by: 1 | -1): void
  /** The time that one publish took, in milliseconds. */
  published(milliseconds: number): void
  /** The sum over all labels, or over those that match. */
  total(name: Counter | Gauge, labels?: Readonly<Record<string, string>>): number
  /** Prometheus text format 0.0.4. */
  render(): string
}

export function createMetrics(): Metrics {
  const series = new Map<string, { name: Counter | Gauge; labels: Readonly<Record<string, string>>; value: number }>()
  const counts = buckets.map(() => 0)
  let observations = 0
  let seconds = 0

  const change = (name: Counter | Gauge, labels: Readonly<Record<string, string>>, by: number): void => {
    const key = nameOf(name, labels)
    const found = series.get(key)
    if (found) found.value += by
    else series.set(key, { name, labels, value: by })
  }

  return {
    add: (name, labels = {}, by = 1) => change(name, labels, by),
    gauge: (name, by) => change(name, {}, by),
    published: (milliseconds) => {
      observations++
      seconds += milliseconds / 1000
      const index = buckets.findIndex((bound) => milliseconds / 1000 <= bound)
      if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
    },
    total: (name, labels = {}) => {
      const wanted = Object.entries(labels)
      return [...series.values()]
        .filter((entry) => entry.name === name && wanted.every(([key, value]) => entry.labels[key] === value))
        .reduce((sum, { value }) => sum + value, 0)
    },
    render: () => {
      const lines: string[] = []
      for (const [name, text] of Object.entries(help)) {
        const type = name.endsWith('_total') ? 'counter' : name.endsWith('_seconds') ? 'histogram' : 'gauge'
        lines.push(`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`)
        if (type === 'histogram') {
          let below = 0
          for (const [index, bound] of buckets.entries()) {
            below += counts[index] ?? 0
            lines.push(`${name}_bucket{le="${bound}"} ${below}`)
          }
          lines.push(`${name}_bucket{le="+Inf"} ${observations}`, `${name}_sum ${seconds}`, `${name}_count ${observations}`)
          continue
        }
        const found = [...series].filter(([, entry]) => entry.name === name)
        if (found.length === 0) lines.push(`${name} 0`)
        for (const [key, { value }] of found) lines.push(`${key} ${value}`)
      }
      lines.push(
        '# HELP process_resident_memory_bytes Resident memory.',
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      )
      return `${lines.join('\n')}\n`
    },
  }
}

function nameOf(name: string, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}}` : name
}
