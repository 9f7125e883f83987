import type { Portico } from '@portico/core'
import { embeddedStore, type EmailUpdateState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, inSeconds, mira, miraUser, newMira, updatingEmail } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { typedIn } from '../../mail-code/email.js'
import UpdateEmailPrimaryOtpView from './UpdateEmailPrimaryOtpView.js'
import UpdateEmailSecondaryOtpView from './UpdateEmailSecondaryOtpView.js'
import UpdateEmailWalletView from './UpdateEmailWalletView.js'

const meta = { title: 'Embedded/Email', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>
type CodeState = Extract<EmailUpdateState, { status: 'primary' | 'secondary' }>

const site = () => ({ options: { connectors: [fakeEmbedded({ state: { frame: 'ready', user: miraUser } }).description] } })
const edit = (typed: string, state: EmailUpdateState = { status: 'idle' }): ViewStoryProps => ({
  View: UpdateEmailWalletView,
  ...site(),
  arrange(portico) {
    typedIn(portico).update = typed
    updatingEmail(state)(portico)
  },
})
const focus: Story['play'] = async ({ canvasElement }) =>
  (await within(canvasElement).findByRole('textbox', {}, { timeout: 10_000 })).focus()

interface Scene {
  readonly wait?: number
  readonly typed?: string
  /** What follows from what is typed. */
  readonly then?: CodeState['step']
}

function code(
  status: CodeState['status'],
  { wait = 30, typed = '', then }: Scene = {},
  rest: Pick<ViewStoryProps, 'locale' | 'form'> = {},
): Story {
  const last: { portico?: Portico } = {}
  const state = (step: CodeState['step']): EmailUpdateState => ({
    status,
    email: newMira,
    sentTo: status === 'primary' ? mira : newMira,
    resendAt: inSeconds(wait),
    step,
  })
  return {
    args: {
      View: status === 'primary' ? UpdateEmailPrimaryOtpView : UpdateEmailSecondaryOtpView,
      ...site(),
      arrange(portico) {
        last.portico = portico
        updatingEmail(state('typing'))(portico)
      },
      ...rest,
    },
    async play({ canvasElement }) {
      const field = await within(canvasElement).findByRole('textbox', {}, { timeout: 10_000 })
      field.focus()
      if (typed) await userEvent.type(field, typed)
      await expect(field).toHaveValue(typed)
      if (then && last.portico) embeddedStore(last.portico).setState({ emailUpdate: state(then) })
    },
  }
}

export const Edit: Story = { args: edit(newMira), play: focus }
export const Empty: Story = { args: edit('') }
export const Invalid: Story = { args: edit(mira) }
export const Sending: Story = { args: edit(newMira, { status: 'sending', email: newMira }) }
export const Failed: Story = { args: edit(newMira, { status: 'failed', email: newMira, error: new Error('iframe_request_timeout') }) }
export const Cooldown: Story = {
  args: edit(newMira, { status: 'failed', email: newMira, error: Object.assign(new Error('Not yet'), { retryAfter: 12 }) }),
}
export const Primary: Story = code('primary', { wait: 26, typed: '70' })
export const Secondary: Story = code('secondary')
export const Wrong: Story = code('secondary', { wait: 0, typed: '118204', then: 'wrong' })
export const Ended: Story = { args: { View: UpdateEmailPrimaryOtpView, ...site() } }
export const EditArabic: Story = { args: { ...edit(newMira), locale: ar } }
export const PrimaryArabic: Story = code('primary', { wait: 26, typed: '70' }, { locale: ar })
export const PrimaryPseudo: Story = code('primary', { wait: 26, typed: '70' }, { locale: pseudo })
export const Phone: Story = { args: { ...edit(newMira), form: 'sheet' } }
