import { privateKeyToAddress } from 'viem/accounts'
import { newKey, promptly, row, tab } from './helpers/account.js'
import { approveSomewhere, logIn, test as embedded } from './helpers/embedded.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { arrives, choose, heading, opened, openedAfterSigning, order, payBy } from './helpers/onramp.js'
import { chain } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

test('a card buys what an empty account gets: after one signature, by a window of its own, and through a reload', async ({
  context,
  page,
}) => {
  const key = newKey()
  const address = privateKeyToAddress(key)
  const wallet = await installAlpha(context, { privateKeys: key })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')

  await order(page, '50')
  // The first time the wallet shows whose address it is.
  const first = await openedAfterSigning(page)
  expect(timesAsked(wallet, 'personal_sign')).toBe(1)
  expect(await first.evaluate(() => window.opener)).toBeNull()
  await payBy(first, '4242424242424242')
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  await first.close()
  const balance = await chain(1).getBalance({ address })
  expect(balance).toBeGreaterThan(0n)
  await modalOf(page).button('Done').click()
  await tab(page, /^Activity/).click()
  await expect(row(page, /Bought ETH/).first()).toBeVisible({ timeout: promptly })

  // From then on the window opens in the press. It is closed before the money is there, and the page is loaded anew.
  await order(page, '60')
  const second = await opened(page, () => choose(page))
  expect(timesAsked(wallet, 'personal_sign')).toBe(1)
  await expect(heading(page, 'Finish in the Harbor Pay window')).toBeVisible()
  await payBy(second, '4000000000000077')
  await expect(second.getByRole('status')).toBeVisible()
  await second.close()
  await page.reload()
  await headOf(page).account.click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Buying 0\.\d+ ETH/ })
    .click()
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  expect(await chain(1).getBalance({ address })).toBeGreaterThan(balance)
})

test.describe(() => {
  test.use({ expectedErrors: /status of 422/ }) // the provider's page, about the card
  test('a card that is declined charges nothing and says so, and what cannot be delivered is given back', async ({ context, page }) => {
    const key = newKey()
    await installAlpha(context, { privateKeys: key })
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await order(page, '50')
    const first = await openedAfterSigning(page)
    for (let tries = 0; tries < 3; tries += 1) {
      await payBy(first, '4000000000000002')
      await first.waitForLoadState()
    }
    await expect(heading(page, 'Payment did not go through')).toBeVisible(arrives)
    await expect(modalOf(page).root.getByText(/declined the card/)).toBeVisible()
    await first.close()
    // What was filled in is still there.
    await modalOf(page).button('Other offer').click()
    const second = await opened(page, () => choose(page))
    await payBy(second, '4000000000005126')
    await expect(heading(page, 'You got your money back')).toBeVisible(arrives)
    await second.close()
    expect(await chain(1).getBalance({ address: privateKeyToAddress(key) })).toBe(0n)
  })
})

embedded('a new account of the embedded wallet buys its first coins', async ({ page }) => {
  await page.goto(demo())
  const address = await logIn(page)
  await order(page, '50')
  const window = await openedAfterSigning(page, { meanwhile: () => approveSomewhere(page) })
  await payBy(window, '4242424242424242')
  await expect(heading(page, /^0\.\d+ ETH arrived$/)).toBeVisible(arrives)
  await window.close()
  expect(await chain(1).getBalance({ address: address as `0x${string}` })).toBeGreaterThan(0n)
})
