import {
  AmountTooSmallError,
  InsufficientFundsError,
  InvalidOptionError,
  PorticoError,
  ReceiptTimeoutError,
  SendingUnconfirmedError,
  TransactionRevertedError,
  UserRejectedError,
  type Portico,
  type TokenBalance,
} from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import { sendFormStore, startSend, type Recipient, type SendForm, type SendProgress, type SentTransfer } from '@portico/core/send'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fakeAddress } from '@portico/testing'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, down } from '../../stories/accountGateway.js'
import { bitcoin, bitcoinAddress, solana, threeFamilies } from '../../stories/chains.js'
import { onPhoneOf } from '../../stories/links.js'
import { bitcoinConnected, both, connected, solanaConnected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { harbor } from '../../stories/wallets.js'
import WalletSendConfirmedView from './WalletSendConfirmedView.js'
import WalletSendPreviewView from './WalletSendPreviewView.js'
import WalletSendSelectTokenView from './WalletSendSelectTokenView.js'
import WalletSendView from './WalletSendView.js'

const meta = { title: 'Views/Send', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const networkId = 'eip155:8453'
const dollar = 10n ** 18n
const noor = '0x4c8F02bD93A7e16c05Fd2B7A90e84C31d5e8027d'
const impostor = '0x4c91aE77B0d4F32186c5a9E20b7D4f16c3e8027d'
const hash = `0xa4${'7c51e0d92b'.repeat(5)}90f319c07e`

const priced = (token: TokenBalance, price: bigint): HeldToken => ({
  ...token,
  networkId,
  price,
  value: (token.units * price) / 10n ** BigInt(token.decimals),
})
const usdc = priced(
  { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', name: 'USD Coin', units: 4_210_550_000n, decimals: 6 },
  dollar,
)
const ether: HeldToken = {
  networkId,
  symbol: 'ETH',
  name: 'Ether',
  units: 1_842_000_000_000_000_000n,
  decimals: 18,
  price: 3_470n * dollar,
  value: 6_391_740_000_000_000_000_000n,
}
const others = ['WETH', 'LINK', 'AAVE'].map(
  (symbol, at): TokenBalance => ({ address: `0x${String(at + 1).repeat(40)}`, symbol, name: symbol, units: 38_114_000n, decimals: 6 }),
)

const never = () => new Promise<never>(() => undefined)
const adapter = {
  getBalance: () => Promise.resolve(ether.units),
  getTokenBalances: () => Promise.resolve([usdc as TokenBalance, ...others]),
  estimateFee: () => Promise.resolve({ expected: 2_900_000_000_000n, maximum: 4_000_000_000_000n }),
  sendTransaction: never,
  readAddress: ({ text }: { text: string }) => Promise.resolve(/^0x[\da-f]{40}$/i.test(text) ? text : undefined),
  resolveName: never,
} satisfies ViewStoryProps['adapter']

const sender = { namespace: 'eip155', address: fakeAddress, networkId } as const
const found = (warnings: Extract<Recipient, { status: 'found' }>['warnings'] = [], address = noor, name?: string): Recipient => ({
  status: 'found',
  address,
  ...(name !== undefined && { name }),
  kind: 'account',
  warnings,
})
const named = { to: 'noor.base.eth', recipient: found([], noor, 'noor.base.eth') }

/** A form as a visitor, or a site, has filled it in. */
const form = (change: Partial<SendForm> = {}) =>
  both(connected(), (portico: Portico) => {
    startSend(portico)
    sendFormStore(portico).setState({ token: usdc, ...change })
  })
const edit = (change: Partial<SendForm> = {}) => ({ View: WalletSendView, adapter, arrange: form({ amount: '250', ...change }) })
const alike = { to: impostor, recipient: found([{ kind: 'lookAlike', known: { address: noor, name: 'noor.base.eth' } }], impostor) }

/** Machines that do much else at once are waited for. */
const slow = { timeout: 5_000 }
const shows = (text: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await expect(await within(canvasElement).findByText(text, {}, slow)).toBeVisible()
  }
const says = (name: string, enabled = false): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    const button = await within(canvasElement).findByRole('button', { name }, slow)
    await (enabled ? expect(button).toBeEnabled() : expect(button).toBeDisabled())
  }

export const Empty: Story = { args: edit({ amount: '' }), play: says('Add Amount') }
export const NoToken: Story = {
  args: { View: WalletSendView, adapter: { ...adapter, getBalance: never }, arrange: form({ token: undefined }) },
  async play({ canvasElement }) {
    await expect((await within(canvasElement).findAllByRole('button', { name: 'Select Token' }, slow)).at(-1)).toBeDisabled()
  },
}
export const IncorrectValue: Story = { args: edit({ amount: '1.0000001' }), play: says('Incorrect Value') }
export const AddAddress: Story = { args: edit(), play: says('Add Address') }
export const Filled: Story = { args: edit(named), play: says('Preview Send', true) }
export const FilledAddress: Story = { args: edit({ to: noor, recipient: found() }), play: says('Preview Send', true) }
const called = { addressLabels: { [noor]: 'Meridian vault' } }
export const FilledLabelled: Story = {
  args: { ...edit({ to: noor, recipient: found() }), options: called },
  play: shows('Meridian vault'),
}
export const FilledFiat: Story = {
  args: { ...edit({ ...named, token: ether, unit: 'fiat' }), adapter: { ...adapter, getBalance: never } },
  play: shows('0.072 ETH'),
}
export const LongAmount: Story = {
  args: edit({ ...named, token: ether, amount: '0.123456789012345678' }),
  play: says('Preview Send', true),
}
export const Resolving: Story = { args: edit({ to: 'noor.base', recipient: { status: 'looking' } }), play: shows('Looking up the name') }
export const BadAddress: Story = {
  args: edit({ to: '0x4c8F02…not-an-address', recipient: { status: 'invalid' } }),
  play: says('Invalid Address'),
}
export const OtherFamily: Story = {
  args: edit({ to: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf', recipient: { status: 'invalid', family: 'Solana' } }),
  play: shows('This address is for Solana. You are sending on Base.'),
}
export const LookUpFailed: Story = {
  args: edit({ to: 'noor.base.eth', recipient: { status: 'failed', error: new Error('offline') } }),
  play: says('Try again', true),
}
export const LookUpAgain: Story = {
  args: LookUpFailed.args,
  async play({ canvasElement }) {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Try again' }, slow))
    await expect(await within(canvasElement).findByRole('button', { name: 'Looking up the name' }, slow)).toBeVisible()
  },
}
export const NotEnough: Story = { args: edit({ ...named, amount: '5000' }), play: says('Insufficient Funds') }
/** What it is worth is as long as what is typed, and leaves what there is its place. */
export const FarTooMuch: Story = {
  // A balance read anew has no price here.
  args: { ...edit({ ...named, token: ether, amount: '12345678901234567890123456789' }), adapter: { ...adapter, getBalance: never } },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByRole('button', { name: 'Insufficient Funds' }, slow)).toBeDisabled()
    const maximum = page.getByRole('button', { name: 'Max' })
    const card = canvasElement.querySelector('.po-modal')?.getBoundingClientRect()
    await expect(maximum.getBoundingClientRect().right).toBeLessThan(card?.right ?? 0)
    await expect(page.getByRole('button', { name: /^\$42,839/ }).getBoundingClientRect().right).toBeLessThan(card?.right ?? 0)
  },
}
export const FeeNotCovered: Story = {
  args: { ...edit(named), adapter: { ...adapter, estimateFee: () => Promise.reject(new InsufficientFundsError()) } },
  play: async (context) => {
    await says('Insufficient Funds')?.(context)
    await shows('Not enough funds for the amount and the network fee')?.(context)
  },
}
/** Such as to one's own account of the token: why there is no fee stands below it, before the review. */
export const FeeImpossible: Story = {
  args: {
    ...edit(named),
    adapter: {
      ...adapter,
      estimateFee: () => Promise.reject(new InvalidOptionError({ option: 'to', problem: 'it is in that account already' })),
    },
  },
  play: shows(/can’t be sent to this address/),
}
const burn = '0x000000000000000000000000000000000000dEaD'
export const FirstTime: Story = {
  args: edit({ to: noor, recipient: found([{ kind: 'firstTime' }]) }),
  play: shows('First time you send here'),
}
export const LookAlike: Story = { args: edit(alike), play: shows('This is not noor.base.eth') }
export const FirstTimeGerman: Story = {
  ...FirstTime,
  args: { ...FirstTime.args, locale: de },
  play: shows('Sie senden zum ersten Mal hierhin'),
}
export const LookAlikeArabic: Story = { args: { ...edit(alike), locale: ar }, play: shows('هذا ليس noor.base.eth') }
export const LookAlikeUse: Story = {
  args: edit(alike),
  async play({ canvasElement }) {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Use noor.base.eth' }))
    await waitFor(() => expect(within(canvasElement).getByRole('textbox', { name: 'Recipient' })).toHaveValue(noor))
  },
}
export const Contract: Story = { args: edit({ to: noor, recipient: found([{ kind: 'contract' }, { kind: 'firstTime' }]) }) }
export const Burn: Story = {
  args: edit({ to: burn, recipient: { status: 'found', address: burn, kind: 'burn', warnings: [{ kind: 'burn' }] } }),
  play: shows('What you send here is lost'),
}
export const TokenItself: Story = { args: edit({ to: noor, recipient: found([{ kind: 'token' }]) }) }
export const OtherNetwork: Story = {
  args: edit({ to: noor, recipient: found([{ kind: 'otherNetwork', networkId: 'eip155:10' }]) }),
  play: shows('This address is for OP Mainnet'),
}
export const OwnAddress: Story = { args: edit({ to: fakeAddress, recipient: found([{ kind: 'ownAddress' }], fakeAddress) }) }
export const Fixed: Story = { args: edit({ ...named, fixed: true }), play: shows(/Meridian asks for this transfer/) }
export const FilledArabic: Story = { args: { ...edit(named), locale: ar } }
export const FilledPseudo: Story = { args: { ...edit(named), locale: pseudo } }
export const FilledSheet: Story = { args: { ...edit(named), form: 'sheet' } }
export const Typed: Story = {
  args: edit({ amount: '' }),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await userEvent.type(await page.findByRole('textbox', { name: 'Amount' }), '12,5')
    await userEvent.type(page.getByRole('textbox', { name: 'Recipient' }), noor)
    await expect(await page.findByRole('button', { name: 'Preview Send' })).toBeEnabled()
    await expect(page.getByText('$12.50')).toBeVisible()
  },
}

const choicesOf = (slowest: number, standard: number, fastest: number) => [
  { speed: 'slow' as const, seconds: slowest },
  { speed: 'standard' as const, seconds: standard },
  { speed: 'fast' as const, seconds: fastest },
]
const cost = (expected: bigint) => ({ expected, maximum: expected })
const rates = { slow: 1, standard: 4, fast: 9 }
const coin: HeldToken = { networkId: bitcoin.id, symbol: 'BTC', name: 'Bitcoin', units: 18_400_000n, decimals: 8 }
export const BitcoinSpeed: Story = {
  args: {
    View: WalletSendView,
    adapters: threeFamilies.map((family) =>
      family.namespace === 'bip122'
        ? {
            ...family,
            getBalance: () => Promise.resolve(coin.units),
            getFeeRates: () => Promise.resolve(rates),
            getFeeSpeeds: () => Promise.resolve(choicesOf(86_400, 3_600, 600)),
            estimateFee: ({ speed = 'standard' }) => Promise.resolve(cost(141n * BigInt(rates[speed]))),
          }
        : family,
    ),
    arrange: both(bitcoinConnected(), (portico) => {
      startSend(portico)
      sendFormStore(portico).setState({ token: coin, amount: '0.01', to: bitcoinAddress, recipient: found([], bitcoinAddress) })
    }),
  },
  play: shows('0.0000127 BTC'),
}

const wei = { slow: 80n * 10n ** 12n, standard: 120n * 10n ** 12n, fast: 190n * 10n ** 12n }
const chosen = {
  ...adapter,
  getFeeSpeeds: () => Promise.resolve(choicesOf(72, 24, 12)),
  estimateFee: ({ speed = 'standard' }) => Promise.resolve(cost(wei[speed])),
} satisfies ViewStoryProps['adapter']
export const EvmSpeed: Story = { args: { ...edit({ ...named, speed: 'fast' }), adapter: chosen }, play: shows('about 72 sec') }
export const EvmSpeedArabic: Story = { args: { ...edit({ ...named, speed: 'fast' }), adapter: chosen, locale: ar } }

const sol: HeldToken = { networkId: solana.id, symbol: 'SOL', name: 'Solana', units: 9_204_000_000n, decimals: 9 }
const solanaFriend = '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf'
const lamports = { slow: 5_001n, standard: 5_020n, fast: 5_900n }
const solanaSpeed = {
  View: WalletSendView,
  adapters: threeFamilies.map((family) =>
    family.namespace === 'solana'
      ? {
          ...family,
          getFeeSpeeds: () => Promise.resolve(choicesOf(10, 2, 1)),
          estimateFee: ({ speed = 'standard' }: { readonly speed?: keyof typeof lamports }) => Promise.resolve(cost(lamports[speed])),
        }
      : family,
  ),
  arrange: both(solanaConnected(), (portico) => {
    startSend(portico)
    sendFormStore(portico).setState({ token: sol, amount: '0.5', to: solanaFriend, recipient: found([], solanaFriend) })
  }),
} satisfies Partial<ViewStoryProps>
export const SolanaSpeed: Story = { args: solanaSpeed, play: shows('0.0000059 SOL') }
export const SolanaSpeedArabic: Story = { args: { ...solanaSpeed, locale: ar } }
export const SolanaSpeedSheet: Story = { args: { ...solanaSpeed, form: 'sheet' } }

const pick = { View: WalletSendSelectTokenView, adapter, arrange: form() }
export const SelectToken: Story = { args: pick, play: shows('USD Coin') }
export const SelectTokenArabic: Story = { args: { ...pick, locale: ar }, play: shows('USD Coin') }
export const SelectTokenSearch: Story = {
  args: pick,
  async play({ canvasElement }) {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), 'lin')
    await waitFor(() => expect(within(canvasElement).queryByText('USD Coin')).toBeNull())
    await expect(within(canvasElement).getAllByText('LINK')[0]).toBeVisible()
  },
}
export const SelectTokenByAddress: Story = {
  args: {
    ...pick,
    adapter: {
      ...adapter,
      getToken: ({ token }) => Promise.resolve({ address: token, symbol: 'DAI', name: 'Dai', units: 5n, decimals: 1 }),
    },
  },
  async play({ canvasElement }) {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), noor)
    await expect(await within(canvasElement).findByText('Dai')).toBeVisible()
  },
}
const lookalike: TokenBalance = { address: impostor, symbol: 'USD\u0421', name: 'USD Coin', units: 1_000_000_000n, decimals: 6 }
/** A Cyrillic letter among Latin ones: it looks like another token (S36). */
export const SelectTokenMixed: Story = {
  args: { ...pick, adapter: { ...adapter, getTokenBalances: () => Promise.resolve([usdc as TokenBalance, lookalike]) } },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('button', { name: /USD\u0421.*Mixes alphabets/ })).toBeVisible()
    await expect(within(canvasElement).getAllByText('Mixes alphabets')).toHaveLength(1)
  },
}
export const SelectTokenNone: Story = {
  args: pick,
  async play({ canvasElement }) {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), 'doge')
    await expect(await within(canvasElement).findByText('No token “doge”')).toBeVisible()
  },
}
const broke = {
  ...edit({ token: undefined, amount: '' }),
  adapter: { ...adapter, getBalance: () => Promise.resolve(0n), getTokenBalances: () => Promise.resolve([]) },
}
export const FundWallet: Story = { args: broke, play: says('Fund wallet', true) }
export const FundWalletArabic: Story = { args: { ...broke, locale: ar }, play: says('موّل المحفظة', true) }
const none = { ...adapter, getBalance: () => Promise.resolve(0n), getTokenBalances: () => Promise.resolve([]) }
export const SelectTokenEmpty: Story = { args: { ...pick, adapter: none }, play: shows('Nothing to send on Base') }
/** The gateway is away: the chain tells what it can. */
export const SelectTokenAway: Story = {
  args: { ...pick, options: accountGateway({ balances: down }) },
  play: shows('Some tokens and prices are missing or old right now.'),
}
export const SelectTokenLoading: Story = { args: { ...pick, adapter: { ...adapter, getBalance: never } } }
export const SelectTokenFailed: Story = {
  args: { ...pick, adapter: { ...adapter, getBalance: () => Promise.reject(new Error('down')) } },
  play: shows('Your tokens did not load'),
}

const preview = (change: Partial<SendForm> = {}) => ({
  View: WalletSendPreviewView,
  adapter,
  arrange: form({ amount: '250', ...named, ...change }),
})
export const Preview: Story = { args: preview(), play: shows('A transfer can’t be undone. Check the recipient.') }
const noted = preview({ note: { memo: 'Order 4711, table 9, with an umbrella and two straws, paid for by Noor' } })
export const PreviewNote: Story = { args: noted, play: shows(/Order 4711/) }
export const PreviewNoteArabic: Story = { args: { ...noted, locale: ar }, play: shows('ملاحظة عامة') }
export const PreviewTooSmall: Story = {
  args: {
    ...preview({ amount: '0.000001' }),
    adapter: { ...adapter, estimateFee: () => Promise.reject(new AmountTooSmallError({ least: 294n })) },
  },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByText('This amount is too small for this network', {}, slow)).toBeVisible()
    await expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  },
}
/** Such as to an address that cannot hold the token. */
export const PreviewImpossible: Story = {
  args: {
    ...preview(),
    adapter: { ...adapter, estimateFee: () => Promise.reject(new InvalidOptionError({ option: 'to', problem: 'nobody holds a key' })) },
  },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByText('USDC can’t be sent to this address', {}, slow)).toBeVisible()
    await expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  },
}
/** The chain may take it later. */
export const PreviewWouldFail: Story = {
  args: { ...preview(), adapter: { ...adapter, estimateFee: () => Promise.reject(new TransactionRevertedError()) } },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByRole('button', { name: 'Try again' }, slow)).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  },
}
/** Of a smart account, whose wallet's operator pays. */
export const PreviewPaidForYou: Story = {
  args: {
    ...preview(),
    adapter: { ...adapter, estimateFee: () => Promise.resolve({ expected: 0n, maximum: 0n, sponsored: true as const }) },
  },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByText('Paid for you', {}, slow)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  },
}
let isNodeDown = true
export const PreviewFeeAgain: Story = {
  args: {
    ...preview(),
    adapter: { ...adapter, estimateFee: () => (isNodeDown ? Promise.reject(new Error('offline')) : adapter.estimateFee()) },
    arrange: both(preview().arrange, () => {
      isNodeDown = true
    }),
  },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    const again = await page.findByRole('button', { name: 'Try again' }, slow)
    isNodeDown = false
    await userEvent.click(again)
    await expect(await page.findByText('0.0000029 ETH', {}, slow)).toBeVisible()
    await expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
export const PreviewLabelled: Story = {
  args: { ...preview({ to: noor, recipient: found() }), options: called },
  play: shows('Meridian vault'),
}
export const PreviewFirstTime: Story = {
  args: preview({ to: noor, recipient: found([{ kind: 'firstTime' }]) }),
  async play({ canvasElement }) {
    const page = within(canvasElement)
    await expect(await page.findByText(/Compare the whole address/, {}, slow)).toBeVisible()
    await expect(page.getAllByText(/can’t be undone/)).toHaveLength(1)
  },
}
export const PreviewExact: Story = {
  args: preview({ token: ether, amount: '0.123456789012345678' }),
  play: shows('0.123456789012345678 ETH'),
}
export const PreviewExactGerman: Story = { args: { ...PreviewExact.args, locale: de }, play: shows('0,123456789012345678 ETH') }
const keeps = {
  ...adapter,
  estimateFee: () => Promise.resolve({ ...cost(5_000n), withheld: 3_125_001n }),
} satisfies ViewStoryProps['adapter']
export const PreviewWithheld: Story = {
  args: { ...preview(), adapter: keeps },
  async play({ canvasElement }) {
    const fact = async (term: string) => (await within(canvasElement).findByText(term, {}, slow)).nextElementSibling
    await expect(await fact('The recipient gets')).toHaveTextContent('246.874999 USDC')
    await expect(await fact('The token keeps')).toHaveTextContent('3.125001 USDC')
  },
}
export const PreviewWithheldArabic: Story = { args: { ...preview(), adapter: keeps, locale: ar }, play: shows('246.874999 USDC') }
export const PreviewSpeed: Story = {
  args: {
    ...preview({ token: ether, amount: '1' }),
    adapter: {
      ...chosen,
      estimateFee: ({ speed }) => Promise.resolve({ expected: speed === 'fast' ? 9n * 10n ** 15n : 10n ** 15n, maximum: 10n ** 16n }),
    },
  },
  async play({ canvasElement }) {
    const page = within(canvasElement)
    const fee = (text: string) => expect(page.getByText('Network fee').nextElementSibling).toHaveTextContent(text)
    // What each costs stands beside it, before one is chosen.
    await waitFor(() => expect(page.getByRole('radio', { name: /^Fast/ })).toHaveTextContent('0.009 ETH'), slow)
    await expect(page.getByRole('radio', { name: /^Slow/ })).toHaveTextContent('0.001 ETH')
    await waitFor(() => fee('0.001 ETH'), slow)
    await userEvent.click(page.getByRole('radio', { name: /^Fast/ }))
    await waitFor(() => fee('0.009 ETH'), slow)
  },
}
/** Where the fastest is not covered, it stays chosen and another one can be. */
export const PreviewSpeedShort: Story = {
  tags: ['no-picture'],
  args: {
    ...preview({ token: ether, amount: '1' }),
    adapter: {
      ...chosen,
      estimateFee: ({ speed = 'standard' }) =>
        speed === 'fast' ? Promise.reject(new InsufficientFundsError()) : Promise.resolve(cost(wei[speed])),
    },
  },
  play: shows('about 72 sec'),
}
export const PreviewSpeedSheet: Story = { args: { ...preview(), adapter: chosen, form: 'sheet' }, play: shows('about 12 sec') }
export const PreviewArabic: Story = { args: { ...preview(), locale: ar } }

const sent: SentTransfer = { ...sender, token: usdc, units: 250_000_000n, to: noor, name: 'noor.base.eth' }
const outcome = (progress: SendProgress) => ({
  View: WalletSendConfirmedView,
  adapter,
  arrange: form({ amount: '250', ...named, progress }),
})
const receipt = { hash, minedHash: hash, blockNumber: 7n }
export const Sending: Story = { args: outcome({ status: 'approving', sent }), play: shows(`Approve in ${harbor.name}`) }
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const SendingOnPhone: Story = {
  args: onPhoneOf(outcome({ status: 'approving', sent })),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
export const Started: Story = { args: outcome({ status: 'sent', sent, hash }), play: shows('Transaction started') }
const confirmed = outcome({ status: 'confirmed', sent, hash, receipt: { ...receipt, outcome: 'success' } })
export const Confirmed: Story = { args: confirmed, play: shows('250 USDC sent') }
/** What was sent is what was looked over, to the last digit. */
export const ConfirmedExact: Story = {
  tags: ['no-picture'],
  args: outcome({
    status: 'confirmed',
    sent: { ...sent, token: ether, units: 9_123_456_789_012_345_678_901n },
    hash,
    receipt: { ...receipt, outcome: 'success' },
  }),
  play: shows('9,123.456789012345678901 ETH sent'),
}
export const ConfirmedArabic: Story = { args: { ...confirmed, locale: ar } }
export const ConfirmedSheet: Story = { args: { ...confirmed, form: 'sheet' } }
export const Declined: Story = { args: outcome({ status: 'failed', sent, error: new UserRejectedError() }), play: shows('Not sent') }
export const Reverted: Story = {
  args: outcome({ status: 'failed', sent, hash, error: new Error(''), receipt: { ...receipt, outcome: 'reverted' } }),
  play: shows(/The network refused the transfer/),
}
export const Cancelled: Story = {
  args: outcome({ status: 'failed', sent, hash, error: new Error(''), receipt: { ...receipt, outcome: 'cancelled' } }),
}
/** A phone's wallet that nobody opened may have sent it all the same. */
export const Unanswered: Story = {
  args: outcome({ status: 'failed', sent, error: new SendingUnconfirmedError() }),
  play: shows('No answer came. It may go through later.'),
}
export const Unconfirmed: Story = {
  args: outcome({ status: 'failed', sent, hash, error: new ReceiptTimeoutError({ hash }) }),
  play: shows('Not confirmed yet'),
}
/** Of which the adapter says that it cannot go through any more (Solana). */
class TransactionExpiredError extends PorticoError {
  override readonly name = 'TransactionExpiredError'
}
export const Expired: Story = {
  tags: ['no-picture'],
  args: outcome({ status: 'failed', sent, hash, error: new TransactionExpiredError('Its blockhash is too old.') }),
  async play(context) {
    await shows('Not sent')(context)
    await shows('Try again')(context)
  },
}
