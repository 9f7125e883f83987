import { chromium } from '@playwright/test'
import { launchOptions } from '../scripts/browser.mjs'
import { connectWallet, headOf } from './helpers/modal.js'
import { demoUrl } from './helpers/sandbox.js'
import { demo, expect, test, watch } from './helpers/test.js'
import { installAlpha, short } from './helpers/wallets.js'

test('R17: a page that the browser takes back from its cache shows what happened meanwhile', async () => {
  // The test driver turns this cache off; a browser of its own has it.
  const browser = await chromium.launch({ ...launchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  try {
    const context = await browser.newContext()
    const seen = watch(context)
    const alpha = await installAlpha(context)
    const page = await context.newPage()
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await page.evaluate(() => window.addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'cameFromCache', persisted)))
    await page.goto(`${demoUrl}/explorer.html`)

    const other = await context.newPage()
    await other.goto(demo())
    await expect(headOf(other).account).toContainText(short(alpha.accounts[0]))
    await other.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
    await expect(headOf(other).connect).toBeVisible()

    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'cameFromCache'))).toBe(true)
    await expect(headOf(page).connect).toBeVisible()
    await connectWallet(page, 'Alpha')
    await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
    expect(seen.errors).toEqual([])
  } finally {
    await browser.close()
  }
})
