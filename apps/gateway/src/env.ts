import { type Environment, flagText, readEnvironment, wholeText } from '@portico/service'
import { metricsAddress } from '@portico/service/http'
import * as z from 'zod/mini'
import type { GatewayOptions } from './gateway.js'

const prefix = 'PORTICO_GATEWAY_'
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
  METRICS_HOST: z.optional(z.string()),
  METRICS_PORT: z.optional(wholeText),
  QUIET: z.optional(flagText),
})

/**
 * The options that the environment gives. An empty variable counts as absent; one that begins with PORTICO_GATEWAY_ and is not
 * known is an error.
 * @throws OptionsError naming the variable
 */
export function readOptions(env: Environment): GatewayOptions {
  const data = readEnvironment(env, { prefix, schema })
  const { HOST, PORT, DATA, CERTIFIED, QUIET } = data
  const metrics = metricsAddress(prefix, data)
  return {
    ...(HOST && { host: HOST }),
    ...(PORT !== undefined && { port: PORT }),
    ...(DATA && { data: DATA }),
    ...(CERTIFIED && { certified: CERTIFIED }),
    ...(metrics && { metrics }),
    ...(QUIET !== undefined && { quiet: QUIET }),
  }
}
