import { expect, test, vi } from 'vitest'
import { createStage, type CodeEntry, type MailedCode } from '../screens/stage.js'
import { createCodeEntry, type CodeEntryOptions } from './code.js'
import { NoFlowError } from './errors.js'
import { memoryPlaces } from './places.test.helper.js'
import { createQueue } from './queue.js'
import type { Login } from './session.js'

const mailed = (step: MailedCode['step'], flowId = 'f1'): MailedCode => ({
  step,
  flowId,
  email: 'new@example.org',
  sentTo: step === 'primary' ? 'old@example.org' : 'new@example.org',
  resendAt: 0,
})
const signal = () => new AbortController().signal
const answer = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

/** The page's part, with the server played by the test: it says of each code what comes of it. */
function setUp({
  first = mailed('login'),
  openOffer = () => Promise.resolve(undefined),
}: {
  first?: MailedCode | 'none'
  openOffer?: CodeEntryOptions['openOffer']
} = {}) {
  const stage = createStage()
  const surfaces: unknown[] = []
  const sent: (readonly [flowId: string, otp: string])[] = []
  const elsewhere = { login: undefined as Login | undefined, listeners: new Set<() => void>() }
  /** Another tab logs in, or this one. */
  const logIn = (email: string) => {
    elsewhere.login = {
      token: 't',
      handle: 'h',
      expiresAt: Infinity,
      user: { id: 'u', email, userName: null },
    }
    for (const listener of [...elsewhere.listeners]) listener()
  }
  const says = {
    submit: () => Promise.resolve<{ next?: MailedCode; newEmail?: string }>({}),
    resend: () => Promise.resolve<MailedCode | { match: string }>(mailed('login', 'f2')),
  }
  const surface = (purpose: unknown) => void surfaces.push(purpose)
  const queue = createQueue({
    places: memoryPlaces(),
    onChange(open) {
      if (open > 0) return
      stage.show({ kind: 'empty' })
      surface(undefined)
    },
  })
  const enterCode = createCodeEntry({
    queue,
    stage,
    hostOrigin: 'https://shop.example',
    surface,
    known: () => ({ url: 'https://secure.example/continue', meet: async () => 'done' as const }),
    openOffer,
    session: {
      current: () => elsewhere.login,
      subscribe(listener) {
        elsewhere.listeners.add(listener)
        return () => void elsewhere.listeners.delete(listener)
      },
    },
    login: {
      mailedCode() {
        if (first === 'none') throw new NoFlowError({ step: 'the code' })
        return first
      },
      submitCode(code, otp) {
        sent.push([code.flowId, otp])
        return says.submit()
      },
      resendCode: () => says.resend(),
    },
  })
  const entry = (): CodeEntry => {
    const { screen } = stage.state()
    if (screen.kind !== 'code') throw new Error(`The screen is ${screen.kind}`)
    return screen.entry
  }
  return { stage, surfaces, sent, says, queue, enterCode, entry, logIn, elsewhere }
}

test('S51: the code is asked for on a screen of this origin, and the site hears that it was right', async () => {
  const { enterCode, entry, surfaces, sent } = setUp()
  const asked = enterCode('r1', 'login', signal())
  expect(surfaces).toEqual(['code'])
  expect(entry()).toMatchObject({ origin: 'https://shop.example', mailed: { step: 'login', sentTo: 'new@example.org' } })
  await entry().submit('482917')
  expect(await asked).toEqual({})
  expect(sent).toEqual([['f1', '482917']])
  expect(surfaces).toEqual(['code', undefined])
})

test('S51: where no code was mailed by this very page nothing is shown', async () => {
  const { enterCode, stage, surfaces } = setUp({ first: 'none' })
  expect(await answer(enterCode('r1', 'login', signal()))).toBeInstanceOf(NoFlowError)
  expect(stage.state().screen.kind).toBe('empty')
  expect(surfaces).toEqual([])
})

test('S25: a code that signs in as well says so before, and signs only once it was right', async () => {
  const signed = { message: 'text', signature: '0x01', networkId: 'eip155:1' } as const
  const sign = vi.fn(() => Promise.resolve(signed))
  const { enterCode, entry, says, surfaces } = setUp({ openOffer: async () => ({ statement: 'Sign in.', sign }) })
  const asked = enterCode('r1', 'login', signal(), { domain: 'shop.example' })
  await vi.waitFor(() => expect(surfaces).toEqual(['code']), 20_000)
  expect(entry()).toMatchObject({ origin: 'https://shop.example', signIn: { statement: 'Sign in.' } })
  says.submit = () => Promise.reject(new Error('wrong'))
  await expect(entry().submit('000000')).rejects.toThrow('wrong')
  expect(sign).not.toHaveBeenCalled()
  says.submit = () => Promise.resolve({})
  await entry().submit('482917')
  expect(await asked).toEqual({ signedIn: signed })
  expect(sign).toHaveBeenCalledOnce()
})

test('S25: what a login does not sign, a change of the address and an offer that cannot be read leave the screen as it is', async () => {
  const openOffer = vi.fn<CodeEntryOptions['openOffer']>(() => Promise.reject(new Error('no')))
  const { enterCode, entry, surfaces } = setUp({ openOffer })
  const asked = enterCode('r1', 'login', signal(), {})
  await vi.waitFor(() => expect(surfaces).toEqual(['code']), 20_000)
  expect(entry()).not.toHaveProperty('signIn')
  await entry().submit('482917')
  expect(await asked).toEqual({})
  const change = setUp({ first: mailed('secondary'), openOffer })
  const changing = change.enterCode('r2', 'emailUpdate', signal(), {})
  await vi.waitFor(() => expect(change.surfaces).toEqual(['code']), 20_000)
  expect([openOffer.mock.calls.length, 'signIn' in change.entry()]).toEqual([1, false])
  change.entry().onCancel()
  await answer(changing)
})

test('turning away while the offer is being read shows nothing', async () => {
  const site = new AbortController()
  let read: ((offer: undefined) => void) | undefined
  const { enterCode, surfaces } = setUp({ openOffer: () => new Promise((resolve) => (read = resolve)) })
  const asked = answer(enterCode('r1', 'login', site.signal, {}))
  site.abort()
  read?.(undefined)
  expect(await asked).toBeInstanceOf(Error)
  expect(surfaces).toEqual([])
})

test('a code that is wrong is the screen’s affair, and the question stays', async () => {
  const { enterCode, entry, says } = setUp()
  const settled = vi.fn()
  void enterCode('r1', 'login', signal()).finally(settled)
  says.submit = () => Promise.reject(new Error('wrong'))
  await expect(entry().submit('000000')).rejects.toThrow('wrong')
  expect(settled).not.toHaveBeenCalled()
  says.submit = () => Promise.resolve({})
  await entry().submit('482917')
  await vi.waitFor(() => expect(settled).toHaveBeenCalled(), 20_000)
})

test('S33: of a change the second code is asked for after the first, in the same place', async () => {
  const { enterCode, entry, says, surfaces } = setUp({ first: mailed('primary') })
  const asked = enterCode('r1', 'emailUpdate', signal())
  says.submit = () => Promise.resolve({ next: mailed('secondary') })
  await entry().submit('111111')
  expect(entry().mailed).toMatchObject({ step: 'secondary', sentTo: 'new@example.org' })
  says.submit = () => Promise.resolve({ newEmail: 'new@example.org' })
  await entry().submit('222222')
  expect(await asked).toEqual({ newEmail: 'new@example.org' })
  expect(surfaces).toEqual(['code', undefined])
})

test('another mail is of the same attempt; a link in its place is for the site to wait for', async () => {
  const { enterCode, entry, says, sent } = setUp()
  const asked = enterCode('r1', 'login', signal())
  await entry().resend()
  says.submit = () => Promise.reject(new Error('wrong'))
  await entry()
    .submit('482917')
    .catch(() => undefined)
  expect(sent).toEqual([['f2', '482917']])
  says.resend = () => Promise.resolve({ match: '42' })
  await entry().resend()
  expect(await asked).toEqual({ match: '42' })
})

test('turning away, here or at the site, ends it; a newer question takes its place', async () => {
  const { enterCode, entry, surfaces, queue, stage } = setUp()
  const here = answer(enterCode('r1', 'login', signal()))
  entry().onCancel()
  expect(await here).toMatchObject({ name: 'AbortedError', reason: 'aborted', code: 4001 })
  await vi.waitFor(() => expect(surfaces).toEqual(['code', undefined]), 20_000)

  const site = new AbortController()
  const there = answer(enterCode('r2', 'login', site.signal))
  site.abort()
  expect(await there).toMatchObject({ reason: 'aborted' })

  const older = answer(enterCode('r3', 'login', signal()))
  const newer = enterCode('r4', 'login', signal())
  expect(await older).toMatchObject({ reason: 'aborted' })
  await entry().submit('482917')
  expect(await newer).toEqual({})
  expect(queue.counts()).toEqual({ active: 0, waiting: 0 })
  expect(stage.state().screen.kind).toBe('empty')
})

test('a visitor who looks for the mail hides the page, and the question stays', async () => {
  const { enterCode, entry, queue } = setUp()
  const asked = enterCode('r1', 'login', signal())
  queue.hide()
  await entry().submit('482917')
  expect(await asked).toEqual({})
})

test('R15: another tab that logs in whom the code is for ends the question, and one that logs in somebody else does not', async () => {
  const { enterCode, entry, logIn, elsewhere, stage } = setUp()
  const asked = enterCode('e1', 'login', signal())
  await vi.waitFor(entry)
  logIn('ada@example.org')
  await Promise.resolve()
  expect(stage.state().screen.kind).toBe('code')
  logIn('New@example.org')
  expect(await asked).toEqual({})
  expect(elsewhere.listeners.size).toBe(0)
})

test('what signs in with the code is not lost by the login that it is', async () => {
  const signedIn = { message: 'text', signature: '0x01', networkId: 'eip155:1' } as const
  const { enterCode, entry, says, logIn } = setUp({
    openOffer: () => Promise.resolve({ statement: undefined, sign: () => Promise.resolve(signedIn) }),
  })
  says.submit = async () => {
    logIn('new@example.org')
    return {}
  }
  const asked = enterCode('e1', 'login', signal(), {})
  await vi.waitFor(entry)
  await entry().submit('123456')
  expect(await asked).toEqual({ signedIn })
})
