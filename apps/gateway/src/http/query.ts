import type { z } from 'zod'
import { InvalidQueryError } from '../errors.js'

/**
 * Reads the fields of a query that a schema names. An empty one counts as absent, and one that nobody knows is not looked at: clients
 * are older and newer than the service.
 * @param search the query part of a URL, without its question mark
 * @throws InvalidQueryError naming the fields that are wrong, or given twice
 */
export function readQuery<Shape extends z.core.$ZodLooseShape>(search: string, schema: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>> {
  const given = new URLSearchParams(search)
  const fields = Object.keys(schema.shape)
  const twice = fields.filter((field) => given.getAll(field).length > 1)
  if (twice.length > 0) throw new InvalidQueryError(twice.map((field) => `${field} is given more than once`))
  const parsed = schema.safeParse(Object.fromEntries(fields.flatMap((field) => (given.get(field) ? [[field, given.get(field)]] : []))))
  if (parsed.success) return parsed.data
  throw new InvalidQueryError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))
}

/** The query of a URL, without its question mark. */
export function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
