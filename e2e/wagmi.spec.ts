import type { Page } from '@playwright/test'
import { connectWallet, expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, installBeta, short, timesPrompted } from './helpers/wallets.js'

interface Facts {
  readonly Status?: string
  readonly Address?: string
  readonly Chain?: string
  readonly Wallet?: string
}

/** Both sides say the same, and it is this. */
async function bothSay(page: Page, facts: Facts) {
  for (const side of ['wagmi', 'Portico']) {
    const list = page.locator(`dl[aria-label="What ${side} says"]`)
    for (const [name, value] of Object.entries(facts)) await expect(list.locator(`dt:text-is("${name}") + dd`)).toHaveText(value)
  }
  await expect(page.getByText('Both sides agree')).toBeVisible()
}

/** Notes whenever the two sides were seen to differ for longer than a frame or two. */
async function recordDifferences(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let frames = 0
    let longest = 0
    const look = () => {
      frames = document.body?.innerText.includes('The two sides differ') ? frames + 1 : 0
      longest = Math.max(longest, frames)
      Reflect.set(window, 'longestDifference', longest)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => Reflect.get(window, 'longestDifference') as number)
}

test('connecting, switching and disconnecting on Portico’s side is seen by wagmi’s hooks', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const differences = await recordDifferences(page)
  await page.goto(demo('/wagmi.html'))
  await bothSay(page, { Status: 'disconnected', Address: 'None', Chain: '1' })
  await connectWallet(page, 'Alpha')
  await bothSay(page, { Status: 'connected', Address: alpha.accounts[0]!, Chain: '1', Wallet: 'Alpha' })
  await page.getByRole('group', { name: 'Switch with Portico' }).getByRole('button', { name: 'Base' }).click()
  await bothSay(page, { Chain: '8453' })
  expect(alpha.state.chainId).toBe(8453)
  await page.getByRole('button', { name: 'Disconnect with Portico' }).click()
  await bothSay(page, { Status: 'disconnected', Address: 'None', Wallet: 'None' })
  expect(await differences()).toBeLessThanOrEqual(2)
})

test('connecting, switching and disconnecting with wagmi’s hooks is seen by Portico', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const differences = await recordDifferences(page)
  await page.goto(demo('/wagmi.html'))
  await page.getByRole('group', { name: 'Connect with wagmi' }).getByRole('button', { name: 'Connect Alpha' }).click()
  await bothSay(page, { Status: 'connected', Address: alpha.accounts[0]!, Chain: '1', Wallet: 'Alpha' })
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  await page.getByRole('group', { name: 'Switch with wagmi' }).getByRole('button', { name: 'OP Mainnet' }).click()
  await bothSay(page, { Chain: '10' })
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await page.getByRole('button', { name: 'Disconnect with wagmi' }).click()
  await bothSay(page, { Status: 'disconnected', Address: 'None', Wallet: 'None' })
  await expect(headOf(page).connect).toBeVisible()
  expect(await differences()).toBeLessThanOrEqual(2)
})

test('what the wallet does by itself reaches both sides', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/wagmi.html'))
  await connectWallet(page, 'Alpha')
  alpha.switchChain(8453)
  await bothSay(page, { Chain: '8453' })
  alpha.disconnect()
  await bothSay(page, { Status: 'disconnected', Address: 'None' })
})

test('a reload restores both sides, and the wallet is not asked again', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/wagmi.html'))
  await connectWallet(page, 'Alpha')
  const before = timesPrompted(alpha)
  expect(before).toBeGreaterThan(0)
  await page.reload()
  await bothSay(page, { Status: 'connected', Address: alpha.accounts[0]!, Wallet: 'Alpha' })
  expect(timesPrompted(alpha)).toBe(before)
})

test('a second wallet and its leaving keep both sides in step', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const beta = await installBeta(context)
  await page.goto(demo('/wagmi.html'))
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Wallets/ })
    .click()
  await modalOf(page).button('Add a wallet').click()
  await modalOf(page).row('Beta').click()
  await expectClosed(page)
  await bothSay(page, { Address: beta.accounts[0]!, Wallet: 'Beta' })
  await page.getByRole('button', { name: 'Disconnect with Portico' }).click()
  await bothSay(page, { Address: alpha.accounts[0]!, Wallet: 'Alpha' })
})
