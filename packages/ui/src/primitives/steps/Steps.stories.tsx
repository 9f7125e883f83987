import type { Meta, StoryObj } from '@storybook/react-vite'
import { key, shield, wallet } from '../../icons/glyphs.js'
import { Steps } from './Progress.js'
import { Facts } from './Steps.js'

const meta = { title: 'Primitives/Steps', component: Steps } satisfies Meta<typeof Steps>
export default meta
type Story = StoryObj<typeof meta>

export const Progress: Story = {
  args: {
    items: [
      { title: 'Allow USDC', state: 'done' },
      { title: 'Swap', state: 'now' },
      { title: 'Receive ETH', state: 'next' },
    ],
  },
}
export const ThreeFacts: Story = {
  args: { items: [] },
  render: () => (
    <Facts
      items={[
        { glyph: key, title: 'Your login for many sites', text: 'One account you own, instead of a password for each site.' },
        { glyph: wallet, title: 'A home for what you hold', text: 'Send, receive and store tokens and collectibles.' },
        { glyph: shield, title: 'Only you approve', text: 'Sites can ask. Nothing moves until you say yes.' },
      ]}
    />
  ),
}
