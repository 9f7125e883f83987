import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'

// Every story, light and dark, against a picture of how it should look. Tolerance: at most 1 % of a picture's pixels may differ
// (each by more than Playwright's default colour threshold of 0.2), which lets anti-aliasing pass and a moved line fail.
// After a change that is meant: pnpm exec playwright test e2e/visual.spec.ts --update-snapshots
const tolerance = { maxDiffPixelRatio: 0.01 }

const root = path.join(import.meta.dirname, '..')
const storybook = path.join(root, 'apps/storybook')
const built = path.join(storybook, 'node_modules/.cache/visual')
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' }

let server: Server
let origin: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Built anew, so that what is compared is the code of now.
  const { status, stderr } = spawnSync(path.join(storybook, 'node_modules/.bin/storybook'), ['build', '-o', built, '--quiet', '--disable-telemetry'], { cwd: storybook, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  server = createServer(({ url = '/' }, response) => {
    const file = path.join(built, decodeURIComponent(new URL(url, 'http://localhost').pathname))
    if (!file.startsWith(built) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => void server.close())

test.use({ viewport: { width: 430, height: 740 }, deviceScaleFactor: 1, contextOptions: { reducedMotion: 'reduce' } })

test('every story looks as it did, in light and in dark', async ({ page, context }) => {
  test.setTimeout(900_000)
  const { entries } = JSON.parse(readFileSync(path.join(built, 'index.json'), 'utf8')) as { entries: Record<string, { id: string; type: string }> }
  const stories = Object.values(entries).filter(({ type }) => type === 'story').map(({ id }) => id)
  expect(stories.length).toBeGreaterThan(150)

  const wanted = new RegExp(process.env['PORTICO_STORIES'] ?? '') // a few of them, while working on one
  const ids = stories.filter((id) => wanted.test(id))
  await page.goto(`${origin}/iframe.html?id=${ids[0]}&viewMode=story`)
  await page.locator('body.sb-show-main').waitFor()
  test.skip(!(await hasInter(page)), 'The pictures show text in Inter, which this machine does not have: install the font (Debian: fonts-inter).')

  // Most of a picture's time is waiting for it to be still, so two pages wait at once.
  const pages = [page, await context.newPage()]
  await Promise.all(pages.map(async (one, at) => {
    for (const id of ids.filter((_, index) => index % pages.length === at)) await compare(one, id)
  }))
})

async function compare(page: Page, id: string) {
  await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story`)
  await page.locator('body.sb-show-main').waitFor()
  const subject = page.locator('.story, #storybook-root').first()
  await subject.waitFor()
  await settled(page)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-theme]')) element.dataset['theme'] = name
    }, theme)
    const picture = await subject.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
    expect.soft(picture).toMatchSnapshot(`${id}-${theme}.png`, tolerance)
  }
}

/** Play functions and lazy parts are done: two quiet moments with the same text. */
async function settled(page: Page): Promise<void> {
  const look = () => page.evaluate(() => document.body.innerText + document.querySelectorAll('*').length)
  let before = await look()
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(80)
    const now = await look()
    if (now === before) return
    before = now
  }
}

const hasInter = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return false
    const widthIn = (font: string) => {
      context.font = `40px ${font}`
      return context.measureText('Connect a wallet, 0x7f').width
    }
    return widthIn('Inter, monospace') !== widthIn('monospace')
  })
