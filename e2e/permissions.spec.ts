import type { Page } from '@playwright/test'
import { getAddress, type Address } from 'viem'
import { approve, expect, logIn, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { closeSafety, openSafety } from './helpers/safety.js'
import { chain } from './helpers/sandbox.js'
import { expectSmart, holdings } from './helpers/smartAccount.js'
import { demo } from './helpers/test.js'

// What a browser says of calls that find nobody logged in, and of uses that were refused.
test.use({ expectedErrors: /status of 4\d\d/ })

const game = (page: Page) => cardOf(page, 'Game')
const press = (page: Page, name: string) => game(page).getByRole('button', { name, exact: true }).click()
const moves = (page: Page) => game(page).getByRole('definition').nth(1)

/** Asks for the game, and allows it in the wallet's own window, which says what it is. */
async function allow(page: Page): Promise<void> {
  await game(page).getByRole('button', { name: /^Play/ }).click()
  const opened = page.context().waitForEvent('page')
  await walletOf(page).locator('[data-role="window"]').click()
  const asked = await opened
  await expect(asked.getByText('mint(address)').first()).toBeVisible()
  await approve(asked)
  await expect(game(page).getByRole('timer')).toBeVisible()
  await expect.poll(() => asked.isClosed()).toBe(true)
}

/** A login with a smart account, and the game allowed. */
async function begin(page: Page, query = ''): Promise<Address> {
  await page.goto(demo(`/?accounts=smart${query}`))
  await logIn(page)
  const address = await expectSmart(page)
  await allow(page)
  return address
}

/** One move by the site's key; the wallet shows nothing. */
async function move(page: Page, made: number): Promise<void> {
  await press(page, 'Move')
  await expect(game(page).getByText('The move is on the chain. You were not asked.')).toBeVisible({ timeout: 30_000 })
  await expect(moves(page)).toHaveText(String(made))
  await expect(walletOf(page).locator('[data-role="approve"], [data-role="window"]')).toHaveCount(0)
}

/** Beside the round corners of the wallet's page the modal is seen, and no ground that the browser laid under the frame. */
async function expectNoGround(page: Page): Promise<void> {
  await expect(async () => {
    const box = await page.locator('iframe[title="Portico"]').boundingBox()
    if (!box) throw new Error('The frame is not shown.')
    const at = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 2, height: 2 } })
    const [corner, inside] = [await at(box.x + 1, box.y + box.height - 3), await at(box.x + 4, box.y + box.height / 2)]
    expect(corner.equals(inside)).toBe(true)
  }).toPass({ timeout: 10_000 })
}

const expectRefused = (page: Page, why: string) =>
  expect(game(page).getByRole('alert')).toHaveText(`Refused, and nothing has moved. ${why}`)

test('one question, then moves without any, over a reload; what was not allowed is refused, and after the site’s own Stop a move is', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const player = await begin(page)
  const windows = page.context().pages().length
  await move(page, 1)
  await move(page, 2)
  expect(await holdings(1, player)).toMatchObject({ doors: 2n, wei: 0n, isThere: true })

  // The key has no ether: the site's paymaster has paid, and the key is an account by EIP-7702.
  const hash = (await game(page)
    .getByText(/^0x[0-9a-f]{64}$/)
    .textContent()) as `0x${string}`
  expect((await chain(1).getTransactionReceipt({ hash })).from).not.toBe(player.toLowerCase())
  const saved = await page.evaluate(() => Object.entries(localStorage).find(([name]) => name.startsWith('meridian/game/'))?.[1] ?? '')
  expect(JSON.parse(saved)).toMatchObject({ player: getAddress(player), moves: 2 })

  await page.reload()
  await expect(moves(page)).toHaveText('2')
  await move(page, 3)

  for (const [attempt, why] of [
    ['Another contract', 'This permission is for another contract.'],
    ['A coin of yours', 'This is more than the permission lets out.'],
    ['Another network', 'This permission is for another network.'],
  ] as const) {
    await press(page, attempt)
    await expectRefused(page, why)
  }

  await press(page, 'Stop')
  await expect(game(page).getByText('Stopped. A move is refused from now on.')).toBeVisible()
  await press(page, 'Move')
  await expectRefused(page, 'This permission is over.')
  expect((await holdings(1, player)).doors).toBe(3n)
  expect(page.context().pages()).toHaveLength(windows)
})

test('stopped in Wallet safety, the site’s next move is refused; a new question begins a new game; 390 px', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const player = await begin(page)
  await move(page, 1)

  const safety = await openSafety(page)
  await safety.getByRole('button', { name: 'Sites that act by themselves' }).click()
  await expectNoGround(page)
  await safety.getByRole('button', { name: /127\.0\.0\.1/ }).click()
  await expect(safety.getByText('mint(address)').first()).toBeVisible()
  await safety.locator('[data-role="stop"]').click()
  await expect(safety.getByRole('heading', { name: /cannot act by itself any more$/ })).toBeVisible()
  await closeSafety(page)

  await press(page, 'Move')
  await expectRefused(page, 'This permission is over.')
  await expect(game(page).getByRole('timer')).toHaveCount(0)
  expect((await holdings(1, player)).doors).toBe(1n)
  await allow(page)
  await move(page, 1)
  expect((await holdings(1, player)).doors).toBe(2n)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('once its time is up a move is refused', async ({ page }) => {
  await begin(page, '&game=20')
  await expect(game(page).getByText('None: the site cannot move any more')).toBeVisible({ timeout: 30_000 })
  await press(page, 'Move')
  await expectRefused(page, 'This permission is over.')
})

test('a standard account cannot play: the card says so, and leads to the other one', async ({ page }) => {
  await page.goto(demo())
  await logIn(page)
  await expect(game(page).getByText(/^A standard account cannot hold a site to limits/)).toBeVisible()
  await press(page, 'Choose the account')
  await expect(page.getByRole('radio', { name: /^Smart account/ })).toBeVisible()
})
