import * as z from 'zod/mini'
import { isNetworkId, namespaceOf, type NetworkId } from '../../../kit/caip/ids.js'
import { failures, type CallBatch } from './batch.js'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const capabilities = z.optional(z.record(z.string(), z.record(z.string(), z.unknown())))
const call = z.object({
  to: text,
  value: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,78}$/)),
      z.transform((digits: string) => BigInt(digits)),
    ),
  ),
  data: z.optional(z.string().check(z.maxLength(300_000))),
  capabilities,
})
const since = z.optional(z.object({ nonce: z.int(), blockNumber: z.int() }))
const step = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('asking'), since }),
  z.object({ status: z.literal('sent'), hash: text }),
  z.object({ status: z.literal('confirmed'), hash: text }),
  z.object({ status: z.literal('reverted'), hash: text }),
  z.object({ status: z.literal('failed'), reason: z.enum(failures), since }),
])
const batch = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(4_096)),
  networkId: z.custom<NetworkId>(isNetworkId),
  address: text,
  calls: z.array(call).check(z.minLength(1), z.maxLength(100)),
  steps: z.array(step),
  state: z.enum(['running', 'paused', 'ended']),
  startedAt: z.number(),
})

/** How long a batch is remembered, in milliseconds. */
export const batchLifetime = 24 * 60 * 60_000

/** Batches as they were written. What is malformed or older than a day is left out. */
export function parseBatches(written: string | null): readonly CallBatch[] {
  let list: unknown
  try {
    list = JSON.parse(written ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(list) ? list.flatMap((entry: unknown) => batchOf(entry) ?? []) : []
}

function batchOf(entry: unknown): CallBatch | undefined {
  const { data } = batch.safeParse(entry)
  if (!data || data.steps.length !== data.calls.length || Math.abs(Date.now() - data.startedAt) > batchLifetime) return undefined
  const calls = data.calls.map(({ to, value, data: bytes, capabilities: asked }) => ({
    to,
    ...(value !== undefined && { value }),
    ...(bytes !== undefined && { data: bytes }),
    ...(asked && { capabilities: asked }),
  }))
  return { ...data, namespace: namespaceOf(data.networkId), calls }
}

export const writeBatches = (batches: readonly CallBatch[]): string =>
  JSON.stringify(batches, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
