import { garbage, reject, wrongChain } from '@portico/testing'
import type { Page } from '@playwright/test'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { nodes } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

/** Opens the list of networks and picks one. */
async function choose(page: Page, name: string) {
  await headOf(page).network.click()
  await expect(modalOf(page).title).toHaveText('Network')
  await modalOf(page).row(name).click()
}

const onNetwork = (page: Page, name: string) => expect(headOf(page).network).toHaveAccessibleName(`Network: ${name}`)

test('the wallet agrees to switch: it is there, the page is there, the modal closes', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await choose(page, 'OP Mainnet')
  await expectClosed(page)
  await onNetwork(page, 'OP Mainnet')
  await expect(page.getByText('Balance on OP Mainnet')).toBeVisible()
  expect(alpha.state.chainId).toBe(10)
})

test('without a wallet a network is chosen at once, and a reload remembers it', async ({ page }) => {
  await page.goto(demo())
  await choose(page, 'Base')
  await expectClosed(page)
  await onNetwork(page, 'Base')
  await page.reload()
  await onNetwork(page, 'Base')
})

test('the visitor declines to switch: everything stays, and trying again works', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.script('wallet_switchEthereumChain', reject())
  await choose(page, 'Base')
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Switch declined')
  await expect(modalOf(page).root.getByRole('alert')).toContainText('You’re still on Ethereum.')
  await onNetwork(page, 'Ethereum')
  expect(alpha.state.chainId).toBe(1)
  await modalOf(page).button('Try again').click()
  await expectClosed(page)
  await onNetwork(page, 'Base')
  expect(alpha.state.chainId).toBe(8453)
})

test('a network that the wallet does not know is added, and looked for afterwards', async ({ context, page }) => {
  const alpha = await installAlpha(context, { chains: { 1: nodes[1] } })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await choose(page, 'OP Mainnet')
  await expectClosed(page)
  await onNetwork(page, 'OP Mainnet')
  const asked = alpha.log.map(({ method }) => method)
  const added = asked.lastIndexOf('wallet_addEthereumChain')
  expect(asked.lastIndexOf('wallet_switchEthereumChain')).toBeLessThan(added)
  expect(asked.lastIndexOf('eth_chainId')).toBeGreaterThan(added)
  expect(alpha.log[added]?.params).toMatchObject([{ chainId: '0xa', chainName: 'OP Mainnet', rpcUrls: [nodes[10]] }])
  expect(alpha.state).toMatchObject({ chainId: 10, chains: { 10: nodes[10] } })
})

test('a wallet that cannot be told to switch is switched by hand', async ({ context, page }) => {
  const alpha = await installAlpha(context, { supportsSwitch: false, supportsAdd: false })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await choose(page, 'OP Mainnet')
  await expect(modalOf(page).root.getByText('Switch in the wallet')).toBeVisible()
  await onNetwork(page, 'Ethereum')
  alpha.switchChain(10)
  await onNetwork(page, 'OP Mainnet')
})

for (const [name, behaviour] of [
  ['stays where it is', garbage(null)],
  ['goes somewhere else', wrongChain(8453)],
] as const) {
  test(`R2: a wallet that says it switched but ${name} is found out, and the page shows where it really is`, async ({ context, page }) => {
    const alpha = await installAlpha(context)
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    alpha.script('wallet_switchEthereumChain', behaviour)
    await choose(page, 'OP Mainnet')
    await expect(modalOf(page).root.locator('.po-toast')).toHaveText('Your wallet is still on another network')
    await onNetwork(page, alpha.state.chainId === 1 ? 'Ethereum' : 'Base')
    await expect(modalOf(page).title).toHaveText('Network')
    await modalOf(page).row('OP Mainnet').click()
    await expectClosed(page)
    await onNetwork(page, 'OP Mainnet')
    expect(alpha.state.chainId).toBe(10)
  })
}

test('a switch in the wallet shows at once, and nobody is asked for it', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.switchChain(8453)
  await onNetwork(page, 'Base')
  await expect(page.getByText('Balance on Base')).toBeVisible()
  expect(timesAsked(alpha, 'wallet_switchEthereumChain')).toBe(0)
})

test('R3: a switch in the wallet while it is asked for another one lands where the wallet is', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.setPolicy('manual')
  await choose(page, 'OP Mainnet')
  await alpha.waitFor('wallet_switchEthereumChain')
  alpha.switchChain(8453)
  await onNetwork(page, 'Switching')
  alpha.reject()
  await expect(modalOf(page).root.getByRole('alert')).toContainText('You’re still on Base.')
  await modalOf(page).close()
  await onNetwork(page, 'Base')
})

test('a wallet on a network that the site does not take cannot be waved away, and switching gets out', async ({ context, page }) => {
  const alpha = await installAlpha(context, { chains: { ...nodes, 250: nodes[1] }, chainId: 250 })
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  const { title, root, dialog, button } = modalOf(page)
  await expect(title).toHaveText('Network not supported')
  await expect(root.getByText('Meridian does not work on the network your wallet uses (chain 250).')).toBeVisible()
  await expect(button('Close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.waitForTimeout(400)
  await expect(title).toHaveText('Network not supported')
  expect(await dialog.evaluate((element: HTMLDialogElement) => element.open)).toBe(true)
  expect(await page.evaluate(() => document.elementFromPoint(5, 5)?.localName)).toBe('portico-modal')

  // Not even declining gets past it.
  alpha.script('wallet_switchEthereumChain', reject())
  await modalOf(page).row('Base').click()
  await expect(root.getByRole('alert').filter({ hasText: 'Switch declined' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(400)
  await expect(title).not.toHaveCount(0)
  await modalOf(page).button('Try again').click()
  await expectClosed(page)
  await onNetwork(page, 'Base')
  expect(alpha.state.chainId).toBe(8453)
})

test('a wallet that goes to a network that the site does not take can be disconnected there', async ({ context, page }) => {
  const alpha = await installAlpha(context, { chains: { ...nodes, 250: nodes[1] } })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.switchChain(250)
  await expect(modalOf(page).title).toHaveText('Network not supported')
  await modalOf(page).button('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
  await expect.poll(() => alpha.state.permitted).toEqual([])
})

test('a wallet that comes back from such a network by itself closes the view', async ({ context, page }) => {
  const alpha = await installAlpha(context, { chains: { ...nodes, 250: nodes[1] } })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.switchChain(250)
  await expect(modalOf(page).title).toHaveText('Network not supported')
  await expect(page.getByText('Balance on chain 250')).toBeAttached()
  alpha.switchChain(10)
  await expectClosed(page)
  await onNetwork(page, 'OP Mainnet')
})
