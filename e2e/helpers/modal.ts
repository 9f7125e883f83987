import { expect, type Locator, type Page } from '@playwright/test'

/** The modal of a page, as a visitor finds it. */
export function modalOf(page: Page) {
  const root = page.locator('portico-modal')
  const button = (name: string | RegExp) => root.getByRole('button', { name, exact: true })
  return {
    root,
    dialog: root.locator('dialog[open]'),
    card: root.locator('.po-modal'),
    title: root.locator('#po-title'),
    button,
    /** A row of a wallet or a network: its name, and whatever follows it. */
    row: (name: string) => root.getByRole('button', { name: new RegExp(`^${name}\\b`) }),
    close: () => button('Close').click(),
    back: () => button('Back').click(),
  }
}

/** The buttons in the head of the demo's pages. */
export function headOf(page: Page) {
  const head = page.getByRole('banner')
  return {
    connect: head.getByRole('button', { name: 'Connect', exact: true }),
    /** Named by what it shows: a balance, then a name or a short address. */
    account: head.getByRole('button', { name: /[0-9a-z]{4}…[0-9a-z]{6}|\.eth\b/i }),
    network: head.getByRole('button', { name: /^(Network: |Switch network$)/ }),
  }
}

/** @param timeout milliseconds, where it is not the usual one */
export async function expectClosed(page: Page, timeout?: number): Promise<void> {
  await expect(modalOf(page).dialog).toHaveCount(0, timeout === undefined ? {} : { timeout })
}

/** Opens the modal on Connect. */
export async function openConnect(page: Page, opener: Locator = headOf(page).connect): Promise<void> {
  await opener.click()
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
}

/** Connects a wallet through the modal, and waits until the modal has closed. */
export async function connectWallet(page: Page, name: string, opener?: Locator): Promise<void> {
  await openConnect(page, opener)
  await modalOf(page).row(name).click()
  await expectClosed(page)
}
