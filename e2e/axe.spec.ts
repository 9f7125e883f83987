import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { installEpsilon, installGamma } from './helpers/familyWallets.js'
import { demo, expect, test } from './helpers/test.js'
import { settled, viewsOfWalk, walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'

/** What axe finds. */
async function findings(
  page: Page,
  what: string,
  { themes = ['light', 'dark'], part }: { readonly themes?: readonly ('light' | 'dark')[]; readonly part?: string } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    if (part) await settled(page)
    await page.waitForTimeout(150) // colours fade from one theme to the other
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations, passes } = await (part ? axe.include(part) : axe).analyze()
    expect(passes.length).toBeGreaterThan(5)
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) found.push(`${what}, ${colorScheme}: ${id} at ${String(target)}: ${failureSummary}`)
    }
  }
  return found
}

// In the light every view's stories are looked at, by the step `stories`.
test('axe finds nothing in any view of the modal in the dark', async ({ context, page }) => {
  test.setTimeout(120_000)
  const wallets = await walkWallets(context)
  await page.goto(demo('/csp.html'))
  const found: string[] = []
  const visited: string[] = []
  await walkThroughViews({
    page,
    ...wallets,
    visit: async (view) => {
      visited.push(view)
      found.push(...(await findings(page, view, { themes: ['dark'], part: 'portico-modal' })))
    },
  })
  expect(visited).toEqual(viewsOfWalk)
  expect(found).toEqual([])
})

test('axe finds nothing on any page of the demo, light and dark', async ({ context, page }) => {
  test.setTimeout(120_000)
  const { alpha } = await walkWallets(context)
  alpha.setPolicy('approve')
  await installGamma(context)
  await installEpsilon(context)
  const found: string[] = []
  for (const path of [
    '/',
    '/headless.html',
    '/wagmi.html',
    '/twice.html',
    '/members.html',
    '/csp.html',
    '/explorer.html',
    '/walletadapter.html',
    '/satsconnect.html',
  ]) {
    await page.goto(demo(path))
    await expect(page.locator('h1')).toBeVisible()
    found.push(...(await findings(page, path)))
  }
  await page.goto(demo('/headless.html'))
  await page.getByRole('button', { name: 'Connect Alpha' }).click()
  await expect(page.getByText('Connected with Alpha')).toBeVisible()
  found.push(...(await findings(page, '/headless.html, connected')))
  await page.goto(demo('/'))
  await page.getByRole('button', { name: 'Connect Alpha' }).click()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('ETH')
  found.push(...(await findings(page, '/, connected')))
  for (const [name, symbol] of [
    ['Gamma', 'SOL'],
    ['Epsilon', 'BTC'],
  ] as const) {
    await page.getByRole('button', { name: `Connect ${name}` }).click()
    await expect(page.getByRole('region', { name: 'Account' }).locator('.m-figure')).toContainText(symbol)
    found.push(...(await findings(page, `/, connected with ${name}`)))
  }
  expect(found).toEqual([])
})
