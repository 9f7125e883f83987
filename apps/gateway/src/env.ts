import { type Environment, flagText, readEnvironment, wholeText } from '@portico/service'
import * as z from 'zod/mini'
import type { GatewayOptions } from './gateway.js'

const schema = z.object({
  HOST: z.optional(z.string()),
  PORT: z.optional(wholeText),
  DATA: z.optional(z.string()),
  CERTIFIED: z.optional(
    z.pipe(
      z.string(),
      z.transform((ids) =>
        ids
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ),
  ),
  QUIET: z.optional(flagText),
})

/**
 * The options that the environment gives. An empty variable counts as absent; one that begins with PORTICO_GATEWAY_ and is not
 * known is an error.
 * @throws OptionsError naming the variable
 */
export function readOptions(env: Environment): GatewayOptions {
  const { HOST, PORT, DATA, CERTIFIED, QUIET } = readEnvironment(env, { prefix: 'PORTICO_GATEWAY_', schema })
  return {
    ...(HOST && { host: HOST }),
    ...(PORT !== undefined && { port: PORT }),
    ...(DATA && { data: DATA }),
    ...(CERTIFIED && { certified: CERTIFIED }),
    ...(QUIET !== undefined && { quiet: QUIET }),
  }
}
