import type { Page } from '@playwright/test'
import { privateKeyToAddress } from 'viem/accounts'
import { newKey, promptly, row, tab } from './helpers/account.js'
import { approveSomewhere, logIn, test as embedded } from './helpers/embedded.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const heading = (page: Page, name: string | RegExp) => modalOf(page).root.getByRole('heading', { name })
/** How long money may be on its way: the page of the provider, its webhook, a block, and the next look at it. */
const arrives = { timeout: 30_000 }

/** From the account to the providers of a purchase. */
async function order(page: Page, amount: string): Promise<void> {
  const { root, title, button, dialog } = modalOf(page)
  if ((await dialog.count()) === 0) await headOf(page).account.click()
  await button('Buy').click()
  await expect(title).toHaveText('Buy crypto')
  await root.getByRole('textbox').fill(amount)
  await button('See providers').click()
  await expect(title).toHaveText('Choose a provider')
  await expect(root.getByRole('button', { name: /^Harbor Pay.*ETH/ })).toBeEnabled()
}

const choose = (page: Page) =>
  modalOf(page)
    .root.getByRole('button', { name: /^Harbor Pay.*ETH/ })
    .click()

/** What opens at a press. */
async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), press()])
  return loaded(window)
}

/**
 * What opens after the wallet has signed: by itself while the browser counts the press (5 s), else by the link that takes its place.
 * @param meanwhile what the wallet needs of the person
 */
async function openedAfterSigning(page: Page, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<Page> {
  await choose(page)
  await meanwhile()
  const ended = heading(page, 'Finish in the Harbor Pay window').or(heading(page, 'Continue at Harbor Pay'))
  await expect(ended).toBeVisible()
  const link = modalOf(page).root.getByRole('link', { name: 'Open Harbor Pay', exact: true })
  if (await link.isVisible()) return opened(page, () => link.click())
  return loaded(page.context().pages().at(-1) ?? page)
}

async function loaded(window: Page): Promise<Page> {
  await expect(window.getByRole('heading', { name: /^Buy / })).toBeVisible()
  return window
}

async function payBy(window: Page, card: string): Promise<void> {
  await window.getByLabel('Card number').fill(card)
  await window.getByLabel('Expiry').fill('12/39')
  await window.getByLabel('CVC').fill('123')
  await window.getByRole('button', { name: /^Pay / }).click()
}

test('a card buys what an empty account gets: after one signature, by a window of its own, and through a reload', async ({
  context,
  page,
}) => {
  const key = newKey()
  const address = privateKeyToAddress(key)
  const wallet = await installAlpha(context, { privateKeys: key })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')

  await order(page, '50')
  // The first time the wallet shows whose address it is.
  const first = await openedAfterSigning(page)
  expect(timesAsked(wallet, 'personal_sign')).toBe(1)
  expect(await first.evaluate(() => window.opener)).toBeNull()
  await payBy(first, '4242424242424242')
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  await first.close()
  const balance = await chain(1).getBalance({ address })
  expect(balance).toBeGreaterThan(0n)
  await modalOf(page).button('Done').click()
  await tab(page, /^Activity/).click()
  await expect(row(page, /Bought ETH/).first()).toBeVisible({ timeout: promptly })

  // From then on the window opens in the press. It is closed before the money is there, and the page is loaded anew.
  await order(page, '60')
  const second = await opened(page, () => choose(page))
  expect(timesAsked(wallet, 'personal_sign')).toBe(1)
  await expect(heading(page, 'Finish in the Harbor Pay window')).toBeVisible()
  await payBy(second, '4000000000000077')
  await expect(second.getByRole('status')).toBeVisible()
  await second.close()
  await page.reload()
  await headOf(page).account.click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Buying 0\.\d+ ETH/ })
    .click()
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  expect(await chain(1).getBalance({ address })).toBeGreaterThan(balance)
})

test.describe(() => {
  test.use({ expectedErrors: /status of 422/ }) // the provider's page, about the card
  test('a card that is declined charges nothing and says so, and what cannot be delivered is given back', async ({ context, page }) => {
    const key = newKey()
    await installAlpha(context, { privateKeys: key })
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await order(page, '50')
    const first = await openedAfterSigning(page)
    for (let tries = 0; tries < 3; tries += 1) {
      await payBy(first, '4000000000000002')
      await first.waitForLoadState()
    }
    await expect(heading(page, 'Payment did not go through')).toBeVisible(arrives)
    await expect(modalOf(page).root.getByText(/declined the card/)).toBeVisible()
    await first.close()
    // What was filled in is still there.
    await modalOf(page).button('Other offer').click()
    const second = await opened(page, () => choose(page))
    await payBy(second, '4000000000005126')
    await expect(heading(page, 'You got your money back')).toBeVisible(arrives)
    await second.close()
    expect(await chain(1).getBalance({ address: privateKeyToAddress(key) })).toBe(0n)
  })
})

embedded('a new account of the embedded wallet buys its first coins', async ({ page }) => {
  await page.goto(demo())
  const address = await logIn(page)
  await order(page, '50')
  const window = await openedAfterSigning(page, () => approveSomewhere(page))
  await payBy(window, '4242424242424242')
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  await window.close()
  expect(await chain(1).getBalance({ address: address as `0x${string}` })).toBeGreaterThan(0n)
})
