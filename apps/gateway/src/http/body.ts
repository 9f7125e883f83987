import type { Context } from 'hono'
import type { z } from 'zod'
import { InvalidQueryError } from '../errors.js'

/** The JSON of a body, whatever it is said to be: existing clients send `text/plain`, which needs no preflight. @throws InvalidQueryError */
export async function readJson<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parse(await context.req.text()))
  if (parsed.success) return parsed.data
  throw new InvalidQueryError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'} ${message}`))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidQueryError(['the body is not JSON'])
  }
}
