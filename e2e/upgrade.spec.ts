import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { delegationTo, simple7702Account } from '../packages/contracts/src/index.js'
import { erc20Abi, getAddress } from 'viem'
import { approveSomewhere, expect, logIn, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { openSafety } from './helpers/safety.js'
import { chain } from './helpers/sandbox.js'
import { expectClosed } from './helpers/modal.js'
import { demo } from './helpers/test.js'

// What a browser says of calls that find nobody logged in.
test.use({ expectedErrors: /status of 4\d\d/, viewport: { width: 390, height: 844 } })

test('S15: a standard account is upgraded with consent in words, does a batch in one transaction, and is taken back in Wallet safety', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto(demo())
  const address = getAddress(await logIn(page))
  await cardOf(page, 'Account').getByRole('button', { name: 'Get 10 test ETH' }).click()
  await expect(cardOf(page, 'Account')).toContainText('10')
  const batch = cardOf(page, 'Batch')
  const wallet = walletOf(page)

  // Who keeps it as it is has sent nothing.
  await batch.getByRole('checkbox', { name: 'All or nothing' }).check()
  await batch.getByRole('button', { name: 'Send batch' }).click()
  await expect(wallet.getByRole('heading', { name: 'Upgrade your account?' })).toBeVisible()
  await expect(wallet.getByText(/^Address, key and all that is in it stay\./)).toBeVisible()
  await expect(wallet.getByText(/You can take it back in Wallet safety/)).toBeVisible()
  await wallet.locator('[data-role="reject"]').click()
  await expect(batch.getByRole('alert')).toBeVisible()
  await expectClosed(page)
  expect(await chain(1).getCode({ address })).toBeUndefined()

  await batch.getByRole('button', { name: 'Send batch' }).click()
  await wallet.locator('[data-role="agree"]').click()
  await approveSomewhere(page)
  await expect(batch.getByText('Both calls are on the chain.')).toBeVisible({ timeout: 20_000 })
  await expect(batch.getByText('Call 2')).toHaveCount(0) // one receipt for both
  expect(await chain(1).getCode({ address })).toBe(delegationTo(simple7702Account))
  const usdc = { address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  expect(await chain(1).readContract(usdc)).toBe(30_000_000n)

  const safety = await openSafety(page)
  await safety.getByRole('button', { name: 'Upgrade of the standard account' }).click()
  await expect(safety.getByRole('button', { name: /Base/ })).toContainText('Not upgraded')
  await safety
    .getByRole('button', { name: /Ethereum/ })
    .filter({ hasText: 'Upgraded' })
    .click()
  await expect(safety.getByText(/^The account runs no code any more\./)).toBeVisible()
  await safety.locator('[data-role="upgrade"]').click()
  await approveSomewhere(page)
  await expect(safety.getByText('The upgrade on Ethereum was taken back')).toBeVisible({ timeout: 20_000 })
  expect(await chain(1).getCode({ address })).toBeUndefined()
  expect(await chain(1).readContract(usdc)).toBe(30_000_000n)
})
