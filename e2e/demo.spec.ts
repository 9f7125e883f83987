import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, demoUrl } from './helpers/sandbox.js'
import { expect, test } from './helpers/test.js'

const harbor = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Answers what a test wallet asks, in its own window. */
async function answer(page: Page, title: string, button: 'Approve' | 'Reject' = 'Approve') {
  const wallet = page.getByRole('dialog', { name: 'Test wallet' })
  await expect(wallet.getByRole('heading', { name: title })).toBeVisible()
  await wallet.getByRole('button', { name: button }).click()
}

test('a first visit without any extension: connect, sign, send, switch, reload, disconnect, all with the demo’s own wallet', async ({
  page,
}) => {
  await page.goto(demoUrl)
  await openConnect(page)
  await modalOf(page).row('Harbor').click()
  await answer(page, 'Connect to this site?', 'Reject')
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Connection declined')
  await modalOf(page).button('Try again').click()
  await answer(page, 'Connect to this site?')
  await expectClosed(page)
  // The account has a name in the sandbox.
  await expect(headOf(page).account).toContainText('mira.eth')
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(harbor)

  await page.getByRole('button', { name: 'Sign message' }).click()
  await answer(page, 'Sign this?')
  await expect(page.getByText(/^Valid for/)).toContainText(harbor)

  const count = await chain(1).getTransactionCount({ address: harbor })
  const card = page.getByRole('region', { name: 'Send', exact: true })
  await card.getByRole('button', { name: 'Use the reserve' }).click()
  await card.getByRole('button', { name: 'Review' }).click()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await answer(page, 'Send this transaction?')
  await expect(card.getByText('Success. The transfer is on the chain.')).toBeVisible()
  expect(await chain(1).getTransactionCount({ address: harbor })).toBe(count + 1)

  await headOf(page).network.click()
  await modalOf(page).row('OP Mainnet').click()
  await answer(page, 'Change the network?')
  await expectClosed(page)
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')

  await page.reload()
  await expect(headOf(page).account).toBeVisible()
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await expect(page.getByText('Balance on OP Mainnet')).toBeVisible()

  await headOf(page).account.click()
  await modalOf(page).row('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
})

test('the demo’s panel plays what a person does in a wallet, and the page follows', async ({ page }) => {
  await page.goto(demoUrl)
  const panel = page.getByRole('region', { name: 'Test wallets' })
  await page.getByRole('button', { name: 'Test wallets' }).click()
  await panel.getByRole('radio', { name: 'Approve' }).check()
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  await openConnect(page)
  await modalOf(page).row('Juniper').click()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  await page.getByRole('button', { name: 'Test wallets' }).click()
  await panel.getByRole('radio', { name: 'Juniper' }).check()
  await panel.getByRole('radio', { name: /^Base/ }).check()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
  await panel.getByRole('radio', { name: /^Account 2/ }).check()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect(headOf(page).connect).toBeVisible()
})

test('the sandbox’s faucet fills an account, and the balance on the page follows', async ({ page }) => {
  await page.goto(demoUrl)
  await openConnect(page)
  await modalOf(page).row('Harbor').click()
  await answer(page, 'Connect to this site?')
  await expectClosed(page)
  const before = await chain(1).getBalance({ address: harbor })
  await page.getByRole('button', { name: 'Get 10 test ETH' }).click()
  await expect.poll(() => chain(1).getBalance({ address: harbor })).toBe(before + 10n ** 19n)
  const shown = (Number((before + 10n ** 19n) / 10n ** 15n) / 1000).toLocaleString('en', { maximumFractionDigits: 3 })
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(shown)
})
