import { afterEach, expect, test, vi } from 'vitest'
import { openModal } from '../../router/store.js'
import { settled } from '../../portico/page.test.helper.js'
import { fakeEmbedded, setUp, turnedAway } from './embedded.test.helper.js'
import { cancelLogin } from './finishLogin.js'
import { startKnownLogin } from './knownLogin.js'
import { stubWindows } from './window.test.helper.js'

afterEach(() => vi.unstubAllGlobals())

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

test('the window is opened in the press itself, and led by the wallet to its own page', async () => {
  const page = stubWindows()
  const { fake, started } = asked()
  expect(page.opened.map(({ urls }) => urls)).toEqual([['about:blank']]) // nothing was awaited
  const [lead] = fake.waiting('connectKnown').parameters as [(uri: string) => boolean]
  expect(lead('https://secure.example/continue#a')).toBe(true)
  expect(page.opened[0]?.urls).toEqual(['about:blank', 'https://secure.example/continue#a'])
  fake.waiting('connectKnown').resolve()
  await started
  expect(page.opened[0]?.closed).toBe(true)
})

test('a window that was closed before it was led there is no way in, and one that the browser refuses is left to the frame', async () => {
  const page = stubWindows()
  const { fake } = asked()
  const [lead] = fake.waiting('connectKnown').parameters as [(uri: string) => boolean]
  const [popup] = page.opened
  if (popup) popup.closed = true
  expect(lead('https://secure.example/continue#a')).toBe(false)
  stubWindows({ blocks: true })
  expect(asked().fake.waiting('connectKnown').parameters).toEqual([undefined])
})

test('who leaves the view closes the window', async () => {
  const page = stubWindows()
  const { started, portico } = asked()
  cancelLogin(portico)
  await started
  expect(page.opened[0]?.closed).toBe(true)
})
