import type { Meta, StoryObj } from '@storybook/react-vite'
import { BrowserWalletArt, SiteArt } from '../../icons/art.js'
import { BaseArt, EthereumArt, OptimismArt } from '../../icons/evmArt.js'
import { harbor, wallets } from '../../stories/wallets.js'
import { Quad, Stack, Tile } from './Tile.js'

const meta = { title: 'Primitives/Tile', component: Tile } satisfies Meta<typeof Tile>
export default meta
type Story = StoryObj<typeof meta>

export const Wallet: Story = { args: { name: 'Harbor', src: harbor.icon, size: 56 } }
export const Network: Story = { args: { name: 'Base', shape: 'net', size: 56, children: <BaseArt /> } }
export const Token: Story = {
  args: {
    name: 'Ether',
    shape: 'round',
    size: 40,
    children: <EthereumArt />,
    badge: (
      <Tile name="Base" shape="net" size={16}>
        <BaseArt />
      </Tile>
    ),
  },
}
export const Site: Story = { args: { name: 'Meridian', size: 56, children: <SiteArt /> } }
export const BrowserWallet: Story = { args: { name: 'Browser wallet', children: <BrowserWalletArt /> } }
export const Letter: Story = { args: { name: 'zora', size: 40 } }
export const SourceNotAllowed: Story = { args: { name: 'Mallory', src: 'http://icons.example/a.png', size: 40 } }
export const SourceBroken: Story = { args: { name: 'Broken', src: 'data:image/png;base64,AAAA', size: 40 } }
export const Groups: Story = {
  args: { name: '' },
  render: () => (
    <div className="po-flex po-g4">
      <Quad>
        {wallets.slice(4, 8).map(({ name, icon }) => (
          <Tile key={name} name={name} src={icon} size={15} />
        ))}
      </Quad>
      <Stack>
        <Tile name="Base" shape="net" size={20}>
          <BaseArt />
        </Tile>
        <Tile name="Ethereum" shape="net" size={20}>
          <EthereumArt />
        </Tile>
        <Tile name="OP Mainnet" shape="net" size={20}>
          <OptimismArt />
        </Tile>
      </Stack>
    </div>
  ),
}
