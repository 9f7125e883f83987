import { PorticoError, RequestPendingError, UserRejectedError } from '@portico/core'
import type { LinkState } from '@portico/core/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakePairing, lumen, onPhone, ready, tern } from '../../stories/links.js'
import { connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { cairn, harbor, juniper } from '../../stories/wallets.js'
import ConnectingWalletConnectBasicView from './ConnectingWalletConnectBasicView.js'
import ConnectingWalletConnectView from './ConnectingWalletConnectView.js'
import ConnectView from '../connect/ConnectView.js'

const meta = { title: 'Views/WalletConnect', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const never = () => new Promise<never>(() => undefined)
const wallets = [lumen, tern]

interface Scene {
  /** How far the pairing is. */
  readonly link?: LinkState
  /** How the wallet answers; not at all by default. */
  readonly connect?: () => Promise<never>
  readonly walletId?: string
}

/** A view that pairs, with nobody at the other end. */
function scene({ link = ready(), connect = never, walletId = lumen.id }: Scene = {}): ViewStoryProps {
  const { connector } = fakePairing({ first: link, prepared: link })
  return {
    View: ConnectingWalletConnectView,
    params: { walletId },
    options: { wallets },
    adapter: { connectors: [harbor, connector], connect },
  }
}
const refusing = (error: Error) => ({ connect: () => Promise.reject(error) })
const any = (parts?: Scene): ViewStoryProps => ({ ...scene(parts), View: ConnectingWalletConnectBasicView, params: undefined })
interface Stage {
  readonly canvasElement: HTMLElement
}
const choose =
  (name: string) =>
  async ({ canvasElement }: Stage) =>
    userEvent.click(await within(canvasElement).findByRole('tab', { name }))

/** Presses the link to the desktop app. The press is real, the app is not: the browser is kept from asking for it. */
async function openDesktop(stage: Stage) {
  await choose('Desktop')(stage)
  const link = await within(stage.canvasElement).findByRole('link', { name: 'Open Lumen' })
  const { open } = window
  window.open = () => null
  await userEvent.click(link)
  window.open = open
  await expect(await within(stage.canvasElement).findByRole('link', { name: 'Open Lumen again' })).toBeVisible()
}
const phone: Pick<Story, 'beforeEach'> = { beforeEach: () => onPhone() }

export const Code: Story = { args: scene() }
export const Preparing: Story = { args: scene({ link: { status: 'loading' } }) }
export const Copied: Story = {
  args: scene(),
  play: async ({ canvasElement }) => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() }, configurable: true })
    const view = within(canvasElement)
    await userEvent.click(await view.findByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(view.getByText('Link copied')).toBeVisible()) // it fades in
    await expect(view.getByRole('button', { name: 'Copied' })).toBeVisible()
    Reflect.deleteProperty(navigator, 'clipboard')
  },
}
export const Expired: Story = {
  args: scene({ link: ready(undefined, { expiry: 1 }) }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'New code' })).toBeVisible()
  },
}
export const RelayLost: Story = { args: scene({ link: ready(undefined, { relay: 'lost' }) }) }
export const RelayRefused: Story = { args: scene({ link: ready(undefined, { relay: 'refused' }) }) }
export const Declined: Story = { args: scene(refusing(new UserRejectedError())) }
export const Pending: Story = { args: scene(refusing(new RequestPendingError())) }
export const Failed: Story = {
  args: scene(refusing(new PorticoError('The relay did not answer.', { shown: 'The connection service did not answer. Try again.' }))),
}
export const Connected: Story = {
  args: { ...scene(), adapter: { connectors: [fakePairing({ prepared: ready() }).connector] } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Connected')).toBeVisible()
  },
}
export const MobileOnly: Story = { args: scene({ walletId: tern.id }) }
export const UnknownWallet: Story = { args: scene({ walletId: 'com.unknown' }) }
export const NoWalletConnect: Story = { args: { ...scene(), adapter: { connectors: [harbor] } } }

export const Browser: Story = {
  args: {
    ...scene(),
    adapter: { connectors: [{ ...harbor, id: 'com.lumen', rdns: 'com.lumen', name: 'Lumen' }, fakePairing().connector], connect: never },
  },
  play: choose('Browser'),
}
export const BrowserWithout: Story = { args: scene(), play: choose('Browser') }
export const Desktop: Story = { args: scene(), play: choose('Desktop') }
export const DesktopOpened: Story = { args: scene(), play: openDesktop }
export const DesktopMissing: Story = {
  args: scene(),
  play: async (stage) => {
    await openDesktop(stage)
    await waitFor(() => expect(within(stage.canvasElement).getByText('Lumen did not open')).toBeVisible(), { timeout: 5000 })
  },
}
export const Web: Story = { args: scene(), play: choose('Web') }

export const Arabic: Story = { args: { ...scene(), locale: ar } }
export const DeclinedArabic: Story = { args: { ...scene(refusing(new UserRejectedError())), locale: ar } }
export const Pseudo: Story = { args: { ...scene(), locale: pseudo } }

export const Phone: Story = { ...phone, args: { ...scene(), form: 'sheet' } }
export const PhonePreparing: Story = { ...phone, args: { ...scene({ link: { status: 'loading' } }), form: 'sheet' } }
export const PhoneOneLink: Story = { ...phone, args: { ...scene({ walletId: tern.id }), form: 'sheet' } }
export const PhoneExpired: Story = {
  ...phone,
  args: { ...scene({ link: ready(undefined, { expiry: 1 }) }), form: 'sheet' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('This link has expired')).toBeVisible()
  },
}
export const PhoneDeclined: Story = { ...phone, args: { ...scene(refusing(new UserRejectedError())), form: 'sheet' } }
export const PhoneArabic: Story = { ...phone, args: { ...scene(), form: 'sheet', locale: ar } }

export const Any: Story = { args: any() }
export const AnyPreparing: Story = { args: any({ link: { status: 'loading' } }) }
export const AnyDeclined: Story = { args: any(refusing(new UserRejectedError())) }
export const AnyArabic: Story = { args: { ...any(), locale: ar } }
export const AnyPhone: Story = { ...phone, args: { ...any(), form: 'sheet' } }

const site = { View: ConnectView, options: { wallets }, recent: [{ id: juniper.id, name: 'Juniper' }] }
const offered = () => ({ connectors: [harbor, juniper, cairn, fakePairing().connector] })
export const Connect: Story = { args: { ...site, adapter: offered() } }
export const ConnectFew: Story = { args: { View: ConnectView, adapter: { connectors: [fakePairing().connector] } } }
export const ConnectWithoutAll: Story = { args: { ...site, options: { wallets, allWallets: 'hide' }, adapter: offered() } }
export const ConnectArabic: Story = { args: { ...site, adapter: offered(), locale: ar } }
export const ConnectPhone: Story = {
  ...phone,
  args: { ...site, adapter: { connectors: [fakePairing().connector] }, recent: [{ id: lumen.id, name: 'Lumen' }], form: 'sheet' },
}
export const ConnectPhoneWithoutAll: Story = {
  ...phone,
  args: {
    ...site,
    options: { wallets, allWallets: 'hide' },
    adapter: { connectors: [fakePairing().connector] },
    recent: [],
    form: 'sheet',
  },
}
export const SecondWallet: Story = { args: { ...scene(), arrange: connected({ connector: fakePairing().connector }) } }
