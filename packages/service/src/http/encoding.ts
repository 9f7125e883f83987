import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

/** A content coding that is made here. */
export type Coding = 'br' | 'gzip'

/** Compresses a body, or gives what the same version came to before. */
export type Pack = (version: string, coding: Coding, body: () => string | Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** Shorter bodies go as they are, in bytes: a packet holds them anyhow. */
const shortest = 1024

/**
 * How hard is tried. Files of a page are packed once and sent for a year: they are worth all of it. What is made for one answer, or for
 * a search that nobody may repeat, takes no longer than the gzip that it replaces.
 */
const efforts = { most: { brotli: 11, gzip: 9 }, little: { brotli: 4, gzip: 6 } } as const

/**
 * The coding that a client would rather have, by its Accept-Encoding (RFC 9110, 12.5.3): the one with the higher weight, and of two
 * that weigh the same Brotli (RFC 7932). Undefined where it takes neither.
 */
export function codingFor(header: string | undefined): Coding | undefined {
  const weights = new Map(
    (header ?? '').split(',').map((offer): [string, number] => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= gz) return 'br'
  return gz > 0 ? 'gzip' : undefined
}

/** @param kept how many compressed bodies are kept: what everybody asks for is packed once */
export function createPack({ kept = 256, effort = 'little' }: { kept?: number; effort?: keyof typeof efforts } = {}): Pack {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (version, coding, body) => {
    const key = `${coding} ${version}`
    const found = known.get(key) ?? compress(body(), coding, effort)
    // The one that was asked for last stands last.
    known.delete(key)
    known.set(key, found)
    const [oldest] = known.keys()
    if (known.size > kept && oldest !== undefined) known.delete(oldest)
    return found
  }
}

/**
 * Compresses what the routes behind it answer with, where it is text of 1 kB or more and the client takes it.
 *
 * Only for routes whose answers hold nothing secret: the length of one that mixes a secret with what somebody else wrote tells the secret
 * (BREACH). Calls of an account, a login or a vault have none of this.
 */
export function compressed(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    await compressAnswer(context)
  }
}

async function compressAnswer(context: Context): Promise<void> {
  const { res } = context
  const type = res.headers.get('content-type') ?? ''
  if (!res.body || context.req.method === 'HEAD' || res.headers.has('content-encoding') || !/^(text\/|application\/json)/.test(type)) return
  const body = new Uint8Array(await res.arrayBuffer())
  const coding = body.length < shortest ? undefined : codingFor(context.req.header('accept-encoding'))
  const headers = new Headers(res.headers)
  headers.append('vary', 'Accept-Encoding')
  headers.delete('content-length')
  if (coding) headers.set('content-encoding', coding)
  // A response whose headers were read is not taken over as a whole: what it was is not to come back.
  context.res = undefined
  context.res = new Response(coding ? await compress(body, coding, 'little') : body, { status: res.status, headers })
}

async function compress(body: string | Uint8Array, coding: Coding, effort: keyof typeof efforts): Promise<Uint8Array<ArrayBuffer>> {
  const { brotli, gzip: level } = efforts[effort]
  const bytes = Buffer.from(body)
  if (coding === 'gzip') return new Uint8Array(await promisify(gzip)(bytes, { level }))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotli,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return new Uint8Array(await promisify(brotliCompress)(bytes, { params }))
}
