import { createMetrics } from '@portico/service/metrics'

const names = {
  gauges: {
    portico_relay_connections: 'Open connections.',
    portico_relay_subscriptions: 'Topics that open connections are subscribed to.',
  },
  counters: {
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
    portico_relay_registrations_total: 'Registrations for Web Push, by outcome.',
    portico_relay_pushes_total: 'Web Push messages, by outcome.',
    portico_relay_storage_errors_total: 'Calls of the storage that failed.',
  },
  histograms: { portico_relay_publish_seconds: 'Time from a publish to its result.' },
} as const

/** What one relay counts. */
export function createRelayMetrics() {
  return createMetrics(names)
}
export type Metrics = ReturnType<typeof createRelayMetrics>
