import type { Page } from '@playwright/test'
import { addressOf, approve, askForCode, codeOf, expect, logIn, newEmail, test, walletOf } from './helpers/embedded.js'
import { inThisBrowser, opening, pressContinue, remember, secondSite } from './helpers/known.js'
import { expectClosed, headOf } from './helpers/modal.js'
import { inboxUrl, secureUrl } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

const sign = (page: Page) => page.getByRole('button', { name: 'Sign message' }).click()

const mailsTo = async (email: string): Promise<number> => {
  const mails: unknown = await (await fetch(`${inboxUrl}/mails?to=${encodeURIComponent(email)}`)).json()
  return Array.isArray(mails) ? mails.length : 0
}

test('S52: in a known browser a second site needs one press in the wallet’s own window, and neither a code nor a proof', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto(demo())
  const email = newEmail()
  const address = await logIn(page, email)
  await remember(context, page)

  // Nothing is typed on the second site, and no mail is on its way.
  const second = await context.newPage()
  await second.goto(secondSite)
  const sent = await mailsTo(email)
  const window = await inThisBrowser(context, second)
  await expect(window.locator('body')).toContainText(email)
  await expect(window.locator('body')).toContainText(new URL(secondSite).host)
  const closed = window.waitForEvent('close')
  await pressContinue(window)
  await closed
  await expectClosed(second)
  expect(await mailsTo(email)).toBe(sent)
  expect(await addressOf(second)).toBe(address)
  await sign(second)
  await approve(second)
  await expect(second.getByText(/^Valid for/)).toContainText(address)
})

test('S52: with a code on its way the window does as well; one that is not known says so, and one press forgets it', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const email = newEmail()
  await page.goto(demo())
  const { code = '' } = await askForCode(page, email)
  const instead = walletOf(page).getByRole('button', { name: /^Continue without a code/ })
  const unknown = await opening(context, () => instead.click())
  await expect(unknown.getByRole('heading', { name: 'This browser does not know your wallet' })).toBeVisible()
  await unknown.close()
  await expect(walletOf(page).getByText('This browser does not know your wallet yet')).toBeVisible()
  await codeOf(page).fill(code)
  await expectClosed(page)
  const address = await addressOf(page)
  await remember(context, page)

  const second = await context.newPage()
  await second.goto(secondSite)
  await askForCode(second, email)
  const window = await opening(context, () =>
    walletOf(second)
      .getByRole('button', { name: /^Continue without a code/ })
      .click(),
  )
  await pressContinue(window)
  await expectClosed(second)
  expect(await addressOf(second)).toBe(address)
  await second.getByRole('region', { name: 'Account', exact: true }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(headOf(second).connect).toBeVisible()

  // On a shared computer: the window forgets, and brings nobody in from then on.
  const asked = await inThisBrowser(context, second)
  await asked.getByRole('button', { name: 'Forget this browser' }).click()
  await expect(asked.getByRole('heading', { name: 'This browser does not know your wallet' })).toBeVisible()
  await asked.close()
  const again = await opening(context, () => walletOf(second).getByRole('button', { name: 'Open the window' }).click())
  await expect(again.getByRole('heading', { name: 'This browser does not know your wallet' })).toBeVisible()
  await expect(headOf(second).connect).toBeVisible()
})

test('S52: who goes on pressing where the window comes has agreed to nothing, and one that the page closes gives nothing', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto(demo())
  await logIn(page)
  await remember(context, page)
  const second = await context.newPage()
  await second.goto(secondSite)
  const window = await inThisBrowser(context, second)
  const button = window.locator('[data-role="continue"]')
  await button.waitFor()
  // A second press that follows the first, before anybody can have read what the window asks.
  await button.click({ force: true, noWaitAfter: true })
  await expect(button).toBeVisible()
  await window.waitForTimeout(1_000)
  await expect(button).toBeVisible()
  await expect(headOf(second).account).toHaveCount(0)
  // The site's page has a hold on the window that it opened: it can take it away, and has nothing of it then.
  await window.close()
  await expect(walletOf(second).getByText('The window was closed without an answer.')).toBeVisible()
  await expect(walletOf(second).getByText('Go on in the window that has opened')).toHaveCount(0)
  await expect(headOf(second).account).toHaveCount(0)
  await expect(walletOf(second).getByRole('button', { name: 'Open the window' })).toBeVisible()
})

test('S52: a page that opens the window itself hears nothing, and the visitor is asked nothing', async ({ context, page }) => {
  await page.goto(demo())
  await logIn(page)
  await remember(context, page)
  const url = `${secureUrl}/continue?${new URLSearchParams({ projectId: 'sandbox', origin: new URL(secondSite).origin })}#${'a'.repeat(32)}`
  const site = await context.newPage()
  await site.goto(secondSite)
  await site.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(globalThis, { heard })
    addEventListener('message', ({ data, ports }) => heard.push([data, ports.length]))
  })
  const opened = context.waitForEvent('page')
  await site.evaluate((to) => void globalThis.open(to), url)
  const window = await opened
  // It greets pages of its own origin alone: the site hears nothing, and the visitor is asked nothing.
  await expect(window.getByRole('heading', { name: 'This request is over' })).toBeVisible({ timeout: 30_000 })
  expect(await site.evaluate(() => Reflect.get(globalThis, 'heard') as unknown)).toEqual([])
  await expect(window.locator('[data-role="continue"]')).toHaveCount(0)
})
