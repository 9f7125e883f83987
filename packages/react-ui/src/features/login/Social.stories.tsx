import { UserRejectedError } from '@portico/core'
import type { LoginState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, loggingIn, secureOrigin } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import ConnectingSocialView from './ConnectingSocialView.js'

const meta = { title: 'Embedded/Social', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>
type SocialState = Extract<LoginState, { status: 'social' }>

const scene = (login: LoginState, provider: SocialState['provider'] = 'google'): ViewStoryProps => ({
  View: ConnectingSocialView,
  params: { provider },
  options: { connectors: [fakeEmbedded().description] },
  arrange: loggingIn(login),
})
const social = (step: SocialState['step'], facts: Partial<SocialState> = {}) =>
  scene({ status: 'social', provider: 'google', step, ...facts }, facts.provider)
/** As the wallet's frame says it. */
const refused = (reason: string) => Object.assign(new Error('The wallet service refused'), { name: 'FrameRequestError', reason })
const page = `${secureOrigin}/social/start`

export const Opening: Story = { args: social('opening') }
export const Waiting: Story = { args: social('waiting', { match: '47' }) }
export const Closed: Story = { args: social('closed') }
export const Blocked: Story = { args: social('blocked', { uri: page, match: '47' }) }
export const BlockedPreparing: Story = { args: social('blocked') }
export const Loading: Story = { args: scene({ status: 'connecting', method: 'google' }) }
export const Failed: Story = { args: scene({ status: 'failed', method: 'google', error: new UserRejectedError() }) }
export const TurnedAway: Story = { args: scene({ status: 'failed', method: 'google', error: refused('social_cancelled') }) }
export const Refused: Story = { args: scene({ status: 'failed', method: 'google', error: refused('rate_limit') }) }
export const FromOutside: Story = { args: scene({ status: 'idle' }) }
export const Apple: Story = { args: social('waiting', { provider: 'apple', match: '47' }) }
export const X: Story = { args: social('waiting', { provider: 'x' }) }
export const Discord: Story = { args: social('waiting', { provider: 'discord' }) }
export const Github: Story = { args: social('waiting', { provider: 'github' }) }
export const Facebook: Story = { args: social('waiting', { provider: 'facebook' }) }
export const Arabic: Story = { args: { ...social('waiting', { match: '47' }), locale: ar } }
export const BlockedPseudo: Story = { args: { ...social('blocked', { uri: page }), locale: pseudo } }
export const Phone: Story = { args: { ...social('blocked', { uri: page }), form: 'sheet' } }
