import { approve, reject } from '@portico/testing'
import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { erc20Abi } from 'viem'
import type { Page } from '@playwright/test'
import { cardOf } from './helpers/families.js'
import { connectWallet, modalOf } from './helpers/modal.js'
import { chain, fundedAccount } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const { address } = fundedAccount(3)
const usdc = () => chain(1).readContract({ address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

const card = (page: Page) => cardOf(page, 'Batch')
async function start(page: Page) {
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
}
const send = (page: Page) => card(page).getByRole('button', { name: 'Send batch' }).click()
const whole = 'Both calls are on the chain.'

test('a wallet that takes batches is asked once, and all of it happens in one transaction', async ({ context, page }) => {
  const wallet = await installAlpha(context, { batches: 'supported' })
  await start(page)
  const before = await usdc()
  await card(page).getByLabel('All or nothing').check()
  await send(page)
  await expect(card(page).getByText(whole)).toBeVisible({ timeout: 20_000 })
  expect((await usdc()) - before).toBe(30_000_000n)
  expect(timesAsked(wallet, 'wallet_sendCalls')).toBe(1)
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(0)
  await expect(card(page).getByText('Call 2')).toHaveCount(0) // one receipt for both
  await expect.poll(() => chain(1).getCode({ address })).toBeUndefined() // the account is a plain one again, and signs in as one
})

test('a wallet that knows no batches is asked one by one, and a declined call waits for the visitor, also after a reload', async ({
  context,
  page,
}) => {
  const wallet = await installAlpha(context, { batches: 'none' })
  wallet.script('eth_sendTransaction', approve(), reject())
  await start(page)
  const before = await usdc()
  await send(page)
  const { card: view, button } = modalOf(page)
  await expect(view.getByText('1 of 2 confirmed')).toBeVisible({ timeout: 20_000 })
  await expect(view.getByText(/^You declined step 2/)).toBeVisible()
  await expect(view.getByText(/^Send 20 USDC to/)).toBeVisible()
  expect((await usdc()) - before).toBe(50_000_000n)

  await page.reload()
  await expect(view.getByText('1 of 2 confirmed')).toBeVisible({ timeout: 20_000 })
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(2)
  await button('Go on').click()
  await expect(view.getByText('All 2 confirmed')).toBeVisible({ timeout: 20_000 })
  expect((await usdc()) - before).toBe(30_000_000n)
})

test('stopped at the second call, a part of it happened, and the site is told so', async ({ context, page }) => {
  const wallet = await installAlpha(context, { batches: 'none' })
  wallet.script('eth_sendTransaction', approve(), reject())
  await start(page)
  await send(page)
  await modalOf(page).button('Stop').click({ timeout: 20_000 })
  await expect(modalOf(page).card.getByText(/^You stopped here/)).toBeVisible()
  await modalOf(page).root.locator('.po-foot').getByRole('button', { name: 'Close' }).click()
  await expect(card(page).getByText('The batch did not go through (600).')).toBeVisible()
})

test('all or nothing is refused where the wallet cannot, and nothing is sent', async ({ context, page }) => {
  const wallet = await installAlpha(context, { batches: 'none' })
  await start(page)
  await card(page).getByLabel('All or nothing').check()
  await send(page)
  await expect(card(page).getByRole('alert')).toHaveText('Your wallet cannot do all of this at once')
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(0)
})
