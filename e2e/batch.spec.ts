import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { erc20Abi, getAddress } from 'viem'
import { approve, expect, logIn, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { chain } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'
import type { Page } from '@playwright/test'

// What a browser says of calls that find nobody logged in.
test.use({ expectedErrors: /status of 4\d\d/ })

const reserve = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Smallest units of USDC that an account has, as the chain itself tells. */
const usdcOf = (address: string): Promise<bigint> =>
  chain(1).readContract({ address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(address)] })

/** Logs in, with coins for the fees, and asks for the demo's batch: 50 USDC for the visitor, 20 of them for the reserve. */
async function askForBatch(page: Page): Promise<string> {
  await page.goto(demo())
  const address = await logIn(page)
  await cardOf(page, 'Account').getByRole('button', { name: 'Get 10 test ETH' }).click()
  await expect(cardOf(page, 'Account')).toContainText('10')
  await cardOf(page, 'Batch').getByRole('button', { name: 'Send batch' }).click()
  await expect(walletOf(page).getByText(/Send 20 USDC/)).toBeVisible()
  return address
}

test('a batch is one approval, and both of its calls are on the chain', async ({ page }) => {
  const before = await usdcOf(reserve)
  const address = await askForBatch(page)
  await expect(walletOf(page).getByText('+30')).toBeVisible()
  await approve(page)
  await expect(cardOf(page, 'Batch').getByText('Both calls are on the chain.')).toBeVisible({ timeout: 20_000 })
  expect(await usdcOf(address)).toBe(30_000_000n)
  expect((await usdcOf(reserve)) - before).toBe(20_000_000n)
  expect(await chain(1).getTransactionCount({ address: getAddress(address) })).toBe(2)

  await cardOf(page, 'Batch').getByRole('button', { name: 'Ask what it can do' }).click()
  await expect(cardOf(page, 'Batch')).toContainText('atomic: ready')
})

test('a batch that the visitor rejects leaves nothing on the chain', async ({ page }) => {
  const address = await askForBatch(page)
  await walletOf(page).locator('[data-role="reject"]').click()
  await expect(cardOf(page, 'Batch').getByRole('alert')).toHaveText('Request declined')
  expect(await usdcOf(address)).toBe(0n)
  expect(await chain(1).getTransactionCount({ address: getAddress(address) })).toBe(0)
})

test('a batch whose second call the node refuses went through in part, and says so', async ({ page }) => {
  let sent = 0
  await page.route(
    () => true,
    async (route) => {
      const { id, method } = (route.request().postDataJSON() ?? {}) as { id?: number; method?: string }
      if (method !== 'eth_sendRawTransaction' || (sent += 1) === 1) return route.fallback()
      await route.fulfill({ json: { jsonrpc: '2.0', id, error: { code: -32_000, message: 'txpool is full' } } })
    },
  )
  const address = await askForBatch(page)
  await approve(page)
  await expect(cardOf(page, 'Batch').getByText('The batch did not go through (600).')).toBeVisible({ timeout: 20_000 })
  expect(await usdcOf(address)).toBe(50_000_000n)
  expect(await chain(1).getTransactionCount({ address: getAddress(address) })).toBe(1)
})
