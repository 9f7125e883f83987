import type { Portico } from '@portico/core'
import type { Nft } from '@portico/core/nfts'
import { ItemNotHeldError, sendFormStore, startSend, startSendItem, tokenOfNft, type SendForm, type SendProgress } from '@portico/core/send'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fakeAddress } from '@portico/testing'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import WalletSendConfirmedView from './WalletSendConfirmedView.js'
import WalletSendPreviewView from './WalletSendPreviewView.js'
import WalletSendView from './WalletSendView.js'

const meta = { title: 'Views/Send an NFT', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const networkId = 'eip155:8453'
const noor = '0x4c8F02bD93A7e16c05Fd2B7A90e84C31d5e8027d'
const colonnade: Nft = {
  id: `${networkId}/erc721:0xc011ec7100000000000000000000000000000000/204`,
  networkId,
  standard: 'erc721',
  address: '0xc011ec7100000000000000000000000000000000',
  tokenId: '204',
  quantity: 1n,
  name: 'Colonnade #204',
  collection: 'Threshold Studies',
}
const portal: Nft = { ...colonnade, standard: 'erc1155', tokenId: '17', quantity: 12n, name: 'Night Portal' }
const evil: Nft = { ...portal, name: '\u202eevil <b>name</b> '.repeat(20), collection: 'Very long '.repeat(30) }

const adapter = {
  getBalance: () => Promise.resolve(10n ** 18n),
  getTokenBalances: () => Promise.resolve([]),
  estimateFee: () => Promise.resolve({ expected: 2_900_000_000_000n, maximum: 4_000_000_000_000n }),
  sendTransaction: () => new Promise<never>(() => undefined),
  readAddress: ({ text }) => Promise.resolve(/^0x[\da-f]{40}$/i.test(text) ? text : undefined),
  getItemUnits: () => Promise.resolve(12n),
} satisfies ViewStoryProps['adapter']

const named: Partial<SendForm> = {
  to: 'noor.base.eth',
  recipient: { status: 'found', address: noor, name: 'noor.base.eth', kind: 'account', warnings: [] },
}
const story = (View: ViewStoryProps['View'], nft: Nft, change: Partial<SendForm> = {}) => ({
  View,
  adapter,
  arrange: both(connected(), (portico: Portico) => {
    startSend(portico)
    startSendItem(portico, { nft })
    sendFormStore(portico).setState(change)
  }),
})
const edit = (nft: Nft, change: Partial<SendForm> = {}) => story(WalletSendView, nft, change)

/** Machines that do much else at once are waited for. */
const slow = { timeout: 5_000 }
const shows = (text: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await expect((await within(canvasElement).findAllByText(text, {}, slow))[0]).toBeVisible()
  }
const says = (name: string, enabled: boolean): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    const button = await within(canvasElement).findByRole('button', { name }, slow)
    await (enabled ? expect(button).toBeEnabled() : expect(button).toBeDisabled())
  }

export const Item: Story = { args: edit(colonnade), play: says('Add Address', false) }
export const ItemFilled: Story = { args: edit(colonnade, named), play: says('Preview Send', true) }
export const ItemArabic: Story = { args: { ...edit(portal, named), locale: ar } }
export const ItemSheet: Story = { args: { ...edit(portal, named), form: 'sheet' } }
export const ItemHostile: Story = { args: edit(evil, named) }
export const ItemSeveral: Story = {
  args: edit(portal, named),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    const count = await page.findByRole('textbox', { name: 'How many' }, slow)
    await expect(count).toHaveValue('1')
    await userEvent.click(page.getByRole('button', { name: 'Max' }))
    await expect(count).toHaveValue('12')
    await expect(page.getByRole('button', { name: 'Preview Send' })).toBeEnabled()
  },
}
export const ItemTooMany: Story = { args: edit(portal, { ...named, amount: '13' }), play: says('Insufficient Funds', false) }
export const ItemHalf: Story = { args: edit(portal, { ...named, amount: '0.5' }), play: says('Incorrect Value', false) }

export const ItemPreview: Story = { args: story(WalletSendPreviewView, colonnade, named), play: shows('Colonnade #204') }
export const ItemPreviewSeveral: Story = {
  args: story(WalletSendPreviewView, portal, { ...named, amount: '3' }),
  play: shows('3 × Night Portal'),
}
export const ItemPreviewArabic: Story = { args: { ...story(WalletSendPreviewView, portal, { ...named, amount: '3' }), locale: ar } }
export const ItemPreviewHostile: Story = { args: story(WalletSendPreviewView, evil, { ...named, amount: '3' }) }
export const ItemPreviewGone: Story = {
  args: { ...story(WalletSendPreviewView, colonnade, named), adapter: { ...adapter, getItemUnits: () => Promise.resolve(0n) } },
  play: shows(/does not hold this NFT any more/),
}

const sent = {
  namespace: 'eip155',
  address: fakeAddress,
  networkId,
  token: tokenOf(portal),
  units: 3n,
  to: noor,
  name: 'noor.base.eth',
} as const
const hash = `0xa4${'7c51e0d92b'.repeat(5)}90f319c07e`
function tokenOf(nft: Nft) {
  const token = tokenOfNft(nft)
  if (!token) throw new TypeError('No such NFT can be sent')
  return token
}
const outcome = (progress: SendProgress) => story(WalletSendConfirmedView, portal, { ...named, amount: '3', progress })
export const ItemSending: Story = { args: outcome({ status: 'approving', sent }), play: shows(/Sending 3 × Night Portal/) }
export const ItemConfirmed: Story = {
  args: outcome({ status: 'confirmed', sent, hash, receipt: { hash, minedHash: hash, blockNumber: 7n, outcome: 'success' } }),
  play: shows('3 × Night Portal sent'),
}
export const ItemNotHeld: Story = {
  args: outcome({ status: 'failed', sent, error: new ItemNotHeldError({ tokenId: 17n, held: 2n, wanted: 3n }) }),
  play: shows('Not sent'),
}
