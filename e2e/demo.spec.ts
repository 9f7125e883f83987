import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, demoUrl } from './helpers/sandbox.js'
import { expect, test } from './helpers/test.js'

const harbor = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Answers what a test wallet asks, in its own window. */
async function answer(page: Page, title: string, button: 'Approve' | 'Reject' = 'Approve') {
  const wallet = page.getByRole('dialog', { name: 'Test wallet' })
  await expect(wallet.getByRole('heading', { name: title })).toBeVisible()
  await wallet.getByRole('button', { name: button }).click()
}

test('a first visit without any extension: connect, sign, send, switch, reload, disconnect, all with the demo’s own wallet', async ({
  page,
}) => {
  await page.goto(demoUrl)
  await openConnect(page)
  await modalOf(page).row('Harbor').click()
  await answer(page, 'Connect to this site?', 'Reject')
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Connection declined')
  await modalOf(page).button('Try again').click()
  await answer(page, 'Connect to this site?')
  await expectClosed(page)
  // The account has a name in the sandbox.
  await expect(headOf(page).account).toContainText('mira.eth')
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(harbor)

  await page.getByRole('button', { name: 'Sign message' }).click()
  await answer(page, 'Sign this?')
  await expect(page.getByText(/^Valid for/)).toContainText(harbor)

  const count = await chain(1).getTransactionCount({ address: harbor })
  const card = page.getByRole('region', { name: 'Send', exact: true })
  await card.getByRole('button', { name: 'Use the reserve' }).click()
  await card.getByRole('button', { name: 'Review' }).click()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await answer(page, 'Send this transaction?')
  await expect(card.getByText('Success. The transfer is on the chain.')).toBeVisible()
  expect(await chain(1).getTransactionCount({ address: harbor })).toBe(count + 1)

  await headOf(page).network.click()
  await modalOf(page).row('OP Mainnet').click()
  await answer(page, 'Change the network?')
  await expectClosed(page)
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')

  await page.reload()
  await expect(headOf(page).account).toBeVisible()
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await expect(page.getByText('Balance on OP Mainnet')).toBeVisible()

  await headOf(page).account.click()
  await modalOf(page).row('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
})

test('the demo’s panel plays what a person does in a wallet, and the page follows', async ({ page }) => {
  await page.goto(demoUrl)
  const panel = page.getByRole('region', { name: 'Test wallets' })
  await page.getByRole('button', { name: 'Test wallets' }).click()
  await panel.getByRole('radio', { name: 'Approve' }).check()
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  await openConnect(page)
  await modalOf(page).row('Juniper').click()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  await page.getByRole('button', { name: 'Test wallets' }).click()
  await panel.getByRole('radio', { name: 'Juniper' }).check()
  await panel.getByRole('radio', { name: /^Base/ }).check()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
  await panel.getByRole('radio', { name: /^Account 2/ }).check()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect(headOf(page).connect).toBeVisible()
})

test('the sandbox’s faucet fills an account, and the balance on the page follows', async ({ page }) => {
  await page.goto(demoUrl)
  await openConnect(page)
  await modalOf(page).row('Harbor').click()
  await answer(page, 'Connect to this site?')
  await expectClosed(page)
  const before = await chain(1).getBalance({ address: harbor })
  await page.getByRole('button', { name: 'Get 10 test ETH' }).click()
  await expect.poll(() => chain(1).getBalance({ address: harbor })).toBe(before + 10n ** 19n)
  const shown = (Number((before + 10n ** 19n) / 10n ** 15n) / 1000).toLocaleString('en', { maximumFractionDigits: 3 })
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(shown)
})

test('the demo’s own Solana, Bitcoin and three-chain wallets connect, ask in their window, sign and survive a reload', async ({ page }) => {
  await page.goto(demoUrl)
  const account = page.getByRole('region', { name: 'Account' })
  for (const [wallet, network, address] of [
    ['Lantern', 'Solana', 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'],
    ['Quarry', 'Bitcoin', 'bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw'],
  ] as const) {
    await page.getByRole('button', { name: `Connect ${wallet}` }).click()
    await answer(page, 'Connect to this site?', 'Reject')
    await expect(page.getByRole('region', { name: 'Wallets', exact: true }).getByRole('alert')).toHaveText('Request declined')
    await page.getByRole('button', { name: `Connect ${wallet}` }).click()
    await answer(page, 'Connect to this site?')
    await expect(account).toContainText(address)
    await expect(page.getByText(`Balance on ${network}`)).toBeVisible()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await answer(page, 'Sign this?')
    await expect(page.getByText(/^Valid for/)).toContainText(address)
  }
  await page.getByRole('button', { name: 'Connect Atlas on Solana' }).click()
  await answer(page, 'Connect to this site?')
  await expect(account).toContainText('Atlas')
  await page.reload()
  await expect(account).toContainText('Atlas')
  await page.getByRole('button', { name: 'Sign message' }).click()
  await answer(page, 'Sign this?')
  await expect(page.getByText(/^Valid for/)).toBeVisible()

  // The panel plays the person in any of them.
  const panel = page.getByRole('region', { name: 'Test wallets' })
  await page.getByRole('button', { name: 'Test wallets' }).click()
  await panel.getByRole('radio', { name: 'Atlas' }).check({ force: true })
  await panel.getByRole('radio', { name: /^Account 2/ }).check()
  await expect(account).toContainText('9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu')
  await panel.getByRole('button', { name: 'Lock' }).click()
  await expect(account).not.toContainText('Atlas')
  await panel.getByRole('radio', { name: 'Quarry' }).check({ force: true })
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Quarry' })).toBeVisible()
})

test('the address of the page says which test wallets are there', async ({ page }) => {
  const wallets = page.getByRole('region', { name: 'Wallets', exact: true })
  await page.goto(`${demoUrl}/?wallets=solana,solana2,btc`)
  for (const name of ['Lantern', 'Beacon', 'Cairn']) await expect(wallets.getByRole('button', { name: `Connect ${name}` })).toBeVisible()
  await expect(wallets.getByRole('button', { name: 'Connect Harbor' })).toHaveCount(0)
  await wallets.getByRole('button', { name: 'Connect Cairn' }).click()
  await answer(page, 'Connect to this site?')
  await expect(page.getByText('Balance on Bitcoin')).toBeVisible()
})

test('each wallet has one row with its chain families, and the tab for developers follows what happens meanwhile', async ({ page }) => {
  await page.goto(demoUrl)
  const wallets = page.getByRole('region', { name: 'Wallets', exact: true })
  const atlas = wallets.getByRole('listitem').filter({ hasText: 'Atlas' })
  await expect(atlas).toHaveCount(1)
  await atlas.getByRole('button', { name: 'Connect Atlas on Solana' }).click()
  await answer(page, 'Connect to this site?')
  await expect(atlas.getByText('In use')).toBeVisible()
  await expect(atlas.getByRole('button', { name: 'Disconnect Atlas on Solana' })).toBeVisible()
  await expect(atlas.getByRole('button', { name: 'Connect Atlas on Bitcoin' })).toBeVisible()
  await page.getByRole('button', { name: 'Swap tokens' }).click()
  await expect(modalOf(page).title).toHaveText('Swap')
  await modalOf(page).close()
  await expectClosed(page)
  await page.getByRole('tab', { name: 'Treasury' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Developer' })).toBeFocused()
  await expect(page.getByRole('log', { name: 'Events' })).toContainText('connection.connected')
  await expect(page.getByRole('region', { name: 'Ids' })).toContainText(/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:\w{32,}/)
  await expect(wallets).toBeHidden()
})
