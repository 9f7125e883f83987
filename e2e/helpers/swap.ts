import type { Page } from '@playwright/test'
import { headOf, modalOf } from './modal.js'
import { expect } from './test.js'

/** From the page to a swap that can be looked over. */
export async function order(page: Page, amount: string, from: string, to: string): Promise<void> {
  await headOf(page).account.click()
  await orderFromAccount(page, amount, from, to)
}

/** From the account to a swap that can be looked over. */
export async function orderFromAccount(page: Page, amount: string, from: string, to: string): Promise<void> {
  const { root, title, button } = modalOf(page)
  await button('Swap').click()
  await expect(title).toHaveText('Swap')
  await choose(page, 'You pay', from)
  await choose(page, 'You receive', to)
  await root.getByRole('textbox', { name: 'You pay, amount' }).fill(amount)
  await button('Review swap').click()
  await expect(title).toHaveText('Review swap')
}

/** Chooses the token of one side. */
export async function choose(page: Page, side: 'You pay' | 'You receive', symbol: string): Promise<void> {
  const { root, title } = modalOf(page)
  const box = root.locator('.po-amt').filter({ has: page.getByText(side, { exact: true }) })
  await box.getByRole('button', { name: /^(Select token|Choose another token)/ }).click()
  await expect(title).toHaveText('Select token')
  await root.getByRole('textbox').fill(symbol)
  // Other symbols may end with this one: WETH does with ETH.
  await root
    .getByRole('button')
    .filter({ has: page.getByText(symbol, { exact: true }) })
    .last()
    .click()
  await expect(box.getByRole('button', { name: symbol })).toBeVisible()
}

/** Begins the swap that is looked over. */
export const start = (page: Page) => modalOf(page).root.locator('.po-foot').getByRole('button', { name: 'Swap', exact: true }).click()

/** What the end says came out, as it is written. */
export async function shownAtTheEnd(page: Page, paid: string): Promise<string> {
  const { root } = modalOf(page)
  await expect(root.getByText(`You swapped ${paid}`)).toBeVisible({ timeout: 20_000 })
  const text = await root.getByText(/^for [\d.,]+ [A-Z]+$/).textContent()
  return (text ?? '').replace(/^for ([\d.,]+) .*/, '$1').replaceAll(',', '')
}
