import { z } from 'zod'
import { createAsk, posted } from '../providers/ask.js'
import { ProviderError } from '../providers/errors.js'
import { RefusedError, bundlerCodes } from './errors.js'
import type { Method, Methods } from './methods.js'

const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string().max(4096), data: z.optional(z.unknown()) })),
})

/**
 * The methods of a bundler or a paymaster at a URL, whose key may stand in it. What it refuses is told as it says it.
 * @param names of the methods that are passed on. Nothing else is
 */
export function hostedMethods(parameters: { url: string; names: readonly string[]; fetch: typeof globalThis.fetch }): Methods {
  const { url, names, fetch } = parameters
  const ask = createAsk({ kind: 'bundler', fetch })
  const pass =
    (method: string): Method =>
    async (params, { signal }) => {
      const said = await ask({ url, init: posted({ jsonrpc: '2.0', id: 1, method, params }), signal }, answer).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        throw new RefusedError(bundlerCodes.internal, 'The service that this chain uses does not answer now.')
      })
      if (said.error) throw new RefusedError(said.error.code, said.error.message, said.error.data)
      return said.result ?? null
    }
  return new Map(names.map((name) => [name, pass(name)]))
}
