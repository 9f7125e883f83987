import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { erc20Abi, getAddress, parseEther, parseUnits } from 'viem'
import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { expectConfirmed, newKey, receive, row, sendOn, tab } from './helpers/account.js'
import { installGamma } from './helpers/familyWallets.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain, control, fundedAccount, lamportsOf, withoutMining } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { settled } from './helpers/views.js'
import { installAlpha } from './helpers/wallets.js'

const usdc = { address: addresses.usdc, abi: erc20Abi } as const
const friend = getAddress('0x00000000000000000000000000000000000a11ce')
const solanaFriend = '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf'

/** The sheet is as wide as the screen, stands on its lower edge, and nothing sticks out of it. */
async function expectSheet(page: Page): Promise<void> {
  await settled(page)
  const box = await modalOf(page).card.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  const { scrollWidth, clientWidth } = await modalOf(page)
    .root.locator('.po-body')
    .last()
    .evaluate((body) => body)
  expect(scrollWidth).toBe(clientWidth)
}

/** From the row of the account's past to its page, and back. */
async function openDetail(page: Page, title: string, facts: readonly string[]): Promise<void> {
  const { root, title: heading, back } = modalOf(page)
  await expectSheet(page)
  await row(page, title).tap()
  await expect(heading).toHaveText(title)
  for (const fact of facts) await expect(root.getByText(fact).first()).toBeVisible()
  await expect(root.getByRole('link', { name: 'View on explorer' })).toBeVisible()
  await expectSheet(page)
  await back()
  await expect(row(page, title)).toBeVisible()
}

/** Opens the account again and finds there what waits for a block. */
async function expectPending(page: Page, symbol: string): Promise<void> {
  await modalOf(page).close()
  await headOf(page).account.tap()
  await tab(page, /^Activity/).tap()
  await expect(row(page, `Sending ${symbol}`)).toContainText('Pending')
  await expectSheet(page)
}

test('on a phone, an empty account receives ether within two seconds and sends it on: pending, confirmed, and its page', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context, { privateKeys: newKey() })
  const address = getAddress(alpha.accounts[0] ?? '')
  const before = await chain(1).getBalance({ address: friend })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await receive(page, () => control('/faucet', { chainId: 1, address, amount: '2' }), 'ETH')
  await expectSheet(page)
  await withoutMining(1, async () => {
    await sendOn(page, friend, '0.5', 'ETH')
    await expect.poll(() => chain(1).getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
    await expectPending(page, 'ETH')
  })
  await expectConfirmed(page, 'ETH')
  expect(await chain(1).getBalance({ address: friend })).toBe(before + parseEther('0.5'))
  await openDetail(page, 'Sent ETH', ['−0.5 ETH', 'Confirmed', 'Ethereum'])
})

test('on a phone, an empty account receives a token within two seconds and sends it on: pending, confirmed, and its page', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context, { privateKeys: newKey() })
  const address = getAddress(alpha.accounts[0] ?? '')
  await page.goto(demo())
  const held = () => chain(1).readContract({ ...usdc, functionName: 'balanceOf', args: [friend] })
  const before = await held()
  await connectWallet(page, 'Alpha')
  const { client } = fundedAccount(5)
  await control('/faucet', { chainId: 1, address: client.account.address, token: 'USDC', amount: '40' })
  const give = async () => {
    await client.writeContract({ ...usdc, chain: null, functionName: 'transfer', args: [address, parseUnits('40', 6)] })
  }
  await receive(page, give, 'USDC')
  await control('/faucet', { chainId: 1, address, amount: '1' }) // for the fee
  await expect(row(page, 'Received ETH')).toBeVisible()
  await withoutMining(1, async () => {
    const { title } = modalOf(page)
    await tab(page, /^Tokens/).tap()
    await row(page, 'USD Coin').tap()
    await expect(title).toHaveText(/USDC|USD Coin/)
    await expectSheet(page)
    await sendOn(page, friend, '12.5', 'USDC')
    await expect.poll(() => chain(1).getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
    await expectPending(page, 'USDC')
  })
  await expectConfirmed(page, 'USDC')
  expect(await held()).toBe(before + parseUnits('12.5', 6))
  await openDetail(page, 'Sent USDC', ['−12.5 USDC', 'Confirmed', 'Ethereum'])
})

test('on a phone, an empty account receives SOL within two seconds and sends it on', async ({ context, page }) => {
  const gamma = await installGamma(context, { accounts: 1, seeds: [randomBytes(32)] })
  const before = await lamportsOf(solanaFriend)
  await page.goto(demo())
  await connectWallet(page, 'Gamma')
  await receive(page, () => control('/faucet', { chain: 'solana', address: gamma.accounts[0], amount: '2000000000' }), 'SOL')
  await sendOn(page, solanaFriend, '0.5', 'SOL')
  await expect(modalOf(page).root.getByRole('heading', { name: '0.5 SOL sent' })).toBeVisible({ timeout: 20_000 })
  await expectSheet(page)
  await expectConfirmed(page, 'SOL')
  expect(await lamportsOf(solanaFriend)).toBe(before + 500_000_000n)
  await openDetail(page, 'Sent SOL', ['−0.5 SOL', 'Confirmed', 'Solana'])
})
