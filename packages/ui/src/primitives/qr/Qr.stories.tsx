import type { Meta, StoryObj } from '@storybook/react-vite'
import { refresh } from '../../icons/glyphs.js'
import { Avatar } from '../avatar/Avatar.js'
import { Button } from '../button/Button.js'
import { Qr } from './Qr.js'

const address = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'

const meta = { title: 'Primitives/Qr', component: Qr, args: { label: 'QR code of your address' } } satisfies Meta<typeof Qr>
export default meta
type Story = StoryObj<typeof meta>

export const Address: Story = { args: { text: `ethereum:${address}@8453`, children: <Avatar address={address} size={56} /> } }
export const Plain: Story = { args: { text: 'https://portico.example' } }
export const Long: Story = { args: { text: `bitcoin:bc1p${'q'.repeat(58)}?amount=0.5&label=${'Meridian'.repeat(20)}` } }
export const Preparing: Story = { args: { text: undefined } }
export const Expired: Story = {
  args: {
    text: 'https://portico.example',
    over: (
      <Button variant="primary" size="md" full={false} icon={refresh}>
        New code
      </Button>
    ),
  },
}
