import type { Page } from '@playwright/test'
import { accountAbi } from '../packages/contracts/src/index.js'
import type { Address } from 'viem'
import { approve, approveSomewhere, expect, logIn, switchTo, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { closeSafety, openSafety } from './helpers/safety.js'
import { chain, type ChainId } from './helpers/sandbox.js'
import { claim, claimSponsored, done, expectSmart, sponsoredCard } from './helpers/smartAccount.js'
import { demo } from './helpers/test.js'

// What a browser says of calls that find nobody logged in.
test.use({ expectedErrors: /status of 4\d\d/ })

const ownerOf = (chainId: ChainId, address: Address) => chain(chainId).readContract({ address, abi: accountAbi, functionName: 'owner' })

/** The smart account is set up on a network, and has coins for what nobody pays for it. */
async function setUp(page: Page, chainId: ChainId, address: Address): Promise<void> {
  await claimSponsored(page, chainId, address)
  await cardOf(page, 'Account').getByRole('button', { name: 'Get 10 test ETH' }).click()
  await expect.poll(() => chain(chainId).getBalance({ address })).toBe(10n ** 19n)
}

async function openKeys(page: Page) {
  const safety = await openSafety(page)
  await safety.getByRole('button', { name: 'Key of the smart account' }).click()
  await expect(safety.getByText(/^One key of this wallet decides/)).toBeVisible()
  return safety
}

async function changeOn(page: Page, network: string): Promise<void> {
  const safety = walletOf(page)
  await safety
    .getByRole('button', { name: new RegExp(network) })
    .filter({ hasText: 'First key' })
    .click()
  await expect(safety.getByRole('heading', { name: `Change the key on ${network}?` })).toBeVisible()
  await safety.locator('[data-role="changeOwner"]').click()
  await approveSomewhere(page)
  await expect(safety.getByText(`The new key decides on ${network}`)).toBeVisible({ timeout: 30_000 })
}

test('the key of the smart account is changed network by network; what is left is said, also after a reload; the new key signs', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto(demo('/?accounts=smart'))
  await logIn(page)
  const address = await expectSmart(page)
  await setUp(page, 1, address)
  await switchTo(page, 'OP Mainnet')
  await setUp(page, 10, address)
  const first = await ownerOf(1, address)
  expect(await ownerOf(10, address)).toBe(first)

  await openKeys(page)
  await expect(walletOf(page).getByRole('button', { name: /Base/ })).toContainText('Not set up: the first key owns it')
  await changeOn(page, 'Ethereum')
  await expect(walletOf(page).getByText('Left to do: OP Mainnet')).toBeVisible()
  const second = await ownerOf(1, address)
  expect([second === first, await ownerOf(10, address)]).toEqual([false, first])

  await page.reload()
  await expectSmart(page)
  await openKeys(page)
  await expect(walletOf(page).getByText('Left to do: OP Mainnet')).toBeVisible()
  await changeOn(page, 'OP Mainnet')
  await expect(walletOf(page).getByText('The new key decides on every network where the account is set up')).toBeVisible()
  expect(await ownerOf(10, address)).toBe(second)

  await closeSafety(page)
  await claim(page).click()
  await approve(page)
  await expect(sponsoredCard(page).getByText(done)).toBeVisible({ timeout: 40_000 })
})
