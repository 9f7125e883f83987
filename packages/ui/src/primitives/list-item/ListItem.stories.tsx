import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { external, more, power, qr } from '../../icons/glyphs.js'
import { BaseArt, EthereumArt, OptimismArt } from '../../icons/evmArt.js'
import { Avatar } from '../avatar/Avatar.js'
import { Badge } from '../badge/Badge.js'
import { GlyphTile } from '../glyph-tile/GlyphTile.js'
import { Pill } from '../pill/Pill.js'
import { SkeletonRow } from '../skeleton/Skeleton.js'
import { Quad, Tile } from '../tile/Tile.js'
import { address, cairn, harbor, juniper, lumen, wallets } from '../../stories/wallets.js'
import { List, ListItem, ListItemLink } from './ListItem.js'

const tile = ({ name, icon }: { name: string; icon: string }) => <Tile name={name} src={icon} size={40} />

const meta = { title: 'Primitives/ListItem', component: ListItem } satisfies Meta<typeof ListItem>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { lead: tile(harbor), children: 'Harbor', badge: <Badge tone="ok">Installed</Badge> } }
export const TwoLines: Story = { args: { lead: tile(juniper), children: 'Juniper', sub: 'Browser, iOS, Android', chevron: true } }
export const Selected: Story = {
  args: {
    lead: (
      <Tile name="Base" shape="net" size={32}>
        <BaseArt />
      </Tile>
    ),
    children: 'Base',
    compact: true,
    selected: true,
  },
}
export const Busy: Story = { args: { lead: tile(juniper), children: 'Juniper', sub: 'Approve in Juniper', busy: true } }
export const Disabled: Story = {
  args: { lead: tile(lumen), children: 'Lumen', sub: 'Not available on this network', disabled: true, onClick: fn() },
  play: async ({ args, canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}
export const Figures: Story = {
  args: {
    lead: <Avatar address={address} size={40} />,
    children: 'mira.wcn.id',
    sub: 'Harbor',
    end: '1.842 ETH',
    endSub: '$6,392.18',
  },
}
export const LongName: Story = {
  args: {
    lead: tile(cairn),
    children: 'Juniper Selbstverwahrung mit Hardware-Sicherheitsmodul und Wiederherstellung',
    badge: <Badge>Zuletzt verwendet</Badge>,
  },
}
export const LeavesThePage: Story = {
  args: { children: '' },
  render: () => (
    <ListItemLink href="https://example.com" lead={<GlyphTile glyph={external} />}>
      View on explorer
    </ListItemLink>
  ),
}
export const Wallets: Story = {
  args: { children: '' },
  render: () => (
    <List label="Wallets">
      <ListItem lead={tile(juniper)} badge={<Badge>Recent</Badge>}>
        Juniper
      </ListItem>
      <ListItem lead={tile(harbor)} badge={<Badge tone="ok">Installed</Badge>}>
        Harbor
      </ListItem>
      <ListItem lead={tile(cairn)} badge={<Badge icon={qr}>QR code</Badge>}>
        Cairn
      </ListItem>
      <ListItem
        lead={
          <Quad>
            {wallets.slice(4, 8).map((wallet) => (
              <Tile key={wallet.name} name={wallet.name} src={wallet.icon} size={15} />
            ))}
          </Quad>
        }
        badge={<Badge>540+</Badge>}
        chevron
      >
        Search all wallets
      </ListItem>
    </List>
  ),
}
export const Networks: Story = {
  args: { children: '' },
  render: () => (
    <List label="Networks">
      <ListItem
        compact
        selected
        lead={
          <Tile name="Base" shape="net" size={32}>
            <BaseArt />
          </Tile>
        }
      >
        Base
      </ListItem>
      <ListItem
        compact
        lead={
          <Tile name="Ethereum" shape="net" size={32}>
            <EthereumArt />
          </Tile>
        }
      >
        Ethereum
      </ListItem>
      <ListItem
        compact
        lead={
          <Tile name="OP Mainnet" shape="net" size={32}>
            <OptimismArt />
          </Tile>
        }
        badge={<Pill>Test</Pill>}
      >
        OP Mainnet
      </ListItem>
      <ListItem compact disabled lead={<Tile name="Zora" shape="net" size={32} />}>
        Zora
      </ListItem>
      <ListItem compact chevron lead={<GlyphTile glyph={more} size={32} />}>
        All networks
      </ListItem>
      <ListItem lead={<GlyphTile glyph={power} tone="bad" />}>Disconnect</ListItem>
    </List>
  ),
}
export const Loading: Story = {
  args: { children: '' },
  render: () => (
    <List>
      <SkeletonRow title={88} />
      <SkeletonRow title={104} sub={72} />
      <SkeletonRow compact tile={32} title={72} end={0} />
    </List>
  ),
}
