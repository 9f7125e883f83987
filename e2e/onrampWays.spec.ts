import { randomBytes } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import type { Page } from '@playwright/test'
import { newKey } from './helpers/account.js'
import { installEpsilon, installGamma } from './helpers/familyWallets.js'
import { connectWallet, modalOf } from './helpers/modal.js'
import { arrives, heading, openedAfterSigning, openForm, order, payBy, seeProviders } from './helpers/onramp.js'
import { chain, control, lamportsOf, satoshiOf } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

/** A page with a wallet that nobody has used. */
async function visit(page: Page): Promise<`0x${string}`> {
  const key = newKey()
  await installAlpha(page.context(), { privateKeys: key })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  return privateKeyToAddress(key)
}

test('a bank transfer buys, and is what the end says', async ({ page }) => {
  const address = await visit(page)
  await openForm(page)
  await modalOf(page).root.getByRole('button', { name: /^Card/ }).click()
  await modalOf(page).root.getByRole('button', { name: /^Bank/ }).click()
  // More than a card may.
  await seeProviders(page, '9000', 'ETH')
  const window = await openedAfterSigning(page)
  await expect(window.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()
  await window.getByRole('button', { name: 'I have sent the transfer' }).click()
  await expect(heading(page, /^\d\.\d+ ETH arrived$/)).toBeVisible(arrives)
  await expect(modalOf(page).root.getByText(/^Paid .9,000(\.00)? \(Bank\)\.$/)).toBeVisible()
  expect(await chain(1).getBalance({ address })).toBeGreaterThan(10n ** 18n)
})

test.describe(() => {
  test.use({ expectedErrors: /status of 422/ }) // the provider's page, about the code
  test('a card that the bank asks about buys once the code is right, and the page leads back to the site', async ({ page }) => {
    const address = await visit(page)
    await order(page, '50')
    const window = await openedAfterSigning(page)
    await payBy(window, '4000002500003155')
    await expect(window.getByRole('heading', { name: 'Confirm with your bank' })).toBeVisible()
    await window.getByLabel('Code').fill('000000')
    await window.getByRole('button', { name: 'Confirm' }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    expect(await chain(1).getBalance({ address })).toBe(0n)
    await window.getByLabel('Code').fill('123456')
    await window.getByRole('button', { name: 'Confirm' }).click()
    await window.getByRole('link', { name: /^Back to / }).click()
    await expect(window).toHaveURL(new RegExp(`^${new URL(page.url()).origin}/`))
    await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
    expect(await chain(1).getBalance({ address })).toBeGreaterThan(0n)
  })
})

test('coins are sold: where the money goes is said there, and what is sold is sent from here', async ({ page }) => {
  const address = await visit(page)
  await control('/faucet', { chainId: 1, address, amount: '1' })
  const { root, button, title } = modalOf(page)
  await openForm(page)
  await root.getByRole('radio', { name: 'Sell' }).click()
  await expect(title).toHaveText('Sell crypto')
  await seeProviders(page, '0.25', 'ETH', /^Harbor Pay/)
  const window = await openedAfterSigning(page)
  await window.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await window.getByRole('button', { name: 'Go on' }).click()
  await expect(heading(page, 'Send 0.25 ETH to Harbor Pay')).toBeVisible(arrives)
  const deposit = await window.locator('.deposit').textContent()
  await expect(root.locator('.po-whole')).toHaveText(deposit ?? '')
  await button('Review transfer').click()
  await expect(title).toHaveText('Review')
  await button('Send').click()
  await expect(heading(page, '0.25 ETH sent')).toBeVisible({ timeout: 20_000 })
  await expect(window.getByRole('heading', { name: 'Paid out' })).toBeVisible(arrives)
  const left = await chain(1).getBalance({ address })
  expect(left).toBeLessThan(75n * 10n ** 16n)
  expect(left).toBeGreaterThan(74n * 10n ** 16n)
})

test('an account is filled from an exchange', async ({ page }) => {
  const address = await visit(page)
  await openForm(page)
  await modalOf(page)
    .root.getByRole('button', { name: /^From an exchange/ })
    .click()
  await modalOf(page).root.getByRole('textbox', { name: 'Amount of ETH' }).fill('0.5')
  const window = await openedAfterSigning(page, { name: 'Harbor Exchange' })
  await window.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(heading(page, '0.5 ETH arrived')).toBeVisible(arrives)
  expect(await chain(1).getBalance({ address })).toBe(5n * 10n ** 17n)
})

test('a card buys SOL for an account of Solana', async ({ context, page }) => {
  const gamma = await installGamma(context, { accounts: 1, seeds: [randomBytes(32)] })
  await page.goto(demo())
  await connectWallet(page, 'Gamma')
  await openForm(page)
  await seeProviders(page, '50', 'SOL')
  const window = await openedAfterSigning(page)
  await payBy(window, '4242424242424242')
  await expect(heading(page, /^0\.\d+ SOL arrived$/)).toBeVisible(arrives)
  expect(await lamportsOf(gamma.accounts[0] ?? '')).toBeGreaterThan(0n)
})

test('a card buys bitcoin for an account of Bitcoin', async ({ context, page }) => {
  const epsilon = await installEpsilon(context, { accounts: 1, secrets: [{ payment: randomBytes(32), ordinals: randomBytes(32) }] })
  await page.goto(demo())
  await connectWallet(page, 'Epsilon')
  await openForm(page)
  await seeProviders(page, '100', 'BTC')
  const window = await openedAfterSigning(page)
  await payBy(window, '4242424242424242')
  await expect(heading(page, /^0\.\d+ BTC arrived$/)).toBeVisible(arrives)
  expect(await satoshiOf(epsilon.accounts[0]?.payment.address ?? '')).toBeGreaterThan(0n)
})
