import { connectWallet, expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, installBeta, short, timesAsked } from './helpers/wallets.js'

/** R15: what happens in one tab shows in the others within this time, in milliseconds. */
const soon = { timeout: 1000 }

test('R15: a second tab follows connecting, switching and disconnecting within a second', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const other = await context.newPage()
  await page.goto(demo())
  await other.goto(demo())
  await expect(headOf(other).connect).toBeVisible()

  await headOf(page).connect.click()
  await modalOf(page).row('Alpha').click()
  await expect(headOf(page).account).toBeVisible()
  await expect(headOf(other).account).toContainText(short(alpha.accounts[0]), soon)
  await expectClosed(page)

  await headOf(page).network.click()
  await modalOf(page).row('Base').click()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
  await expect(headOf(other).network).toHaveAccessibleName('Network: Base', soon)
  await expectClosed(page)

  await other.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(headOf(other).connect).toBeVisible()
  await expect(headOf(page).connect).toBeVisible(soon)
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)
})

test('R15: without a wallet, a second tab follows the network that was chosen', async ({ context, page }) => {
  const other = await context.newPage()
  await page.goto(demo())
  await other.goto(demo())
  await headOf(page).network.click()
  await modalOf(page).row('OP Mainnet').click()
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await expect(headOf(other).network).toHaveAccessibleName('Network: OP Mainnet', soon)
})

test('R15: a second tab follows which of two wallets is in use, and which is let go', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const beta = await installBeta(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const other = await context.newPage()
  await other.goto(demo())
  await expect(headOf(other).account).toContainText(short(alpha.accounts[0]))

  const wallets = page.getByRole('region', { name: 'Wallets' })
  await wallets.getByRole('button', { name: 'Connect Beta' }).click()
  await expect(headOf(page).account).toContainText(short(beta.accounts[0]))
  await expect(headOf(other).account).toContainText(short(beta.accounts[0]), soon)

  await wallets.getByRole('button', { name: 'Use Alpha' }).click()
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  await expect(headOf(other).account).toContainText(short(alpha.accounts[0]), soon)

  await wallets.getByRole('button', { name: 'Disconnect Alpha' }).click()
  await expect(headOf(page).account).toContainText(short(beta.accounts[0]))
  await expect(headOf(other).account).toContainText(short(beta.accounts[0]), soon)
})
