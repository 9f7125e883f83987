import { send } from '@portico/core/kit'
import * as z from 'zod/mini'
import { apiError, siteHeader } from '../../server/api.js'
import { proofOf, type Device } from './device.js'
import { ServerRefusedError, ServerUnreachableError } from './errors.js'

export interface ApiOptions {
  /** Origin of the secure site. */
  readonly origin: string
  readonly projectId: string
  readonly hostOrigin: string
  readonly device: Device
  /** The session's token, while somebody is logged in. */
  readonly token: () => string | undefined
  /** The server does not know the session any more. Resolves with true where there is another one now: the call is repeated with it. */
  readonly onSessionEnded?: (token: string | undefined) => Promise<boolean>
  readonly fetch: typeof fetch
  /** Milliseconds since 1970, by this browser. */
  readonly now?: () => number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The call outlives the page. */
  readonly keepalive?: boolean
  /** A session's token in the place of the current one. */
  readonly token?: string
  /** Milliseconds until the call is given up. Default 15,000; long polls take more. */
  readonly patience?: number
}

interface Sent {
  /** The token that went along. */
  readonly session: string | undefined
  readonly status: number
  readonly answer: unknown
}

/** Asked when there is no session: its own refusal says nothing new. */
export const resumePath = '/v1/session/resume'

/** Answers larger than this are not read (R9). */
const largest = 1024 * 1024

/** Calls of the secure site's server: JSON, proven by the device key, with the session where there is one. */
export function createApi({ origin, projectId, hostOrigin, device, token, onSessionEnded, fetch, now = Date.now }: ApiOptions) {
  // How far this clock is behind the server's, in milliseconds. Learned from its first complaint (R16).
  let skew = 0

  async function post(
    path: string,
    body: unknown,
    { signal, keepalive = false, patience = 15_000, token: given }: CallOptions,
  ): Promise<Sent> {
    const url = `${origin}${path}`
    const session = given ?? token()
    const proof = await proofOf(device, { method: 'POST', url, now: now() + skew, token: session })
    const init: RequestInit = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        dpop: proof,
        [siteHeader]: `${projectId} ${hostOrigin}`,
        ...(session === undefined ? {} : { authorization: `DPoP ${session}` }),
      },
      body: JSON.stringify(body),
      keepalive,
      cache: 'no-store',
      redirect: 'error',
      credentials: 'same-origin',
    }
    try {
      // Never twice by itself: the proof is good for one call.
      const { status, text } = await send({ fetch, url, path, init, signal, retries: 0, timeout: patience, limit: largest })
      return { session, status, answer: JSON.parse(text) }
    } catch (cause) {
      signal?.throwIfAborted()
      throw new ServerUnreachableError({ cause })
    }
  }

  /**
   * Asks the server.
   * @throws ServerRefusedError, ServerUnreachableError, and the reason of `signal`
   */
  async function call<S extends z.ZodMiniType>(path: string, body: unknown, schema: S, options: CallOptions = {}): Promise<z.output<S>> {
    for (let attempt = 0; ; attempt += 1) {
      const { session, status, answer } = await post(path, body, options)
      if (status >= 200 && status < 300) {
        const parsed = schema.safeParse(answer)
        if (!parsed.success) throw new ServerUnreachableError({ cause: parsed.error })
        return parsed.data
      }
      const refused = apiError.safeParse(answer).data?.error
      if (!refused) throw new ServerUnreachableError({ cause: `status ${status}` })
      const { code: reason, message, retryAfter, time, triesLeft } = refused
      // The call was not taken, so asking again with the right time repeats nothing.
      if (reason === 'proof_time' && time !== undefined && attempt === 0) {
        skew = time * 1000 - now()
        continue
      }
      if (reason === 'no_session' && path !== resumePath && attempt === 0 && (await onSessionEnded?.(session))) continue
      throw new ServerRefusedError({ reason, message, status, retryAfter, time, triesLeft })
    }
  }

  return {
    call,
    /** Milliseconds since 1970, by the server's clock as far as it is known. */
    serverTime: () => now() + skew,
  }
}

export type Api = ReturnType<typeof createApi>
