import type { Meta, StoryObj } from '@storybook/react-vite'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { NetworkButton } from './NetworkButton.js'

const meta = {
  title: 'Components/NetworkButton',
  component: NetworkButton,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { size: 'md', iconOnly: false },
  argTypes: {
    size: { control: 'inline-radio', options: ['md', 'sm'] },
    namespace: { control: 'select', options: [undefined, 'eip155', 'solana', 'bip122'] },
  },
} satisfies Meta<typeof NetworkButton>
export default meta
type Story = StoryObj<typeof meta>

export const Supported: Story = { decorators: [onSite({ arrange: connected() })] }
/** The wallet is on a network that is not the site's. */
export const Unsupported: Story = { decorators: [onSite({ arrange: connected({ networkId: 'eip155:250' }) })] }
