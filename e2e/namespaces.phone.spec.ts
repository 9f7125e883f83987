import { addWallet, cardOf, chooseNetwork, expectAccount, expectSent, pressSend, reviewTransfer, signMessage } from './helpers/families.js'
import { installOmega, installThree } from './helpers/familyWallets.js'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'

test('on a phone, three chain families are connected, sign, send and are switched', async ({ context, page }) => {
  const { evm, solana, bitcoin } = await installThree(context)
  await page.goto(demo())
  await connectWallet(page, evm.name)
  await addWallet(page, solana.name)
  await signMessage(page, solana.addresses[0])
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  await addWallet(page, bitcoin.name)
  await signMessage(page, bitcoin.addresses[0])
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  for (const wallet of [evm, solana, bitcoin]) {
    await chooseNetwork(page, wallet.network)
    await expectClosed(page)
    await expectAccount(page, wallet.addresses[0])
  }
  // Nothing sticks out at the sides.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await headOf(page).account.click()
  await modalOf(page).row('Receive').click()
  await expect(modalOf(page).root.locator('.po-whole')).toHaveText(bitcoin.addresses[0] ?? '')
  const card = await modalOf(page).card.boundingBox()
  expect(card?.width).toBeLessThanOrEqual(390)
  await modalOf(page).close()
  await expectClosed(page)
  await cardOf(page, 'Wallets').getByRole('button', { name: 'Disconnect all' }).click()
  await expect(headOf(page).connect).toBeVisible()
})

test('on a phone, a wallet on three chains is asked on which one', async ({ context, page }) => {
  await installOmega(context)
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Omega').tap()
  await expect(modalOf(page).root.getByText('Which chain first?')).toBeVisible()
  await modalOf(page).row('Solana').tap()
  await expectClosed(page)
  await expect(page.getByText('Balance on Solana')).toBeVisible()
})
