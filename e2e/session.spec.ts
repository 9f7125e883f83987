import { recordButtons } from './helpers/frames.js'
import { connectWallet, expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demoUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, installBeta, short, timesAsked } from './helpers/wallets.js'

test('R17: a reload shows the account from the first frame on, never Connect, and asks nobody to agree', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const said = await recordButtons(page)
  await page.reload()
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('ETH')
  const frames = await said()
  expect(frames.length).toBeGreaterThan(0)
  for (const frame of frames) {
    expect(frame).toContain(short(alpha.accounts[0]))
    expect(frame).toContain('Ethereum')
  }
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)
  // Restored is connected: the wallet signs.
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByText(/^Valid for/)).toBeVisible()
})

test('a reload after the wallet has taken its permission back ends disconnected, without a prompt', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await page.goto('about:blank')
  alpha.disconnect()
  await page.goto(demo())
  await expect(headOf(page).connect).toBeVisible()
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)
  await connectWallet(page, 'Alpha')
  await expect(headOf(page).account).toBeVisible()
})

test('a reload with the wallet elsewhere shows where the wallet is now', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await page.goto('about:blank')
  alpha.switchChain(8453)
  await page.goto(demo())
  await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
})

test('R17: a reload in the middle of connecting begins afresh, and works', async ({ context, page }) => {
  const alpha = await installAlpha(context, { policy: 'manual' })
  await page.goto(demo())
  await headOf(page).connect.click()
  await modalOf(page).row('Alpha').click()
  await alpha.waitFor('eth_requestAccounts')
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
  await expectClosed(page)
  alpha.reject()
  alpha.setPolicy('approve')
  await connectWallet(page, 'Alpha')
  await expect(headOf(page).account).toBeVisible()
})

test('disconnecting in the modal forgets the session here, and the wallet’s permission', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  await modalOf(page).row('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
  await expect.poll(() => alpha.state.permitted).toEqual([])
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
  await headOf(page).connect.click()
  await expect(modalOf(page).row('Alpha')).toContainText('Recent')
})

test('disconnecting in the wallet shows on the page, and lasts', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.disconnect()
  await expect(headOf(page).connect).toBeVisible()
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
})

test('another account in the wallet is another account on the page, at once', async ({ context, page }) => {
  const alpha = await installAlpha(context, {
    privateKeys: [],
    mnemonic: 'test test test test test test test test test test test junk',
    count: 9,
  })
  alpha.setAccounts(7)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await expect(headOf(page).account).toContainText(short(alpha.accounts[7]))
  alpha.setAccounts(8)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[8]))
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(alpha.accounts[8]!)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByText(/^Valid for/)).toContainText(alpha.accounts[8]!)
})

test('two wallets are connected at once: either is put in use, and one can be let go', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const beta = await installBeta(context)
  const [first, second] = [short(alpha.accounts[0]), short(beta.accounts[0])]
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await page.getByRole('button', { name: 'Add a wallet' }).click()
  await modalOf(page).row('Beta').click()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(second)

  // Both are listed; the other one is put in use without asking it.
  const { row, root, title, button, close } = modalOf(page)
  await headOf(page).account.click()
  await root.getByRole('button', { name: /^Wallets/ }).click()
  await expect(title).toHaveText('Wallets')
  await expect(root.getByRole('group', { name: 'Active' })).toContainText(second)
  await root
    .getByRole('group', { name: 'Connected' })
    .getByRole('button', { name: new RegExp(first) })
    .click()
  await expect(root.getByRole('group', { name: 'Active' })).toContainText(first)
  await close()
  await expect(headOf(page).account).toContainText(first)
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)

  // It outlives a reload, in this order.
  await page.reload()
  await expect(headOf(page).account).toContainText(first)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByText(/^Valid for/)).toContainText(alpha.accounts[0]!)

  // The modal asks which one to let go; the other stays.
  await headOf(page).account.click()
  await row('Disconnect').click()
  await expect(root.getByText('Disconnect which wallet?')).toBeVisible()
  await button('Disconnect Alpha').click()
  await expect(headOf(page).account).toContainText(second)
  await expect.poll(() => alpha.state.permitted).toEqual([])
  expect(beta.state.permitted).toEqual([demoUrl])
})

test('with two wallets connected, all can be let go at once', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const beta = await installBeta(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await page.getByRole('button', { name: 'Add a wallet' }).click()
  await modalOf(page).row('Beta').click()
  await expectClosed(page)
  await headOf(page).account.click()
  await modalOf(page).row('Disconnect').click()
  await modalOf(page).button('Disconnect all 2 wallets').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
  await expect.poll(() => [...alpha.state.permitted, ...beta.state.permitted]).toEqual([])
})
