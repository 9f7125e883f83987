// The built site as visitors meet it: accessible in light, dark and on a phone, asking nobody else for anything, readable without a script,
// searchable without a network.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright'
import { launchOptions } from '../../../scripts/browser.mjs'
import { builtPages } from './links.mjs'
import { policy } from './layout.mjs'
import { out } from './places.mjs'
import { serve } from './serve.mjs'

const paths = ['/', '/start/vite/', '/guides/theming/', '/move/rainbowkit/', '/reference/options/', '/reference/core/swap/', '/all/']
const looks = /** @type {const} */ ([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
])

const site = await serve()
const browser = await chromium.launch(launchOptions())
/** @type {string[]} */
const failures = []

for (const look of looks) {
  for (const path of paths)
    await step(`axe finds nothing on ${path}, ${look.colorScheme}, ${look.viewport.width} px`, look, async (page) => {
      await page.goto(site.url + path)
      if (path.includes('theming')) await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        [],
      )
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      assert.equal(wide, 0, 'nothing sticks out at the side')
    })
}

await step('the playground changes the theme of a modal that opens', { colorScheme: 'light' }, async (page) => {
  await page.goto(`${site.url}/guides/theming/`)
  await page.getByLabel('Accent').fill('#aa2255')
  await page.locator('#playground').filter({ hasText: "accent: '#aa2255'" }).waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const row = page.locator('portico-modal').getByRole('button', { name: /^Juniper/ })
  await row.waitFor()
  await row.click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor({ state: 'detached' })
})

await step('search answers while there is no network', {}, async (page) => {
  await page.goto(`${site.url}/start/install/`)
  const field = page.getByRole('searchbox', { name: 'Search' })
  const index = page.waitForResponse((response) => response.url().endsWith('/search.json'))
  await field.focus()
  await (await index).finished()
  await page.context().setOffline(true)
  await field.fill('swtich network')
  const first = page.locator('#found a').first()
  await first.waitFor()
  assert.match(await page.locator('#found').innerText(), /switchNetwork/i)
  await field.press('ArrowDown')
  assert.ok(await first.evaluate((link) => link === document.activeElement), 'an arrow leads into the list')
  await page.keyboard.press('Escape')
  assert.ok(await page.locator('#found').isHidden())
})

await step('the theme is the visitor’s choice, and stays', { colorScheme: 'light' }, async (page) => {
  await page.goto(`${site.url}/start/vite/`)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await page.goto(`${site.url}/start/next/`)
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  assert.equal(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed'), 'true')
})

await step(
  'without a script there is all of it: text, colours of the dark, menus, a way to every page',
  { colorScheme: 'dark', javaScriptEnabled: false },
  async (page) => {
    await page.goto(`${site.url}/guides/theming/`)
    assert.match(await page.locator('#playground').innerText(), /needs a script/)
    const [red = 255] =
      (await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).match(/[\d.]+/g)?.map(Number) ?? []
    assert.ok(red < 60, 'the page is dark')
    await page.getByRole('button', { name: 'All pages' }).click()
    assert.match(page.url(), /\/all\/\??/)
    await page.locator('article').getByRole('link', { name: 'Error classes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Error classes' }).waitFor()
  },
)

await browser.close()
await site.close()

const pages = builtPages()
check('every page carries the policy, and no style or script of its own', () => {
  for (const [file, html] of pages) {
    assert.ok(html.includes(policy), file)
    assert.doesNotMatch(html, /<style|<[a-z]+ [^>]*style="|<script>|\son\w+="/, file)
  }
})
check('search knows each option by its name', () => {
  /** @type {{ title: string, url: string }[]} */
  const entries = JSON.parse(readFileSync(`${out}/assets/search.json`, 'utf8'))
  const named = [...(pages.get(`${out}/reference/options/index.html`) ?? '').matchAll(/ id="(o-(\w+))"/g)]
  assert.ok(named.length > 50)
  for (const [, id, name] of named)
    assert.ok(
      entries.some(({ title, url }) => title === name && url.endsWith(`/options/#${id}`)),
      name,
    )
})
check('llms.txt names pages that are there', () => {
  const text = readFileSync(`${out}/llms.txt`, 'utf8')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => `${out}/${path}index.html`)
  assert.ok(links.length > 60)
  for (const link of links) assert.ok(pages.has(link), link)
})
check('every error says what to do, or what the visitor reads', () => {
  const html = pages.get(`${out}/reference/error-classes/index.html`) ?? ''
  assert.ok(html.split('<h3 id=').length > 100)
})

console.log(`${failures.length === 0 ? 'The site holds' : `${failures.length} failures`}: ${pages.size} pages`)
process.exitCode = failures.length > 0 ? 1 : 0

/**
 * @param {string} what @param {import('playwright').BrowserContextOptions} options
 * @param {(page: import('playwright').Page) => Promise<void>} work
 */
async function step(what, options, work) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  /** @type {string[]} */
  const wrong = []
  context.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) wrong.push(`asked ${request.url()}`)
  })
  context.on('weberror', (event) => wrong.push(String(event.error())))
  context.on('console', (line) => {
    // The playground's nodes are nowhere.
    if (line.type() === 'error' && !/nowhere/.test(line.location().url)) wrong.push(line.text())
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  try {
    await work(page)
    assert.deepEqual(wrong, [])
    console.log(`ok   ${what}`)
  } catch (error) {
    failures.push(what)
    console.log(`FAIL ${what}\n${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await context.close()
  }
}

function check(/** @type {string} */ what, /** @type {() => void} */ work) {
  try {
    work()
    console.log(`ok   ${what}`)
  } catch (error) {
    failures.push(what)
    console.log(`FAIL ${what}\n${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
