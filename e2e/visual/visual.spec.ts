import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test, type Page, type TestInfo } from '@playwright/test'

// Every story, light and dark, against a picture of how it should look. Tolerance: at most 1 % of a picture's pixels may differ
// (each by more than Playwright's default colour threshold of 0.2), which lets anti-aliasing pass and a moved line fail.
// After a change that is meant: pnpm exec playwright test -c e2e/visual --update-snapshots
const tolerance = { maxDiffPixelRatio: 0.01 }

const root = path.join(import.meta.dirname, '../..')
const storybook = path.join(root, 'apps/storybook')
const built = path.join(storybook, 'node_modules/.cache/visual')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

let server: Server
let origin: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Built anew, so that what is compared is the code of now.
  const { status, stderr } = spawnSync(
    path.join(storybook, 'node_modules/.bin/storybook'),
    ['build', '-o', built, '--quiet', '--disable-telemetry'],
    { cwd: storybook, encoding: 'utf8' },
  )
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

test('every story looks as it did, in light and in dark', async ({ page }, info) => {
  test.setTimeout(1_200_000)
  // The catalogue waits up to 5 s for animations to end after each story. The pictures are taken with all of them at their end.
  await page.addInitScript(() => {
    for (const { prototype } of [Document, ShadowRoot]) Object.defineProperty(prototype, 'getAnimations', { value: () => [] })
  })
  const { entries } = JSON.parse(readFileSync(path.join(built, 'index.json'), 'utf8')) as {
    entries: Record<string, { id: string; type: string }>
  }
  const stories = Object.values(entries)
    .filter(({ type }) => type === 'story')
    .map(({ id }) => id)
  expect(stories.length).toBeGreaterThan(150)

  const wanted = new RegExp(process.env['PORTICO_STORIES'] ?? '') // a few of them, while working on one
  const ids = stories.filter((id) => wanted.test(id))
  await load(page, ids[0] ?? '')
  test.skip(
    !(await hasInter(page)),
    'The pictures show text in Inter, which this machine does not have: install the font (Debian: fonts-inter).',
  )

  // One page: several at once take turns in being drawn, and each picture takes ten times as long.
  for (const id of ids) await compare(page, id, info)
})

/**
 * Loading the catalogue anew costs more than all else, so a story is first shown by the page that showed the last one. Where that
 * is not the picture that is expected, or there is none, a page loaded for this story alone decides.
 */
async function compare(page: Page, id: string, info: TestInfo) {
  const isUpdating = ['all', 'changed'].includes(info.config.updateSnapshots)
  const isKept = !isUpdating && themes.every((theme) => existsSync(info.snapshotPath(fileOf(id, theme))))
  if (isKept && (await looksRight(page, id))) return
  await load(page, id)
  for (const theme of themes) expect.soft(await pictureOf(page, theme)).toMatchSnapshot(fileOf(id, theme), tolerance)
}

async function looksRight(page: Page, id: string): Promise<boolean> {
  try {
    await choose(page, id)
    for (const theme of themes) expect(await pictureOf(page, theme)).toMatchSnapshot(fileOf(id, theme), tolerance)
    return true
  } catch {
    return false
  }
}

const themes = ['light', 'dark'] as const
const fileOf = (id: string, theme: string) => `${id}-${theme}.png`

/** Loads the catalogue with one story. The step `stories` runs axe over it; here that would only take time. */
async function load(page: Page, id: string): Promise<void> {
  await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`)
  await finished(page, id)
}

/** Shows another story in the page that is there. */
async function choose(page: Page, id: string): Promise<void> {
  await page.evaluate((storyId) => {
    const channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__') as { emit(event: string, payload: unknown): void }
    channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
  }, id)
  await finished(page, id)
}

/** The story is shown and its play function done, be it in a page that Storybook loaded anew because it could not clear the last one. */
async function finished(page: Page, id: string): Promise<void> {
  await page.waitForFunction(
    (storyId) => {
      const preview = Reflect.get(window, '__STORYBOOK_PREVIEW__') as { currentRender?: { id: string; phase?: string } } | undefined
      return preview?.currentRender?.id === storyId && preview.currentRender.phase === 'finished'
    },
    id,
    { timeout: 30_000 },
  )
  await still(page)
}

async function pictureOf(page: Page, theme: string): Promise<Buffer> {
  await page.evaluate((name) => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-theme]')) element.dataset['theme'] = name
  }, theme)
  return await subjectOf(page).screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
}

const subjectOf = (page: Page) => page.locator('.story, #storybook-root').first()

/** Play functions and lazy parts are done: two quiet moments with the same text. */
async function still(page: Page): Promise<void> {
  await subjectOf(page).waitFor()
  await page.evaluate(async () => {
    const look = () => document.body.innerText + document.querySelectorAll('*').length
    let before = look()
    for (let tries = 0; tries < 20; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 80))
      const now = look()
      if (now === before) return
      before = now
    }
  })
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
