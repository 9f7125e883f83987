import type { Meta, StoryObj } from '@storybook/react-vite'
import { SiteArt } from '../../icons/art.js'
import { BaseArt, OptimismArt } from '../../icons/evmArt.js'
import { download } from '../../icons/glyphs.js'
import { Hero } from '../hero/Hero.js'
import { Tile } from '../tile/Tile.js'
import { harbor } from '../../stories/wallets.js'
import { Span } from './Span.js'

const from = (
  <Tile name="Meridian" size={56}>
    <SiteArt />
  </Tile>
)
const to = <Tile name="Harbor" src={harbor.icon} size={56} />

const meta = { title: 'Primitives/Span', component: Span } satisfies Meta<typeof Span>
export default meta
type Story = StoryObj<typeof meta>

export const Wait: Story = { args: { from, to, state: 'wait' } }
export const Ok: Story = { args: { from, to, state: 'ok' } }
export const Fail: Story = { args: { from, to, state: 'fail' } }
export const Idle: Story = { args: { from, to, state: 'idle', glyph: download } }
export const Networks: Story = {
  args: {
    from: (
      <Tile name="Base" shape="net" size={56}>
        <BaseArt />
      </Tile>
    ),
    to: (
      <Tile name="OP Mainnet" shape="net" size={56}>
        <OptimismArt />
      </Tile>
    ),
    state: 'wait',
  },
}
export const WithWords: Story = {
  args: { from, to, state: 'wait' },
  decorators: [
    (Story) => (
      <>
        <Story />
        <div className="po-mt4">
          <Hero title="Continue in Harbor">Approve the connection in the wallet window.</Hero>
        </div>
      </>
    ),
  ],
}
