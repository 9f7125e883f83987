import { z } from 'zod'
import { GatewayOptionsError } from './errors.js'
import type { GatewayOptions } from './gateway.js'

const environment = z.object({
  PORTICO_GATEWAY_HOST: z.optional(z.string()),
  PORTICO_GATEWAY_PORT: z.optional(z.coerce.number().int().min(0).max(65_535)),
  PORTICO_GATEWAY_DATA: z.optional(z.string()),
  PORTICO_GATEWAY_CERTIFIED: z.optional(
    z.string().transform((ids) =>
      ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ),
  PORTICO_GATEWAY_QUIET: z.optional(z.stringbool()),
})

/**
 * The options that the environment gives. An empty variable counts as absent.
 * @throws GatewayOptionsError naming the variable
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>): GatewayOptions {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new GatewayOptionsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  const { data } = parsed
  return {
    ...(data.PORTICO_GATEWAY_HOST && { host: data.PORTICO_GATEWAY_HOST }),
    ...(data.PORTICO_GATEWAY_PORT !== undefined && { port: data.PORTICO_GATEWAY_PORT }),
    ...(data.PORTICO_GATEWAY_DATA && { data: data.PORTICO_GATEWAY_DATA }),
    ...(data.PORTICO_GATEWAY_CERTIFIED && { certified: data.PORTICO_GATEWAY_CERTIFIED }),
    ...(data.PORTICO_GATEWAY_QUIET !== undefined && { quiet: data.PORTICO_GATEWAY_QUIET }),
  }
}
