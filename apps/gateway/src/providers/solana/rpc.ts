import type { z } from 'zod'
import { type NamedCall, type RpcCall, createNode } from '../../rpc/node.js'
import { ProviderError } from '../errors.js'
import { nodeFailure } from '../nodeFailure.js'

/** How sure what is read has to be. Left out, a node would take 13 seconds longer to say what an account holds. */
export const commitment = 'confirmed'

export interface SolanaRpc {
  /** @throws ProviderError */
  readonly call: <Schema extends z.ZodType>(call: SolanaCall, schema: Schema) => Promise<z.output<Schema>>
}

export type SolanaCall = (RpcCall | NamedCall) & { readonly signal: AbortSignal }

export interface SolanaRpcParameters {
  readonly kind: string
  /** In the order in which they are asked: the next one only when one is not available. */
  readonly urls: readonly string[]
  readonly fetch: typeof fetch
}

/** A Solana node, whose refusals are a provider's. */
export function solanaRpc({ kind, urls, fetch }: SolanaRpcParameters): SolanaRpc {
  const nodes = urls.map((url) => createNode({ urls: [url], fetch }))
  return {
    call: async ({ signal, ...call }, schema) => {
      let failure = new ProviderError('unavailable', `${kind} has no address.`)
      for (const node of nodes) {
        try {
          return await node.call(call, schema, signal)
        } catch (error) {
          failure = nodeFailure(error, `${kind} (${call.method})`)
        }
      }
      throw failure
    },
  }
}
