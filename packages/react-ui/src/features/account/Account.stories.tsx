import { DisconnectError } from '@portico/core'
import { showToast } from '@portico/core/kit'
import { fakeAddress, fakeNetworks } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, down, heldToken, silent, someTokens } from '../../stories/accountGateway.js'
import { juniperSolana, ordinalsAddress, threeFamilies } from '../../stories/chains.js'
import { fakeEmbedded, miraUser } from '../../stories/embedded.js'
import { bitcoinConnected, both, connected, solanaConnected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import { juniper, otherAddress } from '../../stories/wallets.js'
import AccountView from './AccountView.js'
import CompatibleNetworksView from './CompatibleNetworksView.js'
import DisconnectView from './DisconnectView.js'
import ReceiveView from './ReceiveView.js'
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
export const AccountLoading: Story = {
  args: { View: AccountView, adapter: { getBalance: never }, arrange: connected({ balance: 'none' }) },
}
export const AccountFailed: Story = {
  args: { View: AccountView, adapter: { getBalance: () => Promise.reject(new Error('down')) }, arrange: connected({ balance: 'failed' }) },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText(/did not load/)).toBeVisible(),
}
export const AccountEmpty: Story = {
  args: { View: AccountView, adapter: { getBalance: () => Promise.resolve(0n) }, arrange: connected({ balance: 0n }) },
}
const called = { addressLabels: { [fakeAddress]: 'Meridian treasury' } }
export const AccountLabelled: Story = {
  args: { View: AccountView, adapter: rich, options: called, arrange: connected() },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Meridian treasury')).toBeVisible(),
}
export const AccountUnsupported: Story = {
  args: { View: AccountView, options: { allowUnsupportedNetwork: true }, arrange: connected({ networkId: 'eip155:250' }) },
}
export const AccountArabic: Story = { args: { View: AccountView, adapter: rich, locale: ar, arrange: connected({ name: 'mira.eth' }) } }
export const AccountPseudo: Story = { args: { View: AccountView, adapter: rich, locale: pseudo, arrange: connected() } }
export const AccountSheet: Story = { args: { View: AccountView, adapter: rich, form: 'sheet', arrange: connected() } }

const tokens = [
  { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', name: 'USD Coin', units: 310_000_000n, decimals: 6 },
  { address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', symbol: 'JUP', name: 'Jupiter', units: 420_500_000n, decimals: 6 },
  { address: 'AirDropxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', symbol: '', units: 12n, decimals: 2 },
]
const withTokens = (getTokenBalances: NonNullable<(typeof threeFamilies)[number]['getTokenBalances']>) =>
  threeFamilies.map((family) => (family.namespace === 'solana' ? { ...family, getTokenBalances } : family))
const solanaAccount = { View: AccountView, adapters: withTokens(() => Promise.resolve(tokens)), arrange: solanaConnected() }
export const AccountSolana: Story = {
  args: solanaAccount,
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('USD Coin')).toBeVisible(),
}
export const AccountSolanaMany: Story = {
  args: {
    ...solanaAccount,
    adapters: withTokens(() =>
      Promise.resolve(
        Array.from({ length: 12 }, (_, i) => ({ address: `mint${i}`, symbol: `TK${i}`, name: `Token ${i}`, units: 1n, decimals: 6 })),
      ),
    ),
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Show all' }))
    await expect(await within(canvasElement).findByText('Token 11')).toBeInTheDocument()
  },
}
export const AccountTokensLoading: Story = { args: { ...solanaAccount, adapters: withTokens(never) } }
export const AccountTokensFailed: Story = {
  args: { ...solanaAccount, adapters: withTokens(() => Promise.reject(new Error('down'))) },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Balances did not load')).toBeVisible(),
}
export const AccountSolanaArabic: Story = { args: { ...solanaAccount, locale: ar } }
export const AccountBitcoin: Story = { args: { View: AccountView, adapters: threeFamilies, arrange: bitcoinConnected() } }

const worth = { View: AccountView, arrange: connected({ name: 'mira.eth' }) }
export const AccountWorth: Story = {
  args: { ...worth, options: accountGateway({ balances: someTokens }) },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Chainlink')).toBeVisible()
    await expect(canvasElement.querySelector('.po-figure')).toHaveTextContent('$12,480.5')
  },
}
export const AccountWorthArabic: Story = { args: { ...worth, locale: ar, options: accountGateway({ balances: someTokens }) } }
export const AccountWorthSheet: Story = { args: { ...worth, form: 'sheet', options: accountGateway({ balances: someTokens }) } }
export const AccountWorthNothing: Story = {
  args: { ...worth, arrange: connected({ balance: 0n }), options: accountGateway({ balances: [heldToken('ETH', 'Ether', '0', 3470)] }) },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('.00')
    await expect(canvasElement.querySelector('.po-figure')).toHaveTextContent('$0.00')
  },
}
export const AccountWorthLoading: Story = {
  args: {
    ...worth,
    adapter: { getBalance: never },
    arrange: connected({ balance: 'none' }),
    options: accountGateway({ balances: silent }),
  },
}
const noChain = { getBalance: () => Promise.reject(new Error('down')) }
export const AccountWorthFailed: Story = {
  args: { ...worth, adapter: noChain, arrange: connected({ balance: 'failed' }), options: accountGateway({ balances: down }) },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Balances did not load')).toBeVisible(),
}
/** The gateway is away: the chain tells what it can. */
export const AccountWorthAway: Story = {
  args: { ...worth, adapter: rich, options: accountGateway({ balances: down }) },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Some tokens and prices are missing or old right now.')).toBeVisible()
    await expect(within(canvasElement).getByText('1.842 ETH')).toBeVisible()
  },
}
export const AccountWorthAwaySheet: Story = { ...AccountWorthAway, args: { ...AccountWorthAway.args, form: 'sheet' } }
const thousands = Array.from({ length: 10_000 }, (_, at) => heldToken(`TK${at}`, `Token ${at}`, '1', 10_000 - at, `0x${at}`))
export const AccountThousands: Story = {
  args: { ...worth, options: accountGateway({ balances: thousands }) },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Show all' }, { timeout: 10_000 }))
    const body = canvasElement.querySelector('.po-body')
    body?.scrollTo({ top: 56 * 7000 })
    await expect(await within(canvasElement).findByText('Token 7001')).toBeInTheDocument()
    await expect(canvasElement.querySelectorAll('[data-row]').length).toBeLessThan(40)
    body?.scrollTo({ top: 0 })
  },
}

const receive = { View: ReceiveView, adapters: threeFamilies }
export const Receive: Story = {
  args: { ...receive, arrange: connected() },
  play: async ({ canvasElement }) =>
    expect(await within(canvasElement).findByRole('img', { name: 'QR code of your address' })).toBeVisible(),
}
export const ReceiveSolana: Story = { args: { ...receive, arrange: solanaConnected() } }
export const ReceiveBitcoin: Story = {
  args: { ...receive, arrange: bitcoinConnected() },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('tab', { name: 'Ordinals' }))
    await expect(canvasElement.querySelector('.po-whole')?.textContent).toBe(ordinalsAddress)
  },
}
export const ReceiveNone: Story = { args: { ...receive, params: { namespace: 'bip122' }, arrange: connected() } }
export const ReceiveNoAdapter: Story = { args: { ...receive, params: { namespace: 'cosmos' }, arrange: connected() } }
export const ReceiveArabic: Story = { args: { ...receive, locale: ar, arrange: connected() } }
export const ReceivePseudo: Story = { args: { ...receive, locale: pseudo, arrange: solanaConnected() } }
export const ReceiveLabelled: Story = { args: { ...receive, options: called, arrange: connected() } }
export const ReceiveSheet: Story = { args: { ...receive, form: 'sheet', arrange: connected() } }
export const CompatibleNetworks: Story = { args: { View: CompatibleNetworksView, adapters: threeFamilies, arrange: connected() } }
export const CompatibleNetworksBitcoin: Story = {
  args: { View: CompatibleNetworksView, adapters: threeFamilies, arrange: bitcoinConnected() },
}
export const CompatibleNetworksArabic: Story = {
  args: { View: CompatibleNetworksView, adapters: threeFamilies, locale: ar, arrange: connected() },
}

const families = {
  View: WalletsView,
  adapters: threeFamilies,
  arrange: both(solanaConnected(juniperSolana), bitcoinConnected(), twoWallets),
}
export const WalletsFamilies: Story = { args: { ...families, recent: [{ id: 'com.cairn', name: 'Cairn', namespace: 'eip155' }] } }
export const WalletsSolana: Story = {
  args: { ...families, params: { namespace: 'solana' }, recent: [{ id: 'standard:Solstice', name: 'Solstice', namespace: 'solana' }] },
}
export const WalletsBitcoin: Story = { args: { ...families, params: { namespace: 'bip122' } } }
export const WalletsBitcoinNone: Story = {
  args: { View: WalletsView, adapters: threeFamilies, params: { namespace: 'bip122' }, arrange: connected() },
}
export const WalletsNoAdapter: Story = { args: { ...families, params: { namespace: 'polkadot' } } }
export const WalletsFamiliesArabic: Story = { args: { ...families, locale: ar } }
export const WalletsFamiliesPseudo: Story = { args: { ...families, locale: pseudo } }

export const Wallets: Story = { args: { View: WalletsView, arrange: twoWallets, recent: [{ id: 'com.cairn', name: 'Cairn' }] } }
export const WalletsWorth: Story = {
  args: { View: WalletsView, arrange: twoWallets, options: accountGateway({ balances: someTokens }) },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('$12,480.52')).toBeVisible(),
}
const loggedIn = fakeEmbedded({ state: { frame: 'ready', user: miraUser } })
const notTold = fakeEmbedded()
const beside = ({ connector, description }: typeof loggedIn) => ({
  View: WalletsView,
  options: { connectors: [description] },
  arrange: both(connected({ connector, address: otherAddress }), connected()),
})
/** A login that is not in use is still somebody's. */
export const WalletsLogin: Story = {
  args: beside(loggedIn),
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText(miraUser.email ?? '')).toBeVisible(),
}
/** Of which the frame has not told whose it is. */
export const WalletsLoginUnknown: Story = {
  args: beside(notTold),
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Email or social login')).toBeVisible(),
}
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
    arrange: both(
      connected(),
      (portico) =>
        void showToast(portico, { variant: 'error', message: '', error: new DisconnectError({ cause: undefined }), autoClose: false }),
    ),
  },
}
export const Disconnect: Story = { args: { View: DisconnectView, arrange: twoWallets } }
export const DisconnectFamilies: Story = { args: { ...families, View: DisconnectView } }
export const DisconnectFamiliesArabic: Story = { args: { ...families, View: DisconnectView, locale: ar } }
export const SettingsBitcoin: Story = { args: { View: SettingsView, adapters: threeFamilies, arrange: bitcoinConnected() } }
export const SettingsSolana: Story = { args: { View: SettingsView, adapters: threeFamilies, arrange: solanaConnected() } }
export const DisconnectPseudo: Story = {
  args: { View: DisconnectView, locale: pseudo, arrange: twoWallets, adapter: { networks: fakeNetworks } },
}
