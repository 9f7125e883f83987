import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ApiError } from './apiError.js'

/**
 * The JSON body of a call, parsed.
 * @throws ApiError `invalid` naming the fields that are wrong, never their values
 */
export async function readBody<Schema extends z.core.$ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new ApiError(415, 'invalid', 'The body is to be JSON.')
  const parsed = z.safeParse(schema, parseJson(await context.req.text()))
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'body'))].join(', ')
  throw new ApiError(400, 'invalid', `Not what is expected here: ${fields.slice(0, 200)}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'invalid', 'The body is not JSON.')
  }
}
