import { DisconnectError, showToast } from '@portico/core'
import { fakeNetworks } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../locales/ar/index.js'
import { pseudo } from '../locales/pseudo/index.js'
import { both, connected } from '../stories/states.js'
import { ViewStory } from '../stories/ViewStory.js'
import { juniper, otherAddress } from '../stories/wallets.js'
import AccountView from './AccountView.js'
import DisconnectView from './DisconnectView.js'
import SettingsView from './SettingsView.js'
import WalletsView from './WalletsView.js'

const meta = { title: 'Views/Account', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const never = () => new Promise<never>(() => undefined)
const rich = { getBalance: () => Promise.resolve(1_842_000_000_000_000_000n) }
const twoWallets = both(connected({ connector: juniper, address: otherAddress }), connected())

export const Account: Story = { args: { View: AccountView, adapter: rich, arrange: connected() } }
export const AccountNamed: Story = { args: { View: AccountView, adapter: rich, arrange: connected({ name: 'mira.eth' }) } }
export const AccountLoading: Story = { args: { View: AccountView, adapter: { getBalance: never }, arrange: connected({ balance: 'none' }) } }
export const AccountFailed: Story = {
  args: { View: AccountView, adapter: { getBalance: () => Promise.reject(new Error('down')) }, arrange: connected({ balance: 'failed' }) },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText(/The balance did not load/)).toBeVisible(),
}
export const AccountEmpty: Story = { args: { View: AccountView, adapter: { getBalance: () => Promise.resolve(0n) }, arrange: connected({ balance: 0n }) } }
export const AccountUnsupported: Story = { args: { View: AccountView, options: { allowUnsupportedNetwork: true }, arrange: connected({ networkId: 'eip155:250' }) } }
export const AccountArabic: Story = { args: { View: AccountView, adapter: rich, locale: ar, arrange: connected({ name: 'mira.eth' }) } }
export const AccountPseudo: Story = { args: { View: AccountView, adapter: rich, locale: pseudo, arrange: connected() } }
export const AccountSheet: Story = { args: { View: AccountView, adapter: rich, form: 'sheet', arrange: connected() } }

export const Wallets: Story = { args: { View: WalletsView, arrange: twoWallets, recent: [{ id: 'com.cairn', name: 'Cairn' }] } }
export const WalletsOne: Story = { args: { View: WalletsView, arrange: connected() } }
export const WalletsNone: Story = { args: { View: WalletsView } }
export const WalletsSwitching: Story = {
  args: { View: WalletsView, adapter: { activate: never }, arrange: twoWallets },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /0x91/ }))
    await expect(await within(canvasElement).findByText('Switching to Juniper')).toBeInTheDocument()
  },
}

export const Settings: Story = { args: { View: SettingsView, arrange: connected({ name: 'mira.eth' }) } }
export const SettingsFailed: Story = {
  args: {
    View: SettingsView,
    arrange: both(connected(), (portico) => void showToast(portico, { variant: 'error', message: '', error: new DisconnectError({ cause: undefined }), autoClose: false })),
  },
}
export const Disconnect: Story = { args: { View: DisconnectView, arrange: twoWallets } }
export const DisconnectPseudo: Story = { args: { View: DisconnectView, locale: pseudo, arrange: twoWallets, adapter: { networks: fakeNetworks } } }
