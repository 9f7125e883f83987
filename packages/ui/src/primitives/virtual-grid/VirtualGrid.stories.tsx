import type { Meta, StoryObj } from '@storybook/react-vite'
import { Cell, Grid, GridRow } from '../cell/Cell.js'
import { SkeletonCell } from '../skeleton/Skeleton.js'
import { Tile } from '../tile/Tile.js'
import { wallets } from '../../stories/wallets.js'
import { VirtualGrid } from './VirtualGrid.js'
import type { GridCellProps } from './VirtualGrid.js'

interface Wallet {
  id: string
  name: string
  icon: string
}
const some: Wallet[] = wallets.map((wallet) => ({ ...wallet, id: wallet.name }))
const many = Array.from({ length: 540 }, (_, i): Wallet => {
  const wallet = some[i % some.length]
  return { id: String(i), name: `${wallet?.name} ${i + 1}`, icon: wallet?.icon ?? '' }
})
const itemKey = ({ id }: Wallet) => id
const renderCell = ({ id, name, icon }: Wallet, cell: GridCellProps) => (
  <Cell {...cell} tile={<Tile name={name} src={icon} size={56} />} pin={id === 'Harbor' || id === 'Cairn' ? 'Installed' : undefined}>
    {name}
  </Cell>
)

const meta = { title: 'Primitives/VirtualGrid', component: VirtualGrid<Wallet> } satisfies Meta<typeof VirtualGrid<Wallet>>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { label: 'Wallets', items: some, itemKey, renderCell } }
export const Virtual: Story = {
  args: { label: 'Wallets', items: many, itemKey, renderCell },
  decorators: [
    (Story) => (
      <div className="po-body" style={{ blockSize: 480, marginInline: -16 }}>
        <Story />
      </div>
    ),
  ],
}
export const Loading: Story = {
  args: { label: 'Wallets', items: [], itemKey, renderCell },
  render: () => (
    <Grid>
      {[0, 1, 2].map((row) => (
        <GridRow key={row}>
          {[0, 1, 2, 3].map((column) => (
            <SkeletonCell key={column} />
          ))}
        </GridRow>
      ))}
    </Grid>
  ),
}
