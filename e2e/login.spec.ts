import { addressOf, approve, askForCode, codeOf, expect, logIn, newEmail, nextMail, test, visitorOf, walletOf } from './helpers/embedded.js'
import { cardOf, expectAccount } from './helpers/families.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demoUrl, sameSiteUrl, secureUrl } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

const sign = (page: Parameters<typeof logIn>[0]) => page.getByRole('button', { name: 'Sign message' }).click()

test('on a site of the wallet’s own domain the frame keeps what its origin keeps, and signs after a reload', async ({ context, page }) => {
  await page.goto(`${secureUrl}/healthz`)
  await page.evaluate(() => localStorage.setItem('probe', 'top'))
  await page.goto(`${sameSiteUrl}/?wallet=off`)
  const address = await logIn(page)
  const frame = context
    .pages()
    .flatMap((one) => one.frames())
    .find((one) => one.url().startsWith(`${secureUrl}/frame`))
  expect(await frame?.evaluate(() => localStorage.getItem('probe'))).toBe('top')
  await page.reload()
  await expectAccount(page, address)
  await sign(page)
  await expect(walletOf(page).getByText(sameSiteUrl)).toBeVisible()
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toContainText(address)
})

test('S13: a site that gives itself another’s name is shown by its origin, and the name as its own claim', async ({ page }) => {
  const claim = 'bank.example'
  await page.route(`${demoUrl}/**/*.js`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/(name:\s*["'`])Meridian/g, `$1${claim}`) })
  })
  await page.goto(demo())
  await visitorOf(page).logIn({ email: newEmail() })
  await sign(page)
  await expect(walletOf(page).getByText(`“${claim}”`)).toBeVisible()
  await expect(walletOf(page).getByText(demoUrl)).toBeVisible()
})

test('Escape turns a request away, wherever the keyboard is', async ({ page }) => {
  await page.goto(demo())
  await logIn(page)
  for (const inFrame of [true, false]) {
    await sign(page)
    await expect(walletOf(page).locator('[data-role="approve"]')).toBeVisible()
    if (inFrame) await walletOf(page).locator('body').press('Escape')
    else await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(cardOf(page, 'Sign a message').getByRole('alert')).toHaveText('Request declined')
  }
})

test('R17: a reload in each view of a login starts clean, and the login works after it', async ({ context, page }) => {
  const again = async () => {
    await page.reload()
    await expect(headOf(page).connect).toBeVisible()
    await openConnect(page)
    await expect(modalOf(page).root.locator('input[type="email"]')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expectClosed(page)
  }
  await page.goto(demo())
  const email = newEmail()
  const { id } = await askForCode(page, email)
  await again()

  await openConnect(page)
  const opened = context.waitForEvent('page')
  await modalOf(page).button('Continue with Google').click()
  await (await opened).locator('button[name="person"]').first().waitFor()
  await again()
  await (await opened).close()

  await openConnect(page)
  await modalOf(page).button('Continue with Farcaster').click()
  await expect(modalOf(page).root.locator('.po-qr')).toBeVisible()
  await again()

  const { code = '' } = await nextMail(
    email,
    async () => {
      await openConnect(page)
      await modalOf(page).root.locator('input[type="email"]').fill(email)
      await modalOf(page).button('Continue with email').click()
    },
    id,
  )
  await codeOf(page).fill(code)
  await expectClosed(page)
  expect(await addressOf(page)).toMatch(/^0x/)
})

test.describe('where the wallet’s site is blocked', () => {
  test.use({ expectedErrors: /ERR_BLOCKED_BY_CLIENT|Failed to load resource/ })

  test('R5: a visitor is told of it within seconds, and logs in once it is there', async ({ context, page }) => {
    const isBlocked = (url: URL) => url.href.startsWith(`${secureUrl}/`)
    await context.route(isBlocked, (route) => route.abort('blockedbyclient'))
    await page.goto(demo())
    await openConnect(page)
    const { root, button } = modalOf(page)
    const email = newEmail()
    await root.locator('input[type="email"]').fill(email)
    await button('Continue with email').click()
    await expect(root.getByText('Unable to load email login dependency')).toBeVisible({ timeout: 8000 })
    await context.unroute(isBlocked)
    const { code = '' } = await nextMail(email, async () => {
      await button('Continue with email').click()
      await expect(codeOf(page)).toBeVisible()
    })
    await codeOf(page).fill(code)
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })
})
