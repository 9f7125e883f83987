import { AxeBuilder } from '@axe-core/playwright'
import { demo, expect, test } from './helpers/test.js'
import { viewsOfWalk, walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test(`axe finds nothing in any view of the modal, ${colorScheme}`, async ({ context, page }) => {
      test.setTimeout(60_000)
      const wallets = await walkWallets(context)
      await page.goto(demo('/csp.html'))
      const findings: string[] = []
      const visited: string[] = []
      await walkThroughViews({
        page,
        ...wallets,
        visit: async (view) => {
          visited.push(view)
          const { violations, passes } = await new AxeBuilder({ page }).include('portico-modal').setLegacyMode().analyze()
          expect(passes.length).toBeGreaterThan(5)
          for (const { id, nodes } of violations)
            for (const { target, failureSummary } of nodes)
              findings.push(`${view}: ${id} at ${String(target)}: ${failureSummary}`)
        },
      })
      expect(visited).toEqual(viewsOfWalk)
      expect(findings).toEqual([])
    })

    test(`axe finds nothing on any page of the demo, ${colorScheme}`, async ({ context, page }) => {
      test.setTimeout(60_000)
      const { alpha } = await walkWallets(context)
      alpha.setPolicy('approve')
      const findings: string[] = []
      const look = async (what: string) => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        for (const { id, nodes } of violations)
          for (const { target, failureSummary } of nodes) findings.push(`${what}: ${id} at ${String(target)}: ${failureSummary}`)
      }
      for (const path of ['/', '/headless.html', '/wagmi.html', '/twice.html', '/csp.html', '/explorer.html']) {
        await page.goto(demo(path))
        await expect(page.locator('h1')).toBeVisible()
        await look(path)
      }
      await page.goto(demo('/headless.html'))
      await page.getByRole('button', { name: 'Connect Alpha' }).click()
      await expect(page.getByText('Connected with Alpha')).toBeVisible()
      await look('/headless.html, connected')
      await page.goto(demo('/'))
      await page.getByRole('button', { name: 'Connect Alpha' }).click()
      await expect(page.getByRole('region', { name: 'Account' })).toContainText('ETH')
      await look('/, connected')
      expect(findings).toEqual([])
    })
  })
}
