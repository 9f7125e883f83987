import { socialProviders } from '@portico/core/embedded'
import * as z from 'zod/mini'
import { either, isPlain, listOf, oneOf, shape, text } from './form.js'
import { rpcRequest } from './rpc.js'
import { accountType, codePurpose, languageTag, networkId, nothing, something } from './shapes.js'

const email = z.custom<string>((value) => typeof value === 'string' && value.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(value))
/** Six digits of a mail, as they were typed. */
const otp = text(20)
const uri = text(4_000)
/** A knob of the theme: a number, or text that the page checks once more before it is used (S7). */
const knob = z.custom<string | number>((value) => Number.isFinite(value) || (typeof value === 'string' && value.length <= 200))
const themeMode = oneOf('light', 'dark')
const themeVariables = shape(
  {},
  {
    accent: knob,
    tint: knob,
    mix: knob,
    mixStrength: knob,
    font: knob,
    fontMono: knob,
    fontSize: knob,
    radius: knob,
    z: knob,
    width: knob,
  },
)
/** The knobs of a theme, by name. */
const foreignVariables = z.custom<Readonly<Record<string, string | number>>>(
  (value) =>
    isPlain(value) && Object.entries(value).every(([name, said]) => /^--w3m-[a-z-]{1,40}$/.test(name) && knob.safeParse(said).success),
)

/**
 * Payloads of what the host asks, by name: 28 of them. On the wire each is `APP_<name>`.
 * @example const { success } = requests.CONNECT_EMAIL.safeParse({ email: 'ada@example.com' }) // true
 */
export const requests = {
  CONNECT_EMAIL: shape({ email }),
  CONNECT_DEVICE: nothing,
  /** For pages that take the code themselves, which the secure site's operator names one by one. Every other page asks for ENTER_CODE. */
  CONNECT_OTP: shape({ otp }),
  /** `uri`: what the social window reported, or the page that was opened, to ask how far it is. */
  CONNECT_SOCIAL: shape({ uri }, { preferredAccountType: accountType, chainId: networkId }),
  GET_FARCASTER_URI: nothing,
  CONNECT_FARCASTER: nothing,
  GET_USER: shape({}, { chainId: networkId, preferredAccountType: accountType, socialUri: uri }),
  GET_SOCIAL_REDIRECT_URI: shape({ provider: oneOf(...socialProviders) }),
  SIGN_OUT: nothing,
  IS_CONNECTED: either(nothing, shape({}, { token: text(500) })),
  GET_CHAIN_ID: nothing,
  SWITCH_NETWORK: shape({ chainId: networkId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: nothing,
  INIT_SMART_ACCOUNT: nothing,
  SET_PREFERRED_ACCOUNT: shape({ type: accountType }),
  /** The form is checked here, method and parameters where the message is read: see `fitsMethod`. */
  RPC_REQUEST: rpcRequest,
  UPDATE_EMAIL: shape({ email }),
  UPDATE_EMAIL_PRIMARY_OTP: shape({ otp }),
  UPDATE_EMAIL_SECONDARY_OTP: shape({ otp }),
  SYNC_THEME: shape({}, { themeMode, themeVariables, w3mThemeVariables: foreignVariables }),
  SYNC_DAPP_DATA: shape(
    { projectId: text(100) },
    {
      metadata: shape({ name: text(200) }, { description: text(1_000), url: text(2_000), icons: listOf(text(100_000)) }),
      sdkVersion: text(50),
      sdkType: text(50),
    },
  ),
  RELOAD: nothing,
  /** The visitor turned away from what waits for an answer: from one request, or from all that are asked of them. */
  RPC_ABORT: either(nothing, shape({}, { requestId: text(36) })),
  /** Shows the wallet's safety page. Answered when the visitor leaves it. */
  OPEN_SECURITY: nothing,
  /** The language that the site's modal speaks from now on. */
  SYNC_LOCALE: shape({ locale: languageTag }),
  /** The visitor pressed the modal's way back: what the frame shows goes back inside of it, if there is something. */
  BACK: nothing,
  /**
   * Shows the field for the mailed code, in the frame: the page never has it. After CONNECT_EMAIL or CONNECT_DEVICE for a login, after
   * UPDATE_EMAIL for both codes of a change. Answered once the codes were right; refused with the reason `aborted` when the visitor leaves.
   * `signIn`: the code of a login signs in to the site as well, as the screen says then. The frame reads it by a form of its own, and leaves
   * alone what it does not sign with a login (S25).
   */
  ENTER_CODE: shape({ purpose: codePurpose }, { signIn: something, preferredAccountType: accountType }),
  /**
   * Shows the way to the window that knows this browser, in which one press logs in: without an address, a code or an account. Answered once
   * somebody is logged in; refused with the reason `aborted` when the visitor leaves. `attempt`: the page has opened that window in the press,
   * with this behind its '#', so that the visitor need not press once more.
   */
  CONNECT_KNOWN: either(nothing, shape({ attempt: text(64) })),
}

export type RequestName = keyof typeof requests
export type RequestPayload<N extends RequestName = RequestName> = z.output<(typeof requests)[N]>

/** Whether a request shows a page of the wallet's own, from which the visitor can turn away. */
export const showsPage = (name: RequestName): boolean => name === 'OPEN_SECURITY' || name === 'ENTER_CODE' || name === 'CONNECT_KNOWN'

/** What a host posts on the port. */
export type AppMessage<N extends RequestName = RequestName> = {
  readonly [K in N]: { readonly type: `APP_${K}`; readonly name: K; readonly id: string; readonly payload: RequestPayload<K> }
}[N]
