'use client'
import { connectorStore, type Portico } from '@portico/core'
import {
  cancelEmailUpdate,
  cancelLogin,
  continueSocialInPage,
  embeddedConnector,
  embeddedStore,
  loginMethods,
  openWalletSecurity,
  resendCode,
  resendEmailUpdate,
  retryLogin,
  startEmailLogin,
  startEmailUpdate,
  startFarcasterLogin,
  startSocialLogin,
  submitOtp,
  submitPrimaryOtp,
  submitSecondaryOtp,
  type EmailUpdateState,
  type EmbeddedState,
  type LoginState,
  type ShownMethods,
  type SocialProvider,
} from '@portico/core/embedded'
import { useMemo } from 'react'
import { useEmbeddedState } from './useEmbeddedState.js'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useRun } from './useRun.js'

/** What a page with a login of its own can do. What becomes of each is in the state: none of them throws. */
export interface LoginActions {
  /** Has a code mailed, or a link to a browser that is new. */
  readonly startEmail: (parameters: { readonly email: string }) => void
  /** Sends the six digits. */
  readonly submitOtp: (parameters: { readonly otp: string }) => void
  /** Has another mail sent, once `resendAt` is over. */
  readonly resend: () => void
  /** Opens the account's window: call it in the press itself. */
  readonly startSocial: (parameters: { readonly provider: SocialProvider }) => void
  /** Goes on in this tab, where the browser opened no window. */
  readonly continueInPage: () => void
  readonly startFarcaster: () => void
  /** Does the last thing again: call it in the press itself. */
  readonly retry: () => void
  readonly cancel: () => void
}

export interface Login extends LoginActions {
  /** The ways to log in, and in which order; none where the site has no embedded wallet. */
  readonly methods: ShownMethods
  readonly state: LoginState
  /** Why the last call did not even begin, such as InvalidEmailError; undefined once another one has. */
  readonly error: Error | undefined
}

/**
 * Logging in by e-mail, a social account or Farcaster, for a page without the modal. Needs a connector such as
 * `embedded({ url })` among the options of the portico; without one, `methods` are none and every call ends in `error`.
 * @example
 * const { methods, state, startEmail, startSocial } = useLogin()
 * const onSubmit = () => startEmail({ email: 'mira@example.org' })
 */
export function useLogin(): Login {
  const portico = usePortico()
  usePorticoStore(connectorStore, () => loginMethods(portico).order.join(' ')) // a wallet may come late
  const state = usePorticoStore(embeddedStore, ({ login }) => login)
  const { error, ...actions } = useLoginActions(portico)
  return { ...actions, error, methods: loginMethods(portico), state }
}

function useLoginActions(portico: Portico): LoginActions & { readonly error: Error | undefined } {
  const [error, run] = useRun()
  const actions = useMemo<LoginActions>(
    () => ({
      startEmail: (parameters) => run(() => startEmailLogin(portico, parameters)),
      submitOtp: (parameters) => run(() => submitOtp(portico, parameters)),
      resend: () => run(() => resendCode(portico)),
      startSocial: (parameters) => run(() => startSocialLogin(portico, parameters)),
      continueInPage: () => void continueSocialInPage(portico),
      startFarcaster: () => run(() => startFarcasterLogin(portico)),
      retry: () => retryLogin(portico),
      cancel: () => cancelLogin(portico),
    }),
    [portico, run],
  )
  return { ...actions, error }
}

export interface Embedded extends EmbeddedState {
  /** Whether the site has an embedded wallet at all. */
  readonly isAvailable: boolean
  /** How far a change of the e-mail address is. */
  readonly emailUpdate: EmailUpdateState
  /** Why the last call did not even begin. */
  readonly error: Error | undefined
  readonly startEmailUpdate: (parameters: { readonly email: string }) => void
  /** The code from the old address. */
  readonly submitPrimaryOtp: (parameters: { readonly otp: string }) => void
  /** The code from the new address. */
  readonly submitSecondaryOtp: (parameters: { readonly otp: string }) => void
  readonly resendEmailUpdate: () => void
  readonly cancelEmailUpdate: () => void
  /** Shows the wallet's safety page: passkey, recovery code, export. */
  readonly openSecurity: () => void
}

/**
 * The embedded wallet: who is logged in, how safe the wallet is (`user.security`), and a change of the e-mail address.
 * @example const { isAvailable, emailUpdate, startEmailUpdate } = useEmbedded()
 */
export function useEmbedded(): Embedded {
  const portico = usePortico()
  const connector = embeddedConnector(portico)
  const state = useEmbeddedState(connector?.embedded)
  const emailUpdate = usePorticoStore(embeddedStore, (all) => all.emailUpdate)
  const [error, run] = useRun()
  const actions = useMemo(
    () => ({
      startEmailUpdate: (parameters: { readonly email: string }) => run(() => startEmailUpdate(portico, parameters)),
      submitPrimaryOtp: (parameters: { readonly otp: string }) => run(() => submitPrimaryOtp(portico, parameters)),
      submitSecondaryOtp: (parameters: { readonly otp: string }) => run(() => submitSecondaryOtp(portico, parameters)),
      resendEmailUpdate: () => run(() => resendEmailUpdate(portico)),
      cancelEmailUpdate: () => cancelEmailUpdate(portico),
      openSecurity: () => run(() => openWalletSecurity(portico)),
    }),
    [portico, run],
  )
  return { ...state, ...actions, isAvailable: connector !== undefined, emailUpdate, error }
}
