import { connectionStore } from '@portico/core'
import { InvalidEmailError } from '@portico/core/embedded'
import { fakeAdapter, testPortico } from '@portico/testing'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider, useEmbedded, useLogin, type Embedded, type Login } from '../index.js'
import { fakeEmbedded, mira, miraUser, newMira, type FakeEmbedded } from '../stories/embedded.js'
import { harbor } from '../stories/wallets.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

/** A page without a modal: what it can show is what the hooks say. */
function headless(embedded?: FakeEmbedded) {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })], connectors: embedded ? [embedded.description] : [] })
  const seen: { login?: Login; wallet?: Embedded } = {}
  const Probe = () => {
    seen.login = useLogin()
    seen.wallet = useEmbedded()
    return null
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  const now = () => {
    if (!seen.login || !seen.wallet) throw new Error('The hooks have not answered')
    return { ...seen.wallet, login: seen.login }
  }
  return { portico, now }
}

test('a page of its own logs in by e-mail, from the address to the wallet', async () => {
  const embedded = fakeEmbedded({
    answers: { connectEmail: () => Promise.resolve({ action: 'VERIFY_OTP' }), connectOtp: () => Promise.resolve() },
  })
  const { portico, now } = headless(embedded)
  expect(now()).toMatchObject({ isAvailable: true, frame: 'idle' })
  expect(now().login.methods).toMatchObject({
    email: true,
    socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  })
  now().login.startEmail({ email: 'nobody' })
  await vi.waitFor(() => expect(now().login.error).toBeInstanceOf(InvalidEmailError))
  now().login.startEmail({ email: mira })
  await vi.waitFor(() => expect(now().login.state).toMatchObject({ status: 'otp', email: mira, step: 'typing' }))
  expect(now().login.error).toBeUndefined()
  now().login.submitOtp({ otp: '482917' })
  await vi.waitFor(() => expect(connectionStore(portico).getState().byNamespace.eip155?.connections[0]?.connector.id).toBe('embedded'))
  await vi.waitFor(() => expect(now().login.state).toEqual({ status: 'idle' }))
})

test('turning away ends a login, and a change of address is followed', async () => {
  const embedded = fakeEmbedded({ answers: { updateEmail: () => Promise.resolve({ action: 'VERIFY_PRIMARY_OTP' }) } })
  const { now } = headless(embedded)
  now().login.startFarcaster()
  await vi.waitFor(() => expect(now().login.state.status).toBe('farcaster'))
  now().login.cancel()
  await vi.waitFor(() => expect(now().login.state.status).toBe('idle'))
  embedded.show({ frame: 'ready', user: miraUser })
  await vi.waitFor(() => expect(now().user).toEqual(miraUser))
  now().startEmailUpdate({ email: newMira })
  await vi.waitFor(() => expect(now().emailUpdate).toMatchObject({ status: 'primary', sentTo: mira, email: newMira }))
  now().cancelEmailUpdate()
  await vi.waitFor(() => expect(now().emailUpdate.status).toBe('idle'))
})

test('without an embedded wallet there are no ways to log in, and a call says why', async () => {
  const { now } = headless()
  expect(now().isAvailable).toBe(false)
  expect(now().login.methods).toMatchObject({ email: false, socials: [] })
  now().login.startEmail({ email: mira })
  await vi.waitFor(() => expect(now().login.error?.name).toBe('EmbeddedNotConfiguredError'))
  now().openSecurity()
  await vi.waitFor(() => expect(now().error?.name).toBe('EmbeddedNotConfiguredError'))
})
