import { SiwxOptionsError } from './errors.js'

/** What a session is read from: a Fetch `Request`, or `{ headers }` where a framework has no more, as in a server component. */
export interface WithHeaders {
  readonly headers: Pick<Headers, 'get'>
}

/** The cookie that holds a session's token. */
export interface SessionCookie {
  readonly read: (request: WithHeaders) => string | undefined
  /** Of `Set-Cookie`. Without a token it is deleted. @param seconds until it ends */
  readonly write: (token: string, seconds: number) => string
}

const pattern = /^[\w-]{43}$/

/**
 * `__Host-`: from this host over TLS alone, so that no neighbour on another subdomain can plant one.
 * @param isLocal the site is on this machine, without TLS: a cookie that asks for it would not be kept by every browser
 */
export function sessionCookie(isLocal: boolean): SessionCookie {
  const name = isLocal ? 'siwx' : '__Host-siwx'
  return {
    read: (request) => {
      const headers: Partial<WithHeaders['headers']> | undefined = Object(request).headers
      if (typeof headers?.get !== 'function')
        throw new SiwxOptionsError(
          "A session is read from a Request, or from { headers: await headers() }. Of a request of Node's: { headers: new Headers({ cookie: request.headers.cookie ?? '' }) }.",
        )
      const found = (headers.get('cookie') ?? '').split(/; */).flatMap((pair) => {
        const [key, value = ''] = pair.split(/=(.*)/s)
        return key === name && pattern.test(value) ? [value] : []
      })
      // Two of one name: somebody has planted one.
      return found.length === 1 ? found[0] : undefined
    },
    write: (token, seconds) => `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isLocal ? '' : '; Secure'}`,
  }
}
