import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { arrowUpRight, copy, refresh } from '../../icons/glyphs.js'
import { Actions, Button, ButtonLink } from './Button.js'

const meta = { title: 'Primitives/Button', component: Button } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Approve', variant: 'primary' } }
export const Secondary: Story = { args: { children: 'Cancel' } }
export const Ghost: Story = { args: { children: 'Skip', variant: 'ghost' } }
export const Soft: Story = { args: { children: 'Limit', variant: 'soft' } }
export const DangerSoft: Story = { args: { children: 'Disconnect', variant: 'danger-soft' } }
export const Danger: Story = { args: { children: 'Approve anyway', variant: 'danger' } }
export const Disabled: Story = { args: { children: 'Off', variant: 'primary', disabled: true } }
export const Busy: Story = {
  args: { children: 'Busy', variant: 'primary', busy: true, onClick: fn() },
  play: async ({ args, canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}
export const Focus: Story = {
  args: { children: 'Focus', variant: 'primary' },
  play: async ({ canvasElement }) => {
    await userEvent.tab()
    await expect(within(canvasElement).getByRole('button')).toHaveFocus()
  },
}
export const Icons: Story = { args: { children: 'Try again', icon: refresh } }
export const Sizes: Story = {
  args: { children: 'Large' },
  render: () => (
    <div className="po-flex">
      <Button full={false} variant="primary">
        Large
      </Button>
      <Button full={false} size="md" icon={copy}>
        Medium
      </Button>
      <Button full={false} size="sm" icon={copy}>
        Small
      </Button>
    </div>
  ),
}
export const Pair: Story = {
  args: { children: 'Cancel' },
  render: () => (
    <Actions>
      <Button>Cancel</Button>
      <Button variant="primary">Approve</Button>
    </Actions>
  ),
}
export const LongWordsStack: Story = {
  args: { children: 'Cancel' },
  render: () => (
    <Actions>
      <Button>Bei Base bleiben</Button>
      <Button variant="primary">Solana-Wallet verbinden</Button>
    </Actions>
  ),
}
export const LinkOut: Story = {
  args: { children: 'Add to browser' },
  render: () => (
    <ButtonLink href="https://example.com" variant="primary" after={arrowUpRight}>
      Add to browser
    </ButtonLink>
  ),
}
