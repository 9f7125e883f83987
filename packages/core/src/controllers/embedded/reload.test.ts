import fc from 'fast-check'
import { memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { goLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { settled } from '../../portico/page.test.helper.js'
import type { Portico } from '../../portico/createPortico.js'
import { openModal } from '../../router/store.js'
import { fakeEmbedded, secureOrigin, setUp, type FakeEmbedded } from './embedded.test.helper.js'
import { startEmailLogin } from './emailLogin.js'
import { startEmailUpdate } from './emailUpdate.js'
import { startFarcasterLogin } from './farcasterLogin.js'
import { cooldownOf, mailCooldown, resendSeconds } from './mailed.js'
import { openWalletSecurity } from './security.js'
import { startSocialLogin } from './socialLogin.js'
import { stubWindows } from './window.test.helper.js'

const email = 'mira@harbourmail.example'
const never = () => new Promise<never>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  stubWindows()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Page = { readonly portico: Portico; readonly fake: FakeEmbedded }

/** How each view of a login, or of what follows on it, is come to. */
const ways: Readonly<Record<string, (page: Page) => void | Promise<void>>> = {
  Connect: ({ portico }) => void startEmailLogin(portico, { email }),
  EmailVerifyOtp({ portico, fake }) {
    void startEmailLogin(portico, { email })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_OTP' })
  },
  EmailVerifyDevice({ portico, fake }) {
    void startEmailLogin(portico, { email })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_DEVICE', match: '42' })
  },
  ConnectingSocial({ portico, fake }) {
    void startSocialLogin(portico, { provider: 'google' })
    fake.waiting('getSocialRedirectUri').resolve({ uri: `${secureOrigin}/social/start/AAAAAAAAAAAAAAAAAAAAAA`, match: '42' })
  },
  ConnectingFarcaster({ portico, fake }) {
    void startFarcasterLogin(portico)
    fake.waiting('getFarcasterUri').resolve({ url: 'https://farcaster.example/x' })
  },
  ApproveTransaction: ({ fake, portico }) => {
    void openWalletSecurity(portico)
    fake.set({ ...fake.state(), surface: 'approve' })
  },
  WalletSecurity: ({ portico }) => void openWalletSecurity(portico),
  UpdateEmailCode({ portico, fake }) {
    void startEmailUpdate(portico, { email })
    fake.waiting('updateEmail').resolve({ action: 'VERIFY_PRIMARY_OTP' })
  },
}

describe('R17: a reload', () => {
  test.each(Object.entries(ways))('in %s is a clean start, with nothing left in storage', async (name, come) => {
    const storage = memoryStorage()
    const fake = fakeEmbedded()
    const before = setUp(fake, { storage })
    const leave = mount(before.portico)
    openModal(before.portico, { view: 'Connect' })
    await come({ portico: before.portico, fake })
    await settled()
    expect(before.view()).toBe(name)
    leave()
    vi.clearAllTimers() // the page is gone

    const next = fakeEmbedded()
    const page = setUp(next, { storage })
    const unmount = mount(page.portico)
    await goLive(page.portico)
    await settled()
    expect(page.login()).toEqual({ status: 'idle' })
    expect(page.emailUpdate()).toEqual({ status: 'idle' })
    expect(page.history()).toEqual([])
    expect(next.calls).toEqual([])
    expect([...storage.entries.keys()]).toEqual([])
    unmount()
  })

  test('between the login and the connection picks up the login', async () => {
    const storage = memoryStorage()
    const fake = fakeEmbedded()
    const before = setUp(fake, { storage, evm: { connect: never } })
    const leave = mount(before.portico)
    void startEmailLogin(before.portico, { email })
    fake.waiting('connectEmail').resolve({ action: 'CONNECT' })
    await settled()
    expect(before.login()).toEqual({ status: 'connecting', method: 'email' })
    leave()
    vi.clearAllTimers()

    const page = setUp(fakeEmbedded({ isOpen: true }), { storage })
    const unmount = mount(page.portico)
    await goLive(page.portico)
    await settled()
    expect(page.connections('eip155')).toHaveLength(1)
    expect(page.connections('solana')).toHaveLength(1)
    expect(page.login()).toEqual({ status: 'idle' })
    unmount()
  })
})

test('R16: over 10,000 clocks and answers another mail is never more than 30 s away, and one that is refused at least 1 s', () => {
  const anything = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom(NaN, Infinity, -Infinity, 0, 30.0001),
    fc.string(),
    fc.constant(undefined),
  )
  fc.assert(
    fc.property(fc.integer(), fc.integer(), anything, (resendAt, now, said) => {
      const seconds = resendSeconds({ resendAt }, now)
      const told = cooldownOf(Object.assign(new Error('no'), { retryAfter: said })) ?? mailCooldown
      return Number.isInteger(seconds) && seconds >= 0 && seconds <= 30 && told >= 1000 && told <= mailCooldown
    }),
    { numRuns: 10_000 },
  )
  recordPromise({
    id: 'R16',
    name: "cool-down of mails, the site's side: random clocks and answers",
    runs: 10_000,
    accepted: 0,
  })
})
