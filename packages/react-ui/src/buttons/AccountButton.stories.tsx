import type { Meta, StoryObj } from '@storybook/react-vite'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { AccountButton } from './AccountButton.js'

const meta = {
  title: 'Components/AccountButton',
  component: AccountButton,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { size: 'md', balance: true, profile: true },
  argTypes: {
    size: { control: 'inline-radio', options: ['md', 'sm'] },
    namespace: { control: 'select', options: [undefined, 'eip155', 'solana', 'bip122'] },
  },
  decorators: [onSite({ arrange: connected({ name: 'mira.eth' }) })],
} satisfies Meta<typeof AccountButton>
export default meta
type Story = StoryObj<typeof meta>

export const Connected: Story = {}
