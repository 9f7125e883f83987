import { fakeConnector } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Grant } from '../../adapter.js'
import type { Portico } from '../../portico/createPortico.js'
import { settled, stubPage } from '../../portico/page.test.helper.js'
import { closeModal, goBack } from '../../router/router.js'
import { openModal, pushView } from '../../router/store.js'
import { connect } from '../connection/connect.js'
import { publishConnectors } from '../connection/connectors.js'
import { accountStore } from '../account/store.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { onePressOf } from '../siwx/onePress.js'
import { recentWalletStore } from '../connection/recentWallets.js'
import { UserRejectedError } from '../connection/errors.js'
import { evmAddress, fakeEmbedded, mira, setUp, turnedAway, type FakeEmbedded } from './embedded.test.helper.js'
import { resendCode, startEmailLogin, submitOtp } from './emailLogin.js'
import { EmbeddedNotConfiguredError, InvalidEmailError } from './errors.js'
import { cancelLogin, retryLogin } from './finishLogin.js'
import { mailCooldown, mailLifetime, resendSeconds } from './mailed.js'
import { testPortico } from '@portico/testing'

const email = 'mira@harbourmail.example'
/** As the secure site says it: the sentence is for people, the reason for us. */
const refusal = (reason: string, message = 'No') => Object.assign(new Error(message), { reason })
const wrong = () => refusal('wrong_code')
const cooldown = (seconds: number) => Object.assign(new Error('Not yet'), { retryAfter: seconds })

beforeEach(() => {
  stubPage()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A code was mailed, and the page asks for it itself. */
async function atOtp(options: Parameters<typeof setUp>[1] = {}) {
  const fake = fakeEmbedded()
  const page = setUp(fake, { asksItself: true, ...options })
  openModal(page.portico, { view: 'Connect' })
  await startMailed(page.portico, fake, { action: 'VERIFY_OTP' })
  return { fake, ...page }
}

/** At EmailVerifyOtp, from Connect: a code was mailed, and the frame asks for it. */
async function atCode(options: Parameters<typeof setUp>[1] = {}) {
  const fake = fakeEmbedded()
  const page = setUp(fake, options)
  openModal(page.portico, { view: 'Connect' })
  await startMailed(page.portico, fake, { action: 'VERIFY_OTP' })
  return { fake, ...page }
}

async function startMailed(portico: Portico, fake: FakeEmbedded, answer: object) {
  const started = startEmailLogin(portico, { email })
  fake.waiting('connectEmail').resolve(answer)
  await started
}

/** At EmailVerifyDevice, from Connect. */
async function atDevice() {
  const fake = fakeEmbedded()
  const page = setUp(fake)
  openModal(page.portico, { view: 'Connect' })
  await startMailed(page.portico, fake, { action: 'VERIFY_DEVICE', match: '42' })
  return { fake, ...page }
}

test('what the wallet signed with the code is taken with the account that has logged in, before the site is connected', async () => {
  const { fake, portico } = await atCode()
  const taken: unknown[] = []
  onePressOf.put(portico, {
    offer: () => Promise.resolve(undefined),
    take: (answer) => void taken.push([answer, activeConnection(connectionStore(portico).getState())]),
  })
  const signed = { message: 'text', signature: '0x01', networkId: 'eip155:1' } as const
  fake.waiting('enterCode').resolve({ signedIn: signed })
  await settled()
  expect(taken).toEqual([[{ namespace: 'eip155', connectorId: 'embedded', signedIn: [{ ...signed, address: mira.address }] }, undefined]])
  expect(activeConnection(connectionStore(portico).getState())?.connector.id).toBe('embedded')
})

describe('an address', () => {
  test.each(['', 'mira', 'mira@', '@harbour.example', 'mira@harbour', 'a b@c.example', `${'a'.repeat(250)}@b.example`, 7, undefined, null])(
    '%j is no e-mail address, and changes nothing',
    async (text) => {
      const fake = fakeEmbedded()
      const { portico, login } = setUp(fake)
      await expect(startEmailLogin(portico, { email: text as string })).rejects.toBeInstanceOf(InvalidEmailError)
      expect(login()).toEqual({ status: 'idle' })
      expect(fake.calls).toEqual([])
    },
  )

  test('is trimmed, sent, and shown as being on its way', () => {
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    void startEmailLogin(portico, { email: ` ${email} ` })
    expect(login()).toEqual({ status: 'sending', email })
    expect(fake.waiting('connectEmail').parameters).toEqual([email])
  })

  test('needs an embedded wallet', async () => {
    await expect(startEmailLogin(testPortico(), { email })).rejects.toBeInstanceOf(EmbeddedNotConfiguredError)
  })

  test('the cool-down of the secure site is said where the address was typed, and can be tried again', async () => {
    const fake = fakeEmbedded()
    const { portico, login, history } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const started = startEmailLogin(portico, { email })
    fake.waiting('connectEmail').reject(cooldown(23))
    await started
    expect(login()).toMatchObject({ status: 'failed', method: 'email', error: { retryAfter: 23 } })
    expect(history()).toEqual(['Connect'])
    retryLogin(portico)
    expect(login()).toEqual({ status: 'sending', email })
  })

  test('a failure is forgotten when the visitor leaves', async () => {
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const started = startEmailLogin(portico, { email })
    fake.waiting('connectEmail').reject(new Error('iframe_load_failed'))
    await started
    closeModal(portico)
    expect(login()).toEqual({ status: 'idle' })
  })

  test('whoever is logged in already is connected at once', async () => {
    const fake = fakeEmbedded()
    const { portico, login, connections, history } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const started = startEmailLogin(portico, { email })
    fake.waiting('connectEmail').resolve({ action: 'CONNECT' })
    await started
    expect(connections('eip155')).toMatchObject([{ addresses: [evmAddress], restored: false }])
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual([])
  })
})

describe('S51: the code is typed in the frame, and the page', () => {
  test('gives it a place, and hears what came of it alone', async () => {
    const { fake, portico, login, history, connections, storage } = await atCode()
    expect(login()).toEqual({ status: 'code', email })
    expect(history()).toEqual(['Connect', 'EmailVerifyOtp'])
    expect(fake.waiting('enterCode').parameters).toEqual(['login'])
    fake.set({ ...fake.state(), surface: 'code' })
    expect(history()).toEqual(['Connect', 'EmailVerifyOtp']) // it has its place already
    await submitOtp(portico, { otp: '482917' }) // there is nothing that the page could send
    fake.set({ frame: 'ready' })
    fake.waiting('enterCode').resolve({})
    await settled()
    expect(connections('eip155')).toMatchObject([{ addresses: [evmAddress] }])
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual([])
    expect(fake.count('connectOtp')).toBe(0)
    expect([...storage.entries.values()].join()).not.toMatch(/482917|harbourmail/)
  })

  test('is told when the frame could not go on', async () => {
    const { fake, login, view } = await atCode()
    const error = refusal('not_found')
    fake.waiting('enterCode').reject(error)
    await settled()
    expect(login()).toEqual({ status: 'failed', method: 'email', error })
    expect(view()).toBe('EmailVerifyOtp')
  })

  test('goes on with a link, where one came in place of another code', async () => {
    const { fake, login, history, connections } = await atCode()
    fake.waiting('enterCode').resolve({ match: '07' })
    await settled()
    expect(login()).toMatchObject({ status: 'device', match: '07', step: 'waiting' })
    expect(history()).toEqual(['Connect', 'EmailVerifyDevice'])
    fake.waiting('connectDevice').resolve()
    await settled()
    expect(login()).toEqual({ status: 'code', email })
    expect(history()).toEqual(['Connect', 'EmailVerifyOtp'])
    fake.waiting('enterCode').resolve({})
    await settled()
    expect(connections('eip155')).toHaveLength(1)
  })

  test('is back where the address was typed, when the visitor turns away in the frame', async () => {
    const { fake, login, history } = await atCode()
    fake.waiting('enterCode').reject(turnedAway())
    await settled()
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual(['Connect'])
  })

  test.each([
    ['back', goBack, ['Connect']],
    ['closing', closeModal, []],
    ['cancelling', cancelLogin, ['Connect']],
  ] as const)('takes the question back: %s', async (_, act, left) => {
    const { fake, portico, login, history } = await atCode()
    expect(fake.count('abort')).toBe(0)
    act(portico)
    await settled()
    expect(fake.count('abort')).toBe(1)
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual(left)
  })

  test('takes nothing back once there is an answer', async () => {
    const { fake, login } = await atCode()
    fake.waiting('enterCode').resolve({})
    await settled()
    expect(login()).toEqual({ status: 'idle' })
    expect(fake.count('abort')).toBe(0)
  })
})

describe('the code, on a page without the modal,', () => {
  test('is asked for there, with 30 s until another mail and 10 min for the code', async () => {
    const { login, history, fake } = await atOtp()
    expect(login()).toEqual({ status: 'otp', email, resendAt: Date.now() + 30_000, expiresAt: Date.now() + 600_000, step: 'typing' })
    expect(history()).toEqual(['Connect'])
    expect(fake.count('enterCode')).toBe(0)
  })

  test.each<[string, (portico: Portico) => void, readonly string[]]>([
    ['is back from it', (portico) => goBack(portico), []],
    ['is still there', () => undefined, []],
    ['has gone on from it', (portico) => pushView(portico, { view: 'Settings' }), ['AllWallets', 'Settings']],
  ])('who looks at something else while the site is connected, and %s, is left no view of the login', async (_, look, left) => {
    let agree = (_: Grant) => {}
    const { fake, portico, history, login } = await atCode({ evm: { connect: () => new Promise((resolve) => (agree = resolve)) } })
    pushView(portico, { view: 'AllWallets' })
    fake.waiting('enterCode').resolve({})
    await settled()
    expect(login().status).toBe('connecting')
    look(portico)
    agree({ addresses: [evmAddress], networkId: 'eip155:1' })
    await settled()
    expect([login().status, history()]).toEqual(['idle', left])
  })

  test('the right one connects every chain family of the wallet, puts the user beside the accounts, and closes the modal', async () => {
    const { fake, portico, login, history, connections, storage } = await atOtp()
    const submitted = submitOtp(portico, { otp: '482917' })
    expect(login()).toMatchObject({ status: 'otp', step: 'checking' })
    expect(fake.waiting('connectOtp').parameters).toEqual(['482917'])
    fake.waiting('connectOtp').resolve()
    await submitted
    await settled()
    expect(connections('eip155')).toMatchObject([
      { connector: { id: 'embedded', kind: 'embedded' }, addresses: [evmAddress], approvedNetworkIds: ['eip155:1', 'eip155:10'] },
    ])
    expect(connections('solana')).toMatchObject([{ addresses: ['So1'], approvedNetworkIds: ['solana:main'] }])
    expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
    expect(accountStore(portico).getState().eip155).toMatchObject({ address: evmAddress, user: { email }, preferredAccountType: 'eoa' })
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual([])
    expect(fake.calls).toContain('getUser')
    expect(recentWalletStore(portico).getState()).toEqual([]) // it is no wallet of the list
    expect([...storage.entries.values()].join()).not.toMatch(/482917|harbourmail/)
  })

  test.each([
    ['wrong', wrong(), 'wrong'],
    ['no code', refusal('invalid'), 'wrong'],
    ['expired', refusal('expired_code'), 'expired'],
    ['tried too often', refusal('too_many_tries'), 'tooMany'],
    ['of a login that is over', refusal('not_found'), 'expired'],
    ['used already', refusal('conflict'), 'expired'],
    ['not checked at all', refusal('timeout'), 'typing'],
    ['not checked by a server that is down', refusal('unreachable'), 'typing'],
    ['not checked by a server that failed', refusal('failed', 'Something went wrong here.'), 'typing'],
    ['not checked, for a reason that nobody knows', refusal('moon_phase', 'This code is invalid: too many, expired'), 'typing'],
  ])('one that is %s is said, and another can be typed', async (_, error, step) => {
    const { fake, portico, login, view } = await atOtp()
    const submitted = submitOtp(portico, { otp: '000000' })
    fake.waiting('connectOtp').reject(error)
    await submitted
    expect(login()).toMatchObject({ status: 'otp', step, error })
    expect(view()).toBe('Connect')
    void submitOtp(portico, { otp: '482917' })
    expect(login()).toMatchObject({ step: 'checking' })
    expect(login()).not.toHaveProperty('error')
  })

  test('a second press while one is being checked sends nothing', async () => {
    const { fake, portico } = await atOtp()
    void submitOtp(portico, { otp: '482917' })
    await submitOtp(portico, { otp: '482917' })
    await resendCode(portico)
    expect(fake.count('connectOtp')).toBe(1)
    expect(fake.count('connectEmail')).toBe(1)
  })

  test('where none is asked for, nothing is sent', async () => {
    const fake = fakeEmbedded()
    const { portico } = setUp(fake)
    await submitOtp(portico, { otp: '482917' })
    await resendCode(portico)
    cancelLogin(portico)
    retryLogin(portico)
    expect(fake.calls).toEqual([])
  })

  test('another mail can be had after 30 s, and brings a new code', async () => {
    const { fake, portico, login } = await atOtp()
    await resendCode(portico)
    expect(fake.count('connectEmail')).toBe(1)
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendCode(portico)
    expect(login()).toMatchObject({ step: 'resending' })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_OTP' })
    await resent
    expect(login()).toEqual({
      status: 'otp',
      email,
      resendAt: Date.now() + mailCooldown,
      expiresAt: Date.now() + mailLifetime,
      step: 'resent',
    })
  })

  test('another mail that is refused leaves the code as it was, and says when', async () => {
    const { fake, portico, login } = await atOtp()
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendCode(portico)
    fake.waiting('connectEmail').reject(cooldown(12))
    await resent
    expect(login()).toMatchObject({
      status: 'otp',
      step: 'typing',
      resendAt: Date.now() + 12_000,
      error: { retryAfter: 12 },
    })
    await vi.advanceTimersByTimeAsync(12_000)
    void resendCode(portico)
    expect(fake.count('connectEmail')).toBe(3)
  })

  test('another mail may bring a link instead', async () => {
    const { fake, portico, login, history } = await atOtp()
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendCode(portico)
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_DEVICE', match: '07' })
    await resent
    expect(login()).toMatchObject({ status: 'device', match: '07', step: 'waiting' })
    expect(history()).toEqual(['Connect', 'EmailVerifyDevice'])
  })

  test('is over after 10 min', async () => {
    const { login } = await atOtp()
    await vi.advanceTimersByTimeAsync(mailLifetime - 1)
    expect(login()).toMatchObject({ step: 'typing' })
    await vi.advanceTimersByTimeAsync(1)
    expect(login()).toMatchObject({ step: 'expired' })
  })

  test('a wallet that refuses to connect is said; trying again connects, without another code', async () => {
    const answers = [
      () => Promise.reject(new UserRejectedError()),
      () => Promise.resolve({ addresses: [evmAddress], networkId: 'eip155:1' as const }),
    ]
    const { fake, portico, login, connections } = await atOtp({
      evm: { connect: () => (answers.shift() ?? (() => Promise.reject(new Error('more'))))() },
    })
    const submitted = submitOtp(portico, { otp: '482917' })
    fake.waiting('connectOtp').resolve()
    await submitted
    expect(login()).toMatchObject({ status: 'failed', method: 'email', error: { name: 'UserRejectedError' } })
    expect(fake.count('signOut')).toBe(0)
    retryLogin(portico)
    await settled()
    expect(connections('eip155')).toHaveLength(1)
    expect(login()).toEqual({ status: 'idle' })
    expect(fake.count('connectOtp')).toBe(1)
  })
})

describe('the link', () => {
  test('a browser that is not known waits for it, with the two digits of the mailed page', async () => {
    const { fake, login, history } = await atDevice()
    expect(login()).toEqual({ status: 'device', email, resendAt: Date.now() + 30_000, match: '42', step: 'waiting' })
    expect(history()).toEqual(['Connect', 'EmailVerifyDevice'])
    expect(fake.isWaiting('connectDevice')).toBe(true)
  })

  test('once it is confirmed a code is asked for, in the place of the view', async () => {
    const { fake, login, history } = await atDevice()
    fake.waiting('connectDevice').resolve()
    await settled()
    expect(login()).toEqual({ status: 'code', email })
    expect(history()).toEqual(['Connect', 'EmailVerifyOtp'])
  })

  test('a frame that cannot wait any longer is asked again', async () => {
    const { fake, login } = await atDevice()
    for (let turn = 1; turn <= 5; turn += 1) {
      fake.waiting('connectDevice').reject(refusal('timeout'))
      await vi.advanceTimersByTimeAsync(1000)
      expect(fake.count('connectDevice')).toBe(turn + 1)
    }
    fake.waiting('connectDevice').resolve()
    await settled()
    expect(login()).toMatchObject({ status: 'code' })
  })

  test.each(['expired_code', undefined])('one that is out of date is said, and another can be sent', async (said) => {
    const { fake, portico, login } = await atDevice()
    if (said) fake.waiting('connectDevice').reject(refusal(said))
    else await vi.advanceTimersByTimeAsync(mailLifetime)
    await settled()
    expect(login()).toMatchObject({ status: 'device', step: 'expired' })
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendCode(portico)
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_DEVICE', match: '11' })
    await resent
    expect(login()).toMatchObject({ status: 'device', step: 'waiting', match: '11' })
    fake.waiting('connectDevice').resolve()
    await settled()
    expect(login()).toMatchObject({ status: 'code' })
  })

  test('goes on waiting when another mail is refused', async () => {
    const { fake, portico, login } = await atDevice()
    await vi.advanceTimersByTimeAsync(mailCooldown)
    const resent = resendCode(portico)
    fake.waiting('connectEmail').reject(cooldown(5))
    await resent
    expect(login()).toMatchObject({ status: 'device', step: 'waiting', resendAt: Date.now() + 5000 })
    fake.waiting('connectDevice').resolve()
    await settled()
    expect(login()).toMatchObject({ status: 'code' })
  })

  test('a frame that is gone ends the login', async () => {
    const { fake, login } = await atDevice()
    fake.waiting('connectDevice').reject(new Error('iframe_load_failed'))
    await settled()
    expect(login()).toMatchObject({ status: 'failed', method: 'email' })
  })
})

describe('turning away', () => {
  test.each([
    ['closing', closeModal, []],
    ['cancelling', cancelLogin, ['Connect']],
  ] as const)('%s while the page’s code is checked ends the login, and a late answer signs out again', async (_, act, left) => {
    const { fake, portico, login, connections, history } = await atOtp()
    const submitted = submitOtp(portico, { otp: '482917' })
    act(portico)
    await submitted
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual(left)
    fake.waiting('connectOtp').resolve()
    await settled()
    expect(connections('eip155')).toEqual([])
    expect(fake.count('signOut')).toBe(1)
  })

  test('a late answer leaves alone whoever logs in meanwhile, and is made good when that comes to nothing', async () => {
    const { fake, portico, login } = await atOtp()
    void submitOtp(portico, { otp: '482917' })
    cancelLogin(portico)
    const late = fake.waiting('connectOtp')
    void startEmailLogin(portico, { email: 'other@harbourmail.example' })
    late.resolve()
    await settled()
    expect(fake.count('signOut')).toBe(0)
    expect(login()).toMatchObject({ status: 'sending', email: 'other@harbourmail.example' })
    fake.waiting('connectEmail').reject(new Error('no'))
    await settled()
    expect(fake.count('signOut')).toBe(1)
  })

  test('the latest intent wins: an older address that is answered late changes nothing (R2)', async () => {
    const fake = fakeEmbedded()
    const { portico, login, view } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const first = startEmailLogin(portico, { email: 'one@harbourmail.example' })
    const asked = fake.waiting('connectEmail')
    const second = startEmailLogin(portico, { email })
    await first
    asked.resolve({ action: 'VERIFY_OTP' })
    await settled()
    expect(login()).toMatchObject({ status: 'sending', email })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_OTP' })
    await second
    expect(login()).toEqual({ status: 'code', email })
    expect(view()).toBe('EmailVerifyOtp')
  })

  test('another wallet that is chosen while the address is on its way ends the login', async () => {
    const fake = fakeEmbedded()
    const { portico, login, history } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const started = startEmailLogin(portico, { email })
    pushView(portico, { view: 'ConnectingExternal', params: { connectorId: 'com.harbor' } })
    await started
    expect(login()).toEqual({ status: 'idle' })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_OTP' })
    await settled()
    expect(history()).toEqual(['Connect', 'ConnectingExternal'])
  })

  test('another wallet that is chosen while the site is being connected ends the login, and signs out', async () => {
    const never = () => new Promise<never>(() => undefined)
    const { fake, portico, login, connections } = await atOtp({
      evm: {
        connect: ({ connector }) =>
          connector.id === 'embedded' ? never() : Promise.resolve({ addresses: ['0xharbor'], networkId: 'eip155:1' }),
      },
    })
    publishConnectors(portico, 'eip155', [fakeConnector()])
    const submitted = submitOtp(portico, { otp: '482917' })
    fake.waiting('connectOtp').resolve()
    await settled()
    expect(login()).toEqual({ status: 'connecting', method: 'email' })
    await connect(portico, { connectorId: 'com.harbor' })
    await submitted
    expect(login()).toEqual({ status: 'idle' })
    expect(connections('eip155')).toEqual([])
    expect(fake.count('signOut')).toBe(1)
  })

  test('leaving while the site is being connected ends that, too', async () => {
    const { fake, portico, login, connections } = await atOtp({ evm: { connect: () => new Promise<never>(() => undefined) } })
    const submitted = submitOtp(portico, { otp: '482917' })
    fake.waiting('connectOtp').resolve()
    await settled()
    closeModal(portico)
    await submitted
    expect(login()).toEqual({ status: 'idle' })
    expect(connectionStore(portico).getState().byNamespace.eip155?.attempt).toBeUndefined()
    expect(connections('eip155')).toEqual([])
    expect(fake.count('signOut')).toBe(1)
  })
})

describe('R16: whatever the clock does', () => {
  const day = 24 * 60 * 60_000
  test.each([
    ['forward', day],
    ['back', -day],
    ['an hour forward', day / 24],
    ['an hour back', -day / 24],
  ])('%s, the seconds to wait are 0 to 30, and are over after 30 s', async (_, by) => {
    const { fake, portico, login } = await atOtp()
    vi.setSystemTime(Date.now() + by)
    const seconds = () => resendSeconds(login() as { resendAt: number })
    expect(seconds()).toBeGreaterThanOrEqual(0)
    expect(seconds()).toBeLessThanOrEqual(30)
    await vi.advanceTimersByTimeAsync(mailCooldown)
    expect(seconds()).toBe(0)
    void resendCode(portico)
    expect(fake.count('connectEmail')).toBe(2)
  })

  test('counts down in whole seconds, rounded up', () => {
    expect([30_000, 29_999, 1001, 1000, 1, 0, -5, 99_000].map((left) => resendSeconds({ resendAt: left }, 0))).toEqual([
      30, 30, 2, 1, 1, 0, 0, 30,
    ])
  })
})

test('what a Connect view was opened for is what is connected', async () => {
  const fake = fakeEmbedded()
  const { portico, connections, adapters } = setUp(fake)
  openModal(portico, { view: 'Connect', params: { namespace: 'solana', networkId: 'solana:main' } })
  const started = startEmailLogin(portico, { email })
  fake.waiting('connectEmail').resolve({ action: 'CONNECT' })
  await started
  await settled()
  expect(connectionStore(portico).getState().activeNamespace).toBe('solana')
  expect(connections('solana')).toHaveLength(1)
  expect(adapters[1]?.calls).toContain('connect')
  expect(connections('eip155')).toHaveLength(1)
})

test('a user who is another one than before takes the place of what was known', async () => {
  const { fake, portico } = await atOtp()
  fake.session.user = { ...mira, email: null, userName: 'mira' }
  const submitted = submitOtp(portico, { otp: '482917' })
  fake.waiting('connectOtp').resolve()
  await submitted
  expect(accountStore(portico).getState().eip155?.user).toEqual({ userName: 'mira' })
})
