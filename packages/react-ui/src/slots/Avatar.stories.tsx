import type { Portico } from '@portico/core'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { PorticoButton } from '../buttons/PorticoButton.js'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { AccountAvatar } from './AccountAvatar.js'
import { setAvatar } from './index.js'

const meta = {
  title: 'Components/Avatar',
  component: AccountAvatar,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { address: fakeAddress, size: 48 },
  argTypes: {
    size: { control: { type: 'range', min: 16, max: 96 } },
    address: { control: 'text' },
    src: { control: 'text' },
    badge: { control: false },
  },
  render: (args) => (
    <div className="po-flex">
      <AccountAvatar {...args} />
      <PorticoButton />
    </div>
  ),
} satisfies Meta<typeof AccountAvatar>
export default meta
type Story = StoryObj<typeof meta>

/** The doorway that is drawn of an address. */
export const Doorway: Story = { decorators: [onSite({ arrange: connected() })] }

const withOwn = (portico: Portico) => {
  connected()(portico)
  setAvatar(portico, ({ address }) => (
    <svg viewBox="0 0 10 10" data-own="">
      <rect width="10" height="10" fill={`#${address.slice(2, 8)}`} />
      <circle cx="5" cy="5" r="3" fill="white" />
    </svg>
  ))
}
/** `setAvatar(portico, Avatar)`: the site draws it, in the button and in the modal. */
export const OfTheSite: Story = {
  decorators: [onSite({ arrange: withOwn })],
  play: ({ canvasElement }) => waitFor(() => expect(canvasElement.querySelectorAll('[data-own]')).toHaveLength(2)),
}
