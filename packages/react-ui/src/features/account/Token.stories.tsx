import { fakeAddress, memoryStorage } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, heldToken, someTokens } from '../../stories/accountGateway.js'
import { connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import AccountView from './AccountView.js'
import AddTokenView from './AddTokenView.js'
import TokenView from './TokenView.js'

const meta = { title: 'Views/Token', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const networkId = 'eip155:8453'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const lure = '0x1111111111111111111111111111111111111111'
const points = '0x2222222222222222222222222222222222222222'
const person = '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe'

/** What the chain knows beside what the gateway tells of. */
const adapter = {
  getToken: ({ token }: { token: string }) =>
    Promise.resolve(
      token === points ? { address: points, symbol: 'MPT', name: 'Meridian Points', units: 12_500n, decimals: 2 } : undefined,
    ),
  readAddress: ({ text }: { text: string }) => Promise.resolve(/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined),
  inspectRecipient: ({ address }: { address: string }) =>
    Promise.resolve(address === person ? ('account' as const) : ('contract' as const)),
  sendTransaction: () => Promise.resolve('0x1'),
}
const balances = [...someTokens, heldToken('LURE', 'Free money', '1000000', 1, lure)]
const remembering = (hidden: readonly string[]) =>
  memoryStorage({ '@portico/portico/tokens': JSON.stringify([{ networkId, address: fakeAddress, hidden, added: [] }]) })
const site = (hidden: readonly string[] = []) => ({ ...accountGateway({ balances }), storage: remembering(hidden) })
const mixed = accountGateway({ balances: [...someTokens.slice(0, 2), heldToken('USD\u0421', 'USD Coin', '1000', 0, lure)] })
const base = { adapter, arrange: connected({ name: 'mira.eth' }) }

const token = { ...base, View: TokenView, options: site(), params: { networkId, address: usdc } }
export const Token: Story = {
  args: token,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: /^Hide token/ })).toBeVisible()
    await expect(await within(canvasElement).findByRole('button', { name: 'Send' })).toBeVisible()
  },
}
export const TokenCoin: Story = {
  args: { ...token, params: { networkId } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Ether' })
    await expect(within(canvasElement).queryByRole('button', { name: /Hide token/ })).toBeNull()
  },
}
export const TokenHidden: Story = {
  args: { ...token, options: site([lure]), params: { networkId, address: lure } },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByRole('button', { name: 'Show token' })).toBeVisible(),
}
export const TokenGone: Story = {
  args: { ...token, params: { networkId, address: points } },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText(/does not have this token/)).toBeVisible(),
}
/** A Cyrillic letter among Latin ones: it looks like another token (S36). */
export const TokenMixed: Story = {
  args: { ...token, options: mixed, params: { networkId, address: lure } },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Mixes alphabets')).toBeVisible(),
}
export const TokenArabic: Story = { args: { ...token, locale: ar } }
export const TokenSheet: Story = { args: { ...token, form: 'sheet' } }

const list = { ...base, View: AccountView }
export const TokensHidden: Story = {
  args: { ...list, options: site([lure]) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Hidden (1)' }))
    await expect(await canvas.findByRole('button', { name: /Free money/ })).toBeVisible()
    await expect(canvasElement.querySelector('.po-figure')).toHaveTextContent('$12,480.5') // a total without it
  },
}
export const TokensHiddenArabic: Story = { args: { ...list, locale: ar, options: site([lure]) } }
export const TokensHiddenGerman: Story = { args: { ...list, locale: de, options: site([lure]) } }
export const TokensMixed: Story = {
  args: { ...list, options: mixed },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: /USD\u0421.*Mixes alphabets/ })).toBeVisible()
    await expect(canvas.getAllByText('Mixes alphabets')).toHaveLength(1)
  },
}
export const TokensMixedGerman: Story = { args: { ...list, locale: de, options: mixed } }
/** Without a gateway nobody tells of tokens: they are added by hand. */
export const TokensByHand: Story = {
  args: { ...list, adapter: { ...adapter, getBalance: () => Promise.resolve(1_842_000_000_000_000_000n) } },
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByRole('button', { name: 'Add token' })).toBeVisible(),
}

const add = { ...base, View: AddTokenView, options: site([lure]) }
const enter =
  (text: string, says: RegExp): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), text)
    await expect(await within(canvasElement).findByText(says)).toBeVisible()
  }
export const AddToken: Story = { args: add }
export const AddTokenFound: Story = { args: add, play: enter(points, /Meridian Points/) }
export const AddTokenFoundSheet: Story = { args: { ...add, form: 'sheet' }, play: enter(points, /Meridian Points/) }
export const AddTokenFoundArabic: Story = { args: { ...add, locale: ar }, play: enter(points, /Meridian Points/) }
export const AddTokenPseudo: Story = { args: { ...add, locale: pseudo } }
export const AddTokenHidden: Story = { args: add, play: enter(lure, /Show token/) }
export const AddTokenListed: Story = { args: add, play: enter(usdc, /in your list already/) }
export const AddTokenNoAddress: Story = { args: add, play: enter('usdc', /not an address/) }
export const AddTokenPerson: Story = { args: add, play: enter(person, /no contract/) }
export const AddTokenNone: Story = { args: add, play: enter('0x4444444444444444444444444444444444444444', /no token at this address/) }
export const AddTokenFailed: Story = {
  args: { ...add, adapter: { ...adapter, getToken: () => Promise.reject(new Error('down')) } },
  play: enter(points, /went wrong|try again/i),
}
export const AddTokenLooking: Story = {
  args: { ...add, adapter: { ...adapter, getToken: () => new Promise<never>(() => undefined) } },
  play: async ({ canvasElement }) => {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), points)
    await expect(canvasElement.querySelector('.po-sk')).toBeInTheDocument()
  },
}
