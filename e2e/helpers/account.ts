import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf } from './modal.js'
import { expect } from './test.js'

/** Milliseconds until what has come is shown to whoever looks at the account. */
export const promptly = 2000

/** Of an account that nobody has used. */
export const newKey = (): Hex => `0x${randomBytes(32).toString('hex')}`

export const tab = (page: Page, name: RegExp) => modalOf(page).root.getByRole('tab', { name })
export const row = (page: Page, text: string | RegExp) => modalOf(page).root.getByRole('button').filter({ hasText: text })

/** From an account that has nothing to one that was given something while it was looked at. */
export async function receive(page: Page, give: () => Promise<void>, symbol: string): Promise<void> {
  await headOf(page).account.click()
  await expect(modalOf(page).row('Receive')).not.toHaveCount(0)
  await give()
  await expect(
    modalOf(page)
      .root.getByRole('tabpanel')
      .getByText(new RegExp(`\\d ${symbol}`)),
  ).toBeVisible({ timeout: promptly })
  await tab(page, /^Activity/).click()
  await expect(row(page, `Received ${symbol}`)).toBeVisible({ timeout: promptly })
}

/** Sends some of it on, and stays until the wallet has done so. */
export async function sendOn(page: Page, to: string, amount: string, symbol: string): Promise<void> {
  const { root, title, button } = modalOf(page)
  await button('Send').click()
  await root.getByRole('textbox', { name: 'Recipient' }).fill(to)
  await root.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await button('Preview Send').click()
  await expect(title).toHaveText('Review')
  await button('Send').click()
  await expect(root.getByText(`${amount} ${symbol}`).first()).toBeVisible()
}

/** The account's newest row, confirmed. */
export async function expectConfirmed(page: Page, symbol: string): Promise<void> {
  await modalOf(page).close()
  await expectClosed(page)
  await headOf(page).account.click()
  await tab(page, /^Activity/).click()
  await expect(row(page, `Sent ${symbol}`)).toBeVisible({ timeout: 10_000 })
  await expect(modalOf(page).root.getByText('Pending')).toHaveCount(0)
}
