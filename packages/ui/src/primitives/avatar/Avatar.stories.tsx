import type { Meta, StoryObj } from '@storybook/react-vite'
import { Tile } from '../tile/Tile.js'
import { address, harbor, juniper } from '../../stories/wallets.js'
import { Avatar } from './Avatar.js'

const meta = { title: 'Primitives/Avatar', component: Avatar } satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { address, size: 48 } }
export const WithWallet: Story = { args: { address, size: 48, badge: <Tile name="Harbor" src={harbor.icon} size={18} /> } }
export const Picture: Story = { args: { address, src: juniper.icon, size: 48 } }
export const Many: Story = {
  args: { address },
  render: () => (
    <div className="po-flex">
      {['0x7f3A9c', '0x91b2C0', '0x2cE87f', '0x5dA104', 'noor', 'ivo.wcn', '7Rkqm4D', 'bc1qv8d4'].map((text) => (
        <Avatar key={text} address={text} size={32} />
      ))}
    </div>
  ),
}
