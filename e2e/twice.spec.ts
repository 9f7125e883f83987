import type { Page } from '@playwright/test'
import { connectWallet, expectClosed, modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, short } from './helpers/wallets.js'

const buttonsOf = (page: Page, name: string) => page.getByRole('group', { name: `Buttons of ${name}` })
const factsOf = (page: Page, name: string) => page.getByRole('region', { name: `Portico ${name}` }).locator('dl')

test('R19: of two porticos on a page, connecting, switching and disconnecting one leaves the other as it was', async ({
  context,
  page,
  seen,
}) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/twice.html'))
  const [one, two] = [buttonsOf(page, 'one'), buttonsOf(page, 'two')]
  await connectWallet(page, 'Alpha', one.getByRole('button', { name: 'Connect', exact: true }))
  await expect(one.getByRole('button', { name: short(alpha.accounts[0]) })).toBeVisible()
  await expect(two.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await expect(factsOf(page, 'two')).toContainText('disconnected')
  await expect(factsOf(page, 'two')).toContainText('OP Mainnet')

  await two.getByRole('button', { name: /^Network: / }).click()
  await modalOf(page).row('Base').click()
  await expectClosed(page)
  await expect(factsOf(page, 'two')).toContainText('Base')
  await expect(factsOf(page, 'one')).toContainText('Ethereum')

  const keys = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('@portico/'))
      .toSorted(),
  )
  expect(keys).toEqual(['@portico/one/recent', '@portico/one/state', '@portico/two/state'])

  // Each comes back as itself.
  await page.reload()
  await expect(factsOf(page, 'one')).toContainText('connected')
  await expect(factsOf(page, 'two')).toContainText('Base')
  await expect(two.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  expect(seen.warnings.filter((text) => text.startsWith('Portico:'))).toEqual([])
})

test('R19: each portico opens a modal of its own, in its own theme', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo('/twice.html'))
  const accents: string[] = []
  for (const name of ['one', 'two']) {
    await buttonsOf(page, name).getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(modalOf(page).title).toHaveText('Connect to Meridian')
    await expect(modalOf(page).dialog).toHaveCount(1)
    accents.push(
      await modalOf(page)
        .button('Get started')
        .evaluate((link) => getComputedStyle(link).color),
    )
    await modalOf(page).close()
    await expectClosed(page)
  }
  expect(accents[0]).not.toBe(accents[1])
})

test('R19: a wallet that both use is let go by one without the other losing it for good', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/twice.html'))
  const [one, two] = [buttonsOf(page, 'one'), buttonsOf(page, 'two')]
  await connectWallet(page, 'Alpha', one.getByRole('button', { name: 'Connect', exact: true }))
  await connectWallet(page, 'Alpha', two.getByRole('button', { name: 'Connect', exact: true }))
  await expect(two.getByRole('button', { name: short(alpha.accounts[0]) })).toBeVisible()
  await one.getByRole('button', { name: short(alpha.accounts[0]) }).click()
  await modalOf(page).row('Disconnect').click()
  await expectClosed(page)
  await expect(one.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  // The wallet's permission is the site's: it ends for both, and both say so.
  await expect.poll(async () => (await two.textContent())?.includes('Connect') === (alpha.state.permitted.length === 0)).toBe(true)
  await connectWallet(page, 'Alpha', one.getByRole('button', { name: 'Connect', exact: true }))
  await expect(one.getByRole('button', { name: short(alpha.accounts[0]) })).toBeVisible()
})
