import { webcrypto } from 'node:crypto'
import { digest, randomToken } from '@portico/service/secrets'
import { type JWK, SignJWT, calculateJwkThumbprint, exportJWK } from 'jose'
import * as z from 'zod/mini'
import { sessionStarted, siteHeader } from '../api.js'
import { hostOrigin } from './site.js'

/** What a browser talks to: `site.app`, or an object whose `fetch` goes over the network. */
export interface Server {
  readonly fetch: (request: Request) => Response | Promise<Response>
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

export interface PostOptions {
  /** Instead of the browser's own. `null`: none. */
  token?: string | null
  /** Seconds that the browser's clock is ahead. */
  ahead?: number
  /** Replaces members of the proof. */
  proof?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** A browser with a device key of its own, on one host site, that speaks as the page in the frame does. */
export interface TestBrowser {
  /** Thumbprint of the device key. */
  readonly device: string
  /** The session's token, once `logIn` or an answer has given it. */
  token: string | undefined
  /** By name, kept as a browser keeps them. */
  readonly cookies: Map<string, string>
  readonly post: (path: string, body: unknown, options?: PostOptions) => Promise<Answer>
  readonly makeProof: (path: string, options?: PostOptions) => Promise<string>
}

export interface TestBrowserOptions {
  origin?: string
  projectId?: string
  /** Of the service, as its configuration has it. */
  publicUrl?: string
}

export async function testBrowser(
  server: Server,
  { origin = hostOrigin, projectId = 'demo', publicUrl = 'https://secure.example' }: TestBrowserOptions = {},
): Promise<TestBrowser> {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk: JWK = { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
  const cookies = new Map<string, string>()

  const makeProof: TestBrowser['makeProof'] = async (path, { token = browser.token ?? null, ahead = 0, proof = {} } = {}) => {
    const claims = {
      htm: 'POST',
      htu: `${publicUrl}${path}`,
      iat: Math.floor(Date.now() / 1000) + ahead,
      jti: randomToken(16),
      ...(token !== null && { ath: digest(token) }),
      ...proof,
    }
    return new SignJWT(claims).setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk }).sign(privateKey)
  }

  const browser: TestBrowser = {
    device: await calculateJwkThumbprint(jwk, 'sha256'),
    token: undefined,
    cookies,
    makeProof,
    post: async (path, body, options = {}) => {
      const { token = browser.token ?? null, headers = {}, signal } = options
      const request = new Request(`${publicUrl}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          dpop: await makeProof(path, options),
          [siteHeader]: `${projectId} ${origin}`,
          ...(token !== null && { authorization: `DPoP ${token}` }),
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...headers,
        },
        ...(signal && { signal }),
      })
      const answer = await server.fetch(request)
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await answer.text()
      const parsed: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
      return { status: answer.status, body: parsed, headers: answer.headers }
    },
  }
  return browser
}

/** Takes the token out of an answer that started a session. */
export function keepSession(browser: TestBrowser, answer: Answer): z.infer<typeof sessionStarted> {
  const started = sessionStarted.parse(answer.body)
  browser.token = started.token
  return started
}
