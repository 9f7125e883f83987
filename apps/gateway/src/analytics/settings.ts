import { inWords, OptionsError } from '@portico/service'
import { z } from 'zod'
import { endpoint, trustProxy } from '../http/settings.js'

const schema = z.strictObject({
  /** Days that counts are kept. */
  days: z.int().min(1).max(730).default(90),
  /** Kinds of errors that are told apart on one day: those that come after them count as one. */
  kinds: z.int().min(1).max(100_000).default(2000),
  /** Events that one address may send in a minute. */
  perMinute: z.int().min(1).max(10_000).default(60),
  trustProxy,
  /** Where each event goes on to as a log record: the base URL of an OpenTelemetry collector (OTLP over HTTP, as JSON). */
  otlp: z.optional(endpoint),
  /** Headers for that collector, such as the key that it asks for. */
  otlpHeaders: z.record(z.string().regex(/^[\w-]{1,64}$/, 'is no header'), z.string().max(4096)).default({}),
})

/** How error events are kept. `{}` is enough. */
export type AnalyticsOptions = z.input<typeof schema>
export type AnalyticsSettings = z.output<typeof schema>

/** @throws OptionsError naming what is wrong, without a header's value */
export function readAnalytics(value: unknown): AnalyticsSettings {
  const parsed = schema.safeParse(value, inWords())
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'analytics'}: ${message}`)
  throw new OptionsError(`analytics: ${problems.join('; ')}`)
}
