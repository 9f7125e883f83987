import type { LoginState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { fakeEmbedded, loggingIn, mira } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import EmailVerifyOtpView from './EmailVerifyOtpView.js'

const meta = { title: 'Embedded/Otp', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const scene = (login: LoginState, rest: Pick<ViewStoryProps, 'locale' | 'form'> = {}): Story => ({
  args: { View: EmailVerifyOtpView, options: { connectors: [fakeEmbedded().description] }, arrange: loggingIn(login), ...rest },
})

/** The place in which the secure frame asks for the code. Its own stories are the secure page's. */
export const Place: Story = scene({ status: 'code', email: mira })
export const PlaceArabic: Story = scene({ status: 'code', email: mira }, { locale: ar })
export const PlacePhone: Story = scene({ status: 'code', email: mira }, { form: 'sheet' })
/** The same place, for the way to the window that knows this browser. */
export const KnownBrowser: Story = scene({ status: 'known' })
export const Connecting: Story = scene({ status: 'connecting', method: 'email' })
export const Failed: Story = scene({ status: 'failed', method: 'email', error: new Error('iframe_request_timeout') })
export const Nothing: Story = scene({ status: 'idle' })
