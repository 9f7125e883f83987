/** Calls between the page of the secure origin and its server. Both ends parse these schemas; nothing here needs the server. */
import * as z from 'zod/mini'

/**
 * Every call is a POST with a JSON body and two headers of its own:
 * `DPoP`, a proof by the device key (RFC 9449; `htu` is the public URL of the path without a query, `jti` at least 96 random
 * bits, `ath` where a token goes along), and `Portico-Site`, the project and the host origin that the page was made for,
 * as `demo https://shop.example`. With a session also `Authorization: DPoP <token>`.
 * A failed call answers with {@link apiError} and its status.
 */
export const siteHeader = 'portico-site'

/** Ids of the elements that the server writes into the page: the settings (a JSON text) and the place for the screen. */
export const settingsElementId = 'portico-settings'
export const rootElementId = 'portico-root'

/** 128 to 256 random bits in base64url. */
export const randomId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))

/**
 * What went wrong, by `code`, which is a string because other features have codes of their own:
 * - `invalid`: the body, a header or the address is not what it should be
 * - `too_large`
 * - `not_found`: the flow is over, or was another browser's
 * - `unregistered_site`: the pair of project and origin is not registered
 * - `invalid_proof`: the device proof fails
 * - `proof_time`: ... because the clocks differ: `time` is the server's
 * - `proof_replayed`
 * - `no_session`: not logged in any more
 * - `cooldown`: 30 s between mails: `retryAfter` is 1 to 30
 * - `rate_limit`: other limits: `retryAfter` tells when
 * - `wrong_code`: `triesLeft` tells how many remain
 * - `expired_code`
 * - `too_many_tries`
 * - `email_taken`: the new address is another account's; said only to who has proven that it is theirs
 * - `declined`: the visitor pressed 'not me' on the mailed page
 * - `conflict`: done already, or by another window
 * - `queue_full`: five requests of this site wait already
 * - `closing`
 * - `failed`
 * `retryAfter` and `time` are in seconds.
 */
export const apiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryAfter: z.optional(z.number()),
    triesLeft: z.optional(z.number()),
    /** The server's clock, in seconds since 1970, with fractions. */
    time: z.optional(z.number()),
  }),
})

/** Trimmed; compared without case. */
export const emailAddress = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(320)),
    z.transform((text) => text.trim()),
  ),
  z.email().check(z.maxLength(254)),
)
export const otpCode = z.string().check(z.regex(/^\d{6}$/))
const twoDigits = z.string().check(z.regex(/^\d\d$/))

/** Who is logged in. `id` is the account's, the same in every browser. */
export const sessionUser = z.object({
  id: randomId,
  email: z.nullable(z.string()),
  userName: z.nullable(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

/** A login. `token` belongs to the device key that asked; `expiresIn` is in seconds. */
export const sessionStarted = z.object({ token: randomId, expiresIn: z.number(), user: sessionUser })
export type SessionStarted = z.infer<typeof sessionStarted>
/** Null where nobody is logged in, which is no error: browsers would write one on the console of each visitor who is not. */
export const sessionResumed = z.object({ session: z.nullable(sessionStarted) })

/** A code was mailed. Both are in seconds. */
const codeMailed = { flowId: randomId, resendAfter: z.number(), expiresIn: z.number() }

/** `POST /v1/email/start`, and again to send another mail. `device`: a browser that is not known confirms a mailed link first. */
export const emailStartBody = z.strictObject({
  email: emailAddress,
  device: z.optional(z.boolean()),
  locale: z.optional(z.string().check(z.maxLength(35))),
})
export const emailStarted = z.discriminatedUnion('action', [
  /** Logged in with that address already. */
  z.object({ action: z.literal('CONNECT'), user: sessionUser }),
  z.object({ action: z.literal('VERIFY_OTP'), ...codeMailed }),
  /** `match`: two digits that the mailed page shows as well. */
  z.object({ action: z.literal('VERIFY_DEVICE'), ...codeMailed, match: twoDigits }),
])
export type EmailStarted = z.infer<typeof emailStarted>

/**
 * `POST /v1/email/device`: whether the mailed link was confirmed. Answers within 25 s; ask again while it is pending. Once it is
 * confirmed a code is mailed, and the flow goes on with {@link emailOtpBody}.
 */
export const emailDeviceBody = z.strictObject({ flowId: randomId })
export const emailDevice = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('confirmed'), ...codeMailed }),
])
export type EmailDevice = z.infer<typeof emailDevice>

/** `POST /v1/email/otp`: answers {@link sessionStarted}. */
export const emailOtpBody = z.strictObject({ flowId: randomId, otp: otpCode })

/** `POST /v1/email/change/start`: a code goes to the old address, or to the new one where there is no old one. */
export const changeStartBody = z.strictObject({ email: emailAddress, locale: z.optional(z.string().check(z.maxLength(35))) })
export const changeStarted = z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']), ...codeMailed })
/** `POST /v1/email/change/primary` takes an {@link emailOtpBody}: the code of the old address. A code goes to the new one, and the flow stays the same. */
export const changePrimaryDone = z.object(codeMailed)
/**
 * `POST /v1/email/change/resend` takes an {@link emailDeviceBody}: the code of the step that the flow is at, once more. It answers
 * {@link changePrimaryDone}. `POST /v1/email/change/secondary` takes an {@link emailOtpBody}: the code of the new address. From then on it is
 * the account's.
 */
export const changeDone = z.object({ newEmail: z.string() })

/** `POST /v1/session`, `/v1/session/end` and `/v1/session/remember` have an empty object as their body. */
export const emptyBody = z.strictObject({})
export const done = z.object({ done: z.literal(true) })
/** `POST /v1/session`: who is logged in here. */
export const sessionChecked = z.object({ user: sessionUser, expiresIn: z.number() })
/**
 * `POST /v1/session/remember`: for browsers that store nothing here. Sets a cookie that works once, for
 * `POST /v1/session/resume`: the page that was loaded anew, with a new device key, gets a new session
 * ({@link sessionResumed}) in exchange for the old one, and a new cookie.
 */

/**
 * `POST /v1/session/grant`, by a page of this origin that is logged in, for another one of the same browser: the window that knows the browser,
 * and the frame of a site that it has not been on. `device`: thumbprint of the other page's key, which it has said to this one itself.
 */
export const grantBody = z.strictObject({
  device: z.string().check(z.regex(/^[\w-]{43}$/)),
  projectId: z.string().check(z.maxLength(64)),
  origin: z.string().check(z.maxLength(300)),
})
/** `grant` is good once, for the device key and the site that it was made for. `expiresIn` is in seconds. */
export const grantMade = z.object({ grant: randomId, expiresIn: z.number() })
/** `POST /v1/session/accept`, by that other page: answers {@link sessionStarted}. The login ends no later than the one that it follows from. */
export const acceptBody = z.strictObject({ grant: randomId })

/**
 * Bytes of a sealed request that a window is to show. The longest that a request may hold is a message of 100,000 characters, which
 * JSON writes in six bytes each where they cannot be seen; there is room for what stands around it.
 */
export const longestSealed = 700 * 1024
/** Sealed for the other side, as base64url. The server can read none of it. */
const sealedOf = (bytes: number) => z.string().check(z.maxLength(Math.ceil((bytes * 4) / 3)), z.regex(/^[A-Za-z0-9_-]+$/))
const sealed = sealedOf(64 * 1024)
const sealedRequest = sealedOf(longestSealed)
/** Bytes of the longest call of `POST /v1/handoffs`. */
export const handoffBodyBytes = Math.ceil((longestSealed * 4) / 3) + 1024

/**
 * `POST /v1/handoffs`, by the frame: leaves a request for a window. The window's page is `/{purpose}#{id}.{key}` and has
 * `Cross-Origin-Opener-Policy: same-origin`: to its opener it looks closed at once, so being closed is said by an answer.
 */
export const handoffBody = z.strictObject({ purpose: z.enum(['approve', 'export', 'security', 'recover']), request: sealedRequest })
export const handoffMade = z.object({ id: randomId, expiresIn: z.number() })
/** `POST /v1/handoffs/open`, by the window: `claim` is a secret of its own making; a second window gets 'conflict'. */
export const handoffOpenBody = z.strictObject({ id: randomId, claim: randomId })
export const handoffOpened = z.object({ purpose: z.string(), request: sealedRequest, expiresIn: z.number() })
/** `POST /v1/handoffs/answer`, by the window that opened it, once. */
export const handoffAnswerBody = z.strictObject({ id: randomId, claim: randomId, answer: sealed })
/**
 * `POST /v1/handoffs/wait`, by the frame that left it: answers within 25 s, when it is no longer as it was `seen`; without that, as it is
 * when the call arrives. An answer is given out once.
 */
export const handoffWaitBody = z.strictObject({ id: randomId, seen: z.optional(z.enum(['waiting', 'opened'])) })
export const handoffWaited = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('opened') }),
  z.object({ status: z.literal('answered'), answer: sealed }),
])
/** `POST /v1/handoffs/held`, by the window that opened it, with the body of that: answers within 25 s, at once where nobody waits for its answer any more. */
export const handoffHeld = z.object({ held: z.boolean() })
/** `POST /v1/handoffs/cancel`, by the frame: no window can open or answer it any more. */
export const handoffCancelBody = z.strictObject({ id: randomId })

/** A wallet on one site has so many requests in its line that wait behind the one on the screen (S12). */
export const mostWaiting = 5
/** Requests of one site for one wallet within a minute (S12). */
export const mostPerMinute = 10
/** Milliseconds after which a request that nobody answered is over (S12). */
export const expiresAfter = 5 * 60_000

const requestIds = z.array(randomId).check(z.minLength(1), z.maxLength(mostWaiting + 1))
/**
 * `POST /v1/requests` with an empty object, by the frame: a place in the line of this wallet and site, which all frames, tabs and
 * browsers share. `queue_full` where five wait, `rate_limit` after ten within a minute. `turn`: it may be shown now. `left`: how
 * much may still leave today with approvals in a frame, in millionths of the limit for one request.
 */
export const requestPlace = z.object({ id: randomId, turn: z.boolean(), left: z.number() })
/**
 * `POST /v1/requests/hold`: the page is still there. A place that nobody holds for 45 s is given to the next; one that is `away`,
 * because the visitor was sent elsewhere, after two minutes. A page that slept for longer has its place again where nobody has come since.
 */
export const requestHoldBody = z.strictObject({ ids: requestIds, away: z.optional(z.boolean()) })
/** `turn`: which of them may be shown. `over`: those that have no place any more. */
export const requestHeld = z.object({ turn: z.nullable(randomId), over: z.array(randomId) })
/** `POST /v1/requests/end`: answered, taken back, or left. */
export const requestEndBody = z.strictObject({ ids: requestIds })
/** `POST /v1/requests/spend`: the visitor has approved in a frame, and so much leaves with it, the fee included. Said before it is signed. */
export const requestSpendBody = z.strictObject({
  id: randomId,
  /** CAIP-2. */
  networkId: z.string().check(z.maxLength(41)),
  leaves: z
    .array(
      z.strictObject({
        asset: z.optional(z.string().check(z.maxLength(200))),
        /** Whole number of the smallest unit. */
        units: z.string().check(z.regex(/^\d{1,78}$/)),
      }),
    )
    .check(z.maxLength(256)),
})
/** `window`: it is more than the operator lets out by a frame, at once or within a day. Nothing was counted. */
export const requestSpent = z.object({ status: z.enum(['counted', 'window']) })
