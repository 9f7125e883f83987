import { test as base } from './helpers/test.js'
import { askForCode, codeOf, newEmail } from './helpers/embedded.js'
import { expectClosed } from './helpers/modal.js'
import { demo } from './helpers/test.js'
import { claimSponsored, expectSmart } from './helpers/smartAccount.js'

base.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

base('on a phone: a code, one approval and no ether, and four calls are on the chain', async ({ page }) => {
  await page.goto(demo('/?accounts=smart'))
  const { code = '' } = await askForCode(page, newEmail())
  await codeOf(page).fill(code)
  await expectClosed(page)
  await claimSponsored(page, 1, await expectSmart(page))
})
