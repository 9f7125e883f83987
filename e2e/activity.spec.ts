import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { expectConfirmed, newKey, receive, row, sendOn, tab } from './helpers/account.js'
import { installEpsilon, installGamma } from './helpers/familyWallets.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain, control, gatewayUrl, withoutMining } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

const friends = {
  evm: getAddress('0x00000000000000000000000000000000000a11ce'),
  solana: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf',
  bitcoin: 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl',
} as const

test('an empty account receives ether, shown within two seconds, and sends it on: pending, then confirmed', async ({ context, page }) => {
  const alpha = await installAlpha(context, { privateKeys: newKey() })
  const address = alpha.accounts[0] ?? ''
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await receive(page, () => control('/faucet', { chainId: 1, address, amount: '2' }), 'ETH')
  await withoutMining(1, async () => {
    await sendOn(page, friends.evm, '0.5', 'ETH')
    await expect.poll(async () => chain(1).getTransactionCount({ address: getAddress(address), blockTag: 'pending' })).toBe(1)
    await modalOf(page).close()
    await headOf(page).account.click()
    await tab(page, /^Activity/).click()
    await expect(row(page, 'Sending ETH')).toContainText('Pending')
  })
  await expectConfirmed(page, 'ETH')
})

test('an empty account receives SOL, shown within two seconds, and sends it on', async ({ context, page }) => {
  const gamma = await installGamma(context, { accounts: 1, seeds: [randomBytes(32)] })
  const address = gamma.accounts[0] ?? ''
  await page.goto(demo())
  await connectWallet(page, 'Gamma')
  await receive(page, () => control('/faucet', { chain: 'solana', address, amount: '2000000000' }), 'SOL')
  await sendOn(page, friends.solana, '0.5', 'SOL')
  await expect(modalOf(page).root.getByRole('heading', { name: '0.5 SOL sent' })).toBeVisible({ timeout: 20_000 })
  await expectConfirmed(page, 'SOL')
})

test('an empty account receives bitcoin, shown within two seconds, and sends it on', async ({ context, page }) => {
  const epsilon = await installEpsilon(context, { accounts: 1, secrets: [{ payment: randomBytes(32), ordinals: randomBytes(32) }] })
  const address = epsilon.accounts[0]?.payment.address ?? ''
  await page.goto(demo())
  await connectWallet(page, 'Epsilon')
  await receive(page, () => control('/faucet', { chain: 'bitcoin', address, amount: '500000' }), 'BTC')
  await sendOn(page, friends.bitcoin, '0.001', 'BTC')
  await expect(modalOf(page).root.getByRole('heading', { name: '0.001 BTC sent' })).toBeVisible({ timeout: 20_000 })
  await expectConfirmed(page, 'BTC')
})

test.describe('with the gateway away', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('the account says so, and shows what it holds as soon as the gateway is back', async ({ context, page }) => {
    await installAlpha(context)
    await context.route(`${gatewayUrl}/v1/account/**`, (route) => route.abort('connectionrefused'))
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await headOf(page).account.click()
    const { root, button } = modalOf(page)
    await expect(root.getByText('Token Balance Unavailable').first()).toBeVisible()
    await tab(page, /^Activity/).click()
    await expect(button('Try again')).toBeVisible()
    await context.unroute(`${gatewayUrl}/v1/account/**`)
    await button('Try again').click()
    await expect(row(page, 'Minted USDC')).toBeVisible()
    await tab(page, /^Tokens/).click()
    // After 30 s the list comes by itself.
    await expect(async () => {
      if (await button('Try again').isVisible()) await button('Try again').click({ timeout: 2000 })
      await expect(root.getByText('USD Coin')).toBeVisible({ timeout: 2000 })
    }).toPass()
  })
})

test('an account with a past shows its years, its NFTs with the pictures that can be drawn, and no spam', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const address = alpha.accounts[0] ?? ''
  await control('/life', { evm: address, solana: 2, bitcoin: 2 })
  try {
    const newest = async () => {
      const answer = await fetch(`${gatewayUrl}/v1/account/${address}/history?chainId=eip155:1`)
      const { data } = (await answer.json()) as { data: { metadata: { minedAt: string } }[] }
      return Date.now() - Date.parse(data[0]?.metadata.minedAt ?? '')
    }
    await expect.poll(newest, { timeout: 15_000 }).toBeLessThan(3_600_000)
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await headOf(page).account.click()
    const { root, button, title } = modalOf(page)
    await tab(page, /^NFTs/).click()
    const cell = (name: string) => root.getByRole('listitem').filter({ hasText: name })
    const drawn = (name: string) =>
      cell(name)
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    for (const name of ['Dusk over the harbour', 'Window in the evening', 'Doorway #']) {
      await expect(cell(name).first()).toBeVisible()
      await cell(name).first().scrollIntoViewIfNeeded()
    }
    await expect.poll(() => drawn('Dusk over the harbour')).toBeGreaterThan(100)
    await expect
      .poll(() =>
        cell('Window in the evening')
          .first()
          .locator('img')
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(100)
    // What cannot be drawn has a face of its own, and what lures is not there.
    await cell('Torn print').scrollIntoViewIfNeeded()
    await expect(cell('Torn print').locator('img')).toHaveCount(0)
    await expect(root.getByText('Claim 500')).toHaveCount(0)
    await tab(page, /^Activity/).click()
    await button('All activity').click()
    await expect(title).toHaveText('Activity')
    await expect(root.getByText('Visit usd-reward')).toHaveCount(0)
  } finally {
    await control('/reset')
  }
})
