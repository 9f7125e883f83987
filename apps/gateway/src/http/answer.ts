import { type Pack, codingFor } from '@portico/service/http'
import type { Context } from 'hono'

/** What changes with the data set alone: fresh for five minutes, and shown for a day while a newer one is fetched. */
export const listCache = 'public, max-age=300, stale-while-revalidate=86400'
/** What can never change: its address would. */
export const immutableCache = 'public, max-age=31536000, immutable'

export interface AnswerParameters {
  /** Made only when the client does not have it already. */
  body: () => string | Uint8Array<ArrayBuffer>
  type: 'application/json' | 'image/webp'
  /** Another body has another version. It becomes the ETag. */
  version: string
  cache: string
  /** Compresses the body for a client that takes it. Left out, the body goes as it is. */
  pack?: Pack
}

/**
 * 200 with a weak ETag, for it is the same whether the body is compressed, here or by a proxy; 304 when the client has it already
 * (RFC 9110, 13.1.2).
 */
export async function answer(context: Context, { body, type, version, cache, pack }: AnswerParameters): Promise<Response> {
  const etag = `W/"${version}"`
  context.header('etag', etag)
  context.header('cache-control', cache)
  if (pack) context.header('vary', 'Accept-Encoding')
  if (hasIt(context.req.header('if-none-match'), etag)) return context.body(null, 304)
  context.header('content-type', type)
  const coding = pack && codingFor(context.req.header('accept-encoding'))
  if (!pack || !coding) return context.body(body())
  context.header('content-encoding', coding)
  return context.body(await pack(version, coding, body))
}

/** `{ error: { code, message } }`, never kept by a cache. */
export function refuse(
  context: Context,
  status: 400 | 404 | 405 | 413 | 414 | 422 | 500 | 502,
  error: { code: string; message: string; problems?: readonly string[] },
): Response {
  context.header('cache-control', 'no-store')
  return context.json({ error }, status)
}

function hasIt(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}
