import type { Meta, StoryObj } from '@storybook/react-vite'
import { Link, LinkButton } from './Link.js'

const meta = { title: 'Primitives/Link', component: Link } satisfies Meta<typeof Link>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { href: 'https://example.com', children: 'Learn more on example.com' } }
export const InTheModal: Story = {
  args: { href: '' },
  render: () => (
    <p className="po-meta">
      New to wallets? <LinkButton>Get started</LinkButton>
    </p>
  ),
}
