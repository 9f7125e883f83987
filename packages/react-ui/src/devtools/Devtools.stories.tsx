import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { PorticoButton } from '../buttons/PorticoButton.js'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { Devtools } from './index.js'

const meta = {
  title: 'Components/Devtools',
  component: Devtools,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { open: true },
  render: (args) => (
    <>
      <PorticoButton />
      <Devtools {...args} />
    </>
  ),
} satisfies Meta<typeof Devtools>
export default meta
type Story = StoryObj<typeof meta>

const panel = () => document.querySelector('portico-devtools')?.shadowRoot

/** Connect, and look at what was kept, what happened, what was asked and what was stored. */
export const Panel: Story = {
  decorators: [onSite({ arrange: connected() })],
  play: () => waitFor(() => expect(panel()?.querySelector('section')?.textContent ?? '').toContain('connection')),
}
export const Closed: Story = {
  args: { open: false },
  decorators: [onSite()],
  async play() {
    await waitFor(() => expect(panel()?.querySelector('button')).toBeTruthy())
    await expect(panel()?.querySelector('section')).toBeNull()
  },
}
