import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { accountGateway, down, heldNft, inPages, silent, someTokens, type AccountGatewayOptions } from '../../stories/accountGateway.js'
import { connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import AccountView from '../account/AccountView.js'

const meta = { title: 'Views/NFTs', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const some = [
  heldNft('204', 'Colonnade #204', 'Threshold Studies'),
  heldNft('17', 'Night Portal #17', 'Threshold Studies'),
  heldNft('3', '', 'Threshold Studies', { standard: 'erc1155', quantity: '12' }),
  heldNft('4', '\u202eevil <b>name</b> '.repeat(20), ''),
]
/** The account, with its NFTs before the visitor. */
const story = (nfts: AccountGatewayOptions['nfts'], args: object = {}): Story => ({
  args: {
    View: AccountView,
    arrange: connected({ name: 'mira.eth' }),
    options: accountGateway({ balances: someTokens, ...(nfts && { nfts }) }),
    ...args,
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('tab', { name: /NFT/ }))
    await expect(within(canvasElement).getByRole('tabpanel')).toBeVisible()
  },
})

export const Nfts = story(some)
export const NftsArabic = story(some, { locale: ar })
export const NftsSheet = story(some, { form: 'sheet' })
export const NftsSend: Story = {
  ...story(some, { adapter: { getItemUnits: () => Promise.resolve(1n) } }),
  play: async (context) => {
    await story(some).play?.(context)
    const way = await within(context.canvasElement).findByRole('button', { name: 'Send Colonnade #204' }, { timeout: 5_000 })
    await expect(way).toBeVisible()
  },
}
export const NftsSendArabic: Story = story(some, { adapter: { getItemUnits: () => Promise.resolve(1n) }, locale: ar })
export const NftsNone = story([])
export const NftsLoading = story(silent)
export const NftsFailed: Story = {
  ...story(down),
  play: async (context) => {
    await story(down).play?.(context)
    await expect(await within(context.canvasElement).findByText('NFTs did not load')).toBeVisible()
  },
}
const many = Array.from({ length: 120 }, (_, at) => heldNft(String(at), `Colonnade #${at}`, 'Threshold Studies'))
export const NftsMany: Story = {
  ...story(inPages(many)),
  play: async (context) => {
    await story(many).play?.(context)
    const canvas = within(context.canvasElement)
    await expect(await canvas.findByText('Colonnade #23')).toBeInTheDocument()
    for (const last of [47, 71]) {
      await userEvent.click(canvas.getByRole('button', { name: 'Show more' }))
      await expect(await canvas.findByText(`Colonnade #${last}`)).toBeInTheDocument()
    }
  },
}
