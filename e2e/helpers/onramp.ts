import type { Page } from '@playwright/test'
import { headOf, modalOf } from './modal.js'
import { expect } from './test.js'

export const heading = (page: Page, name: string | RegExp) => modalOf(page).root.getByRole('heading', { name })
/** How long money may be on its way: the page of the provider, its webhook, a block, and the next look at it. */
export const arrives = { timeout: 30_000 }

/** From the page, or the account, to the form. */
export async function openForm(page: Page): Promise<void> {
  if ((await modalOf(page).dialog.count()) === 0) await headOf(page).account.click()
  await modalOf(page).button('Buy').click()
  await expect(modalOf(page).title).toHaveText('Buy crypto')
}

/** From the form to those who offer something. */
export async function seeProviders(
  page: Page,
  amount: string,
  symbol: string,
  offer = new RegExp(`^Harbor Pay.*${symbol}`),
): Promise<void> {
  const { root, title, button } = modalOf(page)
  await root.getByRole('textbox').fill(amount)
  await button('See providers').click()
  await expect(title).toHaveText('Choose a provider')
  await expect(root.getByRole('button', { name: offer })).toBeEnabled()
}

/** From the account to the providers of a purchase. */
export async function order(page: Page, amount: string, symbol = 'ETH'): Promise<void> {
  const { root, title } = modalOf(page)
  await openForm(page)
  if (symbol !== 'ETH') {
    await root.getByRole('button', { name: /^(Ether|Choose a token)/ }).click()
    await root.getByRole('textbox', { name: 'Search' }).fill(symbol)
    await root.getByRole('button', { name: /On Ethereum$/ }).click()
    await expect(title).toHaveText('Buy crypto')
  }
  await seeProviders(page, amount, symbol)
}

export const choose = (page: Page, name = 'Harbor Pay') =>
  modalOf(page)
    .root.getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

/** What opens at a press. */
export async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), press()])
  return loaded(window)
}

/**
 * What opens after the wallet has signed: by itself while the browser counts the press (5 s), else by the link that takes its place.
 * @param meanwhile what the wallet needs of the person
 */
export async function openedAfterSigning(
  page: Page,
  { name = 'Harbor Pay', meanwhile }: { readonly name?: string; readonly meanwhile?: () => Promise<void> } = {},
): Promise<Page> {
  await choose(page, name)
  await meanwhile?.()
  const ended = heading(page, `Finish in the ${name} window`).or(heading(page, `Continue at ${name}`))
  await expect(ended).toBeVisible()
  const link = modalOf(page).root.getByRole('link', { name: `Open ${name}`, exact: true })
  if (await link.isVisible()) return opened(page, () => link.click())
  return loaded(page.context().pages().at(-1) ?? page)
}

async function loaded(window: Page): Promise<Page> {
  await expect(window.getByRole('heading', { name: /^(Buy|Sell|Send) / })).toBeVisible()
  return window
}

export async function payBy(window: Page, card: string): Promise<void> {
  await window.getByLabel('Card number').fill(card)
  await window.getByLabel('Expiry').fill('12/39')
  await window.getByLabel('CVC').fill('123')
  await window.getByRole('button', { name: /^Pay / }).click()
}
