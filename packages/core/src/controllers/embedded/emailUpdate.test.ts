import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubPage } from '../../portico/page.test.helper.js'
import { closeModal, goBack } from '../../router/router.js'
import { openModal, pushView } from '../../router/store.js'
import { fakeEmbedded, mira, setUp, turnedAway } from './embedded.test.helper.js'
import { cancelEmailUpdate, resendEmailUpdate, startEmailUpdate, submitPrimaryOtp, submitSecondaryOtp } from './emailUpdate.js'
import { InvalidEmailError } from './errors.js'
import { mailCooldown } from './mailed.js'

const email = 'mira@newharbour.example'

beforeEach(() => {
  stubPage()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A code went to the old address, and the page asks for it itself. */
async function atPrimary() {
  return atCode({ asksItself: true })
}

/** Two codes are mailed, and the frame asks for them. */
async function atCode(options: Parameters<typeof setUp>[1] = {}) {
  const fake = fakeEmbedded({ isOpen: true })
  fake.set({ frame: 'ready', user: mira })
  const page = setUp(fake, options)
  openModal(page.portico, { view: 'Settings' })
  pushView(page.portico, { view: 'UpdateEmailWallet' })
  const started = startEmailUpdate(page.portico, { email })
  fake.waiting('updateEmail').resolve({ action: 'VERIFY_PRIMARY_OTP' })
  await started
  return { fake, ...page }
}

async function atSecondary() {
  const page = await atPrimary()
  const submitted = submitPrimaryOtp(page.portico, { otp: '111111' })
  page.fake.waiting('updateEmailPrimaryOtp').resolve()
  await submitted
  return page
}

describe('S51: the codes of a change are typed in the frame, and the page', () => {
  test('hears of the new address', async () => {
    const { fake, portico, emailUpdate, history } = await atCode()
    expect(emailUpdate()).toEqual({ status: 'code', email })
    expect(history()).toEqual(['Settings', 'UpdateEmailWallet', 'UpdateEmailCode'])
    expect(fake.waiting('enterCode').parameters).toEqual(['emailUpdate'])
    await submitPrimaryOtp(portico, { otp: '111111' }) // there is nothing that the page could send
    fake.waiting('enterCode').resolve({ newEmail: email })
    await vi.advanceTimersByTimeAsync(0)
    expect(emailUpdate()).toEqual({ status: 'done', email })
    expect(fake.calls.filter((call) => call.includes('Otp'))).toEqual([])
    closeModal(portico)
    expect(emailUpdate()).toEqual({ status: 'idle' })
    expect(fake.count('abort')).toBe(0)
  })

  test('is told when the frame could not go on', async () => {
    const { fake, emailUpdate } = await atCode()
    fake.waiting('enterCode').reject(new Error('Nobody is logged in'))
    await vi.advanceTimersByTimeAsync(0)
    expect(emailUpdate()).toMatchObject({ status: 'failed', email, error: { message: 'Nobody is logged in' } })
  })

  test('is back where the address was typed, when the visitor turns away in the frame', async () => {
    const { fake, emailUpdate, history } = await atCode()
    fake.waiting('enterCode').reject(turnedAway())
    await vi.advanceTimersByTimeAsync(0)
    expect(emailUpdate()).toEqual({ status: 'idle' })
    expect(history()).toEqual(['Settings', 'UpdateEmailWallet'])
  })

  test('keeps the question one view back, and the same address leads to it again', async () => {
    const { fake, portico, emailUpdate, history } = await atCode()
    goBack(portico)
    expect(emailUpdate()).toEqual({ status: 'code', email })
    await startEmailUpdate(portico, { email })
    expect([fake.count('updateEmail'), fake.count('enterCode'), fake.count('abort')]).toEqual([1, 1, 0])
    expect(history()).toEqual(['Settings', 'UpdateEmailWallet', 'UpdateEmailCode'])
    goBack(portico)
    void startEmailUpdate(portico, { email: 'other@newharbour.example' })
    expect([fake.count('updateEmail'), fake.count('abort')]).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(0)
    expect(emailUpdate()).toEqual({ status: 'sending', email: 'other@newharbour.example' })
  })

  test.each([
    ['closing', closeModal],
    ['cancelling', cancelEmailUpdate],
  ] as const)('takes the question back: %s', async (_, leave) => {
    const { fake, portico, emailUpdate } = await atCode()
    leave(portico)
    await vi.advanceTimersByTimeAsync(0)
    expect(fake.count('abort')).toBe(1)
    expect(emailUpdate()).toEqual({ status: 'idle' })
  })
})

describe('on a page without the modal, a new address (S33)', () => {
  test('that is none is refused, and nothing is sent', async () => {
    const fake = fakeEmbedded()
    const { portico, emailUpdate } = setUp(fake)
    await expect(startEmailUpdate(portico, { email: 'mira' })).rejects.toBeInstanceOf(InvalidEmailError)
    expect(emailUpdate()).toEqual({ status: 'idle' })
    expect(fake.calls).toEqual([])
  })

  test('the code to the old address comes first, then the one to the new address, and then it is done', async () => {
    const { fake, portico, emailUpdate } = await atPrimary()
    expect(emailUpdate()).toEqual({ status: 'primary', email, sentTo: mira.email, resendAt: Date.now() + mailCooldown, step: 'typing' })
    await submitSecondaryOtp(portico, { otp: '222222' }) // in the wrong order: nothing
    expect(fake.count('updateEmailSecondaryOtp')).toBe(0)
    const first = submitPrimaryOtp(portico, { otp: '111111' })
    expect(emailUpdate()).toMatchObject({ status: 'primary', step: 'checking' })
    fake.waiting('updateEmailPrimaryOtp').resolve()
    await first
    expect(emailUpdate()).toEqual({ status: 'secondary', email, sentTo: email, resendAt: Date.now() + mailCooldown, step: 'typing' })
    const second = submitSecondaryOtp(portico, { otp: '222222' })
    expect(fake.waiting('updateEmailSecondaryOtp').parameters).toEqual(['222222'])
    fake.waiting('updateEmailSecondaryOtp').resolve({ newEmail: email })
    await second
    expect(emailUpdate()).toEqual({ status: 'done', email })
    closeModal(portico)
    expect(emailUpdate()).toEqual({ status: 'idle' })
  })

  test('an account without an address starts with the new one', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, emailUpdate } = setUp(fake, { asksItself: true })
    openModal(portico, { view: 'UpdateEmailWallet' })
    const started = startEmailUpdate(portico, { email })
    fake.waiting('updateEmail').resolve({ action: 'VERIFY_SECONDARY_OTP' })
    await started
    expect(emailUpdate()).toMatchObject({ status: 'secondary', sentTo: email })
  })

  test('one that is refused is said', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, emailUpdate } = setUp(fake)
    openModal(portico, { view: 'UpdateEmailWallet' })
    const started = startEmailUpdate(portico, { email })
    fake.waiting('updateEmail').reject(Object.assign(new Error('Not yet'), { retryAfter: 9 }))
    await started
    expect(emailUpdate()).toMatchObject({ status: 'failed', email, error: { retryAfter: 9 } })
  })

  test('the same address again has no other mail sent', async () => {
    const { fake, portico, emailUpdate } = await atPrimary()
    await startEmailUpdate(portico, { email })
    expect(emailUpdate()).toMatchObject({ status: 'primary', email })
    expect(fake.count('updateEmail')).toBe(1)
    void startEmailUpdate(portico, { email: 'other@newharbour.example' })
    expect(fake.count('updateEmail')).toBe(2)
    expect(emailUpdate()).toEqual({ status: 'sending', email: 'other@newharbour.example' })
  })

  test.each([
    [
      'leaving for Settings',
      (portico: Parameters<typeof goBack>[0]) => {
        goBack(portico)
        goBack(portico)
      },
    ],
    ['closing', closeModal],
    ['cancelling', cancelEmailUpdate],
  ] as const)('%s ends the change, and a late answer changes nothing', async (_, leave) => {
    const { fake, portico, emailUpdate } = await atPrimary()
    const submitted = submitPrimaryOtp(portico, { otp: '111111' })
    leave(portico)
    await submitted
    expect(emailUpdate()).toEqual({ status: 'idle' })
    fake.waiting('updateEmailPrimaryOtp').resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(emailUpdate()).toEqual({ status: 'idle' })
    expect(fake.count('signOut')).toBe(0)
  })
})

describe('its codes', () => {
  test.each([
    ['too_many_tries', 'tooMany'],
    ['expired_code', 'expired'],
    ['wrong_code', 'wrong'],
    ['timeout', 'typing'],
    ['failed', 'typing'],
  ] as const)('%s, in each step', async (reason, step) => {
    // The sentence is for people, and says nothing here.
    const refusal = () => Object.assign(new Error('Something went wrong here: the code'), { reason })
    const primary = await atPrimary()
    const first = submitPrimaryOtp(primary.portico, { otp: '000000' })
    primary.fake.waiting('updateEmailPrimaryOtp').reject(refusal())
    await first
    expect(primary.emailUpdate()).toMatchObject({ status: 'primary', step, error: { reason } })
    const secondary = await atSecondary()
    const second = submitSecondaryOtp(secondary.portico, { otp: '000000' })
    secondary.fake.waiting('updateEmailSecondaryOtp').reject(refusal())
    await second
    expect(secondary.emailUpdate()).toMatchObject({ status: 'secondary', step, error: { reason } })
  })

  test('one at a time is checked', async () => {
    const { fake, portico } = await atSecondary()
    void submitSecondaryOtp(portico, { otp: '222222' })
    await submitSecondaryOtp(portico, { otp: '222222' })
    await resendEmailUpdate(portico)
    expect(fake.count('updateEmailSecondaryOtp')).toBe(1)
    expect(fake.count('updateEmail')).toBe(1)
  })

  test('another mail can be had after 30 s, to where the secure site says', async () => {
    const { fake, portico, emailUpdate } = await atSecondary()
    await resendEmailUpdate(portico)
    expect(fake.count('updateEmail')).toBe(1)
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendEmailUpdate(portico)
    expect(emailUpdate()).toMatchObject({ step: 'resending' })
    fake.waiting('updateEmail').resolve({ action: 'VERIFY_SECONDARY_OTP' })
    await resent
    expect(emailUpdate()).toEqual({ status: 'secondary', email, sentTo: email, resendAt: Date.now() + mailCooldown, step: 'resent' })
  })

  test('another mail that is refused leaves the step as it was, and says when', async () => {
    const { fake, portico, emailUpdate } = await atPrimary()
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendEmailUpdate(portico)
    fake.waiting('updateEmail').reject(Object.assign(new Error('Not yet'), { retryAfter: 4 }))
    await resent
    expect(emailUpdate()).toMatchObject({ status: 'primary', step: 'typing', resendAt: Date.now() + 4000 })
  })

  test('R16: a clock that is put back holds nobody up for longer than 30 s', async () => {
    const { fake, portico } = await atPrimary()
    vi.setSystemTime(Date.now() - 86_400_000)
    await vi.advanceTimersByTimeAsync(mailCooldown)
    void resendEmailUpdate(portico)
    expect(fake.count('updateEmail')).toBe(2)
  })
})
