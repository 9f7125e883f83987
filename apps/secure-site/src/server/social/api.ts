/** Calls between the page in the frame and the social part of the server. Both ends parse these same schemas. */
import { socialProviders } from '@portico/core/embedded'
import * as z from 'zod/mini'
import { randomId, sessionStarted, sessionUser } from '../api.js'

/**
 * `POST /v1/social/start`. `popup`: the page reports to its opener, or asks for a press where it has none. `page`: the
 * visitor's own tab goes there and comes back to `returnTo`, a URL of the registered host origin, with the result in the
 * fragment as `portico_social`. `link` adds the social account to the user who is logged in, instead of logging in.
 */
export const socialStartBody = z.strictObject({
  provider: z.enum(socialProviders),
  mode: z.enum(['popup', 'page']),
  returnTo: z.optional(z.string().check(z.maxLength(2048))),
  link: z.optional(z.boolean()),
})

/**
 * `uri` is to be opened in a top-level window. `match`: two digits that its last page shows as well. A site that has no window to
 * open goes there by itself: with `?returnTo=` and its own address added, the login goes on in mode `page`.
 */
export const socialStarted = z.object({ flowId: randomId, uri: z.url(), match: z.string().check(z.regex(/^\d\d$/)) })
export type SocialStarted = z.infer<typeof socialStarted>

/**
 * `POST /v1/social/finish`, by the device that started: with the `result` that the window reported, answered at once; or without
 * one, to wait up to 20 s for the visitor's press in the window, and to ask again while it is pending. Works once. A frame that
 * stores nothing has another device key after its tab came back: it finishes with the result and the cookie that `start` has set.
 */
export const socialFinishBody = z.strictObject({ flowId: randomId, result: z.optional(randomId) })
export type SocialFinishBody = z.infer<typeof socialFinishBody>

/** Answer of both `finish` calls. `done` has the fields of {@link sessionStarted}. `linked`: the social account was added to the user who is logged in. */
export const socialFinished = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.extend(sessionStarted, { status: z.literal('done') }),
  z.object({ status: z.literal('linked'), user: sessionUser }),
])
export type SocialFinished = z.infer<typeof socialFinished>

/** `POST /v1/farcaster/start` has an empty object as its body. `url` is for a QR code or a link; `expiresIn` is in seconds. */
export const farcasterStartBody = z.strictObject({})
export const farcasterStarted = z.object({ flowId: randomId, url: z.url(), expiresIn: z.number() })
export type FarcasterStarted = z.infer<typeof farcasterStarted>

/** `POST /v1/farcaster/finish`: waits up to 20 s for the visitor's phone, and answers {@link socialFinished}. */
export const farcasterFinishBody = z.strictObject({ flowId: randomId })

/** The last part of a page's address in mode `page`: `#portico_social=<resultUri>`. */
export const resultFragment = 'portico_social'

/** What the opener posts back, so that the window closes. Without it the window asks for a press after 1.5 s. */
export const socialReceived = 'portico_social_received'

/**
 * The flow, and the result where there is one, of a URI that {@link socialStarted} gave or that the window reported.
 * Undefined for any other URI.
 * @example socialTicket('https://secure.example/social/result?flow=…&result=…', 'https://secure.example')
 */
export function socialTicket(uri: string, secureOrigin: string): SocialFinishBody | undefined {
  if (!URL.canParse(uri)) return undefined
  const { origin, pathname, searchParams } = new URL(uri)
  if (origin !== secureOrigin) return undefined
  const started = /^\/social\/start\/([^/]+)$/.exec(pathname)?.[1]
  const flowId = started ?? (pathname === '/social/result' ? searchParams.get('flow') : undefined)
  const result = started ? null : searchParams.get('result')
  return socialFinishBody.safeParse({ flowId, ...(result !== null && { result }) }).data
}

/** Answer of `POST /v1/logins` and `/v1/logins/remove`: what logs in to the account. `name`: the provider's, or the e-mail address. */
export const loginWays = z.object({
  /** Of the account, for {@link loginStatement}. */
  wallet: z.nullable(z.uuid()),
  logins: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Seconds since 1970; null where that is not known. */
      addedAt: z.nullable(z.int()),
    }),
  ),
})
export type LoginWays = z.infer<typeof loginWays>
export type LoginWay = LoginWays['logins'][number]
/** What the wallet's own key signs, so that one of them logs in no more. */
export const loginStatement = z.strictObject({ to: z.literal('login'), wallet: z.uuid(), remove: z.string().check(z.maxLength(64)) })
/** `POST /v1/logins/remove`. `signature`: of `statement`, as `signStatement` makes it. */
export const loginRemoveBody = z.strictObject({
  statement: z.string().check(z.maxLength(1000)),
  signature: z.string().check(z.regex(/^[0-9a-f]{130}$/)),
})
