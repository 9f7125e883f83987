import { reject } from '@portico/testing'
import { isHex, parseEther, type Address } from 'viem'
import type { Page } from '@playwright/test'
import { connectWallet } from './helpers/modal.js'
import { chain, fundedAccount, withoutMining } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const sender = fundedAccount(3)
const recipient: Address = '0x00000000000000000000000000000000000a11ce'
const other: Address = '0x0000000000000000000000000000000000000b0b'

const sendCard = (page: Page) => page.getByRole('region', { name: 'Send', exact: true })

/** Fills in a transfer and looks it over. */
async function review(page: Page, amount: string) {
  const card = sendCard(page)
  await card.getByLabel('Recipient').fill(recipient)
  await card.getByLabel('Amount').fill(amount)
  await card.getByRole('button', { name: 'Review' }).click()
  await expect(card.getByText(/^About .* ETH$/)).toBeVisible()
}

const submit = (page: Page) => sendCard(page).getByRole('button', { name: 'Send', exact: true }).click()

/** Sends, and tells of the transaction that waits to be mined once the page, too, has seen it: a node forgets what is replaced. */
async function submitAndWait(page: Page) {
  const seen = page.waitForResponse(async (response) => {
    if (!response.request().postData()?.includes('"eth_getTransactionByHash"')) return false
    return /"blockHash"/.test(await response.text())
  })
  await submit(page)
  const card = sendCard(page)
  await expect(card.getByText('Sent. Waiting for a block')).toBeVisible()
  const hash = await card.locator('dt:text-is("Hash") + dd .m-mono').textContent()
  if (!isHex(hash)) throw new Error(`'${hash}' is not a hash`)
  await seen
  return chain(1).getTransaction({ hash })
}

/** A quarter more than what waits: enough to take its place, and no more, as the next tests' fees follow what blocks took in. */
const dearer = ({ maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: Awaited<ReturnType<typeof submitAndWait>>) => ({
  chain: null,
  gas: 21_000n,
  maxFeePerGas: (maxFeePerGas * 5n) / 4n,
  maxPriorityFeePerGas: (maxPriorityFeePerGas * 5n) / 4n,
})

test('ether is sent, and page and chain agree on the receipt', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const [before, mine] = await Promise.all([chain(1).getBalance({ address: recipient }), chain(1).getBalance({ address: sender.address })])
  await review(page, '1.25')
  await submit(page)
  const card = sendCard(page)
  await expect(card.getByText('Success. The transfer is on the chain.')).toBeVisible()
  const hash = await card.locator('dt:text-is("Hash") + dd .m-mono').textContent()
  if (!isHex(hash)) throw new Error(`'${hash}' is not a hash`)
  const receipt = await chain(1).getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: sender.address.toLowerCase(), to: recipient })
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  expect(await chain(1).getBalance({ address: recipient })).toBe(before + parseEther('1.25'))
  expect(await chain(1).getBalance({ address: sender.address })).toBe(mine - parseEther('1.25') - fee)
  // The balance on the page follows by itself.
  const left = Number((mine - parseEther('1.25') - fee) / 10n ** 15n) / 1000
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(left.toLocaleString('en', { maximumFractionDigits: 3 }))
})

test('tokens are minted by a contract call, and the balance follows', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = page.getByRole('region', { name: 'Tokens' })
  const balance = card.getByLabel('DAI balance')
  const units = async () => Number((await balance.textContent())?.replaceAll(',', ''))
  await expect.poll(units).toBeGreaterThan(0)
  const before = await units()
  await card.getByRole('button', { name: 'Mint 100 DAI' }).click()
  await expect(card.getByText('100 DAI more')).toBeVisible()
  await expect.poll(units).toBe(before + 100)
})

test('a transfer that the visitor declines is not sent, and can be tried again', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.script('eth_sendTransaction', reject())
  const count = await chain(1).getTransactionCount({ address: sender.address })
  await review(page, '0.5')
  await submit(page)
  await expect(sendCard(page).getByRole('alert')).toHaveText('Request declined')
  expect(await chain(1).getTransactionCount({ address: sender.address })).toBe(count)
  await sendCard(page).getByRole('button', { name: 'Try again' }).click()
  await expect(sendCard(page).getByText('Success. The transfer is on the chain.')).toBeVisible()
  expect(await chain(1).getTransactionCount({ address: sender.address })).toBe(count + 1)
})

test('more than the account holds is refused before the wallet is asked', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = sendCard(page)
  await card.getByLabel('Recipient').fill(recipient)
  await card.getByLabel('Amount').fill('1000000')
  await card.getByRole('button', { name: 'Review' }).click()
  await expect(card.getByRole('alert')).toHaveText('Not enough funds for the amount and the network fee')
  await expect(card.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  expect(timesAsked(alpha, 'eth_sendTransaction')).toBe(0)
})

const successors = [
  {
    name: 'a transfer that the wallet speeds up is shown as done at another fee',
    successor: { to: recipient, value: parseEther('0.5') },
    shown: 'Success, at another fee. Your wallet sped it up.',
    arrives: true,
  },
  {
    name: 'a transfer that the wallet cancels is shown as cancelled',
    successor: { to: sender.address, value: 0n },
    shown: 'Cancelled. Your wallet took it back, and you still have the amount.',
    arrives: false,
  },
  {
    name: 'a transfer whose place another transaction took is shown as replaced',
    successor: { to: other, value: parseEther('0.1') },
    shown: 'Replaced. Another transaction of yours took its place.',
    arrives: false,
  },
] as const

for (const { name, successor, shown, arrives } of successors) {
  test(`R20: ${name}`, async ({ context, page }) => {
    await installAlpha(context)
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    const before = await chain(1).getBalance({ address: recipient })
    await withoutMining(1, async () => {
      await review(page, '0.5')
      const sent = await submitAndWait(page)
      const mined = await sender.client.sendTransaction({ ...dearer(sent), ...successor, nonce: sent.nonce })
      expect(mined).not.toBe(sent.hash)
    })
    const card = sendCard(page)
    await expect(card.getByText(shown)).toBeVisible()
    expect(await chain(1).getBalance({ address: recipient })).toBe(before + (arrives ? parseEther('0.5') : 0n))
    await card.getByRole('button', { name: 'Send another' }).click()
    await expect(card.getByRole('button', { name: 'Review' })).toBeVisible()
  })
}
