import type { Meta, StoryObj } from '@storybook/react-vite'
import { LinkButton } from '../link/Link.js'
import { Note } from './Note.js'

const meta = { title: 'Primitives/Note', component: Note } satisfies Meta<typeof Note>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Signing is free and does not move assets.' } }
export const Accent: Story = {
  args: { tone: 'accent', title: 'Smart account is on', children: 'Fees on Base can be paid in USDC.' },
}
export const Ok: Story = { args: { tone: 'ok', title: 'Email confirmed', children: 'Your wallet is ready.' } }
export const Warn: Story = {
  args: { tone: 'warn', title: 'Unlimited spending', children: 'This contract could spend all your USDC, now and later.' },
}
export const Bad: Story = {
  args: { tone: 'bad', title: 'This looks like a theft', children: 'The contract has drained other accounts.' },
}
export const WithLink: Story = {
  args: {
    children: (
      <div className="po-between">
        <span>The full wallet list did not load.</span>
        <LinkButton>Try again</LinkButton>
      </div>
    ),
  },
}
