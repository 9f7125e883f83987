import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { EthereumArt } from '../../icons/evmArt.js'
import { desktop, globe, phone } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Tile } from '../tile/Tile.js'
import { Segmented } from './Segmented.js'
import type { SegmentedProps } from './Segmented.js'

function Stateful(props: Omit<SegmentedProps<string>, 'value' | 'onChange'>) {
  const [value, setValue] = useState(props.items[0]?.id ?? '')
  return <Segmented {...props} value={value} onChange={setValue} />
}

const meta = { title: 'Primitives/Segmented', component: Stateful } satisfies Meta<typeof Stateful>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = {
  args: {
    label: 'Assets',
    items: [
      { id: 'tokens', label: 'Tokens' },
      { id: 'nfts', label: 'NFTs' },
      { id: 'activity', label: 'Activity' },
    ],
  },
}
export const Icons: Story = {
  args: {
    label: 'Platform',
    items: [
      {
        id: 'mobile',
        label: (
          <>
            <Icon glyph={phone} size={16} />
            Mobile
          </>
        ),
      },
      {
        id: 'browser',
        label: (
          <>
            <Icon glyph={globe} size={16} />
            Browser
          </>
        ),
      },
      {
        id: 'desktop',
        label: (
          <>
            <Icon glyph={desktop} size={16} />
            Desktop
          </>
        ),
      },
    ],
  },
}
export const Radios: Story = {
  args: {
    label: 'Network family',
    kind: 'radio',
    items: [
      {
        id: 'eip155',
        label: (
          <>
            <Tile name="Ethereum" shape="net" size={16}>
              <EthereumArt />
            </Tile>
            EVM
          </>
        ),
      },
      { id: 'solana', label: 'Solana' },
    ],
  },
}
