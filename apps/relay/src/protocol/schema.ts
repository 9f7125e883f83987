import { z } from 'zod'
import type { Limits } from '../limits.js'
import { RequestError, tooLarge } from './errors.js'

/** A topic is the SHA-256 of a key, in hex. */
const topic = z.string().regex(/^[0-9a-f]{64}$/, 'not 64 hex digits')
const ttl = z.number().int().min(1)
const tag = z.number().int().min(0).max(0xffff_ffff)
/** A zero ends a text for SQLite, and half a character is another one in UTF-8: neither would come back as it came. */
const text = z.string().regex(/^[^\0\p{Cs}]*$/u, 'not text')
const message = text.min(1)
const attestation = z.nullish(text.max(16_384))

// Fields that are not named are dropped: `correlationId`, `tvf`, and the facts about a request that newer clients send.
const publish = z.object({ topic, message, ttl, tag: z.optional(tag), prompt: z.nullish(z.boolean()), attestation })
const one = z.object({ topic })
const many = z.object({ topics: z.array(topic).min(1) })
const messages = z.object({ messages: z.array(publish).min(1) })
const subscriptions = z.object({ subscriptions: z.array(one).min(1) })
const proposeSession = z.object({ pairingTopic: topic, sessionProposal: message, ttl: z.optional(ttl), attestation })
const approveSession = z.object({
  sessionTopic: topic,
  pairingTopic: topic,
  sessionProposalResponse: message,
  sessionSettlementRequest: message,
  ttl: z.optional(ttl),
  attestation,
})

export const schemas = {
  irn_publish: publish,
  irn_batchPublish: messages,
  irn_subscribe: one,
  irn_batchSubscribe: many,
  irn_unsubscribe: one,
  irn_batchUnsubscribe: subscriptions,
  irn_fetchMessages: one,
  irn_batchFetchMessages: many,
  wc_proposeSession: proposeSession,
  wc_approveSession: approveSession,
} as const

export type Method = keyof typeof schemas

export function isMethod(name: string): name is Method {
  return Object.hasOwn(schemas, name)
}

/** What a batch is cheaper by than its parts one by one. */
const partsPerRequest = 10

/** As how many requests one counts: each part of a batch costs a look into the storage. */
export function weightOf(params: unknown): number {
  const parts = typeof params === 'object' && params !== null ? Object.values(params).filter(Array.isArray) : []
  return Math.max(1, ...parts.map(({ length }) => Math.ceil(length / partsPerRequest)))
}

/**
 * The parameters of a method.
 * @throws RequestError naming the parameter; what it holds is not repeated
 */
export function parse<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new RequestError('invalid-params', `The parameter ${path || 'object'} is missing or not what it should be.`, { path })
}

/** @throws RequestError */
export function checkSize(message: string, limits: Limits): void {
  if (Buffer.byteLength(message) > limits.messageBytes) throw tooLarge(limits)
}

/** @throws RequestError */
export function checkBatch({ length }: readonly unknown[], { batchTopics }: Limits): void {
  if (length > batchTopics) throw new RequestError('batch-too-large', `A batch may have ${batchTopics} topics.`, { limit: batchTopics })
}

/** Each topic once, in order. @throws RequestError */
export function checkTopics(topics: readonly string[], limits: Limits): string[] {
  checkBatch(topics, limits)
  return [...new Set(topics)]
}
