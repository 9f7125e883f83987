import type { Portico } from '@portico/core'
import { embeddedStore, type LoginState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, inSeconds, loggingIn, mira } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import EmailVerifyOtpView from './EmailVerifyOtpView.js'

const meta = { title: 'Embedded/Otp', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>
type OtpState = Extract<LoginState, { status: 'otp' }>

interface Scene {
  readonly step?: OtpState['step']
  /** Seconds until another code can be asked for. */
  readonly wait?: number
  readonly error?: Error
  /** What is typed, and the step that follows from it. */
  readonly typed?: { readonly code: string; readonly then?: OtpState['step'] }
}

function scene({ step = 'typing', wait = 0, error, typed, ...rest }: Scene & Pick<ViewStoryProps, 'locale' | 'form'> = {}): Story {
  const last: { portico?: Portico } = {}
  const state = (now: OtpState['step']): LoginState => ({
    status: 'otp',
    email: mira,
    resendAt: inSeconds(wait),
    expiresAt: inSeconds(600),
    step: now,
    ...(error && { error }),
  })
  return {
    args: {
      View: EmailVerifyOtpView,
      options: { connectors: [fakeEmbedded().description] },
      arrange(portico) {
        last.portico = portico
        loggingIn(state(step))(portico)
      },
      ...rest,
    },
    async play({ canvasElement }) {
      const field = await within(canvasElement).findByRole('textbox', {}, { timeout: 10_000 })
      field.focus()
      if (!typed) return
      await userEvent.type(field, typed.code)
      await expect(field).toHaveValue(typed.code)
      if (typed.then && last.portico) embeddedStore(last.portico).setState({ login: state(typed.then) })
    },
  }
}

export const Empty: Story = scene({ wait: 30 })
export const Partial: Story = scene({ wait: 21, typed: { code: '482' } })
export const Verifying: Story = scene({ wait: 17, typed: { code: '482917', then: 'checking' } })
export const Wrong: Story = scene({ typed: { code: '482911', then: 'wrong' } })
export const Expired: Story = scene({ step: 'expired' })
export const TooMany: Story = scene({ step: 'tooMany' })
export const Resending: Story = scene({ step: 'resending' })
export const Resent: Story = scene({ step: 'resent', wait: 29 })
export const NoAnswer: Story = scene({ error: new Error('iframe_request_timeout') })
export const Arabic: Story = scene({ wait: 21, typed: { code: '482' }, locale: ar })
export const WrongPseudo: Story = scene({ typed: { code: '482911', then: 'wrong' }, locale: pseudo })
export const Phone: Story = scene({ wait: 21, typed: { code: '482' }, form: 'sheet' })

const ended = (login: LoginState): Story => ({
  args: { View: EmailVerifyOtpView, options: { connectors: [fakeEmbedded().description] }, arrange: loggingIn(login) },
})
export const Connecting: Story = ended({ status: 'connecting', method: 'email' })
export const Failed: Story = ended({ status: 'failed', method: 'email', error: new Error('iframe_request_timeout') })
export const Nothing: Story = ended({ status: 'idle' })
