import { z } from 'zod'
import type { Chain } from '../chain.js'
import { invalidParams } from '../errors.js'

/** A method of the JSON-RPC API: the parameters as they came, parsed inside. @throws JsonRpcError */
export type Method = (chain: Chain, params: readonly unknown[]) => unknown

/** Parses the parameters, then runs. What follows the parameters that a method has is ignored, as is `null` for none. */
export function method<T extends z.ZodType<unknown[]>>(schema: T, run: (chain: Chain, params: z.output<T>) => unknown): Method {
  return (chain, params) => {
    const parsed = schema.safeParse(params)
    if (parsed.success) return run(chain, parsed.data)
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.')
    throw invalidParams(`${issue?.message ?? 'Invalid params'}${at ? ` (params.${at})` : ''}`)
  }
}
