import type { Meta, StoryObj } from '@storybook/react-vite'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { PorticoButton } from './PorticoButton.js'

const meta = {
  title: 'Components/PorticoButton',
  component: PorticoButton,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { size: 'md', balance: true, profile: true },
  argTypes: {
    size: { control: 'inline-radio', options: ['md', 'sm'] },
    namespace: { control: 'select', options: [undefined, 'eip155', 'solana', 'bip122'] },
    children: { control: 'text' },
  },
} satisfies Meta<typeof PorticoButton>
export default meta
type Story = StoryObj<typeof meta>

/** Press it: three wallets are there, which agree to everything. */
export const ToConnect: Story = { decorators: [onSite()] }
export const Connected: Story = { decorators: [onSite({ arrange: connected({ name: 'mira.eth' }) })] }
