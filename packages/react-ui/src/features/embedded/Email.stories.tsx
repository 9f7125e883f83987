import type { EmailUpdateState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { fakeEmbedded, mira, miraUser, newMira, stopClock, updatingEmail } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { typedIn } from '../../mail-code/email.js'
import UpdateEmailCodeView from './UpdateEmailCodeView.js'
import UpdateEmailWalletView from './UpdateEmailWalletView.js'

const meta = { title: 'Embedded/Email', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

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

const code = (emailUpdate: EmailUpdateState, rest: Pick<ViewStoryProps, 'locale' | 'form'> = {}): Story => ({
  args: { View: UpdateEmailCodeView, ...site(), arrange: updatingEmail(emailUpdate), ...rest },
})

export const Edit: Story = { args: edit(newMira), play: focus }
export const Empty: Story = { args: edit('') }
export const Invalid: Story = { args: edit(mira) }
export const Sending: Story = { args: edit(newMira, { status: 'sending', email: newMira }) }
export const Failed: Story = { args: edit(newMira, { status: 'failed', email: newMira, error: new Error('iframe_request_timeout') }) }
export const Cooldown: Story = {
  beforeEach: stopClock,
  args: edit(newMira, { status: 'failed', email: newMira, error: Object.assign(new Error('Not yet'), { retryAfter: 12 }) }),
}
/** The place in which the secure frame asks for the codes. Its own stories are the secure page's. */
export const Code: Story = code({ status: 'code', email: newMira })
export const CodeFailed: Story = code({ status: 'failed', email: newMira, error: new Error('iframe_request_timeout') })
export const Ended: Story = code({ status: 'idle' })
export const EditArabic: Story = { args: { ...edit(newMira), locale: ar } }
export const CodeArabic: Story = code({ status: 'code', email: newMira }, { locale: ar })
export const Phone: Story = { args: { ...edit(newMira), form: 'sheet' } }
