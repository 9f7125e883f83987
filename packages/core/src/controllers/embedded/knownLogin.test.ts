import { expect, test } from 'vitest'
import { openModal } from '../../router/store.js'
import { settled } from '../../portico/page.test.helper.js'
import { fakeEmbedded, setUp, turnedAway } from './embedded.test.helper.js'
import { cancelLogin } from './finishLogin.js'
import { startKnownLogin } from './knownLogin.js'

/** From Connect, on the way to the window that knows the browser. */
function asked() {
  const fake = fakeEmbedded()
  const page = setUp(fake)
  openModal(page.portico, { view: 'Connect' })
  const started = startKnownLogin(page.portico)
  return { fake, started, ...page }
}

test('the frame is given a place for the way to the window, and the site is connected once somebody is logged in', async () => {
  const { fake, started, login, history, connections } = asked()
  expect(login()).toEqual({ status: 'known' })
  expect(history()).toEqual(['Connect', 'EmailVerifyOtp'])
  fake.waiting('connectKnown').resolve()
  await started
  await settled()
  expect(login()).toEqual({ status: 'idle' })
  expect(connections('eip155')).toHaveLength(1)
  expect(fake.count('connectEmail')).toBe(0)
})

test('whoever turns away in the frame is back on Connect', async () => {
  const { fake, started, login, view } = asked()
  fake.waiting('connectKnown').reject(turnedAway())
  await started
  expect({ login: login(), view: view() }).toEqual({ login: { status: 'idle' }, view: 'Connect' })
})

test('leaving the view takes the question back', async () => {
  const { fake, started, portico } = asked()
  cancelLogin(portico)
  await started
  expect(fake.count('abort')).toBe(1)
})

test('what went wrong is shown, and can be tried again', async () => {
  const { fake, started, login } = asked()
  const error = new Error('iframe_load_failed')
  fake.waiting('connectKnown').reject(error)
  await started
  expect(login()).toEqual({ status: 'failed', method: 'email', error })
})
