import { garbage, reject } from '@portico/testing'
import { isHex, verifyMessage, verifyTypedData, type Hex } from 'viem'
import { gate } from './helpers/gate.js'
import { connectWallet } from './helpers/modal.js'
import { nodes } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

const hexOf = (text: string | null): Hex => {
  if (!isHex(text)) throw new Error(`'${text}' is not hex`)
  return text
}

test('a message is signed by the wallet, and the signature is the account’s', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = page.getByRole('region', { name: 'Sign a message' })
  await card.getByLabel('Message').fill('Gruß, 世界 👋')
  await card.getByRole('button', { name: 'Sign message' }).click()
  await expect(card.getByText(/^Valid for/)).toBeVisible()
  const signature = hexOf(await card.locator('dd .m-mono').textContent())
  const address = alpha.accounts[0]!
  expect(await verifyMessage({ address, message: 'Gruß, 世界 👋', signature })).toBe(true)
})

test('a signature that the visitor declines is said to be declined, and can be asked for again', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  alpha.script('personal_sign', reject())
  const card = page.getByRole('region', { name: 'Sign a message' })
  await card.getByRole('button', { name: 'Sign message' }).click()
  await expect(card.getByRole('alert')).toHaveText('Request declined')
  await card.getByRole('button', { name: 'Sign message' }).click()
  await expect(card.getByText(/^Valid for/)).toBeVisible()
})

test('typed data is signed for the chain in use, and the signature is the account’s', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = page.getByRole('region', { name: 'Sign typed data' })
  for (const kind of ['A note', 'A permit']) {
    await card.getByRole('radio', { name: kind }).check()
    await card.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(card.getByText(/^Valid for/)).toBeVisible()
    const signature = hexOf(await card.locator('dd .m-mono').textContent())
    const [, text] = (alpha.log.findLast(({ method }) => method === 'eth_signTypedData_v4')?.params ?? []) as [string, string]
    const data: Parameters<typeof verifyTypedData>[0] = { ...JSON.parse(text), address: alpha.accounts[0]!, signature }
    expect(data.domain).toMatchObject({ chainId: 1 })
    expect(await verifyTypedData(data)).toBe(true)
  }
})

test('S14: typed data of one chain never reaches a wallet that is on another', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = page.getByRole('region', { name: 'Sign typed data' })
  // The wallet has moved, and says so only when it is asked.
  const comeBack = alpha.script('eth_chainId', garbage('0xa'))
  await card.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(card.getByRole('alert')).toHaveText('Your wallet is on another network')
  comeBack()
  expect(timesAsked(alpha, 'eth_signTypedData_v4')).toBe(0)
})

test('S14, R3: typed data made for one chain is refused when the wallet has moved to another meanwhile', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  const card = page.getByRole('region', { name: 'Sign typed data' })
  await card.getByRole('radio', { name: 'A permit' }).check()

  // What the permit needs of the chain is held back until the wallet has moved.
  const [held, moved] = [gate(), gate()]
  await page.route(`${nodes[1]}/**`, async (route) => {
    held.open()
    await moved.opened
    await route.continue()
  })
  await card.getByRole('button', { name: 'Sign typed data' }).click()
  await held.opened
  alpha.switchChain(10)
  await expect(page.getByText('Balance on OP Mainnet')).toBeVisible()
  const before = timesAsked(alpha, 'eth_chainId')
  moved.open()
  await expect.poll(() => timesAsked(alpha, 'eth_chainId')).toBeGreaterThan(before)
  await page.waitForTimeout(300)
  expect(timesAsked(alpha, 'eth_signTypedData_v4')).toBe(0)
})
