import { z } from 'zod'
import type { AccountChain } from '../account/accounts.js'
import { namespaceOf } from '../chains/address.js'
import { type Answers, createAnswers } from './answers.js'
import { allowedMethods, sends } from './methods.js'
import { type Node, NodeUnavailableError, type RpcCall, type RpcOutcome } from './node.js'

/** Calls in one batch. */
export const longestBatch = 100

const id = z.nullish(z.union([z.string().max(128), z.number()]))
const request = z.object({
  id,
  method: z.string().max(64),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform((named) => [named])])),
})
type Request = z.output<typeof request>

/** JSON-RPC of a chain for whoever asks: what is allowed is passed on to the chain's nodes. */
export interface Front {
  /** The answer to a body, with its status. */
  readonly answer: (body: unknown, signal: AbortSignal) => Promise<{ status: 200 | 400 | 503; body: unknown }>
}

export function createFront({ chain, node, sender }: Pick<AccountChain, 'chain' | 'node' | 'sender'>, clock: () => number): Front {
  const answers: Answers = createAnswers(node, clock)
  const allowed = allowedMethods[namespaceOf(chain.id)] ?? new Set<string>()

  const run = async (requests: readonly Request[], signal: AbortSignal): Promise<readonly object[]> => {
    const found = requests.map(({ method, params }) => (allowed.has(method) ? answers.find(callOf(method, params)) : undefined))
    const asked = requests.flatMap(({ method, params }, at) =>
      allowed.has(method) && !found[at] ? [{ at, call: callOf(method, params) }] : [],
    )
    const by = async (to: Node, calls: typeof asked) => {
      const outcomes = await to.batch(
        calls.map(({ call }) => call),
        signal,
      )
      return calls.map(({ at, call }, index) => ({ at, call, outcome: outcomes[index] }))
    }
    const isSent = ({ call }: (typeof asked)[number]) => sender !== node && sends.has(call.method)
    const parts = await Promise.all([
      by(
        node,
        asked.filter((each) => !isSent(each)),
      ),
      by(sender, asked.filter(isSent)),
    ])
    const told = new Map(parts.flat().map(({ at, outcome }) => [at, outcome]))
    await Promise.all(asked.map(({ at, call }) => keep(answers, call, told.get(at))))
    return requests.map(({ id: own, method }, at) => {
      if (!allowed.has(method)) return refusal(own, -32_601, `${method.replace(/[^\w]/g, '')} is not answered here.`)
      const outcome = found[at] ?? told.get(at)
      if (!outcome?.error) return { jsonrpc: '2.0', id: own ?? null, result: outcome?.result ?? null }
      const { code, message, data } = outcome.error
      return { jsonrpc: '2.0', id: own ?? null, error: { code, message, ...(data !== undefined && { data }) } }
    })
  }

  return {
    answer: async (body, signal) => {
      const isBatch = Array.isArray(body)
      const parsed = z
        .array(request)
        .min(1)
        .safeParse(isBatch ? body : [body])
      if (!parsed.success) return { status: 400, body: refusal(null, -32_600, 'This is no request of JSON-RPC.') }
      if (parsed.data.length > longestBatch) {
        return { status: 400, body: refusal(null, -32_600, `A batch has at most ${longestBatch} calls.`) }
      }
      try {
        const results = await run(parsed.data, signal)
        return { status: 200, body: isBatch ? results : results[0] }
      } catch (error) {
        if (!(error instanceof NodeUnavailableError)) throw error
        const results = parsed.data.map((each) => refusal(each.id, -32_603, error.message))
        return { status: 503, body: isBatch ? results : results[0] }
      }
    },
  }
}

export function refusal(own: Request['id'], code: number, message: string): object {
  return { jsonrpc: '2.0', id: own ?? null, error: { code, message } }
}

const callOf = (method: string, params: readonly unknown[] | undefined): RpcCall => ({ method, ...(params && { params }) })

async function keep(answers: Answers, call: RpcCall, outcome: RpcOutcome | undefined): Promise<void> {
  if (outcome) await answers.keep(call, outcome)
}
