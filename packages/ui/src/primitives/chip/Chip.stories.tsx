import type { Meta, StoryObj } from '@storybook/react-vite'
import { BaseArt } from '../../icons/evmArt.js'
import { chevronDown } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Tile } from '../tile/Tile.js'
import { Chip } from './Chip.js'

const meta = { title: 'Primitives/Chip', component: Chip } satisfies Meta<typeof Chip>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: '0.5%' } }
export const Selected: Story = { args: { children: '1%', selected: true } }
export const NetworkInTheHeader: Story = {
  args: {
    plain: true,
    'aria-label': 'Network: Base',
    children: (
      <>
        <Tile name="Base" shape="net" size={20}>
          <BaseArt />
        </Tile>
        Base
        <Icon glyph={chevronDown} size={16} />
      </>
    ),
  },
}
