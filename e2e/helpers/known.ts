import type { BrowserContext, Page } from '@playwright/test'
import { expect, walletOf } from './embedded.js'
import { headOf, modalOf, openConnect } from './modal.js'
import { secureUrl } from './sandbox.js'
import { demo } from './test.js'

/** The demo once more, on another site as browsers see it: with a storage of its own for the wallet's frame. */
export const secondSite = demo().replace('127.0.0.1', 'localhost')

/** Presses what opens the wallet's window, and gives the window. */
export async function opening(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page')
  await press()
  const window = await opened
  await expect(window).toHaveURL(new RegExp(`^${secureUrl}/continue`))
  return window
}

/** As a person with a mouse does, once it counts. */
export async function pressContinue(window: Page): Promise<void> {
  const button = window.locator('[data-role="continue"][data-arming="armed"]')
  await button.hover()
  await new Promise((resolve) => setTimeout(resolve, 350))
  await button.click()
}

/** On a site where the visitor is logged in: this browser is to be known on others. */
export async function remember(context: BrowserContext, page: Page): Promise<void> {
  await headOf(page).account.click()
  await modalOf(page).root.getByRole('button', { name: 'Settings' }).click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Wallet safety/ })
    .click()
  await walletOf(page).getByRole('button', { name: 'Use it on other sites with one press' }).click()
  const open = walletOf(page).getByRole('button', { name: 'Open the window' })
  await expect(open).toBeVisible() // else it tells what is shown instead
  const window = await opening(context, () => open.click())
  const closed = window.waitForEvent('close')
  await pressContinue(window)
  await closed
  await expect(walletOf(page).getByText('This browser knows your wallet now')).toBeVisible()
}

/** On Connect: the way to log in that asks for nothing. Gives the wallet's window, which opens in the press. */
export async function inThisBrowser(context: BrowserContext, page: Page): Promise<Page> {
  await openConnect(page)
  return opening(context, () => modalOf(page).button('This browser knows my wallet').click())
}
