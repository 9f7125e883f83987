import { UserRejectedError, type Portico } from '@portico/core'
import {
  NoOfferError,
  OfferExpiredError,
  onrampFormStore,
  onrampSessionStore,
  setOnrampAmount,
  setOnrampCurrency,
  setOnrampKind,
  startOnramp,
  UnsafePageError,
  type ChosenOffer,
  type OnrampProgress,
  type OnrampSession,
  type OnrampToken,
} from '@portico/core/onramp'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, heldToken, historyRow } from '../../stories/accountGateway.js'
import { onPhoneOf } from '../../stories/links.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import AccountView from '../account/AccountView.js'
import TransactionsView from '../activity/TransactionsView.js'
import BuyInProgressView from './BuyInProgressView.js'
import OnRampFiatSelectView from './OnRampFiatSelectView.js'
import OnRampMethodSelectView from './OnRampMethodSelectView.js'
import OnRampOffersView from './OnRampOffersView.js'
import OnRampProvidersView from './OnRampProvidersView.js'
import OnRampTokenSelectView from './OnRampTokenSelectView.js'
import PayWithExchangeView from './PayWithExchangeView.js'
import WhatIsABuyView from './WhatIsABuyView.js'

const meta = { title: 'Views/Onramp', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const networkId = 'eip155:8453'
const whole = 10n ** 18n
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ether: OnrampToken = { networkId, id: 'ETH', symbol: 'ETH', name: 'Ether', decimals: 18 }

const methods = [
  { id: 'CARD', min: '10', max: '7500' },
  { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
]
const on = (caipNetworkId: string, contract_address = '', decimals = 18) => ({
  name: '',
  display_name: '',
  chain_id: '',
  contract_address,
  caipNetworkId,
  decimals,
})
const providers = [
  {
    id: 'coinbase',
    name: 'Coinbase',
    feeRange: { min: 1, max: 2 },
    namespaces: ['eip155'],
    methods: ['CARD', 'ACH_BANK_ACCOUNT'],
    sell: false,
  },
  {
    id: 'meld',
    name: 'Meld',
    feeRange: { min: 1, max: 2 },
    namespaces: ['eip155', 'solana'],
    methods: ['CARD', 'ACH_BANK_ACCOUNT', 'APPLE_PAY'],
    sell: false,
  },
]
const options = {
  paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: methods })),
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [on(networkId), on('eip155:1')] },
    { id: 'USDC', name: 'USD Coin', symbol: 'USDC', networks: [on(networkId, usdc, 6), on('eip155:10', usdc, 6)] },
  ],
  providers,
  exchanges: false,
}

const quoteOf =
  (provider: string, rate: number, more: object = {}) =>
  (body: Body) => {
    const paid = Number(body.amount)
    return {
      paymentTotal: { amount: body.amount, currency: body.paymentCurrency },
      purchaseAmount: { amount: ((paid * rate) / 1_000_000).toFixed(6), currency: body.purchaseCurrency },
      quoteId: provider,
      provider,
      fees: [{ id: 'provider', amount: (paid * 0.01496).toFixed(2), currency: body.paymentCurrency }],
      ...more,
    }
  }
interface Body {
  readonly amount: string
  readonly paymentCurrency: string
  readonly purchaseCurrency: string
}

interface Service {
  readonly options?: object | (() => Promise<Response>)
  readonly quote?: (body: Body) => Promise<Response>
  readonly history?: readonly object[]
  readonly balances?: readonly object[]
  readonly exchanges?: () => Promise<Response>
}
const good = (body: Body): Promise<Response> =>
  Promise.resolve(Response.json({ ...quoteOf('coinbase', 284)(body), others: [quoteOf('meld', 280)(body)] }))
const never = () => new Promise<never>(() => undefined)
const refuses =
  (name: string, status = 400) =>
  (): Promise<Response> =>
    Promise.resolve(Response.json({ reasons: [{ name, description: name }] }, { status }))

/** A portico whose gateway sells, from memory. */
function site({
  options: offered = options,
  quote = good,
  history = [],
  balances = [heldToken('ETH', 'Ether', '1.842', 3470)],
  exchanges,
}: Service = {}) {
  const { apiUrl = '', fetch: rest = fetch } = accountGateway({
    balances,
    history: ({ searchParams }) => Response.json({ data: searchParams.has('onramp') ? history : bought.slice(1), next: null }),
  })
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/onramp/options'))
      return typeof offered === 'function' ? (offered as () => Promise<Response>)() : Response.json(offered)
    if (pathname.endsWith('/onramp/quote')) return quote((await request.json()) as Body)
    if (pathname.endsWith('/v1/json-rpc') && exchanges) return exchanges()
    if (pathname.endsWith('/fungible/price')) return Response.json({ fungibles: [{ price: 3470 }] })
    if (pathname.includes('/onramp/sessions/')) return never()
    return rest(input, init)
  }
  return { apiUrl, fetch: answer, onramp: {} }
}
const adapter = {
  getBalance: () => Promise.resolve(1_842_000_000_000_000_000n),
  signMessage: never,
  sendTransaction: never,
} satisfies ViewStoryProps['adapter']

/** A form as a visitor has filled it in. */
const form = (amount = '250', more?: (portico: Portico) => void) =>
  both(connected(), (portico: Portico) => {
    startOnramp(portico, { token: ether })
    setOnrampAmount(portico, amount)
    more?.(portico)
  })
const amount = (service: Service = {}, arrange = form()) => ({ View: OnRampProvidersView, adapter, options: site(service), arrange })
const offers = (service: Service = {}, arrange = form()) => ({ View: OnRampOffersView, adapter, options: site(service), arrange })

/** Machines that do much else at once are waited for. */
const slow = { timeout: 5_000 }
const shows = (text: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await expect((await within(canvasElement).findAllByText(text, {}, slow)).at(-1)).toBeVisible()
  }
const says = (name: string | RegExp, enabled = true): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await within(canvasElement).findAllByRole('button', { name }, slow)
    await waitFor(() => {
      const button = within(canvasElement).getAllByRole('button', { name }).at(-1)
      // Its words are there before what can be bought is known, and it is not enabled then.
      return enabled
        ? expect(button).toBeEnabled()
        : expect(button).toHaveAttribute(button?.hasAttribute('disabled') ? 'disabled' : 'aria-disabled')
    }, slow)
  }

export const Amount: Story = { args: amount(), play: shows('About 0.071 ETH') }
export const AmountArabic: Story = { args: { ...amount(), locale: ar }, play: says('عرض المزوّدين') }
export const AmountGerman: Story = { args: { ...amount(), locale: de }, play: says('Anbieter ansehen') }
export const AmountPseudo: Story = { args: { ...amount(), locale: pseudo } }
export const AmountSheet: Story = { args: { ...amount(), form: 'sheet' }, play: shows('About 0.071 ETH') }
export const AmountEmpty: Story = { args: amount({}, form('')), play: says('Enter an amount', false) }
export const TooLittle: Story = { args: amount({}, form('5')), play: says('Enter $10 or more', false) }
export const TooMuch: Story = { args: amount({}, form('8000')), play: says('Enter $7,500 or less', false) }
export const Incorrect: Story = { args: amount({}, form('1,2,3')), play: says('Incorrect amount', false) }
export const Loading: Story = { args: amount({ options: never }), play: says('See providers', false) }
export const BuiltIn: Story = { args: amount({ options: refuses('down') }), play: shows(/The service did not answer/) }
export const Unsupported: Story = {
  args: amount({ options: { paymentCurrencies: [], purchaseCurrencies: [] } }),
  play: shows('Nothing to buy here'),
}
export const FilledBySite: Story = {
  args: { ...amount({}, connected()), params: { token: 'USDC', amount: '100', currency: 'EUR' } },
  play: shows('USD Coin'),
}
const selling = { ...options, providers: providers.map((one) => ({ ...one, sell: one.id === 'coinbase' })), exchanges: true }
export const WithSelling: Story = { args: amount({ options: selling }), play: shows('From an exchange') }
const sell = form('', (portico) => {
  setOnrampKind(portico, 'sell')
  setOnrampAmount(portico, '0.25')
})
export const Sell: Story = { args: amount({ options: selling }, sell), play: shows('You hold 1.842 ETH') }

const pick = { adapter, options: site(), arrange: form() }
export const Currency: Story = { args: { ...pick, View: OnRampFiatSelectView }, play: shows('Euro') }
export const CurrencyArabic: Story = { args: { ...pick, View: OnRampFiatSelectView, locale: ar } }
export const Method: Story = { args: { ...pick, View: OnRampMethodSelectView }, play: shows('Bank') }
export const Token: Story = { args: { ...pick, View: OnRampTokenSelectView }, play: shows('On OP Mainnet') }
export const TokenNone: Story = {
  args: { ...pick, View: OnRampTokenSelectView },
  async play({ canvasElement, ...context }) {
    await shows('On OP Mainnet')({ canvasElement, ...context })
    await userEvent.type(within(canvasElement).getByRole('textbox'), 'dogwif')
    await shows('No token called “dogwif”')({ canvasElement, ...context })
  },
}

export const Offers: Story = { args: offers(), play: shows('Best rate') }
export const OffersArabic: Story = { args: { ...offers(), locale: ar }, play: shows('أفضل سعر') }
export const OffersSheet: Story = { args: { ...offers(), form: 'sheet' }, play: shows('Best rate') }
export const Quoting: Story = { args: offers({ quote: never }), play: says(/Coinbase/, false) }
const others = { ...options, providers: providers.map((one) => (one.id === 'coinbase' ? { ...one, namespaces: ['solana'] } : one)) }
export const OneProvider: Story = {
  args: offers({ options: others, quote: (body) => Promise.resolve(Response.json(quoteOf('meld', 280)(body))) }),
  play: shows('Not on Base'),
}
export const Estimates: Story = { args: offers({ quote: refuses('unavailable', 503) }), play: shows('These are estimates') }
export const EstimatesArabic: Story = { args: { ...offers({ quote: refuses('unavailable', 503) }), locale: ar } }
export const NoOffers: Story = { args: offers({ quote: refuses('noQuotes') }), play: shows('No offer for this amount') }
export const NoOffersArabic: Story = {
  args: { ...offers({ quote: refuses('noQuotes') }), locale: ar },
  play: shows('لا عرض لهذا المبلغ'),
}
/** In a currency for which nothing can be estimated either. */
export const NoAnswer: Story = {
  args: offers(
    { quote: refuses('unavailable', 503) },
    form('250', (portico) => setOnrampCurrency(portico, 'EUR')),
  ),
  play: shows(/Providers did not answer/),
}
const noOne = { ...options, providers: providers.map((one) => ({ ...one, namespaces: ['solana'] })) }
/** None of the providers is there for the network: each says so, and nobody is said to be silent. */
export const NobodyThere: Story = { args: offers({ options: noOne, quote: never }), play: shows('Not on Base') }
export const SellOffers: Story = { args: offers({ options: selling }, sell), play: shows('Does not buy') }

const chosen: ChosenOffer = {
  order: {
    kind: 'buy',
    account: { namespace: 'eip155', networkId, address: fakeAddress },
    token: ether,
    units: 250n * whole,
    currency: 'USD',
    method: 'CARD',
  },
  provider: { id: 'coinbase', name: 'Coinbase' },
}
const beginning = (progress: OnrampProgress) => ({
  View: BuyInProgressView,
  adapter,
  options: site(),
  arrange: form('250', (portico) => onrampFormStore(portico).setState({ progress })),
})
export const Proving: Story = { args: beginning({ status: 'proving', chosen }), play: shows('Confirm in Harbor') }
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const ProvingOnPhone: Story = {
  args: onPhoneOf(beginning({ status: 'proving', chosen })),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
export const ProvingArabic: Story = { args: { ...beginning({ status: 'proving', chosen }), locale: ar } }
export const Opening: Story = { args: beginning({ status: 'opening', chosen }), play: shows('Opening Coinbase') }
const failing = (error: Error) => beginning({ status: 'failed', chosen, error })
export const Declined: Story = { args: failing(new UserRejectedError()), play: shows('You declined') }
export const OldPrice: Story = { args: failing(new OfferExpiredError()), play: says('See the new price') }
export const Unsafe: Story = { args: failing(new UnsafePageError()), play: shows('This page was not opened') }
export const NotOpened: Story = { args: failing(new NoOfferError()), play: shows('Coinbase did not open') }

const session: OnrampSession = {
  id: 'session-1',
  kind: 'buy',
  provider: { id: 'coinbase', name: 'Coinbase' },
  networkId,
  address: fakeAddress,
  url: 'https://pay.coinbase.com/buy',
  startedAt: Date.now(),
  status: 'created',
  token: ether,
  units: 71_000_000_000_000_000n,
  paid: { units: 250n * whole, currency: 'USD' },
  fee: { units: 374n * 10n ** 16n, currency: 'USD' },
  method: 'CARD',
}
const hash = `0xa4${'7c51e0d92b'.repeat(5)}90f319c07e`
const order = (change: Partial<OnrampSession> = {}, opened = true) => ({
  View: BuyInProgressView,
  adapter,
  options: site(),
  arrange: form('250', (portico) => {
    onrampSessionStore(portico).setState([{ ...session, ...change }], true)
    onrampFormStore(portico).setState({ progress: { status: 'started', id: session.id, opened } })
  }),
})
export const Waiting: Story = { args: order(), play: shows('Finish in the Coinbase window') }
export const WaitingArabic: Story = { args: { ...order(), locale: ar } }
export const WaitingGerman: Story = { args: { ...order(), locale: de } }
export const WaitingSheet: Story = { args: { ...order(), form: 'sheet' } }
export const Blocked: Story = { args: order({}, false), play: shows('Open Coinbase') }
export const Paid: Story = { args: order({ status: 'paid' }), play: shows('Payment received') }
export const Processing: Story = { args: order({ status: 'processing', hash }), play: shows('Your ETH is on its way') }
export const Arrived: Story = { args: order({ status: 'settled', hash }), play: shows('0.071 ETH arrived') }
export const ArrivedArabic: Story = { args: { ...order({ status: 'settled', hash }), locale: ar } }
export const Failed: Story = { args: order({ status: 'failed', reason: 'card_declined' }), play: shows(/declined the card/) }
export const FailedArabic: Story = { args: { ...order({ status: 'failed', reason: 'card_declined' }), locale: ar } }
export const Refunded: Story = { args: order({ status: 'refunded' }), play: shows('You got your money back') }
export const Ended: Story = { args: order({ status: 'expired' }), play: shows('This order has expired') }
export const Deposit: Story = {
  args: order({ kind: 'sell', depositAddress: `0x${'9d3c'.repeat(10)}`, units: whole / 4n }),
  play: says('Review transfer'),
}
export const Sold: Story = { args: order({ kind: 'sell', status: 'settled' }), play: shows('$250.00 is on its way to you') }

export const Help: Story = { args: { View: WhatIsABuyView }, play: shows('You pay a provider') }
export const HelpArabic: Story = { args: { View: WhatIsABuyView, locale: ar } }

const listed = {
  result: {
    exchanges: [
      { id: 'harbor', name: 'Harbor Exchange' },
      { id: 'kelp', name: 'Kelp' },
    ],
    total: 2,
  },
}
const exchange = (exchanges: Service['exchanges']) => ({
  View: PayWithExchangeView,
  adapter,
  options: site({ options: selling, ...(exchanges && { exchanges }) }),
  arrange: form(),
})
export const Exchanges: Story = { args: exchange(() => Promise.resolve(Response.json(listed))), play: shows('Kelp') }
export const NoExchange: Story = {
  args: exchange(() => Promise.resolve(Response.json({ result: { exchanges: [], total: 0 } }))),
  play: shows('No exchange sends this'),
}

const buy = historyRow({
  id: 'b1',
  operationType: 'buy',
  minedAt: '2026-03-14T18:22:00Z',
  status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  application: 'Coinbase',
  transfers: [{ symbol: 'ETH', numeric: '0.071', direction: 'in' }],
})
const bought = [
  buy,
  historyRow({
    id: 'b2',
    operationType: 'receive',
    minedAt: '2026-03-15T09:00:00Z',
    transfers: [{ symbol: 'ETH', numeric: '0.2', direction: 'in' }],
  }),
  historyRow({ id: 'b3', operationType: 'send', minedAt: '2026-03-12T09:00:00Z', transfers: [{ symbol: 'USDC', numeric: '40' }] }),
]
export const InActivity: Story = {
  args: { View: TransactionsView, adapter, options: site({ history: [buy] }), arrange: connected() },
  async play({ canvasElement }) {
    await within(canvasElement).findByRole('button', { name: /Coinbase/ }, slow)
    const rows = within(canvasElement).getAllByRole('button', { name: /ETH|USDC/ })
    await expect(rows.map(({ textContent }) => /Coinbase/.test(textContent))).toEqual([false, true, false])
  },
}
export const InAccount: Story = {
  args: {
    View: AccountView,
    adapter,
    options: site(),
    arrange: both(connected(), (portico) =>
      onrampSessionStore(portico).setState(
        [
          { ...session, status: 'processing' },
          { ...session, id: 'session-2', status: 'settled' },
          { ...session, id: 'session-3', status: 'settled', seen: true },
        ],
        true,
      ),
    ),
  },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findAllByRole('button', { name: /^Buying 0.071 ETH/ }, slow)).toHaveLength(2)
  },
}
export const EmptyAccount: Story = {
  args: {
    View: AccountView,
    adapter: { ...adapter, getBalance: () => Promise.resolve(0n) },
    options: site({ balances: [] }),
    arrange: connected({ balance: 0n }),
  },
  play: shows('With a card or a bank account'),
}
