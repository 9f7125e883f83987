import { installMockWallet } from '@johanneskares/wallet-mock'
// oxlint-disable-next-line import/default -- CommonJS: all of it is the default export
import headless from 'headless-web3-provider'
import { reject } from '@portico/testing'
import { http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { Page } from '@playwright/test'
import { cardOf } from './helpers/families.js'
import { installGamma, installOmega, installZeta } from './helpers/familyWallets.js'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, fundedAccount, lamportsOf, nodes, satoshiOf } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { short } from './helpers/wallets.js'

// Wallets that others wrote. What they cannot do is theirs: wallet-mock has no events and no typed data; headless-web3-provider
// announces itself under a name that is no reverse domain, loses the codes of its errors on the way into the page, and signs
// the hex digits of a message instead of the message.
const { injectHeadlessWeb3Provider, Web3RequestKind } = headless

/** Signs, and sends ether to the reserve. `agree` plays the person, where the wallet asks one. */
async function signAndSend(page: Page, what: 'message' | 'typed data', agree: (method: 'sign' | 'send') => Promise<void> = async () => {}) {
  await page.getByRole('button', { name: `Sign ${what}` }).click()
  await agree('sign')
  await expect(page.getByText(/^Valid for/)).toBeVisible()
  const card = page.getByRole('region', { name: 'Send', exact: true })
  await card.getByRole('button', { name: 'Use the reserve' }).click()
  await card.getByRole('button', { name: 'Review' }).click()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await agree('send')
  await expect(card.getByText('Success. The transfer is on the chain.')).toBeVisible()
}

test('wallet-mock connects, signs, sends, switches and disconnects', async ({ page }) => {
  const { address, key } = fundedAccount(6)
  const transports = { 1: http(nodes[1]), 10: http(nodes[10]), 8453: http(nodes[8453]) }
  await installMockWallet({ page, account: privateKeyToAccount(key), defaultChain: mainnet, transports })
  await page.goto(demo())
  await connectWallet(page, 'Mock Wallet')
  await expect(headOf(page).account).toContainText(short(address))
  const count = await chain(1).getTransactionCount({ address })
  await signAndSend(page, 'message')
  expect(await chain(1).getTransactionCount({ address })).toBe(count + 1)
  await headOf(page).network.click()
  await modalOf(page).row('OP Mainnet').click()
  await expectClosed(page)
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(headOf(page).connect).toBeVisible()
})

test('headless-web3-provider connects as the Browser Wallet, declines, signs, sends and changes its account', async ({ page }) => {
  const { address, key } = fundedAccount(7)
  const other = fundedAccount(8)
  const wallet = await injectHeadlessWeb3Provider(page, [key, other.key], 1, nodes[1])
  const waits = (kind: (typeof Web3RequestKind)[keyof typeof Web3RequestKind]) =>
    expect.poll(() => wallet.getPendingRequestCount(kind)).toBe(1)
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Browser Wallet').click()
  await waits(Web3RequestKind.RequestAccounts)
  await wallet.reject(Web3RequestKind.RequestAccounts)
  await expect(modalOf(page).root.getByRole('alert')).toBeVisible()
  await modalOf(page).button('Try again').click()
  await waits(Web3RequestKind.RequestAccounts)
  await wallet.authorize(Web3RequestKind.RequestAccounts)
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(address))

  const count = await chain(1).getTransactionCount({ address })
  await signAndSend(page, 'typed data', async (method) => {
    const kind = method === 'sign' ? Web3RequestKind.SignTypedDataV4 : Web3RequestKind.SendTransaction
    await waits(kind)
    await wallet.authorize(kind)
  })
  expect(await chain(1).getTransactionCount({ address })).toBe(count + 1)
  await wallet.changeAccounts([other.key])
  await expect(headOf(page).account).toContainText(short(other.address))
})

// The other way round: sites that others wrote, and our test wallets.

test('wallet-adapter’s React hooks drive the Solana test wallet: connect, decline, sign, send, reload, another account, disconnect', async ({
  context,
  page,
}) => {
  const gamma = await installGamma(context)
  const reserve = '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf'
  await page.goto(demo('/walletadapter.html'))
  const wallet = cardOf(page, 'Wallet')
  const fact = (name: string) => wallet.locator(`dt:text-is("${name}") + dd`)
  await wallet.getByRole('button', { name: 'Connect Gamma' }).click()
  await expect(fact('Status')).toHaveText('connected')
  await expect(fact('Address')).toHaveText(gamma.accounts[0] ?? '')

  const sign = cardOf(page, 'Sign')
  gamma.script('solana:signMessage', reject())
  await sign.getByRole('button', { name: 'Sign message' }).click()
  await expect(sign.getByRole('alert')).toContainText('WalletSignMessageError')
  await sign.getByRole('button', { name: 'Sign message' }).click()
  await expect(sign.getByText('The signature is valid.')).toBeVisible()
  await sign.getByRole('button', { name: 'Sign two transactions' }).click()
  await expect(sign.getByText('2 of 2 transactions are signed.')).toBeVisible()

  const send = cardOf(page, 'Send')
  for (const form of ['legacy', 'v0']) {
    const before = await lamportsOf(reserve)
    await send.getByRole('button', { name: `Send ${form}` }).click()
    await expect(send.getByText(/^Confirmed:/)).toBeVisible({ timeout: 20_000 })
    expect(await lamportsOf(reserve)).toBe(before + 250_000_000n)
  }

  await page.reload()
  await expect(fact('Address')).toHaveText(gamma.accounts[0] ?? '')
  gamma.setAccounts(1)
  await expect(fact('Address')).toHaveText(gamma.accounts[1] ?? '')
  await wallet.getByRole('button', { name: 'Disconnect' }).click()
  await expect(fact('Status')).toHaveText('disconnected')
})

test('wallet-adapter’s React hooks drive the multi-chain test wallet on Solana', async ({ context, page }) => {
  const omega = await installOmega(context)
  await page.goto(demo('/walletadapter.html'))
  await cardOf(page, 'Wallet').getByRole('button', { name: 'Connect Omega' }).click()
  await expect(cardOf(page, 'Wallet')).toContainText(omega.solana?.accounts[0] ?? '')
  await cardOf(page, 'Sign').getByRole('button', { name: 'Sign message' }).click()
  await expect(cardOf(page, 'Sign').getByText('The signature is valid.')).toBeVisible()
})

test('sats-connect drives the Bitcoin test wallet: connect, decline, sign in both ways, sign a PSBT, send, disconnect', async ({
  context,
  page,
}) => {
  const zeta = await installZeta(context)
  const reserve = 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl'
  const [account] = zeta.accounts
  await page.goto(demo('/satsconnect.html'))
  const wallet = cardOf(page, 'Wallet')
  const fact = (name: string) => wallet.locator(`dt:text-is("${name}") + dd`)
  zeta.script('connect', reject())
  await wallet.getByRole('button', { name: 'Connect Zeta' }).click()
  await expect(wallet.getByRole('alert')).toBeVisible()
  await wallet.getByRole('button', { name: 'Connect Zeta' }).click()
  await expect(fact('Status')).toHaveText('connected')
  await expect(fact('payment')).toHaveText(account?.payment.address ?? '')
  await expect(fact('ordinals')).toHaveText(account?.ordinals.address ?? '')

  const sign = cardOf(page, 'Sign')
  zeta.script('signMessage', reject())
  await sign.getByRole('button', { name: 'Sign with ECDSA' }).click()
  await expect(sign.getByRole('alert')).toBeVisible()
  for (const way of ['ECDSA', 'BIP-322']) {
    await sign.getByRole('button', { name: `Sign with ${way}` }).click()
    await expect(sign.getByText('The signature is valid.')).toBeVisible()
  }
  await sign.getByRole('button', { name: 'Sign PSBT' }).click()
  await expect(sign.getByText('1 of 1 inputs are signed.')).toBeVisible()

  const before = await satoshiOf(reserve)
  await cardOf(page, 'Send').getByRole('button', { name: 'Send' }).click()
  await expect(cardOf(page, 'Send').getByText(/^Sent:/)).toBeVisible()
  await expect.poll(() => satoshiOf(reserve)).toBe(before + 20_000n)
  await wallet.getByRole('button', { name: 'Disconnect' }).click()
  await expect(fact('Status')).toHaveText('disconnected')
})
