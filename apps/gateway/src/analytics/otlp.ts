import type { Log } from '@portico/service'
import type { ErrorEvent } from './event.js'

/** Records that wait for the collector, at most: of more the oldest are dropped. */
const most = 1000
/** Milliseconds until the next try, and for one. */
const pauseMs = 2000
const timeoutMs = 10_000

/** Passes error events on to an OpenTelemetry collector. */
export interface Otlp {
  readonly add: (event: ErrorEvent) => void
  /** Sends what is left, once. */
  readonly close: () => Promise<void>
}

export interface OtlpParameters {
  /** Base URL of the collector. */
  url: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/**
 * Log records by OTLP over HTTP, in its JSON form: several in one `POST {url}/v1/logs`, every two seconds while there are some. What a
 * collector does not take now is tried again; what it refuses is dropped, as the protocol asks
 * (https://opentelemetry.io/docs/specs/otlp/#otlphttp-response).
 */
export function createOtlp({ url, headers, fetch, clock, log }: OtlpParameters): Otlp {
  const endpoint = `${url.replace(/\/$/, '')}/v1/logs`
  let waiting: object[] = []
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()

  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      sending = send()
    }, pauseMs)
    timer.unref()
  }

  async function send(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    const taken = await post(batch)
    if (taken === 'later') {
      waiting = [...batch, ...waiting].slice(-most)
      later()
    }
  }

  async function post(logRecords: object[]): Promise<'taken' | 'refused' | 'later'> {
    const resource = { attributes: [attribute('service.name', 'portico')] }
    const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope: { name: '@portico/gateway' }, logRecords }] }] })
    try {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const { ok, status } = await fetch(endpoint, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      if (ok) return 'taken'
      if ([429, 502, 503, 504].includes(status)) return 'later'
      log('warn', 'otlp.refused', { status, records: logRecords.length })
      return 'refused'
    } catch (error) {
      log('warn', 'otlp.away', { name: error instanceof Error ? error.name : 'unknown' })
      return 'later'
    }
  }

  return {
    add: (event) => {
      waiting = [...waiting, record(event, clock())].slice(-most)
      later()
    },
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      await sending
      await send()
      clearTimeout(timer)
    },
  }
}

const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })

/** By the conventions for exceptions (https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/). */
function record({ project, sdk, version, event, type, message, stack, domain }: ErrorEvent, now: number): object {
  const time = `${now}000000`
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: 17,
    severityText: 'ERROR',
    body: { stringValue: message },
    attributes: [
      attribute('event.name', event),
      attribute('exception.type', type),
      attribute('exception.message', message),
      attribute('exception.stacktrace', stack),
      attribute('telemetry.sdk.name', sdk),
      attribute('telemetry.sdk.version', version),
      attribute('portico.project', project),
      attribute('server.address', domain),
    ],
  }
}
