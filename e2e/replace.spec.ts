import { getAddress, parseEther, type Address } from 'viem'
import type { Page } from '@playwright/test'
import { row, sendOn, tab } from './helpers/account.js'
import { approve, expect, logIn, test } from './helpers/embedded.js'
import { headOf, modalOf } from './helpers/modal.js'
import { chain, control, withoutMining } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

const friend = getAddress('0x00000000000000000000000000000000000a11ce')

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

/** Logs in to an embedded wallet that has two ether. */
async function logInFunded(page: Page): Promise<Address> {
  await page.goto(demo())
  const address = getAddress(await logIn(page))
  await control('/faucet', { chainId: 1, address, amount: '2' })
  return address
}

async function openActivity(page: Page): Promise<void> {
  await headOf(page).account.click()
  await tab(page, /^Activity/).click()
}

/** Sends a quarter of an ether, whose owner says yes, and opens the row of what waits for a block. */
async function openWaiting(page: Page): Promise<void> {
  const { root } = modalOf(page)
  await headOf(page).account.click()
  await sendOn(page, friend, '0.25', 'ETH')
  await approve(page)
  await expect(root.getByText('Transaction started')).toBeVisible()
  await modalOf(page).close()
  await openActivity(page)
  await row(page, 'Sending ETH').click()
}

/** The row of what was mined, as the history tells it to who comes back later: with the fee that only a block tells. */
async function openTold(page: Page, title: string): Promise<void> {
  await page.reload()
  await openActivity(page)
  await row(page, title).click()
  await expect(modalOf(page).root.getByText('Network fee')).toBeVisible()
}

test('what waits for a block is sped up: one of the two is mined, and its page says so from then on', async ({ page }) => {
  const address = await logInFunded(page)
  const { root, button } = modalOf(page)
  const before = await chain(1).getBalance({ address: friend })
  await withoutMining(1, async () => {
    await openWaiting(page)
    await button('Speed up').click()
    await approve(page)
    await expect(root.getByText('Sent again at a higher fee. Whichever is mined first counts.')).toBeVisible()
    expect(await chain(1).getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
  })
  await expect(root.getByText('Confirmed at another fee')).toBeVisible({ timeout: 20_000 })
  expect(await chain(1).getBalance({ address: friend })).toBe(before + parseEther('0.25'))
  await openTold(page, 'Sent ETH')
  await expect(root.getByText('Confirmed at another fee')).toBeVisible()
})

test('what waits for a block is cancelled: nothing is sent, and its page says so from then on', async ({ page }) => {
  const address = await logInFunded(page)
  const { root, button, title } = modalOf(page)
  const before = await chain(1).getBalance({ address: friend })
  await withoutMining(1, async () => {
    await openWaiting(page)
    await button('Cancel transaction').click()
    await approve(page)
    await expect(root.getByText('Cancelling…')).toBeVisible()
    await expect(button('Cancel at a higher fee')).toBeVisible()
    expect(await chain(1).getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
  })
  await expect(title).toHaveText('Cancelled', { timeout: 20_000 })
  expect(await chain(1).getBalance({ address: friend })).toBe(before)
  await openTold(page, 'Cancelled')
  await expect(title).toHaveText('Cancelled')
})
