import { cardOf } from './helpers/families.js'
import { askForCode, codeOf, expect, newEmail, test, walletOf } from './helpers/embedded.js'
import { expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demo } from './helpers/test.js'

/** What a browser says of a server that answers 401 to whom it does not know. */
test.use({ expectedErrors: /status of 401/ })

test('S25: the code of a login signs in to the site as well: its screen names the site, and nothing more is asked', async ({ page }) => {
  await page.goto(demo('/members.html?required'))
  const { code = '' } = await askForCode(page, newEmail())
  await expect(walletOf(page).locator('body')).toContainText(new URL(demo()).host)
  let asked = 0
  await page.exposeFunction('portico_asked', () => (asked += 1))
  await page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const look = () => {
      const title = root?.querySelector('#po-title')?.textContent ?? ''
      if (/^Sign in/.test(title)) void (window as unknown as { portico_asked: () => Promise<void> }).portico_asked()
    }
    if (root) new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
  })
  await codeOf(page).fill(code)
  await expectClosed(page)
  const membership = cardOf(page, 'Membership')
  await expect(membership).toContainText(/Welcome, member no\. \d+\./)
  await expect(membership.getByRole('definition').first()).toHaveText(/^eip155:1:0x[0-9a-fA-F]{40}$/)
  expect(asked, 'the question of a view').toBe(0)

  await page.reload()
  await expect(headOf(page).account).toBeVisible()
  await expect(membership).toContainText(/Welcome, member no\. \d+\./)
  await membership.getByRole('button', { name: 'Sign out' }).click()
  await expect(modalOf(page).button('Sign in')).toBeVisible()
})
