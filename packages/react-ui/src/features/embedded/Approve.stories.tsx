import type { EmbeddedState } from '@portico/core/embedded'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { fakeEmbedded } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import ApproveTransactionView from './ApproveTransactionView.js'
import WalletSecurityView from './WalletSecurityView.js'

const meta = { title: 'Embedded/Approve', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const scene = (View: ViewStoryProps['View'], state: EmbeddedState): ViewStoryProps => ({
  View,
  options: { connectors: [fakeEmbedded({ state }).description] },
})

export const Slot: Story = { args: scene(ApproveTransactionView, { frame: 'ready', surface: 'approve' }) }
export const Recover: Story = { args: scene(ApproveTransactionView, { frame: 'ready', surface: 'recover' }) }
export const Frame: Story = { args: scene(ApproveTransactionView, { frame: 'failed' }) }
export const Security: Story = { args: scene(WalletSecurityView, { frame: 'ready', surface: 'security' }) }
export const Arabic: Story = { args: { ...scene(ApproveTransactionView, { frame: 'ready', surface: 'approve' }), locale: ar } }
export const Phone: Story = { args: { ...scene(ApproveTransactionView, { frame: 'ready', surface: 'approve' }), form: 'sheet' } }
