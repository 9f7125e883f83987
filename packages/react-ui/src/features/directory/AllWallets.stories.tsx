import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { threeFamilies } from '../../stories/chains.js'
import { fakeGateway, gatewayWallets, isPlain, type FakeGatewayOptions } from '../../stories/gateway.js'
import { fakePairing, lumen, onPhone, tern } from '../../stories/links.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { cairn, harbor, juniper } from '../../stories/wallets.js'
import AllWalletsView from './AllWalletsView.js'
import DownloadsView from './DownloadsView.js'
import GetWalletView from './GetWalletView.js'

const meta = { title: 'Views/All wallets', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>
interface Stage {
  readonly canvasElement: HTMLElement
}

const never = () => new Promise<never>(() => undefined)
const failing = () => Response.json({ error: { code: 'no', message: 'No' } }, { status: 400 })
const type =
  (text: string) =>
  async ({ canvasElement }: Stage) =>
    userEvent.type(await within(canvasElement).findByRole('textbox'), text)

/** The view over a gateway, on a site where wallets elsewhere can be paired with. */
function scene(gateway?: FakeGatewayOptions, more: Partial<ViewStoryProps> = {}): ViewStoryProps {
  const { connector } = fakePairing()
  return {
    View: AllWalletsView,
    adapter: { connectors: [harbor, juniper, cairn, connector] },
    recent: [{ id: juniper.id, name: juniper.name }],
    options: { wallets: [lumen, tern], ...fakeGateway(gateway).options },
    ...more,
  }
}
const unlisted = { wallets: gatewayWallets(540, { certifiedEach: 0 }) }

export const Grid: Story = { args: scene(unlisted) }
export const Certified: Story = { args: scene() }
export const CertifiedOnly: Story = {
  args: scene(),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Certified' }))
    await within(canvasElement).findByRole('button', { name: 'Alder Certified' })
  },
}
export const Loading: Story = { args: scene({ intercept: never }) }
export const Searching: Story = {
  args: scene(unlisted),
  play: async (stage) => {
    await type('ha')(stage)
    await expect(await within(stage.canvasElement).findByText(/match/)).toBeVisible()
  },
}
export const SearchingAsked: Story = {
  args: scene({ ...unlisted, intercept: ({ searchParams }) => (searchParams.has('search') ? never() : undefined) }),
  play: async (stage) => {
    await type('ha')(stage)
    await within(stage.canvasElement).findByRole('button', { name: /Harbor/ })
  },
}
const nothing = { wallets: [] }
export const NoMatch: Story = {
  args: scene(nothing),
  play: async (stage) => {
    await type('portcullis')(stage)
    await expect(await within(stage.canvasElement).findByText('No wallet called “portcullis”')).toBeVisible()
  },
}
export const NoMatchWithoutPairing: Story = {
  args: { View: AllWalletsView },
  play: async (stage) => {
    await type('portcullis')(stage)
    await expect(await within(stage.canvasElement).findByRole('button', { name: 'Get a wallet' })).toBeVisible()
  },
}
export const Failed: Story = {
  args: scene({ intercept: failing }),
  play: async (stage) => {
    await type('portcullis')(stage)
    await expect(await within(stage.canvasElement).findByText('The wallet list did not load')).toBeVisible()
  },
}
export const FailedInPart: Story = { args: scene({ intercept: failing }) }
export const FailedOnNextPage: Story = {
  args: scene(
    {
      ...unlisted,
      wallets: gatewayWallets(60, { certifiedEach: 0 }),
      intercept: (url) => (isPlain(url) && url.searchParams.get('page') === '2' ? failing() : undefined),
    },
    { scroll: 4000 },
  ),
  play: async ({ canvasElement }) => {
    const list = await within(canvasElement).findByRole('list')
    await within(list).findByRole('button', { name: 'Alder' })
    canvasElement.querySelector('.po-body')?.scrollTo({ top: 9999 })
    await within(canvasElement).findByText('The full wallet list did not load.')
    canvasElement.querySelector('.po-body')?.scrollTo({ top: 9999 })
  },
}
export const WithoutGateway: Story = { args: { View: AllWalletsView } }
export const OneFamily: Story = { args: { View: AllWalletsView, adapters: threeFamilies, params: { namespace: 'bip122' } } }
export const Sheet: Story = { args: scene(undefined, { form: 'sheet' }) }
export const OnAPhone: Story = { args: scene(unlisted, { form: 'sheet' }), beforeEach: onPhone }
export const Arabic: Story = { args: scene(undefined, { locale: ar }) }
export const Pseudo: Story = { args: scene({ intercept: failing }, { locale: pseudo }) }

export const GetWallet: Story = { args: scene(undefined, { View: GetWalletView }) }
export const GetWalletArabic: Story = { args: scene(undefined, { View: GetWalletView, locale: ar }) }
export const GetWalletPseudo: Story = { args: scene(undefined, { View: GetWalletView, locale: pseudo }) }

const download = (walletId: string, gateway?: FakeGatewayOptions, more?: Partial<ViewStoryProps>) =>
  scene(gateway, { View: DownloadsView, params: { walletId }, ...more })
export const Stores: Story = { args: download('me.rainbow') }
export const StoresOfTheDirectory: Story = { args: download('com.alder') }
export const StoreAlone: Story = {
  args: download('quartz', undefined, {
    options: { wallets: [{ id: 'quartz', name: 'Quartz', android: 'https://play.google.com/store/apps/details?id=quartz' }] },
  }),
}
export const Extension: Story = { args: download('io.leather') }
export const PageAlone: Story = { args: download('com.tern') }
export const NowhereToGet: Story = { args: download(harbor.id) }
export const StoresLoading: Story = { args: download('com.alder', { intercept: never }) }
export const StoresFailed: Story = { args: download('com.alder', { intercept: failing }) }
export const StoresUnknown: Story = { args: download('com.gone') }
export const StoresOnAPhone: Story = { args: download('me.rainbow', undefined, { form: 'sheet' }), beforeEach: onPhone }
export const StoresArabic: Story = { args: download('me.rainbow', undefined, { locale: ar }) }
export const StoresPseudo: Story = { args: download('me.rainbow', undefined, { locale: pseudo }) }
