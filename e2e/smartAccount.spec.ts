import { accountAddress } from '../packages/contracts/src/index.js'
import { getAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { test as plain } from './helpers/test.js'
import { approve, approveSomewhere, askForCode, codeOf, expect, logIn, newEmail, switchTo, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { connectWallet, expectClosed, headOf, modalOf } from './helpers/modal.js'
import { chain, fundedAccount, withoutMining, type ChainId } from './helpers/sandbox.js'
import { claim, claimSponsored, done, expectSmart, holdings, sponsoredCard } from './helpers/smartAccount.js'
import { demo } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

// What a browser says of calls that find nobody logged in.
test.use({ expectedErrors: /status of 4\d\d/ })

const networks: readonly (readonly [ChainId, string])[] = [
  [1, 'Ethereum'],
  [10, 'OP Mainnet'],
  [8453, 'Base'],
]

for (const [id, name] of networks) {
  test(`${name}: a code, one approval and no ether, and four calls are on the chain`, async ({ page }) => {
    await page.goto(demo('/?accounts=smart'))
    await logIn(page)
    if (id !== 1) {
      await switchTo(page, name)
    }
    const address = await expectSmart(page)
    await claimSponsored(page, id, address)

    // Coins are the account's own to send: nobody pays for that.
    await cardOf(page, 'Batch').getByRole('button', { name: 'Ask what it can do' }).click()
    await expect(cardOf(page, 'Batch')).toContainText('atomic: supported, paymasterService: supported')
  })
}

test('with no coins at all the network fee is paid in a token, which the screen says before, and to the last unit', async ({ page }) => {
  await page.goto(demo('/?accounts=smart'))
  await logIn(page)
  const address = await expectSmart(page)
  const batch = cardOf(page, 'Batch')
  await batch.getByRole('checkbox', { name: /^Network fee in USDC/ }).check()
  await batch.getByRole('button', { name: 'Send batch' }).click()
  const fee = walletOf(page)
    .getByRole('definition')
    .filter({ hasText: /^\d+(\.\d+)? USDC$/ })
  await expect(fee).toBeVisible()
  const said = Number.parseFloat((await fee.textContent()) ?? '')
  await approve(page)
  await expect(batch.getByText('Both calls are on the chain.')).toBeVisible({ timeout: 20_000 })
  const { usdc, wei } = await holdings(1, address)
  const paid = 30 - Number(usdc) / 1e6
  expect(wei).toBe(0n)
  expect(paid).toBeGreaterThan(0)
  expect(said - paid).toBeGreaterThanOrEqual(0)
  expect(said - paid).toBeLessThan(0.0001)
})

test('the first login asks which account it is to be; both addresses stand there, the other one is a press away, also in another tab', async ({
  page,
}) => {
  await page.goto(demo('/?accounts=choose'))
  const { code = '' } = await askForCode(page, newEmail())
  await codeOf(page).fill(code)
  const { title, root, button } = modalOf(page)
  await expect(title).toHaveText('Account type')
  await expect(root.getByRole('radio', { name: /^Smart account/ })).toBeChecked()
  await button('Continue').click()
  await expectClosed(page)
  const smart = await expectSmart(page)

  const other = await page.context().newPage()
  await other.goto(demo('/?accounts=choose'))
  expect(await expectSmart(other)).toBe(smart)
  await page.bringToFront()

  await headOf(page).account.click()
  await button('Settings').click()
  await root.getByRole('button', { name: /^Account type/ }).click()
  await root.getByRole('radio', { name: /^Standard account/ }).check()
  await button('Continue').click()
  await expect(
    cardOf(page, 'Account')
      .getByRole('definition')
      .filter({ hasText: /^Account$/ }),
  ).toBeVisible()
  const [owner = '', contract] = await cardOf(page, 'Account')
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .allTextContents()
  expect([accountAddress(getAddress(owner)), contract]).toEqual([smart, smart])
  // The other tab hears of it without a reload.
  await expect(
    cardOf(other, 'Account')
      .getByText(/^0x[0-9a-fA-F]{40}$/)
      .first(),
  ).toHaveText(owner)
})

test('signs in to the site on a network where the account does not stand yet, and the server believes it (ERC-6492)', async ({ page }) => {
  await page.goto(demo('/?accounts=smart'))
  await logIn(page)
  const address = await expectSmart(page)
  await claimSponsored(page, 1, address)
  const signatures: string[] = []
  page.on('request', (request) => {
    const sent = (/\/siwx\/verify$/.test(request.url()) ? request.postDataJSON() : []) as readonly { readonly signature: string }[]
    signatures.push(...sent.map(({ signature }) => signature))
  })

  await page.goto(demo('/members.html?accounts=smart'))
  const membership = cardOf(page, 'Membership')
  for (const [id, name] of networks.slice(0, 2)) {
    if (id !== 1) await switchTo(page, name)
    await modalOf(page).button('Sign in').click()
    await approveSomewhere(page)
    await expectClosed(page)
    await expect(membership).toContainText(/Welcome, member no\. \d+\./)
    await expect(membership.getByRole('definition').first()).toHaveText(`eip155:${id}:${address}`)
    await expect(membership).toContainText('its own chain')
  }
  expect(signatures.map((signature) => signature.endsWith('6492'.repeat(16)))).toEqual([false, true])
  expect(await chain(10).getCode({ address })).toBeUndefined()
})

test('a second batch is not lost while the first waits for its block: it comes after it', async ({ page }) => {
  await page.goto(demo('/?accounts=smart'))
  await logIn(page)
  const address = await expectSmart(page)
  const batch = cardOf(page, 'Batch')
  await withoutMining(1, async () => {
    await claim(page).click()
    await approve(page)
    await expect(sponsoredCard(page).getByText('Taken. Waiting for the calls')).toBeVisible()
    await batch.getByRole('button', { name: 'Send batch' }).click()
    await expect(walletOf(page).getByText('Your last request is still on its way')).toBeVisible()
    await expect(walletOf(page).locator('[data-role="approve"]')).toHaveCount(0)
  })
  await approve(page)
  await expect(sponsoredCard(page).getByText(done)).toBeVisible({ timeout: 20_000 })
  await expect(batch.getByText('Both calls are on the chain.')).toBeVisible({ timeout: 20_000 })
  expect(await holdings(1, address)).toMatchObject({ doors: 1n, usdc: 60_000_000n, wei: 0n })
})

plain('the same page with a wallet that knows no batches asks for each call, and its owner pays', async ({ context, page }) => {
  const wallet = await installAlpha(context, { batches: 'none' })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const { address } = fundedAccount(3)
  const before = await holdings(1, address)
  await claim(page).click()
  await expect(modalOf(page).card.getByText('All 4 confirmed')).toBeVisible({ timeout: 30_000 })
  expect(timesAsked(wallet, 'eth_sendTransaction')).toBe(4)
  const after = await holdings(1, address)
  expect([after.doors - before.doors, after.usdc - before.usdc]).toEqual([1n, 30_000_000n])
  expect(after.wei).toBeLessThan(before.wei)
})

test('what the form says of the fee is what the operation costs: Max leaves it, the wallet warns of nothing, and all of it arrives', async ({
  page,
}) => {
  await page.goto(demo('/?accounts=smart'))
  await logIn(page)
  const address = await expectSmart(page)
  const { client } = fundedAccount(7)
  const given = await client.sendTransaction({ chain: null, to: address, value: parseEther('1') })
  await chain(1).waitForTransactionReceipt({ hash: given })
  await page.reload() // what the account holds is looked up anew
  await expectSmart(page)

  const recipient = privateKeyToAddress(generatePrivateKey())
  await headOf(page).account.click()
  const { root, button, title } = modalOf(page)
  await button('Send').click()
  await root.getByRole('textbox', { name: 'Recipient' }).fill(recipient)
  await button('Max').click()
  await expect(root.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^0\.9\d+$/)
  await expect(root.getByRole('radio', { name: /^Fast/ })).toHaveCount(0) // its wallet sets the price
  await button('Preview Send').click()
  await expect(title).toHaveText('Review')
  await button('Send').click()
  await expect(walletOf(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(walletOf(page).getByText(/not enough|will fail/i)).toHaveCount(0)
  await approve(page)
  await expect(root.getByRole('heading', { name: /ETH sent$/ })).toBeVisible({ timeout: 30_000 })
  const [arrived, left] = await Promise.all([recipient, address].map((of) => chain(1).getBalance({ address: of })))
  expect(arrived).toBeGreaterThan(parseEther('0.9'))
  expect(left).toBeLessThan(parseEther('1') - (arrived ?? 0n))
})
