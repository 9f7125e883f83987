import { ProviderNotFoundError, RequestPendingError, UserRejectedError, WalletAnswerError } from '@portico/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { juniperSolana, threeFamilies } from '../../stories/chains.js'
import { attempting, connected, solanaConnected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import { browserWallet, cairn, harbor, spoofer } from '../../stories/wallets.js'
import ConnectingExternalView from './ConnectingExternalView.js'
import ConnectingMultiChainView from './ConnectingMultiChainView.js'
import ConnectView from './ConnectView.js'

const meta = { title: 'Views/Connection', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const never = () => new Promise<never>(() => undefined)
const waiting = { connect: never }

export const Connect: Story = { args: { View: ConnectView, recent: [{ id: 'com.juniper', name: 'Juniper' }] } }
export const ConnectNone: Story = { args: { View: ConnectView, adapter: { connectors: [] } } }
export const ConnectTerms: Story = {
  args: { View: ConnectView, modal: { terms: 'https://meridian.example/terms', privacy: 'https://meridian.example/privacy' } },
}
/** The site's own words, and a row of its own. */
export const ConnectOwn: Story = {
  args: {
    View: ConnectView,
    modal: {
      disclaimer: (
        <>
          By connecting you accept the <a href="https://meridian.example/rules">rules of the house</a> of Meridian.
        </>
      ),
      connectRows: [{ id: 'guest', label: 'Continue as a guest', text: 'Nothing is kept', onPress: () => undefined }],
    },
  },
}
export const ConnectBrowserWallet: Story = { args: { View: ConnectView, adapter: { connectors: [browserWallet] } } }
export const ConnectSpoofed: Story = {
  args: { View: ConnectView, adapter: { connectors: [{ ...harbor, duplicate: true }, spoofer, cairn] } },
}
export const ConnectArabic: Story = { args: { View: ConnectView, locale: ar, recent: [{ id: 'com.juniper', name: 'Juniper' }] } }
export const ConnectPseudo: Story = { args: { View: ConnectView, locale: pseudo } }
export const ConnectSheet: Story = { args: { View: ConnectView, form: 'sheet' } }

const families = { adapters: threeFamilies, recent: [{ id: juniperSolana.id, name: 'Juniper', namespace: 'solana' as const }] }
export const ConnectFamilies: Story = { args: { View: ConnectView, ...families } }
export const ConnectSolana: Story = { args: { View: ConnectView, ...families, params: { namespace: 'solana' } } }
export const ConnectSolanaArabic: Story = { args: { View: ConnectView, ...families, params: { namespace: 'solana' }, locale: ar } }
export const ConnectNoAdapter: Story = { args: { View: ConnectView, ...families, params: { namespace: 'polkadot' } } }

const multi = { View: ConnectingMultiChainView, adapters: threeFamilies, params: { connectorId: 'com.juniper' } }
export const MultiChain: Story = { args: multi }
export const MultiChainConnected: Story = { args: { ...multi, arrange: solanaConnected(juniperSolana) } }
export const MultiChainArabic: Story = { args: { ...multi, locale: ar } }
export const MultiChainPseudo: Story = { args: { ...multi, locale: pseudo } }
export const MultiChainGone: Story = { args: { ...multi, params: { connectorId: 'com.gone' } } }

const external = { View: ConnectingExternalView, params: { connectorId: harbor.id } }
export const ExternalWaiting: Story = { args: { ...external, adapter: waiting, arrange: attempting() } }
export const ExternalDeclined: Story = { args: { ...external, arrange: attempting(new UserRejectedError()) } }
export const ExternalPending: Story = { args: { ...external, arrange: attempting(new RequestPendingError()) } }
export const ExternalError: Story = { args: { ...external, arrange: attempting(new WalletAnswerError({ method: 'eth_requestAccounts' })) } }
export const ExternalNotThere: Story = { args: { ...external, arrange: attempting(new ProviderNotFoundError()) } }
export const ExternalConnected: Story = { args: { ...external, arrange: connected() } }
export const ExternalUnknown: Story = { args: { View: ConnectingExternalView, params: { connectorId: 'com.gone' } } }
export const ExternalArabic: Story = { args: { ...external, adapter: waiting, locale: ar, arrange: attempting() } }
