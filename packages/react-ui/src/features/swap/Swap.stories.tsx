import {
  ReceiptTimeoutError,
  SendingUnconfirmedError,
  TransactionRevertedError,
  UserRejectedError,
  type FeeEstimate,
  type Portico,
} from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import {
  minimumOf,
  AllowanceTooLowError,
  PriceMovedError,
  setSwapAmount,
  setSwapSlippage,
  setSwapToken,
  startSwap,
  swapFormStore,
  UnsafeSwapError,
  type AgreedSwap,
  type SwapProgress,
  type SwapToken,
} from '@portico/core/swap'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, heldToken } from '../../stories/accountGateway.js'
import { onPhoneOf } from '../../stories/links.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import AccountView from '../account/AccountView.js'
import SwapPreviewView from './SwapPreviewView.js'
import SwapProgressView from './SwapProgressView.js'
import SwapSelectTokenView from './SwapSelectTokenView.js'
import SwapSettingsView from './SwapSettingsView.js'
import SwapView from './SwapView.js'

const meta = { title: 'Views/Swap', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const networkId = 'eip155:8453'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdcAddress = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ghoAddress = '0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee'
const router = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'
const dollar = 10n ** 18n
const ether: SwapToken = {
  networkId,
  symbol: 'ETH',
  name: 'Ether',
  units: 1_842_000_000_000_000_000n,
  decimals: 18,
  price: 3_470n * dollar,
}
const usdc: SwapToken = {
  networkId,
  address: usdcAddress,
  symbol: 'USDC',
  name: 'USD Coin',
  units: 4_210_550_000_000_000_000_000n,
  decimals: 18,
  price: dollar,
}
const gho: SwapToken = { networkId, address: ghoAddress, symbol: 'GHO', name: 'Gho', units: 0n, decimals: 18 }

const listed = [
  ['Ether', 'ETH', native],
  ['USD Coin', 'USDC', usdcAddress],
  ['Wrapped Ether', 'WETH', '0x4200000000000000000000000000000000000006'],
  ['Tether USD', 'USDT', `0x${'2'.repeat(40)}`],
  ['Dai', 'DAI', `0x${'3'.repeat(40)}`],
  ['Gho', 'GHO', ghoAddress],
  ['Uniswap', 'UNI', `0x${'4'.repeat(40)}`],
].map(([name, symbol, address]) => ({ name, symbol, address: `${networkId}:${address}`, decimals: 18, logoUri: null, eip2612: false }))

const never = () => new Promise<never>(() => undefined)
const refuses =
  (name: string, status = 400) =>
  () =>
    Promise.resolve(Response.json({ reasons: [{ name, description: name }] }, { status }))

interface Service {
  readonly tokens?: () => Promise<Response>
  readonly gasPrice?: () => Promise<Response>
  readonly quotes?: (query: URLSearchParams) => Promise<Response>
}
/** Comes out of one, in thousandths, and what is lost to the price. */
const quotesOf =
  (...offers: readonly { readonly provider: string; readonly rate: number; readonly impact?: string; readonly fee?: string }[]) =>
  (query: URLSearchParams): Promise<Response> => {
    const amount = BigInt(query.get('amount') ?? 0)
    const isSold = query.get('from') === `${networkId}:${usdcAddress}` // then it is the other way round
    return Promise.resolve(
      Response.json({
        quotes: offers.map(({ provider, rate, impact = '0.0004', fee }) => ({
          id: provider,
          fromAmount: String(amount),
          fromAccount: query.get('from'),
          toAmount: String(isSold ? (amount * 1_000n) / BigInt(rate) : (amount * BigInt(rate)) / 1_000n),
          toAccount: query.get('to'),
          provider,
          impact,
          path: [native, router, usdcAddress],
          fees: fee ? [{ name: 'provider', amount: fee, token: `${networkId}:${usdcAddress}` }] : [],
          gas: '150000',
        })),
      }),
    )
  }
const good = quotesOf({ provider: 'oneinch', rate: 3_480_456 })

/** A portico whose gateway swaps, from memory. */
function site({ tokens, gasPrice, quotes = good }: Service = {}) {
  const { apiUrl = '', fetch: rest = fetch } = accountGateway({
    balances: [heldToken('ETH', 'Ether', '1.842', 3470), heldToken('USDC', 'USD Coin', '4210.55', 1, usdcAddress)],
  })
  const answer: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.pathname.endsWith('/convert/tokens')) return tokens?.() ?? Promise.resolve(Response.json({ tokens: listed }))
    if (url.pathname.endsWith('/convert/gas-price'))
      return gasPrice?.() ?? Promise.resolve(Response.json({ standard: '58000000', fast: '60000000', instant: '70000000' }))
    if (url.pathname.endsWith('/convert/quotes')) return quotes(url.searchParams)
    return rest(input, init)
  }
  return { apiUrl, fetch: answer, swap: {} }
}
const adapter = {
  getBalance: () => Promise.resolve(ether.units),
  getRouters: () => Promise.resolve([router]),
  readSwap: never,
  sendTransaction: never,
} satisfies ViewStoryProps['adapter']

/** A form as a visitor has filled it in. */
const form = (to: SwapToken | undefined = usdc, amount = '0.25', more?: (portico: Portico) => void, isSmart = false) =>
  both(connected({ isSmart }), (portico: Portico) => {
    startSwap(portico)
    setSwapToken(portico, 'from', ether)
    if (to) setSwapToken(portico, 'to', to)
    setSwapAmount(portico, amount)
    more?.(portico)
  })
const edit = (service: Service = {}, arrange = form()) => ({ View: SwapView, adapter, options: site(service), arrange })

/** Machines that do much else at once are waited for. */
const slow = { timeout: 5_000 }
const shows = (text: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await expect(await within(canvasElement).findByText(text, {}, slow)).toBeVisible()
  }
const says = (name: string | RegExp, enabled = false): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    const button = (await within(canvasElement).findAllByRole('button', { name }, slow)).at(-1)
    await (enabled ? expect(button).toBeEnabled() : expect(button).toBeDisabled())
  }
const opens = (text: string | RegExp, line = /1 ETH =/): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: line }, slow))
    await expect(await within(canvasElement).findByText(text, {}, slow)).toBeVisible()
  }

export const Empty: Story = { args: edit({}, both(connected(), startSwap)), play: says('Select token') }
export const AddAmount: Story = { args: edit({}, form(usdc, '')), play: says('Enter an amount') }
export const IncorrectAmount: Story = { args: edit({}, form(usdc, '1,2,3')), play: says('Incorrect amount') }
export const Quoting: Story = { args: edit({ quotes: never }), play: says('Finding the best price', true) }
export const Filled: Story = { args: edit(), play: says('Review swap', true) }
export const FilledArabic: Story = { args: { ...edit(), locale: ar }, play: says('راجع المبادلة', true) }
export const FilledGerman: Story = { args: { ...edit(), locale: de }, play: says('Tausch prüfen', true) }
export const FilledPseudo: Story = { args: { ...edit(), locale: pseudo } }
export const FilledSheet: Story = { args: { ...edit(), form: 'sheet' }, play: says('Review swap', true) }
export const Details: Story = { args: edit(), play: opens('You receive at least') }
export const DetailsArabic: Story = { args: { ...edit(), locale: ar }, play: opens('تستلم على الأقل') }
const several = quotesOf(
  { provider: 'oneinch', rate: 3_480_456, fee: '6960000000000000000' },
  { provider: 'onchain', rate: 3_472_110 },
  { provider: 'lifi', rate: 3_460_004 },
)
export const OtherPrices: Story = { args: edit({ quotes: several }), play: opens('LI.FI') }
export const OtherPriceTaken: Story = {
  args: edit({ quotes: several }),
  async play({ canvasElement, ...context }) {
    await opens('LI.FI')({ canvasElement, ...context })
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /LI.FI/ }))
    await expect(await within(canvasElement).findByRole('status', { name: 'You receive, amount' })).toHaveTextContent('865.001')
  },
}
export const NotEnough: Story = { args: edit({}, form(usdc, '3.5')), play: says('Not enough ETH') }
export const NoRoute: Story = { args: edit({ quotes: refuses('noRoute') }, form(gho)), play: says('No route found') }
export const NoRouteArabic: Story = { args: { ...edit({ quotes: refuses('noRoute') }, form(gho)), locale: ar } }
export const NoGasPrice: Story = {
  args: edit({ gasPrice: refuses('unsupportedNetworkForGasPrice') }),
  play: says('Network not supported for Gas Price'),
}
export const Failed: Story = { args: edit({ quotes: refuses('unavailable', 404) }), play: says('Try again', true) }
export const Expired: Story = {
  args: edit({
    quotes: async (query) => {
      const { quotes } = (await (await good(query)).json()) as { quotes: object[] }
      return Response.json({ quotes: quotes.map((quote) => ({ ...quote, expiresAt: Date.now() + 300 })) })
    },
  }),
  play: says('Get a new price', true),
}
const losing = (impact: string) => ({ quotes: quotesOf({ provider: 'onchain', rate: 3_063_344, impact }) })
export const Impact: Story = { args: edit(losing('0.042'), form(gho, '1.8')), play: shows('You lose 4.2% to price impact') }
export const HighImpact: Story = { args: edit(losing('0.118'), form(gho, '1.8')), play: says('Lose 11.8% and go on', true) }
export const HighImpactArabic: Story = { args: { ...edit(losing('0.118'), form(gho, '1.8')), locale: ar } }
export const HighImpactMeant: Story = {
  args: edit(losing('0.118'), form(gho, '1.8')),
  async play({ canvasElement }) {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Lose 11.8% and go on' }, slow))
    await expect(await within(canvasElement).findByRole('button', { name: 'Review swap' })).toBeEnabled()
  },
}
const unsupported = edit({ tokens: refuses('unsupportedNetwork') })
export const Unsupported: Story = { args: unsupported, play: shows('No swaps on Base') }
export const UnsupportedArabic: Story = { args: { ...unsupported, locale: ar } }
export const FilledBySite: Story = {
  args: { ...edit({}, connected()), params: { fromToken: 'USDC', toToken: 'native', amount: '250' } },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByRole('button', { name: 'Review swap' }, slow)).toBeEnabled()
    await expect(page.getByRole('textbox', { name: 'You pay, amount' })).toHaveValue('250')
  },
}
export const TurnedRound: Story = {
  args: edit(),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Swap the other way round' }, slow))
    await userEvent.type(page.getByRole('textbox', { name: 'You pay, amount' }), '12,5')
    await expect(await page.findByText('$12.50', {}, slow)).toBeVisible()
    await expect(await page.findByRole('button', { name: 'Review swap' }, slow)).toBeEnabled()
  },
}

const pick = { View: SwapSelectTokenView, params: { side: 'to' }, adapter, options: site(), arrange: form() }
export const SelectToken: Story = { args: pick, play: shows('Tether USD') }
export const SelectTokenArabic: Story = { args: { ...pick, locale: ar }, play: shows('Tether USD') }
export const SelectTokenSheet: Story = { args: { ...pick, form: 'sheet' }, play: shows('Tether USD') }
const typed = (text: string, found: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await within(canvasElement).findByText('Tether USD', {}, slow)
    await userEvent.type(await within(canvasElement).findByRole('textbox'), text)
    await expect(await within(canvasElement).findByText(found, {}, slow)).toBeVisible()
  }
export const SelectTokenSearch: Story = { args: pick, play: typed('uni', 'Uniswap') }
export const SelectTokenNone: Story = { args: pick, play: typed('dogwif', 'No token called “dogwif”') }
const stranger = {
  ...pick,
  adapter: {
    ...adapter,
    getToken: ({ token }: { token: string }) => Promise.resolve({ address: token, symbol: 'GHO', name: 'Gho', units: 0n, decimals: 18 }),
  },
}
export const SelectTokenUnlisted: Story = { args: stranger, play: typed(`0x${'9'.repeat(40)}`, 'Not on a list') }
const lookalike = {
  ...pick,
  adapter: {
    ...adapter,
    getToken: ({ token }: { token: string }) =>
      Promise.resolve({ address: token, symbol: 'USD\u0421', name: 'USD Coin', units: 0n, decimals: 6 }),
  },
}
/** A Cyrillic letter among Latin ones: it looks like another token (S36). */
export const SelectTokenMixed: Story = { args: lookalike, play: typed(`0x${'9'.repeat(40)}`, 'Mixes alphabets') }
export const SelectTokenLoading: Story = { args: { ...pick, options: site({ tokens: never }) } }
export const SelectTokenFailed: Story = {
  args: { ...pick, options: site({ tokens: refuses('unavailable', 403) }) },
  play: shows('The tokens did not load'),
}

const settings = { View: SwapSettingsView, adapter, options: site(), arrange: form() }
export const Settings: Story = { args: settings, play: shows(/moves by more than 1%/) }
export const SettingsArabic: Story = { args: { ...settings, locale: ar } }
export const SettingsOwn: Story = {
  args: { ...settings, arrange: form(usdc, '0.25', (portico) => setSwapSlippage(portico, 75)) },
  play: shows(/moves by more than 0.75%/),
}
export const SettingsOwnArabic: Story = {
  args: { ...settings, locale: ar },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'أخرى' }))
    await userEvent.clear(page.getByRole('textbox'))
    await userEvent.type(page.getByRole('textbox'), '٠٫٧٥')
    await expect(await page.findByText(/0\.75/)).toBeVisible()
  },
}
export const SettingsTooMuch: Story = {
  args: settings,
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Other' }))
    await userEvent.clear(page.getByRole('textbox'))
    await userEvent.type(page.getByRole('textbox'), '50')
    await expect(await page.findByText('Enter a share from 0.1% to 5%')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  },
}

const preview = { View: SwapPreviewView, adapter, options: site(), arrange: form() }
export const Preview: Story = { args: preview, play: shows('861.412 USDC') }
export const PreviewArabic: Story = { args: { ...preview, locale: ar }, play: shows('861.412 USDC') }
/** With every digit, as the language writes it. */
export const PreviewGerman: Story = {
  args: { ...preview, arrange: form(usdc, '1.23456'), locale: de },
  play: shows('4.296,83175936 USDC'),
}
/** The quote knows of the swap alone; what the operation around it costs, only the wallet of a smart account. */
const smart = (fee: FeeEstimate) => ({
  ...preview,
  adapter: { ...adapter, estimateFee: () => Promise.resolve(fee) },
  arrange: form(usdc, '0.25', undefined, true),
})
export const PreviewSmart: Story = {
  args: smart({ expected: 371_000_000_000_000n, maximum: 500_000_000_000_000n }),
  play: shows(/^\$1\.3\d$/),
}
export const PreviewSponsored: Story = { args: smart({ expected: 0n, maximum: 0n, sponsored: true }), play: shows('Paid for you') }
export const FilledSponsored: Story = {
  args: { ...smart({ expected: 0n, maximum: 0n, sponsored: true }), View: SwapView },
  play: shows('Paid for you'),
}
export const PreviewSheet: Story = { args: { ...preview, form: 'sheet' }, play: shows('861.412 USDC') }

const agreed = (from: SwapToken & HeldToken, to: SwapToken, units: bigint, received: bigint): AgreedSwap => ({
  namespace: 'eip155',
  networkId,
  address: fakeAddress,
  from,
  to,
  units,
  slippage: 100,
  quote: {
    id: undefined,
    received,
    minimum: minimumOf(received, 100),
    provider: 'onchain',
    path: [],
    impact: 0.0004,
    fees: [],
    networkFee: 8_700_000_000_000n,
    expiresAt: Date.now() + 30_000,
  },
})
const buys = agreed(ether, usdc, 25n * 10n ** 16n, 870_114n * 10n ** 15n)
const sells = agreed(usdc, ether, 250n * 10n ** 18n, 71_830_000_000_000_000n)
const hash = `0xa4${'7c51e0d92b'.repeat(5)}90f319c07e`
const progress = (state: SwapProgress) => ({
  View: SwapProgressView,
  adapter,
  options: site(),
  arrange: form(usdc, '0.25', (portico) => swapFormStore(portico).setState({ progress: state })),
})
export const Checking: Story = { args: progress({ status: 'checking', swap: buys }), play: shows('Checking the swap') }
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const AskingOnPhone: Story = {
  args: onPhoneOf(progress({ status: 'asking', swap: buys, allows: false })),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
export const Allow: Story = { args: progress({ status: 'approving', swap: sells }), play: shows('Allow USDC first') }
export const AllowArabic: Story = { args: { ...progress({ status: 'approving', swap: sells }), locale: ar } }
export const Allowing: Story = { args: progress({ status: 'approved', swap: sells, hash }), play: shows('Allowing USDC') }
export const Asking: Story = { args: progress({ status: 'asking', swap: buys, allows: false }), play: says('Check Harbor', true) }
export const AskingBoth: Story = {
  args: progress({ status: 'asking', swap: sells, allows: true }),
  play: shows('Allow and swap at once in Harbor'),
}
const sent = progress({ status: 'sent', swap: buys, hash, sentAt: 0 })
export const Sent: Story = { args: sent, play: says('Close, keep going', true) }
export const SentArabic: Story = { args: { ...sent, locale: ar } }
export const SentSheet: Story = { args: { ...sent, form: 'sheet' } }
const confirmed = progress({ status: 'confirmed', swap: buys, hash, seconds: 9, received: 869_907_315_000_000_000_000n })
export const Confirmed: Story = { args: confirmed, play: shows('for 869.907 USDC') }
/** Of which the chain does not say what came out. */
export const ConfirmedAbout: Story = {
  args: progress({ status: 'confirmed', swap: buys, hash, seconds: 9 }),
  play: shows('for about 870.114 USDC'),
}
export const ConfirmedArabic: Story = { args: { ...confirmed, locale: ar } }
const failed = (error: Error, swap = buys, more: { readonly hash?: string; readonly outcome?: 'replaced' } = {}) =>
  progress({ status: 'failed', swap, error, ...more })
export const Declined: Story = { args: failed(new UserRejectedError()), play: shows(/You declined in Harbor/) }
export const PriceMoved: Story = { args: failed(new PriceMovedError(), sells), play: shows('The price moved too far') }
export const AllowedLess: Story = { args: failed(new AllowanceTooLowError(), sells), play: shows(/exactly 250 USDC/) }
export const Unsafe: Story = { args: failed(new UnsafeSwapError({ reason: 'recipient' })), play: shows('This is not what you ordered') }
export const WouldFail: Story = { args: failed(new TransactionRevertedError()), play: shows(/It would fail on the network/) }
export const Reverted: Story = {
  args: failed(new TransactionRevertedError(), buys, { hash }),
  play: shows(/most likely because the price moved/),
}
export const Replaced: Story = {
  args: failed(new TransactionRevertedError(), buys, { hash, outcome: 'replaced' }),
  play: shows(/took its place in Harbor/),
}
/** A phone's wallet that nobody opened may have sent it all the same. */
export const Unanswered: Story = {
  args: failed(new SendingUnconfirmedError(), buys),
  play: shows('No answer came. It may go through later.'),
}
/** It may go through yet, so that nobody is led to swap twice. */
export const Unknown: Story = {
  args: failed(new ReceiptTimeoutError({ hash }), buys, { hash }),
  async play({ canvasElement, ...context }) {
    await shows(/It may go through later/)({ canvasElement, ...context })
    await expect(within(canvasElement).getByRole('button', { name: 'Done' })).toBeEnabled()
    await expect(within(canvasElement).queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

export const InAccount: Story = {
  args: { View: AccountView, adapter, options: site(), arrange: connected() },
  play: says('Swap', true),
}
