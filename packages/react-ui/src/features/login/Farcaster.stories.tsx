import { LoginExpiredError, type LoginState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { fakeEmbedded, loggingIn } from '../../stories/embedded.js'
import { onPhone } from '../../stories/links.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import ConnectingFarcasterView from './ConnectingFarcasterView.js'

const meta = { title: 'Embedded/Farcaster', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const scene = (login: LoginState): ViewStoryProps => ({
  View: ConnectingFarcasterView,
  options: { connectors: [fakeEmbedded().description] },
  arrange: loggingIn(login),
})
const link = 'https://farcaster.example/~/siwf?channelToken=7f6e504bfad60b485450578e05678ed3e8e8c475'
const failed = (error: Error) => scene({ status: 'failed', method: 'farcaster', error })
const phone: Pick<Story, 'beforeEach'> = { beforeEach: () => onPhone() }

export const Qr: Story = { args: scene({ status: 'farcaster', url: link }) }
export const Loading: Story = { args: scene({ status: 'farcaster' }) }
export const Expired: Story = { args: failed(new LoginExpiredError()) }
export const Failed: Story = { args: failed(new Error('iframe_request_timeout')) }
export const Connected: Story = { args: scene({ status: 'connecting', method: 'farcaster' }) }
export const Arabic: Story = { args: { ...scene({ status: 'farcaster', url: link }), locale: ar } }
export const Phone: Story = { ...phone, args: { ...scene({ status: 'farcaster', url: link }), form: 'sheet' } }
export const PhoneExpired: Story = { ...phone, args: { ...failed(new LoginExpiredError()), form: 'sheet' } }
