import { reject } from '@portico/testing'
import { isHex, verifyMessage } from 'viem'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

test('with hooks alone a site connects, declines, cancels, switches, signs and disconnects', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/headless.html'))
  await expect(page.locator('portico-modal')).toHaveCount(0)
  const connect = page.getByRole('button', { name: 'Connect Alpha' })

  alpha.script('eth_requestAccounts', reject())
  await connect.click()
  await expect(page.getByRole('alert')).toHaveText('Request declined')
  alpha.setPolicy('manual')
  await connect.click()
  await alpha.waitFor('eth_requestAccounts')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(connect).toBeEnabled()
  alpha.reject()
  alpha.setPolicy('approve')
  await connect.click()
  await expect(page.getByText('Connected with Alpha')).toBeVisible()
  await expect(page.getByText(alpha.accounts[0]!)).toBeVisible()
  await expect(page.getByText(/^[\d,.]+ ETH$/)).toBeVisible()

  await page.getByRole('button', { name: 'Switch to OP Mainnet' }).click()
  await expect(page.locator('li[aria-current]')).toContainText('OP Mainnet')
  expect(alpha.state.chainId).toBe(10)

  await page.getByRole('button', { name: 'Sign a greeting' }).click()
  const signature = await page.locator('dt:text-is("Signature") + dd .m-mono').textContent()
  if (!isHex(signature)) throw new Error('There is no signature.')
  expect(await verifyMessage({ address: alpha.accounts[0]!, message: 'Hello from Meridian', signature })).toBe(true)

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(connect).toBeVisible()
  await expect(page.locator('portico-modal')).toHaveCount(0)
})
