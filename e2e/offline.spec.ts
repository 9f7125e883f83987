import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demoUrl, gatewayUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

test('before the first click a page asks for its own files and for nothing else', async ({ context, page, seen }) => {
  await installAlpha(context)
  for (const path of ['/', '/headless.html', '/wagmi.html', '/twice.html', '/members.html', '/csp.html', '/hostile.html']) {
    await page.goto(demo(path))
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(300)
  }
  expect(seen.requests.filter((url) => !url.startsWith(`${demoUrl}/`))).toEqual([])
  expect(seen.requests.length).toBeGreaterThan(6)
})

const modalCode = /\/assets\/first-[^/]*\.js/

test('where the site waits for intent, nothing of the modal or of the chain family is fetched before', async ({ page, seen }) => {
  await page.goto(demo('/?prefetch=intent'))
  await page.waitForLoadState('networkidle')
  expect(seen.requests.filter((url) => modalCode.test(url) || /\/assets\/(implementation|views)-/.test(url))).toEqual([])
  await headOf(page).connect.hover()
  await expect.poll(() => seen.requests.some((url) => modalCode.test(url))).toBe(true)
})

test('by itself, the modal is fetched once the page has nothing else to do, and nothing of a chain family with it', async ({
  page,
  seen,
}) => {
  await page.goto(demo())
  await expect.poll(() => seen.requests.some((url) => modalCode.test(url))).toBe(true)
  expect(seen.requests.filter((url) => /\/assets\/implementation-/.test(url))).toEqual([])
})

test('opening asks nobody but the page’s own host, and the list of all wallets nobody but the directory that the site names', async ({
  context,
  page,
  seen,
}) => {
  await installAlpha(context)
  await page.goto(demo())
  await openConnect(page)
  await expect(modalOf(page).row('Alpha')).toBeVisible()
  const elsewhere = () => seen.requests.filter((url) => !url.startsWith(`${demoUrl}/`))
  expect(elsewhere()).toEqual([])
  await modalOf(page).row('Search all wallets').click()
  await expect(modalOf(page).title).toHaveText('All wallets')
  await modalOf(page).root.getByRole('textbox').fill('ra')
  await expect.poll(() => elsewhere().some((url) => url.includes('search=ra'))).toBe(true)
  expect(elsewhere().filter((url) => !url.startsWith(`${gatewayUrl}/v1/wallets`))).toEqual([])
})

test.describe('without a network', () => {
  test.use({
    expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch dynamically imported module|did not load/,
  })

  test('a click before the modal has loaded leaves a page that works once the network is back', async ({ context, page }) => {
    await installAlpha(context)
    await page.goto(demo('/?prefetch=intent'))
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await headOf(page).connect.click()
    // Nothing covers the page, nothing waits: the button says why, and can be pressed again.
    const offline = page.getByRole('banner').getByRole('button', { name: 'You’re offline. Try again' })
    await expect(offline).toBeEnabled()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
    await offline.click()
    await expect(offline).toBeEnabled()
    await context.setOffline(false)
    await headOf(page).connect.click()
    await expect(modalOf(page).title).toHaveText('Connect to Meridian')
    await modalOf(page).row('Alpha').click()
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })

  test('a view that does not load says so, comes by itself once the network is back, and can always be left', async ({ context, page }) => {
    await page.goto(demo())
    await openConnect(page)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await modalOf(page).row('Search all wallets').click()
    await expect(modalOf(page).root.getByRole('heading', { name: 'This part did not load', level: 2 })).toBeVisible()
    await expect(modalOf(page).root).toContainText('It loads as soon as you are back online')
    await modalOf(page).root.getByRole('button', { name: 'Back' }).click()
    await expect(modalOf(page).title).toHaveText('Connect to Meridian')
    await modalOf(page).row('Search all wallets').click()
    await context.setOffline(false)
    await expect(modalOf(page).title).toHaveText('All wallets')
  })

  test('a wallet that was pressed offline connects by a press once the network is back', async ({ context, page }) => {
    await installAlpha(context)
    await page.goto(demo())
    await openConnect(page)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await modalOf(page).row('Alpha').click()
    const again = modalOf(page).root.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeVisible()
    await context.setOffline(false)
    await again.click()
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })

  test('a view that does not load though the page is online: it can be tried again, and then the page can be reloaded', async ({
    page,
  }) => {
    await page.goto(demo())
    await openConnect(page)
    await page.waitForLoadState('networkidle')
    const button = (name: string) => modalOf(page).root.getByRole('button', { name, exact: true })
    await page.route('**/assets/*.js', (route) => route.abort())
    await modalOf(page).row('Search all wallets').click()
    await button('Try again').click()
    await expect(button('Reload the page')).toBeVisible()
    await page.unroute('**/assets/*.js')
    await button('Reload the page').click()
    await openConnect(page)
    await modalOf(page).row('Search all wallets').click()
    await expect(modalOf(page).title).toHaveText('All wallets')
  })

  test('a modal that does not load though the page is online: the button says so, tries again, and then offers to reload', async ({
    page,
  }) => {
    await page.goto(demo('/?prefetch=intent'))
    await page.waitForLoadState('networkidle')
    const said = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
    await page.route('**/assets/*.js', (route) => route.abort())
    await headOf(page).connect.click()
    await said('Didn’t load. Try again').click()
    await expect(said('Didn’t load. Reload page')).toBeVisible()
    await page.unroute('**/assets/*.js')
    await Promise.all([page.waitForEvent('load'), said('Didn’t load. Reload page').click()])
    await openConnect(page)
  })

  test('an open account says that the page is offline, and reads its balance again once it is not', async ({ context, page }) => {
    await installAlpha(context)
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await headOf(page).account.click()
    await expect(modalOf(page).button('Settings')).toBeVisible()
    await context.setOffline(true)
    await expect(modalOf(page).root.getByText('You’re offline. Balances may be old.')).toBeVisible()
    await context.setOffline(false)
    await expect(modalOf(page).root.getByText('You’re offline. Balances may be old.')).toHaveCount(0)
    await modalOf(page).close()
    await expectClosed(page)
    await page.getByRole('button', { name: 'Read the balance again' }).click()
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('ETH')
  })
})
