import { addresses, collectionAbi, tokenAbi } from '../../apps/sandbox/src/contracts/index.js'
import { accountAddress, entryPoint08, entryPoint08Abi } from '../../packages/contracts/src/index.js'
import type { Page } from '@playwright/test'
import { getAddress, type Address } from 'viem'
import { approve, expect, walletOf } from './embedded.js'
import { cardOf } from './families.js'
import { chain, type ChainId } from './sandbox.js'

/** The demo's card whose batch the site pays for. */
export const sponsoredCard = (page: Page) => cardOf(page, 'On the house')
export const claim = (page: Page) => sponsoredCard(page).getByRole('button', { name: 'Claim and swap' })
export const done = 'The doorway and the tokens are yours.'

/** Both addresses of who is logged in with a smart account, as the demo shows them: the contract's follows from the key's. */
export async function expectSmart(page: Page): Promise<Address> {
  const account = cardOf(page, 'Account')
  await expect(account.getByRole('definition').filter({ hasText: 'Smart account' })).toBeVisible()
  const [smart = '', owner = ''] = await account.getByText(/^0x[0-9a-fA-F]{40}$/).allTextContents()
  expect(smart).toBe(accountAddress(getAddress(owner)))
  return getAddress(smart)
}

/** What an address holds of what the card's batch gives, as the chain itself tells. */
export async function holdings(chainId: ChainId, address: Address) {
  const reader = chain(chainId)
  const of = (token: Address) => reader.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [address] })
  const doorways = reader.readContract({ address: addresses.collection, abi: collectionAbi, functionName: 'balanceOf', args: [address] })
  const [doors, usdc, port, wei, code] = await Promise.all([
    doorways,
    of(addresses.usdc),
    of(addresses.port),
    reader.getBalance({ address }),
    reader.getCode({ address }),
  ])
  return { doors, usdc, port, wei, isThere: code !== undefined }
}

/** Approves the card's batch once, without any ether, and looks for all of it on the chain. */
export async function claimSponsored(page: Page, chainId: ChainId, address: Address): Promise<void> {
  expect(await holdings(chainId, address)).toEqual({ doors: 0n, usdc: 0n, port: 0n, wei: 0n, isThere: false })
  await claim(page).click()
  await expect(walletOf(page).getByText('Paid for you')).toBeVisible()
  await expect(walletOf(page).getByText(/^This also sets up your smart account on .+, once\.$/)).toBeVisible()
  await approve(page)
  await expect(sponsoredCard(page).getByText(done)).toBeVisible({ timeout: 40_000 })
  await expect(sponsoredCard(page).getByText('Call 2')).toHaveCount(0) // one receipt for all of them

  const hash = (await sponsoredCard(page)
    .getByText(/^0x[0-9a-f]{64}$/)
    .textContent()) as `0x${string}`
  const { to, status } = await chain(chainId).getTransactionReceipt({ hash })
  expect([to, status]).toEqual([entryPoint08.address.toLowerCase(), 'success'])
  const after = await holdings(chainId, address)
  expect(after).toMatchObject({ doors: 1n, usdc: 30_000_000n, wei: 0n, isThere: true })
  expect(after.port).toBeGreaterThan(39n * 10n ** 18n) // a PORT is half a dollar
  const operations = await chain(chainId).getContractEvents({
    address: entryPoint08.address,
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { sender: address, paymaster: addresses.paymaster },
    fromBlock: 0n,
  })
  expect(operations.map(({ transactionHash, args }) => [transactionHash, args.success])).toEqual([[hash, true]])
}
