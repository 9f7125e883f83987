import { randomBytes } from 'node:crypto'
import { solanaTokens } from '@portico/chains/solana/data'
import { decodeFunctionData, getAddress, isAddressEqual, parseAbi, parseEther, parseUnits, type Address, type Hex } from 'viem'
import type { Page } from '@playwright/test'
import { addresses, tokenAbi } from '../apps/sandbox/src/contracts/index.js'
import { promptly, row, tab } from './helpers/account.js'
import { addressOf, approve, logIn, test as embedded, walletOf } from './helpers/embedded.js'
import { installGamma } from './helpers/familyWallets.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain, control, fundedAccount, solanaUnitsOf } from './helpers/sandbox.js'
import { claimSponsored, expectSmart } from './helpers/smartAccount.js'
import { choose, order, shownAtTheEnd, start } from './helpers/swap.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const { address, client } = fundedAccount(3)
const units = (token: Address, whose: Address) =>
  chain(1).readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [whose] })
const allowed = (token: Address, whose: Address) =>
  chain(1).readContract({ address: token, abi: tokenAbi, functionName: 'allowance', args: [whose, addresses.router02] })

/** What the review says comes out at the least, in the token's own units. */
async function leastOf(page: Page, symbol: string, decimals: number): Promise<bigint> {
  const text = await modalOf(page)
    .root.getByRole('definition')
    .filter({ hasText: new RegExp(`^[\\d.,]+ ${symbol}$`) })
    .last()
    .textContent()
  return parseUnits((text ?? '').replace(` ${symbol}`, '').replaceAll(',', ''), decimals)
}

test('S18: a wallet allows exactly what is swapped, then swaps; what came out is shown, and so are balance and activity', async ({
  context,
  page,
}) => {
  const minted = await client.writeContract({
    address: addresses.usdc,
    abi: tokenAbi,
    functionName: 'mint',
    args: [address, parseUnits('500', 6)],
    chain: null,
  })
  await chain(1).waitForTransactionReceipt({ hash: minted })
  const wallet = await installAlpha(context, { batches: 'none' })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const before = { usdc: await units(addresses.usdc, address), dai: await units(addresses.dai, address) }

  await order(page, '120', 'USDC', 'DAI')
  const least = await leastOf(page, 'DAI', 18)
  await start(page)
  const shown = await shownAtTheEnd(page, '120 USDC')
  const received = (await units(addresses.dai, address)) - before.dai
  expect(received).toBeGreaterThanOrEqual(least - parseEther('0.001')) // it is written with three digits
  expect(Math.abs(Number(shown) - Number(received) / 1e18)).toBeLessThan(0.001)
  expect(before.usdc - (await units(addresses.usdc, address))).toBe(parseUnits('120', 6))
  expect(await allowed(addresses.usdc, address)).toBe(0n)
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(2)

  await modalOf(page).button('Done').click()
  await tab(page, /^Activity/).click()
  await expect(row(page, 'Swapped USDC for DAI').first()).toBeVisible({ timeout: promptly })
  await expect(modalOf(page).root.getByText('Pending', { exact: true })).toHaveCount(0)

  // The coin needs no allowance: one question.
  await modalOf(page).close()
  await order(page, '0.5', 'ETH', 'USDC')
  await start(page)
  expect(Number(await shownAtTheEnd(page, '0.5 ETH'))).toBeGreaterThan(0)
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(3)
})

/** Uniswap's own words for `SwapRouter02`. */
const router02Words = parseAbi([
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Several params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])

test('S18: what moves the price goes by pools of V2 and V3 together, in one transaction that was read, and all of it comes', async ({
  context,
  page,
}) => {
  const wallet = await installAlpha(context, { batches: 'none' })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const before = await units(addresses.usdc, address)
  await order(page, '40', 'ETH', 'USDC')
  const least = await leastOf(page, 'USDC', 6)
  await start(page)
  const shown = await shownAtTheEnd(page, '40 ETH')
  const received = (await units(addresses.usdc, address)) - before
  expect(received).toBeGreaterThanOrEqual(least - 1_000n) // it is written with three digits
  expect(Math.abs(Number(shown) - Number(received) / 1e6)).toBeLessThan(0.001)

  const [asked] = wallet.log.filter(({ method }) => method === 'eth_sendTransaction')
  const [sent] = (asked?.params ?? []) as readonly { readonly to: Address; readonly data: Hex; readonly value: Hex }[]
  if (!sent) throw new Error('Nothing was sent.')
  expect([isAddressEqual(sent.to, addresses.router02), BigInt(sent.value)]).toEqual([true, parseEther('40')])
  const { functionName, args } = decodeFunctionData({ abi: router02Words, data: sent.data })
  if (functionName !== 'multicall') throw new Error(`The wallet was asked for ${functionName}.`)
  const parts = args[1].map((data) => {
    const part = decodeFunctionData({ abi: router02Words, data })
    if (part.functionName === 'exactInput') return { by: 'V3', units: part.args[0].amountIn, recipient: part.args[0].recipient }
    if (part.functionName === 'swapExactTokensForTokens') return { by: 'V2', units: part.args[0], recipient: part.args[3] }
    throw new Error(`A part is ${part.functionName}.`)
  })
  expect(parts.map(({ by }) => by).toSorted()).toEqual(['V2', 'V3'])
  expect(parts.reduce((sum, part) => sum + part.units, 0n)).toBe(parseEther('40'))
  for (const { recipient } of parts) expect(isAddressEqual(recipient, address)).toBe(true)
})

test('S18: on Solana one signature swaps, by a transaction that was read, and what came out is shown', async ({ context, page }) => {
  const wallet = await installGamma(context, { accounts: 1, seeds: [randomBytes(32)] })
  const owner = wallet.accounts[0] ?? ''
  const [usdc] = solanaTokens
  await control('/faucet', { chain: 'solana', address: owner, amount: String(3n * 10n ** 9n) })
  await page.goto(demo())
  await connectWallet(page, 'Gamma')
  await order(page, '2', 'SOL', 'USDC')
  const least = await leastOf(page, 'USDC', 6)
  await start(page)
  const shown = await shownAtTheEnd(page, '2 SOL')
  const received = await solanaUnitsOf(owner, usdc.mint)
  expect(received).toBeGreaterThanOrEqual(least - 1_000n) // it is written with three digits
  expect(Math.abs(Number(shown) - Number(received) / 1e6)).toBeLessThan(0.001)
  expect(wallet.log.filter(({ method }) => method !== 'standard:connect').map(({ method }) => method)).toEqual([
    expect.stringMatching(/^solana:sign/),
  ])

  // And back: what was bought is paid with.
  await modalOf(page).button('Done').click()
  await modalOf(page).close()
  await order(page, '100', 'USDC', 'SOL')
  await start(page)
  expect(Number(await shownAtTheEnd(page, '100 USDC'))).toBeGreaterThan(0.6)
  expect(await solanaUnitsOf(owner, usdc.mint)).toBe(received - 100_000_000n)
})

embedded.describe('a smart account', () => {
  // What a browser says of calls that find nobody logged in.
  embedded.use({ expectedErrors: /status of 4\d\d/ })

  embedded('S18: allows and swaps with one approval, and no allowance stays', async ({ page }) => {
    await page.goto(demo('/?accounts=smart'))
    await logIn(page)
    const account = getAddress(await expectSmart(page))
    await claimSponsored(page, 1, account)
    await order(page, '10', 'USDC', 'DAI')
    await start(page)
    await approve(page)
    const shown = Number(await shownAtTheEnd(page, '10 USDC'))
    expect(Math.abs(shown - Number(await units(addresses.dai, account)) / 1e18)).toBeLessThan(0.001)
    expect([await units(addresses.usdc, account), await allowed(addresses.usdc, account)]).toEqual([parseUnits('20', 6), 0n])
  })
})

for (const [name, query] of [
  ['smart', '/?accounts=smart'],
  ['plain', '/'],
] as const) {
  embedded(`all of the coin leaves what the wallet may take for it, and goes through (${name} account)`, async ({ page }) => {
    await page.goto(demo(query))
    await logIn(page)
    const account = name === 'smart' ? await expectSmart(page) : getAddress(await addressOf(page))
    const given = await fundedAccount(7).client.sendTransaction({ chain: null, to: account, value: parseEther('0.5') })
    await chain(1).waitForTransactionReceipt({ hash: given })
    await page.reload() // what the account holds is looked up anew
    await headOf(page).account.click()
    const { root, button, title } = modalOf(page)
    await button('Swap').click()
    await choose(page, 'You pay', 'ETH')
    await choose(page, 'You receive', 'USDC')
    await button('Max').click()
    await button('Review swap').click()
    await expect(title).toHaveText('Review swap')
    await start(page)
    await expect(walletOf(page).getByRole('button', { name: 'Approve' })).toBeVisible()
    await expect(walletOf(page).getByText(/not enough|will fail/i)).toHaveCount(0)
    await approve(page)
    await expect(root.getByText(/^You swapped 0\.4\d* ETH$/)).toBeVisible({ timeout: 30_000 })
    expect(await units(addresses.usdc, account)).toBeGreaterThan(0n)
  })
}
