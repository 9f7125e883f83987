import { installMockWallet } from '@johanneskares/wallet-mock'
// oxlint-disable-next-line import/default -- CommonJS: all of it is the default export
import headless from 'headless-web3-provider'
import { http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { Page } from '@playwright/test'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, fundedAccount, nodes } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { short } from './helpers/wallets.js'

// Wallets that others wrote. What they cannot do is theirs: wallet-mock has no events and no typed data; headless-web3-provider
// announces itself under a name that is no reverse domain, loses the codes of its errors on the way into the page, and signs
// the hex digits of a message instead of the message.
const { injectHeadlessWeb3Provider, Web3RequestKind } = headless

/** Signs, and sends ether to the reserve. `agree` plays the person, where the wallet asks one. */
async function signAndSend(
  page: Page,
  what: 'message' | 'typed data',
  agree: (method: 'sign' | 'send') => Promise<void> = async () => {},
) {
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

test('headless-web3-provider connects as the Browser Wallet, declines, signs, sends and changes its account', async ({
  page,
}) => {
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
