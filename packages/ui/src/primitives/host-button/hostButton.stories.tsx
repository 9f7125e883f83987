import type { Meta, StoryObj } from '@storybook/react-vite'
import { BaseArt } from '../../icons/evmArt.js'
import { caution, chevronDown } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Avatar } from '../avatar/Avatar.js'
import { Spinner } from '../spinner/Spinner.js'
import { Tile } from '../tile/Tile.js'
import { address } from '../../stories/wallets.js'
import { hostButton as HostButton } from './hostButton.js'

const avatar = <Avatar address={address} />
const base = (
  <Tile name="Base" shape="net">
    <BaseArt />
  </Tile>
)
const short = <span className="po-addr">0x7f…c41b09</span>

const meta = {
  title: 'Primitives/HostButton',
  component: HostButton,
  parameters: { surface: 'page' },
  render: (args, { globals }) => {
    const theme = globals['theme'] === 'dark' ? 'dark' : 'light'
    return (
      <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <HostButton {...args} theme={theme} />
        <HostButton {...args} theme={theme} size="sm" />
      </div>
    )
  },
} satisfies Meta<typeof HostButton>
export default meta
const chevron = <Icon glyph={chevronDown} size={16} />
type Story = StoryObj<typeof meta>

export const Disconnected: Story = { args: { tone: 'primary', children: 'Connect' } }
export const Connecting: Story = { args: { tone: 'primary', busy: true, children: 'Connecting' } }
export const Connected: Story = { args: { lead: avatar, balance: '1.842 ETH', children: <span dir="ltr">mira.wcn.id</span> } }
export const NoBalance: Story = { args: { lead: avatar, children: short } }
export const BalanceLoading: Story = { args: { lead: avatar, balance: null, children: short } }
export const Network: Story = { args: { lead: base, end: chevron, children: 'Base' } }
export const NetworkIconOnly: Story = { args: { lead: base, 'aria-label': 'Network: Base' } }
export const Switching: Story = { args: { lead: <Spinner />, end: chevron, busy: true, children: 'Switching' } }
export const Unsupported: Story = { args: { tone: 'bad', lead: <Icon glyph={caution} />, children: 'Switch network' } }
export const UnsupportedIconOnly: Story = {
  args: { tone: 'bad', lead: <Icon glyph={caution} />, 'aria-label': 'Network not supported' },
}
export const Account: Story = { args: { lead: avatar, end: chevron, children: <span dir="ltr">mira.wcn.id</span> } }
export const AccountIconOnly: Story = { args: { lead: avatar, 'aria-label': 'Account mira.wcn.id' } }
