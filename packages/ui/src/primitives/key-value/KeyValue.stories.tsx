import type { Meta, StoryObj } from '@storybook/react-vite'
import { BaseArt } from '../../icons/evmArt.js'
import { address } from '../../stories/wallets.js'
import { Card } from '../card/Card.js'
import { Pill } from '../pill/Pill.js'
import { Tile } from '../tile/Tile.js'
import { WholeAddress } from '../whole-address/WholeAddress.js'
import { Fact, Facts, KeyValue } from './KeyValue.js'
import type { KeyValueProps } from './KeyValue.js'

const items: KeyValueProps['items'] = [
  [
    'Network',
    <>
      <Tile name="Base" shape="net" size={16}>
        <BaseArt />
      </Tile>
      Base
    </>,
  ],
  ['Network fee', '$0.02'],
  [
    'Contract',
    <>
      <Pill tone="ok">Verified</Pill>
      <span className="po-addr">0x68…65fc45</span>
    </>,
  ],
]

const meta = { title: 'Primitives/KeyValue', component: KeyValue } satisfies Meta<typeof KeyValue>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = {
  args: { items },
  decorators: [
    (Story) => (
      <Card>
        <Story />
      </Card>
    ),
  ],
}
export const Lined: Story = { args: { items, lined: true } }
export const Tall: Story = {
  args: { items },
  render: () => (
    <Facts lined>
      <Fact term="Your account on Base" tall>
        <WholeAddress address={address} start={4} end={6} />
      </Fact>
      <Fact term="Calls itself">Meridian</Fact>
    </Facts>
  ),
}
