import { reject } from '@portico/testing'
import { getAddress, parseEther, type Address } from 'viem'
import type { Page, Route } from '@playwright/test'
import { installThree } from './helpers/familyWallets.js'
import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { collectionAbi } from '../apps/sandbox/src/contracts/artifacts/collection.js'
import { connectWallet, expectClosed, headOf, modalOf } from './helpers/modal.js'
import { chain, fundedAccount, gatewayUrl, lamportsOf, satoshiOf } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const recipient: Address = getAddress('0x00000000000000000000000000000000000a11ce')
/** Shown short it is the recipient's. */
const impostor: Address = getAddress('0x0000badbadbadbadbadbadbadbadbadbad0a11ce')
const reserves = {
  solana: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf',
  bitcoin: 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl',
} as const

const field = (page: Page, name: string) => modalOf(page).root.getByRole('textbox', { name })

/** From the page to the form, by the account. */
async function openSend(page: Page): Promise<void> {
  await headOf(page).account.click()
  await modalOf(page).button('Send').click()
  await expect(modalOf(page).title).toHaveText('Send')
}

async function review(page: Page, to: string, amount: string): Promise<void> {
  await field(page, 'Recipient').fill(to)
  await field(page, 'Amount').fill(amount)
  await modalOf(page).button('Preview Send').click()
  await expect(modalOf(page).title).toHaveText('Review')
}

/** Sends what is looked over, up to the confirmed transfer, and back to the account. */
async function sendOff(page: Page, shown: string): Promise<void> {
  await modalOf(page).button('Send').click()
  await expect(modalOf(page).root.getByRole('heading', { name: shown })).toBeVisible({ timeout: 20_000 })
  await modalOf(page).button('Done').click()
}

test('ether is sent from the account, with the whole address before it is, and the balance follows', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const before = await chain(1).getBalance({ address: recipient })
  await openSend(page)
  const { root, button } = modalOf(page)
  await expect(button('Add Amount')).toBeDisabled()
  await field(page, 'Amount').fill('1000000000')
  await expect(button('Insufficient Funds')).toBeDisabled()
  await field(page, 'Amount').fill('1.5.5')
  await expect(button('Incorrect Value')).toBeDisabled()
  await field(page, 'Amount').fill('0,75')
  await expect(button('Add Address')).toBeDisabled()
  await field(page, 'Recipient').fill('0x12')
  await expect(button('Invalid Address')).toBeDisabled()
  await field(page, 'Recipient').fill(recipient.toLowerCase())
  await expect(root.getByText('First time you send here')).toBeVisible()
  await button('Preview Send').click()
  await expect(root.locator('.po-whole')).toHaveText(recipient)
  await expect(root.getByText('0.75 ETH')).toBeVisible()
  await sendOff(page, '0.75 ETH sent')
  expect(await chain(1).getBalance({ address: recipient })).toBe(before + parseEther('0.75'))
  // The account is shown again, and the recipient is known from now on.
  await modalOf(page).button('Send').click()
  await field(page, 'Recipient').fill(recipient)
  await field(page, 'Amount').fill('0.1')
  await expect(button('Preview Send')).toBeEnabled()
  await expect(root.getByText('First time you send here')).toBeHidden()
  // S17: one that imitates it is not.
  await field(page, 'Recipient').fill(impostor)
  await expect(root.getByText('A look-alike: same start and end, different middle.')).toBeVisible()
  await root.getByRole('button', { name: /^Use / }).click()
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
})

test('a transfer that is declined in the wallet can be tried again, and closing gives the page back', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.script('eth_sendTransaction', reject())
  await openSend(page)
  await review(page, recipient, '0.01')
  await modalOf(page).button('Send').click()
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Not sent')
  await modalOf(page).button('Try again').click()
  await expect(modalOf(page).title).toHaveText('Review')
  await sendOff(page, '0.01 ETH sent')
  expect(timesAsked(alpha, 'eth_sendTransaction')).toBe(2)
  await modalOf(page).close()
  await expectClosed(page)
})

test('Max leaves the fee, and another network begins the form anew', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await openSend(page)
  await modalOf(page).button('Max').click()
  await expect(field(page, 'Amount')).toHaveValue(/^\d+\.\d{6,18}$/)
  await field(page, 'Recipient').fill(recipient)
  await expect(modalOf(page).button('Preview Send')).toBeEnabled()
  await modalOf(page).root.getByRole('radio', { name: /^Fast/ }).click()
  await expect(field(page, 'Amount')).toHaveValue(/^\d+\.\d{6,18}$/)
  await expect(modalOf(page).button('Preview Send')).toBeEnabled()
  await modalOf(page).close()
  await headOf(page).network.click()
  await modalOf(page).row('Base').click()
  await expectClosed(page)
  await openSend(page)
  await expect(field(page, 'Amount')).toHaveValue('')
  await expect(field(page, 'Recipient')).toHaveValue('')
})

test('SOL and bitcoin are sent from their accounts', async ({ context, page }) => {
  const { solana, bitcoin } = await installThree(context)
  await page.goto(demo())
  await connectWallet(page, solana.name)
  const lamports = await lamportsOf(reserves.solana)
  await openSend(page)
  await review(page, reserves.solana, '0.5')
  await sendOff(page, '0.5 SOL sent')
  expect(await lamportsOf(reserves.solana)).toBe(lamports + 500_000_000n)
  await modalOf(page).close()

  await page.getByRole('region', { name: 'Wallets', exact: true }).getByRole('button', { name: 'Add a wallet' }).click()
  await modalOf(page).row(bitcoin.name).click()
  await expectClosed(page)
  const satoshi = await satoshiOf(reserves.bitcoin)
  await openSend(page)
  await expect(modalOf(page).root.getByRole('radio', { name: /^Fast/ })).toBeVisible()
  await review(page, reserves.bitcoin, '0.001')
  await sendOff(page, '0.001 BTC sent')
  expect(await satoshiOf(reserves.bitcoin)).toBe(satoshi + 100_000n)
})

test('an NFT is sent from its picture in the account, and is the recipient’s', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const contract = { address: addresses.collection, abi: collectionAbi } as const
  const { client, address } = fundedAccount(3)
  const { result: tokenId, request } = await chain(1).simulateContract({
    ...contract,
    account: client.account,
    functionName: 'mint',
    args: [address],
  })
  await chain(1).waitForTransactionReceipt({ hash: await client.writeContract({ ...request, chain: null }) })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  const { root, button } = modalOf(page)
  await root.getByRole('tab', { name: /NFT/ }).click()
  await root.getByRole('button', { name: new RegExp(`^Send .*#${tokenId}$`) }).click()
  await expect(modalOf(page).title).toHaveText('Send')
  await expect(button('Add Address')).toBeDisabled()
  await field(page, 'Recipient').fill(recipient)
  await button('Preview Send').click()
  await expect(root.locator('.po-whole')).toHaveText(recipient)
  await button('Send').click()
  await expect(root.getByRole('heading', { name: new RegExp(`#${tokenId} sent$`) })).toBeVisible({ timeout: 20_000 })
  expect(await chain(1).readContract({ ...contract, functionName: 'ownerOf', args: [tokenId] })).toBe(recipient)
  expect(timesAsked(alpha, 'eth_sendTransaction')).toBe(1)
})

for (const { name, fulfil } of [
  { name: 'away', fulfil: (route: Route) => route.abort('connectionrefused') },
  { name: 'down', fulfil: (route: Route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }) },
]) {
  test.describe(`with the gateway ${name}`, () => {
    test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

    test('ether is sent of what the chain knows, and the whole list comes when the gateway is back', async ({ context, page }) => {
      await installAlpha(context)
      await context.route(`${gatewayUrl}/v1/**`, fulfil)
      await page.goto(demo())
      await connectWallet(page, 'Alpha')
      const before = await chain(1).getBalance({ address: recipient })
      await headOf(page).account.click()
      const { root, button } = modalOf(page)
      const incomplete = root.getByText('Some tokens and prices are missing or old right now.')
      await expect(root.getByText('Token Balance Unavailable').first()).toBeVisible()
      await expect(incomplete).toBeVisible()
      await button('Send').click()
      await root.getByRole('button', { name: /Choose the token/ }).click()
      await expect(modalOf(page).title).toHaveText('Select token')
      await expect(incomplete).toBeVisible()
      await root.getByRole('button', { name: /^Ether/ }).click()
      await review(page, recipient, '0.25')
      await sendOff(page, '0.25 ETH sent')
      expect(await chain(1).getBalance({ address: recipient })).toBe(before + parseEther('0.25'))
      await expect(incomplete).toBeVisible()
      await context.unroute(`${gatewayUrl}/v1/**`)
      // A transfer has the gateway asked anew: the list may come by itself.
      await expect(async () => {
        if (await incomplete.isVisible()) await button('Try again').click({ timeout: 2000 })
        await expect(root.getByText('USD Coin')).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expect(incomplete).toBeHidden()
    })
  })
}
