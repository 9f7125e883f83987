import * as z from 'zod/mini'
import { isPlain } from './form.js'

/** What JSON can say, 64 levels deep at the most: no functions, no cycles, no classes. */
export const json = z.custom<unknown>((value) => isJson(value, 64))

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return true
  return depth > 0 && (Array.isArray(value) || isPlain(value)) && Object.values<unknown>(value).every((inner) => isJson(inner, depth - 1))
}
