import type { LoginState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, inSeconds, loggingIn, mira, stopClock } from '../../stories/embedded.js'
import { onPhone } from '../../stories/links.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import EmailVerifyDeviceView from './EmailVerifyDeviceView.js'

const meta = { title: 'Embedded/Device', component: ViewStory, parameters: { surface: 'page' }, beforeEach: stopClock } satisfies Meta<
  typeof ViewStory
>
export default meta
type Story = StoryObj<typeof meta>
type DeviceState = Extract<LoginState, { status: 'device' }>

const scene = ({ step = 'waiting', match = '47', wait = 24 }: Partial<DeviceState> & { readonly wait?: number } = {}): ViewStoryProps => ({
  View: EmailVerifyDeviceView,
  options: { connectors: [fakeEmbedded().description] },
  arrange: (portico) => loggingIn({ status: 'device', email: mira, resendAt: inSeconds(wait), step, match })(portico),
})

export const Waiting: Story = { args: scene() }
export const Resendable: Story = { args: scene({ wait: 0 }) }
export const Resending: Story = { args: scene({ step: 'resending', wait: 0 }) }
export const Expired: Story = { args: scene({ step: 'expired', wait: 0 }) }
export const Arabic: Story = { args: { ...scene(), locale: ar } }
export const Pseudo: Story = { args: { ...scene(), locale: pseudo } }
export const Phone: Story = { beforeEach: () => onPhone(), args: { ...scene(), form: 'sheet' } }
