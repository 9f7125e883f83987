import type { BrowserContext, Page } from '@playwright/test'
import { addressOf, approve, expect, otherBrowser, test, walletOf } from './helpers/embedded.js'
import { headOf, modalOf, openConnect } from './helpers/modal.js'
import { scanScreen } from './helpers/phone.js'
import { control } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage|Cross-Origin-Opener-Policy/ })

const sign = (page: Page) => page.getByRole('button', { name: 'Sign message' }).click()

test('S48: a Farcaster signature that names the vault opens the wallet in a fresh browser', async ({ context, page, mode }) => {
  test.setTimeout(120_000)
  await control('/reset')
  const phone = async (from: BrowserContext, link: string): Promise<void> => {
    const shown = await from.newPage()
    await shown.goto(link)
    await shown.locator('button[name="fid"]').first().click()
    await shown.close()
  }
  const logIn = async (from: BrowserContext, on: Page): Promise<string> => {
    await on.goto(demo())
    await openConnect(on)
    const tile = modalOf(on).button('Continue with Farcaster')
    await expect(tile.or(modalOf(on).button('More ways to sign in')).first()).toBeVisible()
    if (!(await tile.isVisible())) await modalOf(on).button('More ways to sign in').click()
    await tile.click()
    await phone(from, await scanScreen(on, /^http/))
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
    await phone(from, link)
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
