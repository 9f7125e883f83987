import type { BrowserContext, Page } from '@playwright/test'
import { addressOf, approve, expect, otherBrowser, test, visitorOf, walletOf } from './helpers/embedded.js'
import { headOf, modalOf, openConnect } from './helpers/modal.js'
import { scanScreen, signOnPhone } from './helpers/phone.js'
import { control } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage|Cross-Origin-Opener-Policy/ })

const sign = (page: Page) => page.getByRole('button', { name: 'Sign message' }).click()

test('S48: a Farcaster signature that names the vault opens the wallet in a fresh browser', async ({ context, page, mode }) => {
  test.setTimeout(120_000)
  await control('/reset')
  const logIn = async (from: BrowserContext, on: Page): Promise<string> => {
    await on.goto(demo())
    await openConnect(on)
    const tile = modalOf(on).button('Continue with Farcaster')
    await expect(tile.or(modalOf(on).button('More ways to sign in')).first()).toBeVisible()
    if (!(await tile.isVisible())) await modalOf(on).button('More ways to sign in').click()
    await tile.click()
    await signOnPhone(from, await scanScreen(on, /^http/))
    await expect(headOf(on).account).toBeVisible()
    return await addressOf(on)
  }
  const show = async (from: BrowserContext, on: Page): Promise<void> => {
    const link = (await walletOf(on).locator('[data-role="window"]').getAttribute('href')) ?? ''
    const ask = await from.newPage()
    await ask.goto(link)
    // The phone names the vault, not the site.
    await expect(ask.locator('body')).toContainText('vault.localhost')
    await ask.close()
    await signOnPhone(from, link)
  }
  const address = await logIn(context, page)
  await sign(page)
  await walletOf(page).getByRole('button', { name: 'Open it with Farcaster, too' }).click()
  await show(context, page)
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toContainText(address)

  await otherBrowser(mode, async (other) => {
    const fresh = await other.newPage()
    expect(await logIn(other, fresh)).toBe(address)
    await sign(fresh)
    await walletOf(fresh).getByRole('button', { name: 'Use Farcaster' }).click()
    await show(other, fresh)
    await approve(fresh)
    await expect(fresh.getByText(/^Valid for/)).toContainText(address)
  })
})

test('S48: an ID token for the vault’s own client opens the wallet in a fresh browser', async ({ context, page, mode }) => {
  test.setTimeout(120_000)
  await control('/reset')
  const logIn = async (on: Page): Promise<string> => {
    await on.goto(demo())
    await visitorOf(on).logInWith('x') // shows the vault nothing
    await expect(headOf(on).account).toBeVisible()
    return await addressOf(on)
  }
  /** The provider asks in a window of the vault's own who it is, and posts its answer to the vault. */
  const show = async (from: BrowserContext, on: Page): Promise<Page> => {
    const opened = from.waitForEvent('page')
    await walletOf(on).locator('[data-role="window"]').click()
    const asked = await opened
    await asked.locator('button[name="person"]').first().click()
    await expect(asked).toHaveURL(/^http:\/\/vault\.localhost/)
    return asked
  }
  const address = await logIn(page)
  await sign(page)
  await walletOf(page).getByRole('button', { name: 'Open it with Google, too' }).click()
  await expect((await show(context, page)).getByRole('heading', { name: 'Done' })).toBeVisible()
  // The window stays open behind the page: that does not keep the request from being approved.
  await page.bringToFront()
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toContainText(address)

  await otherBrowser(mode, async (other) => {
    const fresh = await other.newPage()
    expect(await logIn(fresh)).toBe(address)
    await sign(fresh)
    await walletOf(fresh).getByRole('button', { name: 'Use Google' }).click()
    const asked = await show(other, fresh)
    await expect(asked.locator('body')).toContainText(new URL(demo()).host)
    await expect(asked.locator('body')).toContainText((await walletOf(fresh).locator('[data-role="match"]').textContent()) ?? 'two digits')
    await asked.getByRole('button', { name: 'Yes, that is me' }).click()
    await expect(asked.getByRole('heading', { name: 'Done' })).toBeVisible()
    await fresh.bringToFront()
    await approve(fresh)
    await expect(fresh.getByText(/^Valid for/)).toContainText(address)
  })
})
