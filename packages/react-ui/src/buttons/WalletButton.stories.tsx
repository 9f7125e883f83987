import type { Meta, StoryObj } from '@storybook/react-vite'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { WalletButton } from './WalletButton.js'

const meta = {
  title: 'Components/WalletButton',
  component: WalletButton,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { wallet: 'com.harbor', size: 'md' },
  argTypes: {
    wallet: { control: 'select', options: ['com.harbor', 'io.metamask', 'app.phantom', 'com.coinbase.wallet', 'com.example.unknown'] },
    size: { control: 'inline-radio', options: ['md', 'sm'] },
    namespace: { control: 'select', options: [undefined, 'eip155', 'solana', 'bip122'] },
    children: { control: 'text' },
  },
} satisfies Meta<typeof WalletButton>
export default meta
type Story = StoryObj<typeof meta>

export const ToConnect: Story = { decorators: [onSite()] }
export const Connected: Story = { decorators: [onSite({ arrange: connected() })] }
