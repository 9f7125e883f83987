import type { Portico } from '../../portico/createPortico.js'
import { requireEmbedded } from './connector.js'
import { follow } from './follow.js'
import { after, begin, currentAttemptOf, finish, isUnderWay, type Attempt } from './flow.js'
import { codeFailure, cooldownOf, mailCooldown, parseEmail, reasonOf } from './mailed.js'
import { askInFrame, frameAsks } from './mailedCode.js'
import { embeddedStore, type EmailUpdateState } from './store.js'

type CodeState = Extract<EmailUpdateState, { status: 'primary' | 'secondary' }>
type UpdateAttempt = Attempt<EmailUpdateState>

/** Views of the change: while one of them is in the history, it goes on. */
const views = ['UpdateEmailWallet', 'UpdateEmailCode']

/**
 * Begins to change the e-mail address: a code goes to the old one, or where there is none to the new one. The store has how it
 * goes on: the frame asks for both codes, or without the modal the page does. The same address again, while a code for it is out, only
 * leads back to where the code is typed.
 * @example await startEmailUpdate(portico, { email: 'ada@example.com' }) // then submitPrimaryOtp, submitSecondaryOtp
 * @throws {@link InvalidEmailError} {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startEmailUpdate(portico: Portico, { email: text }: { readonly email: string }): Promise<void> {
  const email = parseEmail(text)
  const { embedded } = requireEmbedded(portico)
  follow(portico)
  const known = codeStateOf(portico)
  const under = currentAttemptOf(portico, 'emailUpdate')
  if (under && known?.email === email && known.step !== 'expired' && known.step !== 'tooMany') return
  const { emailUpdate } = embeddedStore(portico).getState()
  if (under && emailUpdate.status === 'code' && emailUpdate.email === email) return under.show({ view: 'UpdateEmailCode' })
  const attempt = begin(portico, 'emailUpdate', { onLeave: () => cancelEmailUpdate(portico), keeps: views })
  attempt.enter({ status: 'sending', email })
  const sent = (await attempt.ask(() => embedded.updateEmail(email))).take()
  if (sent.status === 'failed') return attempt.stop({ status: 'failed', email, error: sent.error })
  if (sent.status !== 'done') return
  if (frameAsks(portico, 'emailUpdate')) return void codesInFrame(portico, attempt, email)
  enterCode(portico, attempt, sent.value.action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', { email })
}

async function codesInFrame(portico: Portico, attempt: UpdateAttempt, email: string): Promise<void> {
  attempt.enter({ status: 'code', email })
  const entered = await askInFrame(portico, attempt, 'emailUpdate')
  if (entered.status === 'over') return
  if (entered.status === 'done') return attempt.stop({ status: 'done', email: entered.value.newEmail ?? email })
  if (reasonOf(entered.error) === 'aborted') return cancelEmailUpdate(portico)
  attempt.stop({ status: 'failed', email, error: entered.error })
}

function enterCode(
  portico: Portico,
  attempt: UpdateAttempt,
  status: CodeState['status'],
  { email, step = 'typing' }: { readonly email: string; readonly step?: 'typing' | 'resent' },
) {
  const current = requireEmbedded(portico).embedded.state().user?.email ?? ''
  const sentTo = status === 'primary' ? current : email
  const phase = attempt.enter({ status, email, sentTo, resendAt: Date.now() + mailCooldown, step })
  after(mailCooldown, phase, () => unlock(portico, attempt))
}

/** Thirty seconds are over, whatever the clock says (R16). */
function unlock(portico: Portico, attempt: UpdateAttempt) {
  const state = codeStateOf(portico)
  if (state) attempt.update({ ...state, resendAt: Math.min(state.resendAt, Date.now()) })
}

/**
 * Sends the code that was mailed to the old address. While one is being checked, and where none is asked for, nothing happens.
 * @example await submitPrimaryOtp(portico, { otp: '123456' }) // of the mail to the old address
 */
export const submitPrimaryOtp = (portico: Portico, { otp }: { readonly otp: string }): Promise<void> =>
  submit(
    portico,
    'primary',
    (embedded) => embedded.updateEmailPrimaryOtp(otp),
    (attempt, { email }) => enterCode(portico, attempt, 'secondary', { email }),
  )

/**
 * Sends the code that was mailed to the new address. From then on it is the account's: the state is `done`.
 * @example await submitSecondaryOtp(portico, { otp: '123456' }) // of the mail to the new address
 */
export const submitSecondaryOtp = (portico: Portico, { otp }: { readonly otp: string }): Promise<void> =>
  submit(
    portico,
    'secondary',
    (embedded) => embedded.updateEmailSecondaryOtp(otp),
    (attempt, _, { newEmail }) => attempt.stop({ status: 'done', email: newEmail }),
  )

async function submit<T>(
  portico: Portico,
  status: CodeState['status'],
  send: (embedded: ReturnType<typeof requireEmbedded>['embedded']) => Promise<T>,
  goOn: (attempt: UpdateAttempt, state: CodeState, value: T) => void,
): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = currentAttemptOf(portico, 'emailUpdate')
  const state = codeStateOf(portico)
  if (!attempt || state?.status !== status || isBusy(state)) return
  attempt.update({ ...withoutError(state), step: 'checking' })
  const checked = (await attempt.ask(() => send(embedded))).take()
  if (checked.status === 'over') return
  if (checked.status === 'done') return goOn(attempt, state, checked.value)
  const now = codeStateOf(portico) ?? state
  attempt.update({ ...now, step: codeFailure(checked.error) ?? 'typing', error: checked.error })
}

/**
 * Has another mail sent for the change, once 30 s have passed since the last one; before that nothing happens.
 * @example await resendEmailUpdate(portico)
 */
export async function resendEmailUpdate(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = currentAttemptOf(portico, 'emailUpdate')
  const before = codeStateOf(portico)
  if (!attempt || !before || isBusy(before) || Date.now() < before.resendAt) return
  const { email } = before
  attempt.update({ ...withoutError(before), step: 'resending' })
  const sent = (await attempt.ask(() => embedded.updateEmail(email))).take()
  if (sent.status === 'over') return
  if (sent.status === 'done')
    return enterCode(portico, attempt, sent.value.action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', { email, step: 'resent' })
  const now = codeStateOf(portico) ?? before
  const cooldown = cooldownOf(sent.error)
  attempt.update({ ...now, step: before.step, error: sent.error, ...(cooldown !== undefined && { resendAt: Date.now() + cooldown }) })
  if (cooldown !== undefined) after(cooldown, attempt.signal, () => unlock(portico, attempt))
}

/**
 * Turns away from a change of the e-mail address; also forgets one that failed or is done. A view of its own that is on screen goes back.
 * @example cancelEmailUpdate(portico) // the visitor turned away: the old address stays
 */
export function cancelEmailUpdate(portico: Portico): void {
  const { emailUpdate } = embeddedStore(portico).getState()
  if (emailUpdate.status === 'idle' && !isUnderWay(portico, 'emailUpdate')) return
  finish(portico, 'emailUpdate', { status: 'idle' })
}

const codeStateOf = (portico: Portico): CodeState | undefined => {
  const { emailUpdate } = embeddedStore(portico).getState()
  return emailUpdate.status === 'primary' || emailUpdate.status === 'secondary' ? emailUpdate : undefined
}

const isBusy = ({ step }: CodeState) => step === 'checking' || step === 'resending'

function withoutError<S extends { readonly error?: Error }>({ error: _, ...state }: S): Omit<S, 'error'> {
  return state
}
