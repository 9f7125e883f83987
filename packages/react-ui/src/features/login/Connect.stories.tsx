import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import ConnectView from '../connect/ConnectView.js'
import ConnectWalletsView from '../connect/ConnectWalletsView.js'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakePairing, onPhone } from '../../stories/links.js'
import { fakeEmbedded, loggingIn, mira, stopClock, type FakeEmbeddedOptions } from '../../stories/embedded.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { cairn, harbor, juniper } from '../../stories/wallets.js'
import ConnectSocialsView from './ConnectSocialsView.js'
import { typedIn } from '../../mail-code/email.js'

const meta = { title: 'Embedded/Connect', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

interface Scene extends FakeEmbeddedOptions {
  readonly order?: readonly ('email' | 'social' | 'wallet')[]
  /** What is typed in the e-mail field. */
  readonly typed?: string
  readonly arrange?: ViewStoryProps['arrange']
}

function scene({ order = ['email', 'social', 'wallet'], typed = '', arrange, ...options }: Scene = {}): ViewStoryProps {
  return {
    View: ConnectView,
    adapter: { connectors: [harbor, juniper, cairn, fakePairing().connector] },
    recent: [{ id: juniper.id, name: 'Juniper' }],
    options: { connectMethodsOrder: order, connectors: [fakeEmbedded(options).description] },
    arrange(portico) {
      typedIn(portico).login = typed
      arrange?.(portico)
    },
  }
}
interface Stage {
  readonly canvasElement: HTMLElement
}
const field = ({ canvasElement }: Stage) => within(canvasElement).findByRole('textbox', { name: 'Email' }, { timeout: 10_000 })
const failing = (error: Error) => ({ arrange: loggingIn({ status: 'failed', method: 'email', error }) })
const tooSoon = Object.assign(new Error('Not yet'), { retryAfter: 23 })

export const Default: Story = { args: scene() }
export const Email: Story = { args: scene({ typed: mira }), play: async (stage) => (await field(stage)).focus() }
export const Invalid: Story = {
  args: scene({ typed: 'mira@harbourmail' }),
  play: async (stage) => {
    await userEvent.type(await field(stage), '{Enter}')
    await expect(within(stage.canvasElement).getByRole('alert')).toHaveTextContent('Enter a full email address')
    ;(await field(stage)).blur()
  },
}
export const Sending: Story = { args: scene({ typed: mira, arrange: loggingIn({ status: 'sending', email: mira }) }) }
export const Cooldown: Story = { beforeEach: stopClock, args: scene({ typed: mira, ...failing(tooSoon) }) }
export const Failed: Story = { args: scene({ typed: mira, ...failing(new Error('iframe_request_timeout')) }) }
export const Frame: Story = { args: scene({ state: { frame: 'failed' } }) }
export const WalletFirst: Story = { args: scene({ order: ['wallet', 'email', 'social'] }) }
export const SocialFirst: Story = { args: scene({ order: ['social', 'wallet', 'email'] }) }
export const EmailAlone: Story = { args: scene({ methods: { socials: [], farcaster: false } }) }
export const FiveSocials: Story = { args: scene({ methods: { socials: ['google', 'apple', 'github', 'x'] } }) }
export const NoWallets: Story = { args: { ...scene(), adapter: { connectors: [] } } }
export const Collapsed: Story = {
  args: {
    ...scene(),
    modal: { collapseWallets: true, terms: 'https://meridian.example/terms', privacy: 'https://meridian.example/privacy' },
  },
}
export const Wallets: Story = { args: { ...scene(), View: ConnectWalletsView, modal: { collapseWallets: true } } }
export const Socials: Story = {
  args: {
    ...scene(),
    View: ConnectSocialsView,
    modal: { terms: 'https://meridian.example/terms', privacy: 'https://meridian.example/privacy' },
  },
}
export const Arabic: Story = { args: { ...scene(), locale: ar } }
export const CollapsedArabic: Story = { args: { ...scene(), locale: ar, modal: { collapseWallets: true } } }
export const Pseudo: Story = { args: { ...scene({ typed: mira, ...failing(tooSoon) }), locale: pseudo } }
export const Phone: Story = { beforeEach: () => onPhone(), args: { ...scene({ typed: mira }), form: 'sheet' } }
export const SocialsPhone: Story = { beforeEach: () => onPhone(), args: { ...scene(), View: ConnectSocialsView, form: 'sheet' } }
