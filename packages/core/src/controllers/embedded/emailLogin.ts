import { pause } from '../../kit/time.js'
import type { EmailAction } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { requireEmbedded } from './connector.js'
import { beginLogin, cancelLogin, completeLogin, failLogin, noteStray, type LoginAttempt } from './finishLogin.js'
import { after, currentAttemptOf } from './flow.js'
import { codeFailure, cooldownOf, isRequestTimeout, mailCooldown, mailLifetime, parseEmail, reasonOf } from './mailed.js'
import { askInFrame, frameAsks } from './mailedCode.js'
import { embeddedStore, type LoginState } from './store.js'

type OtpState = Extract<LoginState, { status: 'otp' }>
type DeviceState = Extract<LoginState, { status: 'device' }>
type Sent = { readonly action: EmailAction; readonly match?: string }

/** How long after an answer the frame is asked again, in milliseconds. */
const askAgain = 1000

/**
 * Logs in by e-mail: the secure site mails a code, or a link to a browser that it does not know. The store has how it goes on,
 * and the router is taken to EmailVerifyOtp, where the frame asks for the code, or to EmailVerifyDevice. Without the modal the page asks
 * for the code, and `submitOtp` sends it. Resolves once this step is over, whatever came of it.
 * @example await startEmailLogin(portico, { email: 'mira@example.org' })
 * @throws {@link InvalidEmailError} {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startEmailLogin(portico: Portico, { email: text }: { readonly email: string }): Promise<void> {
  const email = parseEmail(text)
  const { embedded } = requireEmbedded(portico)
  const attempt = beginLogin(portico, () => void startEmailLogin(portico, { email }))
  attempt.enter({ status: 'sending', email })
  const sent = (
    await attempt.ask(() => embedded.connectEmail(email), { late: ({ action }) => action === 'CONNECT' && noteStray(portico) })
  ).take()
  if (sent.status === 'failed') return failLogin(portico, attempt, 'email', sent.error)
  if (sent.status === 'done') await goOn(portico, attempt, email, sent.value, 'typing')
}

/** What follows from the secure site's answer to an address. */
function goOn(
  portico: Portico,
  attempt: LoginAttempt,
  email: string,
  { action, match }: Sent,
  step: 'typing' | 'resent',
): Promise<void> | void {
  if (action === 'CONNECT') return completeLogin(portico, attempt, 'email')
  if (action === 'VERIFY_OTP') return enterCode(portico, attempt, email, step)
  awaitLink(portico, attempt, email, match)
}

function awaitLink(portico: Portico, attempt: LoginAttempt, email: string, match: string | undefined) {
  enterDevice(portico, attempt, {
    status: 'device',
    email,
    resendAt: Date.now() + mailCooldown,
    ...(match !== undefined && { match }),
    step: 'waiting',
  })
}

/** A code was mailed: who asks for it depends on the page. */
function enterCode(portico: Portico, attempt: LoginAttempt, email: string, step: 'typing' | 'resent') {
  if (frameAsks(portico, 'login')) void codeInFrame(portico, attempt, email)
  else enterOtp(portico, attempt, email, step)
}

async function codeInFrame(portico: Portico, attempt: LoginAttempt, email: string): Promise<void> {
  attempt.enter({ status: 'code', email })
  const entered = await askInFrame(portico, attempt, 'login', ({ match }) => match === undefined && noteStray(portico))
  if (entered.status === 'over') return
  if (entered.status === 'failed') {
    if (reasonOf(entered.error) === 'aborted') return cancelLogin(portico)
    return failLogin(portico, attempt, 'email', entered.error)
  }
  const { match, signedIn } = entered.value
  return match === undefined ? completeLogin(portico, attempt, 'email', signedIn) : awaitLink(portico, attempt, email, match)
}

function enterOtp(portico: Portico, attempt: LoginAttempt, email: string, step: 'typing' | 'resent') {
  const now = Date.now()
  const phase = attempt.enter({ status: 'otp', email, resendAt: now + mailCooldown, expiresAt: now + mailLifetime, step })
  after(mailCooldown, phase, () => unlock(portico, attempt))
  after(mailLifetime, phase, () => {
    const state = otpOf(portico)
    if (state && state.step !== 'checking' && state.step !== 'resending') attempt.update({ ...withoutError(state), step: 'expired' })
  })
}

/** Thirty seconds are over, whatever the clock says (R16). */
function unlock(portico: Portico, attempt: LoginAttempt) {
  const { login } = embeddedStore(portico).getState()
  if (login.status === 'otp' || login.status === 'device') attempt.update({ ...login, resendAt: Math.min(login.resendAt, Date.now()) })
}

function enterDevice(portico: Portico, attempt: LoginAttempt, state: DeviceState) {
  const phase = attempt.enter(state)
  after(mailCooldown, phase, () => unlock(portico, attempt))
  attempt.show({ view: 'EmailVerifyDevice' })
  void waitForDevice(portico, attempt, phase)
}

/** Asks until the mailed link is confirmed, and as long as it works. */
async function waitForDevice(portico: Portico, attempt: LoginAttempt, phase: AbortSignal): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const link = new AbortController()
  phase.addEventListener('abort', () => link.abort())
  const expire = () => {
    link.abort()
    const state = deviceOf(portico)
    if (state && !phase.aborted && state.step !== 'resending') attempt.update({ ...withoutError(state), step: 'expired' })
  }
  after(mailLifetime, phase, expire)
  while (!link.signal.aborted) {
    const answer = (await attempt.ask(() => embedded.connectDevice(), { signal: link.signal })).take()
    if (answer.status === 'over') return
    const { email } = deviceOf(portico) ?? {}
    if (email === undefined) return
    if (answer.status === 'done') return enterCode(portico, attempt, email, 'typing')
    if (codeFailure(answer.error) === 'expired') return expire()
    if (!isRequestTimeout(answer.error)) return failLogin(portico, attempt, 'email', answer.error)
    await pause(askAgain, link.signal)
  }
}

/**
 * Sends the six digits that the visitor typed into a page without the modal. While a code is being checked, and where none is asked for, nothing happens.
 * @example await submitOtp(portico, { otp: '482917' })
 */
export async function submitOtp(portico: Portico, { otp }: { readonly otp: string }): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = currentAttemptOf(portico, 'login')
  const state = otpOf(portico)
  if (!attempt || !state || state.step === 'checking' || state.step === 'resending') return
  attempt.update({ ...withoutError(state), step: 'checking' })
  const checked = (await attempt.ask(() => embedded.connectOtp(otp), { late: () => noteStray(portico) })).take()
  if (checked.status === 'over') return
  if (checked.status === 'done') return completeLogin(portico, attempt, 'email')
  const { error } = checked
  const now = otpOf(portico) ?? state
  const step = codeFailure(error) ?? (Date.now() >= now.expiresAt ? 'expired' : 'typing')
  attempt.update({ ...now, step, error })
}

/**
 * Has another mail sent, once 30 s have passed since the last one; before that, and while something is being checked, nothing happens.
 * @example await resendCode(portico) // 30 s after the last one
 */
export async function resendCode(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = currentAttemptOf(portico, 'login')
  const before = otpOf(portico) ?? deviceOf(portico)
  if (!attempt || !before || before.step === 'checking' || before.step === 'resending' || Date.now() < before.resendAt) return
  const { email } = before
  attempt.update(before.status === 'otp' ? { ...withoutError(before), step: 'resending' } : { ...withoutError(before), step: 'resending' })
  const sent = (
    await attempt.ask(() => embedded.connectEmail(email), { late: ({ action }) => action === 'CONNECT' && noteStray(portico) })
  ).take()
  if (sent.status === 'over') return
  if (sent.status === 'done') return goOn(portico, attempt, email, sent.value, 'resent')
  const { error } = sent
  const now = otpOf(portico) ?? deviceOf(portico)
  if (now?.step !== 'resending') return // the mailed link was confirmed meanwhile
  const cooldown = cooldownOf(error)
  const resendAt = cooldown === undefined ? now.resendAt : Date.now() + cooldown
  if (now.status === 'otp') attempt.update({ ...now, resendAt, step: before.status === 'otp' ? before.step : 'typing', error })
  else if (before.step === 'expired') attempt.update({ ...now, resendAt, step: 'expired', error })
  else enterDevice(portico, attempt, { ...now, resendAt, step: 'waiting', error })
  if (cooldown !== undefined) after(cooldown, attempt.signal, () => unlock(portico, attempt))
}

const otpOf = (portico: Portico): OtpState | undefined => {
  const { login } = embeddedStore(portico).getState()
  return login.status === 'otp' ? login : undefined
}
const deviceOf = (portico: Portico): DeviceState | undefined => {
  const { login } = embeddedStore(portico).getState()
  return login.status === 'device' ? login : undefined
}

function withoutError<S extends { readonly error?: Error }>({ error: _, ...state }: S): Omit<S, 'error'> {
  return state
}
