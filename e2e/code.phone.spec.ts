import { demo, expect, test } from './helpers/test.js'
import { codeOf, newEmail, nextMail, walletOf } from './helpers/embedded.js'
import { expectClosed, headOf, modalOf } from './helpers/modal.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

test('on a phone the code’s field has the focus when it comes, and a tap and six digits log in', async ({ page }) => {
  const email = newEmail()
  await page.goto(demo())
  await headOf(page).connect.tap()
  const field = modalOf(page).root.locator('input[type="email"]')
  await field.tap()
  await page.keyboard.type(email)
  const { code = '' } = await nextMail(email, () => modalOf(page).button('Continue with email').tap())
  await expect(codeOf(page)).toBeFocused()
  expect(await codeOf(page).evaluate((one) => [one.getAttribute('inputmode'), one.getAttribute('autocomplete')])).toEqual([
    'numeric',
    'one-time-code',
  ])
  const card = await walletOf(page).locator('.po-otp').boundingBox()
  expect((card?.x ?? -1) >= 0 && (card?.x ?? 0) + (card?.width ?? 999) <= 390).toBe(true)
  await page.keyboard.type(code)
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
})
