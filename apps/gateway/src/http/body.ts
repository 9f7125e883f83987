import type { Context } from 'hono'
import type { z } from 'zod'
import { InvalidQueryError } from '../errors.js'

/** The JSON of a body, whatever it is said to be: existing clients send `text/plain`, which needs no preflight. @throws InvalidQueryError */
export async function readJson<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parse(await context.req.text()))
  if (parsed.success) return parsed.data
  throw new InvalidQueryError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'} ${message}`))
}

/** Levels of a body, more than any call has: to write down thousands of them breaks off. */
const deepest = 200

function parse(text: string): unknown {
  const value = json(text)
  if (isDeeper(value, deepest)) throw new InvalidQueryError(['the body is nested too deeply'])
  return value
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidQueryError(['the body is not JSON'])
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))
