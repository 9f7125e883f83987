// Takes the README's pictures: the modal over the demo, light and dark. `node scripts/readme-pictures.mjs`
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { launchOptions } from './browser.mjs'
import { at } from './lib/workspace.mjs'

const root = at('apps/demo')
await build({ root, logLevel: 'warn' })
const server = await preview({ root, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' })
const { port } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address())
const browser = await chromium.launch(launchOptions())
mkdirSync(at('docs/images'), { recursive: true })

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const page = await browser.newPage({ viewport: { width: 920, height: 640 }, deviceScaleFactor: 2, colorScheme })
  await page.goto(`http://127.0.0.1:${port}/`)
  await page
    .getByRole('button', { name: /^Connect/ })
    .first()
    .click()
  await page.locator('portico-modal .po-row').nth(2).waitFor()
  await page.waitForTimeout(600) // the scrim has faded in
  await page.screenshot({ path: at(`docs/images/connect-${colorScheme}.png`) })
  await page.close()
}
await browser.close()
await server.close()
