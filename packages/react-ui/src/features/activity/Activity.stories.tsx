import type { Meta, StoryObj } from '@storybook/react-vite'
import { fakeAddress } from '@portico/testing'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { sentStore, type ActivityPage, type ActivityRow, type SentTransaction } from '@portico/core/activity'
import { queryClientOf } from '@portico/core/kit'
import type { Portico } from '@portico/core'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import {
  accountGateway,
  down,
  historyRow,
  inPages,
  silent,
  somePast,
  someTokens,
  type AccountGatewayOptions,
} from '../../stories/accountGateway.js'
import { both, connected } from '../../stories/states.js'
import { harbor } from '../../stories/wallets.js'
import { ViewStory } from '../../stories/ViewStory.js'
import AccountView from '../account/AccountView.js'
import TransactionsView from './TransactionsView.js'
import TransactionView from './TransactionView.js'

const meta = { title: 'Views/Activity', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const options = (history: AccountGatewayOptions['history']) => accountGateway({ balances: someTokens, ...(history && { history }) })
const arrange = connected({ name: 'mira.eth' })
const list = (history: AccountGatewayOptions['history'], args: object = {}): Story => ({
  args: { View: TransactionsView, arrange, options: options(history), ...args },
})

export const Transactions: Story = {
  ...list(somePast),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Swapped ETH for USDC')).toBeVisible()
    await expect(canvas.getByText('February 2026')).toBeInTheDocument()
    await expect(canvas.getByText('Swap failed')).toBeInTheDocument()
  },
}
const named = { ...options(somePast), addressLabels: { '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe': 'Meridian vault' } }
export const TransactionsLabelled: Story = {
  ...list(somePast, { options: named }),
  play: async ({ canvasElement }) => {
    const [first] = await within(canvasElement).findAllByText('Meridian vault')
    await expect(first).toBeVisible()
  },
}
export const TransactionsArabic = list(somePast, { locale: ar })
export const TransactionsPseudo = list(somePast, { locale: pseudo })
export const TransactionsSheet = list(somePast, { form: 'sheet' })
export const TransactionsLoading = list(silent)
export const TransactionsNone: Story = {
  ...list([]),
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByRole('button', { name: 'Receive' })).toBeVisible(),
}
export const TransactionsFailed: Story = {
  ...list(down),
  play: async ({ canvasElement }) => expect(await within(canvasElement).findByText('Activity did not load')).toBeVisible(),
}

const minute = 60_000
const thousands = Array.from({ length: 10_000 }, (_, at) =>
  historyRow({
    id: `row${at}`,
    operationType: 'receive',
    minedAt: new Date(Date.UTC(2026, 2, 15) - at * 90 * minute).toISOString(),
    transfers: [{ symbol: 'ETH', numeric: String(at + 1), direction: 'in' }],
  }),
)
const halfway: AccountGatewayOptions['history'] = (url) => (url.searchParams.has('cursor') ? down(url) : inPages(thousands)(url))
export const TransactionsHalf: Story = {
  ...list(halfway),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findAllByText('Received ETH')
    canvasElement.querySelector('.po-body')?.scrollTo({ top: 1e6 })
    await expect(await canvas.findByText('The rest did not load')).toBeInTheDocument()
  },
}
/** As after many pages. */
const filled = (portico: Portico) => {
  const rows = thousands.map((row) => rowOf(row))
  const page: ActivityPage = { rows, cursor: undefined, isEmpty: false, missing: [] }
  queryClientOf(portico).setQueryData(['activity', 'eip155:8453', fakeAddress], { pages: [page], pageParams: [undefined] })
}
const rowOf = (
  { id, metadata: { hash, minedAt, sentFrom, sentTo } }: (typeof thousands)[number],
  at = Number(id.slice(3)),
): ActivityRow => ({
  id,
  hash,
  networkId: 'eip155:8453',
  operation: 'receive',
  status: 'confirmed',
  minedAt: Date.parse(minedAt),
  from: sentFrom,
  to: sentTo,
  transfers: [{ kind: 'token', direction: 'in', name: 'Ether', symbol: 'ETH', units: BigInt(at + 1), decimals: 0, spam: false }],
})
export const TransactionsThousands: Story = {
  ...list([], { arrange: both(arrange, filled) }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findAllByText('Received ETH')
    const body = canvasElement.querySelector('.po-body')
    body?.scrollTo({ top: 56 * 9000 })
    await waitFor(() => expect(canvas.getAllByText(/^\+[89],\d\d\d$/).length).toBeGreaterThan(5))
    await expect(canvasElement.querySelectorAll('[data-row]').length).toBeLessThan(60)
    body?.scrollTo({ top: 0 })
  },
}

const one = (id: string, args: object = {}): Story => ({
  args: { View: TransactionView, params: { id }, arrange, options: options(somePast), ...args },
})
export const Transaction: Story = {
  ...one('a2'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('+0.25 ETH')).toBeVisible()
    await expect(canvas.getByText('Confirmed')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'View on explorer' })).toHaveAttribute('href', expect.stringContaining('/tx/0x'))
  },
}
export const TransactionLabelled = one('a2', { options: named })
export const TransactionArabic = one('a2', { locale: ar })
export const TransactionTrade = one('a3')
export const TransactionPending = one('a1')
export const TransactionFailed = one('b4')
const bought = historyRow({
  id: 'c9',
  operationType: 'bought',
  minedAt: '2026-03-14T18:22:00Z',
  status: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  transfers: [{ symbol: 'ETH', numeric: '0.014', direction: 'in' }],
})
const declined = options([{ ...bought, metadata: { ...bought.metadata, hash: '', fee: undefined } }])
/** Nothing of it was on the chain, so that no fee was paid there. */
export const TransactionDeclined: Story = {
  ...one('c9', { options: declined }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Purchase failed')).toBeVisible()
    await expect(canvas.getByText('Failed')).toBeVisible()
    await expect(canvas.queryByText(/fee paid/)).toBeNull()
  },
}
export const TransactionGone = one('nowhere')

const sent = (portico: Portico) =>
  sentStore(portico).setState(
    [
      {
        hash: '0x5e',
        networkId: 'eip155:8453',
        address: fakeAddress,
        to: '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe',
        sentAt: Date.UTC(2026, 2, 16),
        units: 5n * 10n ** 17n,
        outcome: 'pending',
      },
    ],
    true,
  )
const waiting = (change: Partial<SentTransaction> = {}, kind: 'embedded' | 'announced' = 'embedded', args: object = {}): Story => ({
  args: {
    View: TransactionView,
    params: { id: 'sent:0x5e' },
    options: options([]),
    adapter: { replaceTransaction: () => new Promise<never>(() => undefined), waitForReceipt: () => new Promise<never>(() => undefined) },
    arrange: (portico: Portico) => {
      connected({ connector: { ...harbor, kind } })(portico)
      sent(portico)
      sentStore(portico).setState(
        sentStore(portico)
          .getState()
          .map((one) => ({ ...one, ...change })),
        true,
      )
    },
    ...args,
  },
})
const pressable = async ({ canvasElement }: { canvasElement: HTMLElement }) => {
  const speedUp = await within(canvasElement).findByRole('button', { name: 'Speed up' }, { timeout: 5_000 })
  await userEvent.click(speedUp)
  await expect(speedUp).toHaveAttribute('aria-busy', 'true')
}
export const Waiting: Story = { ...waiting(), play: pressable }
export const WaitingArabic = waiting({}, 'embedded', { locale: ar })
export const WaitingSheet = waiting({}, 'embedded', { form: 'sheet' })
export const WaitingElsewhere: Story = {
  ...waiting({}, 'announced'),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/^To speed it up or cancel it, open/, {}, { timeout: 5_000 })).toBeVisible()
  },
}
export const WaitingSpedUp = waiting({ replacement: { hash: '0x5f', how: 'speedUp' } })
export const WaitingCancelled: Story = {
  ...waiting({ replacement: { hash: '0x5f', how: 'cancel' } }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/^Cancelling\./, {}, { timeout: 5_000 })).toBeVisible()
    await expect(within(canvasElement).getByText('Cancelling…')).toBeVisible()
    await expect(within(canvasElement).queryByRole('button', { name: 'Speed up' })).toBeNull()
    await expect(within(canvasElement).getByRole('button', { name: 'Cancel at a higher fee' })).toBeVisible()
  },
}
const usd = { symbol: 'USDC', decimals: 6, token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }
const swaps = {
  units: 25n * 10n ** 16n,
  swap: { from: { symbol: 'ETH', decimals: 18, units: 25n * 10n ** 16n }, to: { ...usd, units: 0n } },
} as const
export const WaitingSwap: Story = {
  ...waiting(swaps),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Swapping ETH for USDC', {}, { timeout: 5_000 })).toBeVisible()
    await expect(within(canvasElement).getByText('−0.25 ETH')).toBeVisible()
  },
}
/** What another transaction was mined in the place of, as the wallet that sent it says. */
const successor = { minedHash: `0x5f${'3d81c6a20e'.repeat(6)}b7` }
const says = (text: string, amount: string): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect((await canvas.findAllByText(text, {}, { timeout: 5_000 }))[0]).toBeVisible()
    await expect(canvas.getByText(amount)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^(Speed up|Cancel)/ })).toBeNull()
    await expect(canvas.getByText(/^0x5f.*b7$/)).toBeVisible()
  }
const cancelled = { ...successor, outcome: 'cancelled' } as const
export const Cancelled: Story = { ...waiting(cancelled), play: says('Cancelled', '0.5 ETH') }
export const CancelledArabic = waiting(cancelled, 'embedded', { locale: ar })
export const CancelledSheet = waiting(cancelled, 'embedded', { form: 'sheet' })
const spedUp = { ...successor, outcome: 'repriced' } as const
export const SpedUp: Story = { ...waiting(spedUp), play: says('Confirmed at another fee', '−0.5 ETH') }
export const SpedUpArabic = waiting(spedUp, 'embedded', { locale: ar })
export const SpedUpSheet = waiting(spedUp, 'embedded', { form: 'sheet' })
const tab = (history: AccountGatewayOptions['history'], args: object = {}): Story => ({
  args: { View: AccountView, arrange, options: options(history), ...args },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('tab', { name: /Activity|النشاط/ }))
    await expect(within(canvasElement).getByRole('tabpanel')).toBeVisible()
  },
})
export const Tab = tab(somePast)
export const TabArabic = tab(somePast, { locale: ar })
export const TabNone = tab([])
export const TabFailed = tab(down)
export const TabLoading = tab(silent)
export const TabSent: Story = {
  ...tab(somePast.slice(1), { arrange: both(arrange, sent) }),
  play: async (context) => {
    await tab(somePast).play?.(context)
    const canvas = within(context.canvasElement)
    await expect(await canvas.findByText('Sending ETH')).toBeVisible()
    await expect(canvas.getByText('Pending')).toBeVisible()
  },
}
