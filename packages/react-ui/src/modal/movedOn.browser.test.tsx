import { siwxStore } from '@portico/core/siwx'
import { openModal, type Portico, type TokenBalance, type ViewRequest } from '@portico/core'
import { currentEntry, goBack, pushView, routerStore, toastStore } from '@portico/core/kit'
import type { FakeAdapterOptions } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AddToken } from '../features/account/Token.stories.js'
import { Accepting, AcceptDeclined, EditSaves, Releasing, TransferToName } from '../features/names/Names.stories.js'
import { Verifying } from '../features/siwx/Siwx.stories.js'
import { Preview as SwapPreview } from '../features/swap/Swap.stories.js'
import { ViewStory, type ViewStoryProps } from '../stories/ViewStory.js'

const button = (name: string) => page.getByRole('button', { name })
const friend = '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe'
const mira = { name: 'mira.wcn.id' }

const scenes = [
  ['gives a name up', Releasing, { view: 'ReleaseAccountName', params: mira }, () => button('Give up').click()],
  [
    'hands a name over',
    TransferToName,
    { view: 'TransferAccountName', params: mira },
    async () => {
      await userEvent.fill(page.getByRole('textbox'), friend)
      await button('Hand over the name').click()
    },
  ],
  ['accepts a name', Accepting, { view: 'AcceptAccountName', params: mira }, () => button('Accept').click()],
  ['refuses a name', AcceptDeclined, { view: 'AcceptAccountName', params: mira }, () => button('Refuse').click()],
  [
    'changes what a name says',
    EditSaves,
    { view: 'EditAccountName', params: mira },
    async () => {
      await userEvent.fill(page.getByRole('textbox', { name: 'About you' }), 'Boats')
      await button('Save').click()
    },
  ],
] as const

/** A view as a story has it, on top of the account. */
function draw({ args }: { readonly args?: object }, request: ViewRequest, more: FakeAdapterOptions): Portico {
  const props = args as ViewStoryProps
  const made: Portico[] = []
  const arrange = (portico: Portico) => {
    props.arrange?.(portico)
    openModal(portico, { view: 'Account' })
    pushView(portico, request)
    made.push(portico)
  }
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    root.unmount()
    site.remove()
  })
  flushSync(() => root.render(<ViewStory {...props} adapter={{ ...props.adapter, ...more }} arrange={arrange} />))
  return made[0] as Portico
}

/** Goes elsewhere before the view has done what it was asked for. */
async function moveOn(portico: Portico, answer: () => void) {
  goBack(portico)
  pushView(portico, { view: 'Settings' })
  answer()
  await vi.waitFor(() => expect(toastStore(portico).getState().toast?.variant).toBe('success'), { timeout: 5000 })
  return currentEntry(routerStore(portico).getState())?.view
}

test.each(scenes)('who %s and goes on before the wallet has signed is left where they are', async (_, story, request, press) => {
  let sign: (signature: string) => void = () => undefined
  const signMessage = vi.fn(() => new Promise<string>((resolve) => (sign = resolve)))
  const portico = draw(story, request, { signMessage })
  await press()
  await vi.waitFor(() => expect(signMessage).toHaveBeenCalled(), { timeout: 5000 })
  expect(await moveOn(portico, () => sign('0x51'))).toBe('Settings')
})

test('who adds a token and goes on before the chain has answered is left where they are', async () => {
  const address = '0x2222222222222222222222222222222222222222'
  const found: TokenBalance = { address, symbol: 'MER', name: 'Meridian Points', units: 5n, decimals: 2 }
  let answer: (() => void) | undefined
  let isSlow = false
  const getToken = () => (isSlow ? new Promise<TokenBalance>((resolve) => (answer = () => resolve(found))) : Promise.resolve(found))
  const portico = draw(AddToken, { view: 'AddToken' }, { getToken })
  await userEvent.fill(page.getByRole('textbox'), address)
  await expect.element(button('Add token')).toBeEnabled()
  isSlow = true
  await button('Add token').click()
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 5000 })
  expect(await moveOn(portico, () => answer?.())).toBe('Settings')
})

test('a swap that was agreed to stays in sight until the next view is there, and is not agreed to twice', async () => {
  const sendTransaction = vi.fn(() => new Promise<never>(() => undefined))
  draw(SwapPreview, { view: 'SwapPreview' }, { sendTransaction })
  const sum = page.getByText('861.412 USDC').first()
  await expect.element(sum).toBeVisible()
  for (let presses = 0; presses < 2; presses += 1) {
    await button('Swap').click() // the view that follows is never drawn here
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(sum, { timeout: 2000 }).toBeVisible()
  }
  expect(sendTransaction.mock.calls.length).toBeLessThan(2)
})

test('a sign-in that is over reads as it did until its view has gone', async () => {
  const portico = draw(Verifying, { view: 'SIWXSignMessage' }, {})
  const title = page.getByRole('heading', { name: 'Signing you in' })
  await expect.element(title).toBeVisible()
  siwxStore(portico).setState({ question: undefined })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(title, { timeout: 1000 }).toBeVisible()
})
