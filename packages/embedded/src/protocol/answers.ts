import * as z from 'zod/mini'
import { either, listOf, oneOf, shape, text } from './form.js'
import type { RequestName } from './requests.js'
import {
  accountType,
  address,
  emailAction,
  height,
  match,
  networkId,
  nothing,
  purpose,
  reason,
  something,
  truth,
  user,
  whole,
} from './shapes.js'

/** Not done yet: ask again. */
const pending = shape({ pending: z.custom<true>((value) => value === true) })
const chain = shape({ chainId: networkId })

/**
 * Payloads of success, by request. On the wire each is `FRAME_<name>_SUCCESS`.
 * @example const { success } = answers.GET_CHAIN_ID.safeParse({ chainId: 'eip155:8453' }) // true
 */
export const answers = {
  /** `resendAfter`, `expiresIn`: seconds until another mail may be asked for, and for which the code is good. */
  CONNECT_EMAIL: shape({ action: emailAction, resendAfter: whole, expiresIn: whole }, { match }),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: nothing,
  CONNECT_SOCIAL: either(pending, user),
  GET_FARCASTER_URI: shape({ url: text(2_000) }),
  CONNECT_FARCASTER: either(pending, shape({ userName: text(100) })),
  GET_USER: user,
  GET_SOCIAL_REDIRECT_URI: shape({ uri: text(4_000), match }),
  SIGN_OUT: nothing,
  IS_CONNECTED: shape({ isConnected: truth }),
  GET_CHAIN_ID: chain,
  SWITCH_NETWORK: chain,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: shape({ smartAccountEnabledNetworks: listOf(whole) }),
  INIT_SMART_ACCOUNT: shape({ address, isDeployed: truth }),
  SET_PREFERRED_ACCOUNT: shape({ type: accountType, address }),
  RPC_REQUEST: something,
  UPDATE_EMAIL: shape({ action: oneOf('VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP') }),
  UPDATE_EMAIL_PRIMARY_OTP: nothing,
  UPDATE_EMAIL_SECONDARY_OTP: shape({ newEmail: text(320) }),
  SYNC_THEME: nothing,
  SYNC_DAPP_DATA: nothing,
  RELOAD: nothing,
  RPC_ABORT: nothing,
  OPEN_SECURITY: nothing,
  SYNC_LOCALE: nothing,
  /** False where the frame has nothing to go back to: the host leaves its view then. */
  BACK: shape({ handled: truth }),
  /** `match`: another mail was asked for, and a link came in place of a code: CONNECT_DEVICE waits for it. `newEmail`: after a change. `signedIn`: the text. */
  ENTER_CODE: shape({}, { match, newEmail: text(320), signedIn: shape({ message: text(4_000), signature: text(1_000), networkId }) }),
  CONNECT_KNOWN: nothing,
} satisfies Record<RequestName, z.ZodMiniType>

export type AnswerPayload<N extends RequestName = RequestName> = z.output<(typeof answers)[N]>

/**
 * Why a request failed: `FRAME_<name>_ERROR`. `message` is for people, and nobody decides by it; `reason` is for programs, such as
 * `wrong_code`: the secure site's own codes, and `timeout`, `aborted` and `unreachable` of the frame itself. `code` as EIP-1193 and
 * JSON-RPC have it, `retryAfter` in seconds.
 * @example port.postMessage(message('FRAME_CONNECT_OTP_ERROR', failure.parse({ message: 'Wrong code', reason: 'wrong_code' }), id))
 */
export const failure = shape({ message: text(1_000) }, { reason, code: whole, retryAfter: whole })
export type Failure = z.output<typeof failure>

/**
 * What the frame tells by itself. On the wire each is `FRAME_<name>`.
 * @example const { success } = events.HEIGHT.safeParse({ height: 320 }) // true, in CSS pixels
 */
export const events = {
  /** The frame listens. The only message between the windows, with the port on which everything else is said. */
  READY: shape({ version: text(50) }),
  /** Another login, or none any more (an empty token, or none). The token is a handle without authority. */
  SESSION_UPDATE: shape({}, { token: text(500), user }),
  /** The frame wants a place on the page, or needs none any more. */
  SURFACE: shape({}, { purpose }),
  /** How high the place is to be, so that what the frame shows fits: whole CSS pixels. Hosts bound how often they follow it. */
  HEIGHT: shape({ height }),
}

export type EventName = keyof typeof events
export type EventPayload<N extends EventName = EventName> = z.output<(typeof events)[N]>

/** What the frame tells by itself, as `post` of its channel takes it. */
export type FrameEvent<N extends EventName = EventName> = {
  readonly [K in N]: { readonly type: `FRAME_${K}`; readonly payload: EventPayload<K> }
}[N]

/** What a host hears on the port, and READY between the windows. */
export type FrameMessage =
  | { readonly [K in EventName]: { readonly kind: 'event'; readonly name: K; readonly payload: EventPayload<K> } }[EventName]
  | {
      readonly [K in RequestName]: { readonly kind: 'success'; readonly name: K; readonly id: string; readonly payload: AnswerPayload<K> }
    }[RequestName]
  | { readonly kind: 'error'; readonly name: RequestName; readonly id: string; readonly payload: Failure }
