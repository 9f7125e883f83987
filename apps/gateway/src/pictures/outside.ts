import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { PictureError } from './errors.js'

/** Milliseconds for all of it, redirects included, and how many of those are followed. */
export const timeoutMs = 10_000
const redirects = 3

export interface OutsideOptions {
  /** Where `ipfs://` is read. https://ipfs.io unless told. */
  readonly ipfs?: string | undefined
  /** Where `ar://` is read. https://arweave.net unless told. */
  readonly arweave?: string | undefined
  /** Also from addresses of this machine and its networks, and from any port: for a sandbox alone. */
  readonly allowPrivate?: boolean | undefined
}

export interface Fetched {
  readonly bytes: Buffer
  /** As its server says, without parameters; empty where it does not. */
  readonly contentType: string
}

export interface OutsideParameters {
  readonly source: string
  /** Bytes. */
  readonly limit: number
  /** Told of bytes as they come. What it throws ends it. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  readonly signal: AbortSignal
}

/** @throws PictureError, and what `signal` was aborted with */
export type Outside = (parameters: OutsideParameters) => Promise<Fetched>

/**
 * The way to what strangers have named on a chain: `https:`, `http:`, `ipfs:`, `ar:` and `data:`. Nothing behind the operator's own
 * walls is reached: each address is checked as a connection is made to it, after its name was looked up, on each redirect anew.
 */
export function createOutside({
  ipfs = 'https://ipfs.io',
  arweave = 'https://arweave.net',
  allowPrivate = false,
}: OutsideOptions = {}): Outside {
  const options = { allowPrivateIPAddress: allowPrivate, allowMetaIPAddress: allowPrivate, maxSockets: 16 }
  const agents = { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) }

  const open = (url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const [request, agent] = url.protocol === 'https:' ? ([overHttps, agents.https] as const) : ([overHttp, agents.http] as const)
      const asked = request(
        url,
        { agent, signal, headers: { accept: 'image/*, application/json;q=0.9', 'user-agent': 'portico-gateway' } },
        resolve,
      )
      asked.on('error', reject)
      asked.end()
    })

  const follow = async (first: URL, { limit, onBytes, signal }: Omit<OutsideParameters, 'source'>): Promise<Fetched> => {
    let url = first
    for (let hops = 0; hops <= redirects; hops += 1) {
      check(url, allowPrivate)
      const answer = await open(url, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy()
        if (!URL.canParse(headers.location, url)) break
        url = new URL(headers.location, url)
        continue
      }
      if (statusCode !== 200) {
        answer.destroy()
        throw new PictureError('unavailable', `Its server answered with ${statusCode}.`)
      }
      return {
        bytes: await readAll(answer, { limit, onBytes }),
        contentType: (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      }
    }
    throw new PictureError('unavailable', 'Its server sends from place to place.')
  }

  return async ({ source, limit, onBytes, signal }) => {
    if (/^data:/i.test(source)) {
      const data = dataOf(source, limit)
      onBytes?.(data.bytes.byteLength)
      return data
    }
    const url = placeOf(source, { ipfs, arweave })
    if (!url) throw new PictureError('refused', 'Its address is none that is read.')
    try {
      return await follow(url, { limit, onBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof PictureError) throw error
      // The agent's own refusal has no class.
      const isRefusal = error instanceof Error && /is not allowed/i.test(error.message)
      if (isRefusal) throw new PictureError('refused', 'It is at an address that nothing is fetched from.', { cause: error })
      throw new PictureError('unavailable', 'Its server does not answer.', { cause: error })
    }
  }
}

function check({ protocol, port, username, password }: URL, allowPrivate: boolean): void {
  if (protocol !== 'https:' && protocol !== 'http:') throw new PictureError('refused', `Nothing is read by ${protocol}`)
  if (username !== '' || password !== '') throw new PictureError('refused', 'Its address has a name and a password.')
  // URL leaves out the scheme's own port.
  if (port !== '' && !allowPrivate) throw new PictureError('refused', `Nothing is read from port ${port}.`)
}

function placeOf(source: string, { ipfs, arweave }: { ipfs: string; arweave: string }): URL | undefined {
  const [, content] = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(source) ?? []
  if (content !== undefined) return urlOf(`/ipfs/${content}`, ipfs)
  const [, item] = /^ar:\/\/(.+)$/i.exec(source) ?? []
  if (item !== undefined) return urlOf(`/${item}`, arweave)
  return urlOf(source)
}

const urlOf = (text: string, base?: string): URL | undefined => (URL.canParse(text, base) ? new URL(text, base) : undefined)

async function readAll(answer: IncomingMessage, { limit, onBytes }: Pick<OutsideParameters, 'limit' | 'onBytes'>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.byteLength
    if (size > limit) {
      answer.destroy()
      throw new PictureError('too-large', `It has more than ${limit} bytes.`)
    }
    onBytes?.(piece.byteLength)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** RFC 2397. Contracts write SVG without escaping it, so what can't be unescaped is taken as it stands. */
function dataOf(source: string, limit: number): Fetched {
  const [, header, body] = /^data:([^,]{0,200}),([\s\S]*)$/i.exec(source) ?? []
  if (header === undefined || body === undefined) throw new PictureError('unreadable', 'Its data has no end to its header.')
  const bytes = /;base64$/i.test(header) ? Buffer.from(body, 'base64') : Buffer.from(unescaped(body))
  if (bytes.byteLength > limit) throw new PictureError('too-large', `It has more than ${limit} bytes.`)
  return { bytes, contentType: header.split(';')[0]?.toLowerCase() ?? '' }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
