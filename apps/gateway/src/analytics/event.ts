import { redact, redactStack } from '@portico/core/analytics'
import { z } from 'zod'

const short = (most: number) => z.string().transform((text) => redact(text.slice(0, 8192)).slice(0, most))

/** The query of `POST /e`. Existing clients send it, and none of it is needed. */
export const eventQuery = z.object({
  projectId: z.optional(short(64)),
  st: z.optional(short(64)),
  sv: z.optional(short(64)),
})

/**
 * The body of `POST /e`, as this product's client and existing ones send it. Its texts are redacted once more: not every client does
 * it. What `url` says, and when the page says that it was, is not kept.
 */
export const eventBody = z.object({
  domain: z.optional(short(253)).default(''),
  props: z.object({
    type: z.literal('error'),
    event: short(64),
    errorType: z.optional(short(64)).default(''),
    errorMessage: z.optional(short(512)).default(''),
    stackTrace: z.optional(z.string()).transform((stack = '') => redactStack(stack)),
  }),
})

/** An error event, as it is counted. */
export interface ErrorEvent {
  readonly project: string
  readonly sdk: string
  readonly version: string
  readonly event: string
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly domain: string
}

export function readEvent(
  { projectId = '', st = '', sv = '' }: z.output<typeof eventQuery>,
  { domain, props }: z.output<typeof eventBody>,
): ErrorEvent {
  const { event, errorType: type, errorMessage: message, stackTrace: stack } = props
  return { project: projectId, sdk: st, version: sv, event, type, message, stack, domain }
}
