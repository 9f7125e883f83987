import { InsufficientFundsError, UserRejectedError, type Portico } from '@portico/core'
import { callsErrorStore, callsStore, type CallBatch, type CallStep } from '@portico/core/calls'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { accountGateway, someTokens } from '../../stories/accountGateway.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import CallsView from './CallsView.js'

const meta = { title: 'Views/Calls', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const hash = `0x${'5a'.repeat(32)}`
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const router = '3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const word = (text: string) => text.padStart(64, '0')

/** Lets a router take 250 USDC, has it swap, and sends 0.05 ether on. */
const calls: CallBatch['calls'] = [
  { to: usdc, data: `0x095ea7b3${word(router)}${word((250n * 10n ** 18n).toString(16))}` },
  { to: `0x${router}`, data: '0x3593564c' },
  { to: '0x4c8F02bD93A7e16c05Fd2B7A90e84C31d5e8027d', value: 50_000_000_000_000_000n },
]
const id = '0x1'
const [confirmed, waiting] = [{ status: 'confirmed', hash }, { status: 'waiting' }] as const

function batch(steps: readonly CallStep[], state: CallBatch['state'] = 'running', error?: Error, args: object = {}): Story {
  const made: CallBatch = {
    id,
    namespace: 'eip155',
    networkId: 'eip155:8453',
    address: fakeAddress,
    calls,
    steps,
    state,
    startedAt: Date.now(),
  }
  const arrange = (portico: Portico) => {
    callsStore(portico).setState([made], true)
    if (error) callsErrorStore(portico).setState({ [id]: error }, true)
  }
  const options = accountGateway({ balances: someTokens })
  return { args: { View: CallsView, params: { id }, arrange: both(connected(), arrange), options, ...args } }
}
const says = (...texts: readonly (string | RegExp)[]): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    for (const text of texts) await expect(await within(canvasElement).findByText(text, {}, { timeout: 10_000 })).toBeVisible()
  }

export const Asking: Story = {
  ...batch([{ status: 'asking' }, waiting, waiting]),
  play: says('0 of 3 confirmed', 'Waiting in Harbor', /up to 250 USDC/, /^Send 0.05 ETH to 0x4c/),
}
export const Sent: Story = {
  ...batch([confirmed, { status: 'sent', hash }, waiting]),
  play: says('1 of 3 confirmed', /^Use the contract 0x3f/),
}

const declined = [confirmed, { status: 'failed', reason: 'declined' }, waiting] as const
const refusal = new UserRejectedError()
export const Declined: Story = {
  ...batch(declined, 'paused', refusal),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/^You declined step 2/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Go on' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(canvas.getByText(/^You stopped here/)).toBeVisible())
    await expect(canvas.getAllByText('Not sent')).toHaveLength(1)
    await expect(canvas.queryByRole('button', { name: 'Go on' })).toBeNull()
  },
}
export const DeclinedSheet: Story = batch(declined, 'paused', refusal, { form: 'sheet' })
export const DeclinedArabic: Story = batch(declined, 'paused', refusal, { locale: ar })
export const DeclinedGerman: Story = batch(declined, 'paused', refusal, { locale: de })
export const DeclinedPseudo: Story = batch(declined, 'paused', refusal, { locale: pseudo })
export const NotEnough: Story = {
  ...batch([confirmed, { status: 'failed', reason: 'failed' }, waiting], 'paused', new InsufficientFundsError()),
  play: says(/^Not enough funds for the amount and the network fee\. What/),
}
/** After a reload: what was sent is confirmed, and the visitor is asked. */
export const Resumed: Story = { ...batch([confirmed, waiting, waiting], 'paused'), play: says(/^Step 2 is next/) }
export const NotSentByTheWallet: Story = {
  ...batch([confirmed, { status: 'failed', reason: 'unsent' }, waiting], 'paused'),
  play: says(/^Harbor did not send step 2/),
}
export const Unknown: Story = {
  ...batch([confirmed, { status: 'failed', reason: 'unknown' }, waiting], 'paused'),
  play: says(/^Nobody can tell whether Harbor sent step 2/),
}
export const Reverted: Story = {
  ...batch([confirmed, { status: 'reverted', hash }, waiting], 'ended'),
  play: says(/^Step 2 failed on the network/, 'Not sent'),
}
export const RevertedWhole: Story = {
  ...batch([{ status: 'reverted', hash }, waiting, waiting], 'ended'),
  play: says(/^It failed on the network/),
}
export const Nothing: Story = {
  ...batch([{ status: 'failed', reason: 'cancelled' }, waiting, waiting], 'ended'),
  play: says('Nothing was sent that counts.', 'Replaced in Harbor'),
}
export const Done: Story = { ...batch([confirmed, confirmed, confirmed], 'ended'), play: says('All 3 confirmed') }
export const DoneArabic: Story = batch([confirmed, confirmed, confirmed], 'ended', undefined, { locale: ar })
export const Gone: Story = {
  args: { View: CallsView, params: { id }, arrange: connected() },
  play: says('This is no longer known here'),
}
