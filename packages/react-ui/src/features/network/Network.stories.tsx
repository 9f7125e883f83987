import { NetworkSwitchUnconfirmedError, SwitchNotSupportedError, UserRejectedError, type Network } from '@portico/core'
import { dispatchConnection } from '@portico/core/kit'
import { fakeNetworks } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { juniperSolana, threeFamilies } from '../../stories/chains.js'
import { fakeEmbedded } from '../../stories/embedded.js'
import { onPhoneOf } from '../../stories/links.js'
import { both, connected, solanaConnected, switching } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import { harbor, juniper } from '../../stories/wallets.js'
import NetworksView from './NetworksView.js'
import SwitchActiveChainView from './SwitchActiveChainView.js'
import SwitchNetworkView from './SwitchNetworkView.js'
import UnsupportedChainView from './UnsupportedChainView.js'

const meta = { title: 'Views/Network', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const [ethereum] = fakeNetworks
const named = (id: `eip155:${number}`, name: string, testnet = false): Network => ({ ...(ethereum as Network), id, name, testnet })
const many = [
  ...fakeNetworks,
  named('eip155:42161', 'Arbitrum One'),
  named('eip155:137', 'Polygon'),
  named('eip155:100', 'Gnosis'),
  named('eip155:42220', 'Celo'),
  named('eip155:43114', 'Avalanche'),
  named('eip155:11155111', 'Sepolia', true),
  named('eip155:84532', 'Base Sepolia', true),
]
const never = () => new Promise<never>(() => undefined)

export const Networks: Story = { args: { View: NetworksView, arrange: connected() } }
export const NetworksMany: Story = { args: { View: NetworksView, adapter: { networks: many }, arrange: connected() } }
export const NetworksTestnets: Story = {
  args: { View: NetworksView, adapter: { networks: many }, arrange: connected() },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Show' }))
    await expect(await within(canvasElement).findByText('Base Sepolia')).toBeInTheDocument()
  },
}
export const NetworksEmpty: Story = {
  args: { View: NetworksView, adapter: { networks: many }, arrange: connected() },
  play: async ({ canvasElement }) => {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), 'fantom')
    await expect(await within(canvasElement).findByText('Meridian does not use “fantom”')).toBeVisible()
  },
}
export const NetworksNotApproved: Story = {
  args: {
    View: NetworksView,
    arrange: both(connected(), (portico) => {
      dispatchConnection(portico, 'eip155', { type: 'changed', connectorId: harbor.id, change: { approvedNetworkIds: ['eip155:8453'] } })
    }),
  },
}

const elsewhere = both(solanaConnected(), connected())
export const NetworksFamilies: Story = { args: { View: NetworksView, adapters: threeFamilies, arrange: elsewhere } }
export const NetworksFamiliesArabic: Story = { args: { View: NetworksView, adapters: threeFamilies, locale: ar, arrange: elsewhere } }
export const NetworksFamiliesDisconnected: Story = { args: { View: NetworksView, adapters: threeFamilies } }
export const NetworksFamiliesNotApproved: Story = {
  args: {
    View: NetworksView,
    adapters: threeFamilies,
    arrange: both(elsewhere, (portico) => {
      dispatchConnection(portico, 'eip155', { type: 'changed', connectorId: harbor.id, change: { approvedNetworkIds: ['eip155:8453'] } })
    }),
  },
}

const chain = {
  View: SwitchActiveChainView,
  adapters: threeFamilies,
  params: { namespace: 'solana', networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}
export const SwitchChain: Story = { args: { ...chain, arrange: connected() } }
export const SwitchChainSameWallet: Story = { args: { ...chain, arrange: connected({ connector: juniper }) } }
export const SwitchChainBack: Story = {
  args: { ...chain, params: { namespace: 'eip155', networkId: 'eip155:8453' }, arrange: solanaConnected(juniperSolana) },
}
export const SwitchChainArabic: Story = { args: { ...chain, locale: ar, arrange: connected() } }
export const SwitchChainPseudo: Story = { args: { ...chain, locale: pseudo, arrange: connected({ connector: juniper }) } }
export const SwitchChainUnknown: Story = {
  args: { ...chain, params: { namespace: 'cosmos', networkId: 'cosmos:cosmoshub-4' }, arrange: connected() },
}

export const SwitchWaiting: Story = {
  args: {
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    adapter: { switchNetwork: never },
    arrange: both(connected(), switching('eip155:10')),
  },
}
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const SwitchWaitingOnPhone: Story = {
  args: onPhoneOf({
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    adapter: { switchNetwork: never },
    arrange: both(connected(), switching('eip155:10')),
  }),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
const embedded = fakeEmbedded({ state: { frame: 'ready' } })
/** The embedded wallet asks nobody: there is nothing to approve. */
export const SwitchEmbedded: Story = {
  args: {
    ...SwitchWaiting.args,
    options: { connectors: [embedded.description] },
    arrange: both(connected({ connector: embedded.connector }), switching('eip155:10')),
  },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('heading', { name: 'OP Mainnet' })).toBeVisible()
    await expect(canvasElement).not.toHaveTextContent('Approve')
  },
}
export const SwitchDeclined: Story = {
  args: {
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    arrange: both(connected(), switching('eip155:10', 'declined', new UserRejectedError())),
  },
}
export const SwitchUnable: Story = {
  args: {
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    arrange: both(connected(), switching('eip155:10', 'unable', new SwitchNotSupportedError({ wallet: 'Harbor' }))),
  },
}
export const SwitchFailed: Story = {
  args: {
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    arrange: both(
      connected(),
      switching('eip155:10', 'failed', new NetworkSwitchUnconfirmedError({ wanted: 'eip155:10', actual: 'eip155:8453' })),
    ),
  },
}
export const SwitchConfirm: Story = {
  args: { View: SwitchNetworkView, params: { networkId: 'eip155:10', confirm: true }, arrange: connected() },
}
export const SwitchConfirmPseudo: Story = {
  args: { View: SwitchNetworkView, params: { networkId: 'eip155:10', confirm: true }, locale: pseudo, arrange: connected() },
}
export const SwitchArabic: Story = {
  args: {
    View: SwitchNetworkView,
    params: { networkId: 'eip155:10' },
    locale: ar,
    adapter: { switchNetwork: never },
    arrange: both(connected(), switching('eip155:10')),
  },
}

const unsupported = { View: UnsupportedChainView, params: { namespace: 'eip155', networkId: 'eip155:250' } }
export const Unsupported: Story = { args: { ...unsupported, arrange: connected({ networkId: 'eip155:250' }) } }
export const UnsupportedMany: Story = {
  args: { ...unsupported, adapter: { networks: many }, arrange: connected({ networkId: 'eip155:250' }) },
}
