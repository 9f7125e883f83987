import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import type { KnownWindow } from '../screens/KnownBrowser.js'
import { CodeScreen } from '../screens/CodeScreen.js'
import type { CodeEntry, MailedCode } from '../screens/stage.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Secure page code', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<
  typeof SecurePage
>
export default meta
type Story = StoryObj<typeof meta>

const never = () => new Promise<never>(() => {})
const refusal =
  (reason: string, more: object = {}) =>
  () =>
    Promise.reject(Object.assign(new Error('No'), { name: 'ServerRefusedError', reason }, more))

interface Scene {
  readonly step?: MailedCode['step']
  /** Seconds until another mail can be asked for. */
  readonly wait?: number
  readonly locale?: string
  /** What is typed, and what the server says of it. */
  readonly typed?: string
  readonly says?: () => Promise<void>
  readonly resend?: () => Promise<void>
  readonly signIn?: CodeEntry['signIn']
}

/** No window opens here. */
const known: KnownWindow = { url: 'https://secure.example/continue', meet: () => new Promise(() => {}) }

/** Asks anew when another mail was sent, as the page does. */
function Entry({ step = 'login', wait = 30, says = never, resend = never, signIn }: Scene) {
  const [mailed, setMailed] = useState<MailedCode>(() => ({
    step,
    flowId: 'f1',
    email: 'mira@newharbour.example',
    sentTo: step === 'secondary' ? 'mira@newharbour.example' : 'mira@harbourmail.example',
    resendAt: performance.now() + wait * 1000,
  }))
  const entry: CodeEntry = {
    origin: 'https://shop.example',
    mailed,
    ...(signIn && { signIn }),
    submit: says,
    async resend() {
      await resend()
      setMailed({ ...mailed, resendAt: performance.now() + 30_000 })
    },
    onCancel: () => {},
    onKnown: () => {},
    known: step === 'login' ? known : undefined,
  }
  return <CodeScreen entry={entry} />
}

const inPage = (canvas: HTMLElement): ShadowRoot => {
  const found = [...canvas.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot
  if (!found) throw new Error('The page is not drawn')
  return found
}
const fieldOf = (canvas: HTMLElement) => inPage(canvas).querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')

/** As by a keyboard's suggestion: all at once. The test's own keyboard does not reach into a shadow root. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const scene = (given: Scene, after?: (canvas: HTMLElement, field: HTMLInputElement) => Promise<void>): Story => ({
  args: { children: <Entry {...given} />, ...(given.locale && { locale: given.locale }) },
  async play({ canvasElement }) {
    await waitFor(() => expect(fieldOf(canvasElement)).toBeTruthy())
    const field = fieldOf(canvasElement) as HTMLInputElement // it was there just now
    await waitFor(() => expect(inPage(canvasElement).activeElement).toBe(field)) // by itself
    if (given.typed) type(field, given.typed)
    await after?.(canvasElement, field)
  },
})
const alerted = (canvas: HTMLElement, text: string) =>
  waitFor(() => expect(inPage(canvas).querySelector('[role=alert]')?.textContent).toContain(text))

const againOf = (canvas: HTMLElement) =>
  [...inPage(canvas).querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')

export const Empty = scene({})
/** The code signs in to the site as well, and the screen says so and names the site. */
export const SignsIn = scene({ signIn: { statement: 'Sign in to the harbour shop.' } }, async (canvas) => {
  await expect(inPage(canvas).textContent).toContain('The code also signs you in to shop.example')
  await expect(inPage(canvas).textContent).toContain('Sign in to the harbour shop.')
})
export const SignsInGerman = scene({ locale: 'de', signIn: {}, typed: '4829' })
export const SignsInArabic = scene({ locale: 'ar', signIn: { statement: 'Sign in to the harbour shop.' } })
export const Partial = scene({ typed: '482', wait: 21 })
export const Checking = scene({ typed: '482917', wait: 17 }, async (canvas, field) => {
  await waitFor(() => expect(inPage(canvas).querySelector('[role=status]')?.textContent).toBe('Checking the code'))
  await expect(field.readOnly).toBe(true)
})
export const Wrong = scene({ typed: '482911', wait: 0, says: refusal('wrong_code', { triesLeft: 4 }) }, async (canvas, field) => {
  await alerted(canvas, 'Tries left: 4')
  await expect(field).toHaveValue('') // for the next one, at once
  await expect(inPage(canvas).activeElement).toBe(field)
})
export const Expired = scene({ typed: '482911', wait: 0, says: refusal('expired_code') }, (canvas) => alerted(canvas, 'expired'))
export const TooMany = scene({ typed: '482911', wait: 0, says: refusal('too_many_tries') }, (canvas) => alerted(canvas, 'Too many tries'))
export const NoAnswer = scene(
  {
    typed: '482917',
    wait: 0,
    says: () => Promise.reject(Object.assign(new Error('No'), { name: 'ServerUnreachableError', reason: 'unreachable' })),
  },
  async (canvas, field) => {
    await alerted(canvas, 'did not answer')
    await expect(field).toHaveValue('482917') // the same code can be sent again
    await expect(againOf(canvas)).toBeTruthy()
  },
)
export const Resent = scene({ wait: 0, resend: () => Promise.resolve() }, async (canvas, field) => {
  const button = [...inPage(canvas).querySelectorAll('button')].find(({ textContent }) => textContent === 'Resend code')
  button?.click()
  await waitFor(() => expect(inPage(canvas).querySelector('[role=status]')?.textContent).toBe('New code sent'))
  await expect(inPage(canvas).activeElement).toBe(field)
})
/** The service wants more time between two mails than this page knew of. */
export const TooSoon = scene({ wait: 0, resend: refusal('cooldown', { retryAfter: 17 }) }, async (canvas) => {
  const button = [...inPage(canvas).querySelectorAll('button')].find(({ textContent }) => textContent === 'Resend code')
  button?.click()
  await alerted(canvas, 'Please try again after 17 seconds')
  await waitFor(() => expect(inPage(canvas).textContent).toContain('Resend in 17 s'))
})
export const Primary = scene({ step: 'primary', typed: '70', wait: 26 })
export const Secondary = scene({ step: 'secondary' })
export const German = scene({ locale: 'de', typed: '482911', wait: 0, says: refusal('wrong_code', { triesLeft: 3 }) })
export const Arabic = scene({ locale: 'ar', typed: '482', wait: 21 })
