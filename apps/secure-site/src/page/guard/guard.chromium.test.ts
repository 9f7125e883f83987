import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core'
import { build } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'

/** Where the frame stands in the host's page, in CSS pixels, and its Approve button in the frame. */
const box = { left: 200, top: 40, width: 360, height: 480 }
const button = { x: box.left + 270, y: box.top + 420 }

let browser: Browser
let server: Server
let origins: { host: string; secure: string }
const tried: { name: string; approvals: number }[] = []
/** Approvals of risky requests under each mask. */
const risky: number[] = []
const since = performance.now()

beforeAll(async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('frame.test.helper.tsx', import.meta.url)),
    platform: 'browser',
    write: false,
    resolve: {
      conditionNames: ['@portico/source', 'import', 'browser', 'default'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'esm', codeSplitting: false },
  })
  const script = output[0].code
  server = createServer(({ url = '' }, answer) => {
    if (url.startsWith('/script.js')) return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const body = url.startsWith('/frame') ? '<div id="root"></div><script type="module" src="/script.js"></script>' : '<p>A site</p>'
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en"><body>${body}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  origins = { host: `http://127.0.0.1:${port}`, secure: `http://secure.localhost:${port}` }
  // The repository's one choice of a browser; plain JavaScript.
  const choice: { launchOptions: () => LaunchOptions } = await import(new URL('../../../../../scripts/browser.mjs', import.meta.url).href)
  browser = await chromium.launch(choice.launchOptions())
  free.push(...(await Promise.all([openSite(), openSite(), openSite()])))
})
afterAll(async () => {
  await browser.close()
  server.close()
  recordPromise({
    id: 'S10',
    name: `attacks on the approve screen: ${tried.map(({ name }) => name).join(', ')}`,
    runs: tried.length,
    accepted: tried.reduce((sum, { approvals }) => sum + approvals, 0),
    since,
  })
  const accepted = risky.reduce((sum, count) => sum + count, 0)
  recordPromise({ id: 'S11', name: 'masks over a risky request', runs: risky.length, accepted, since })
})

/** What a site does to the frame, to the element around it, and beside it. */
interface Attack {
  readonly name: string
  readonly style?: string
  readonly around?: string
  readonly html?: string
  /** Where the visitor presses: where the attack leaves the button. */
  readonly at?: { readonly x: number; readonly y: number }
}

/** A site with the frame in it. */
async function openSite(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } })
  await page.goto(origins.host)
  await page.evaluate(({ secure, host }) => {
    window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
      const said = data as { readonly approved?: string; readonly height?: number }
      if (origin !== secure) return
      if (said.approved !== undefined) document.documentElement.dataset['approved'] = said.approved
      if (said.height !== undefined) document.documentElement.dataset['height'] = String(said.height)
    })
    document.body.innerHTML = `<div id="place"><iframe src="${secure}/frame?host=${encodeURIComponent(host)}"></iframe></div><div id="more"></div>`
  }, origins)
  await page.frameLocator('iframe').locator('[data-role=approve]').waitFor({ state: 'attached' })
  return page
}

// Three sites at a time, each with a page of its own; a new request for each attack.
const free: Page[] = []
const waiting: ((page: Page) => void)[] = []
let requests = 0

async function onSite(attack: Omit<Attack, 'name'>, run: (page: Page) => Promise<void>, kind = 'request'): Promise<number> {
  const page = free.pop() ?? (await new Promise<Page>((resolve) => waiting.push(resolve)))
  try {
    await page.mouse.move(0, 0)
    await page.evaluate(
      ({ box: { left, top, width, height }, style = '', around = '', html = '', id, secure }) => {
        delete document.documentElement.dataset['approved']
        const [place, frame, more] = [
          document.querySelector<HTMLElement>('#place'),
          document.querySelector('iframe'),
          document.querySelector('#more'),
        ]
        if (!place || !frame || !more) throw new Error('The page is not there')
        place.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;${around}`
        frame.style.cssText = `display:block;border:0;width:100%;height:100%;${style}`
        more.innerHTML = html
        frame.contentWindow?.postMessage(id, secure)
      },
      { box, ...attack, id: `${kind}-${++requests}`, secure: origins.secure },
    )
    await run(page)
    return await approvals(page)
  } finally {
    const next = waiting.shift()
    if (next) next(page)
    else free.push(page)
  }
}
const approvals = async (page: Page): Promise<number> => {
  await page.waitForTimeout(50)
  return page.evaluate(() => (document.documentElement.dataset['approved'] === undefined ? 0 : 1))
}
const armed = (page: Page) => page.frameLocator('iframe').locator('[data-arming=armed]').waitFor({ timeout: 20_000 })
/** As a person does: comes near, rests, presses. */
async function press(page: Page, at = button): Promise<void> {
  await page.mouse.move(at.x - 60, at.y - 120)
  await page.mouse.move(at.x, at.y, { steps: 3 })
  await page.waitForTimeout(280)
  await page.mouse.down()
  await page.mouse.up()
}
/** Long enough to be armed, were it not for the attack. */
const wouldBeArmed = 800

describe('what a person sees', () => {
  test('a press on a request that was seen approves it', async () => {
    expect(await onSite({}, async (page) => (await armed(page), await press(page)))).toBe(1)
  })
  test('so does the space bar, on the button that the visitor has gone to', async () => {
    const count = await onSite({}, async (page) => {
      await page.frameLocator('iframe').locator('[data-role=approve]').focus()
      await armed(page)
      await page.keyboard.press('Space')
    })
    expect(count).toBe(1)
  })
  test('S10: a place that is made as high as the page says arms once it is still, and what was pressed before is void', async () => {
    const before = button.y
    let during = 0
    const count = await onSite(
      {},
      async (page) => {
        await page.frameLocator('iframe').getByText('Message tall').first().waitFor()
        const height = await page.waitForFunction(() => {
          const said = Number(document.documentElement.dataset['height'])
          return said > 500 && said
        })
        const to = Number(await height.jsonValue())
        await armed(page)
        await page.mouse.move(button.x, before, { steps: 3 })
        await page.waitForTimeout(280)
        // The modal follows in its usual 150 ms, and the visitor presses meanwhile.
        await page.evaluate((end) => {
          const place = document.querySelector<HTMLElement>('#place')
          const began = performance.now()
          const grow = () => {
            const part = Math.min(1, (performance.now() - began) / 150)
            place?.style.setProperty('height', `${480 + (end - 480) * part}px`)
            if (part < 1) requestAnimationFrame(grow)
          }
          requestAnimationFrame(grow)
        }, to)
        await page.waitForTimeout(60)
        await page.mouse.down()
        await page.mouse.up()
        during = await approvals(page)
        await armed(page)
        const foot = await page.frameLocator('iframe').locator('[data-role=approve]').boundingBox()
        expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0))).toBeLessThanOrEqual(box.top + to)
        await press(page, { x: button.x, y: (foot?.y ?? 0) + 20 })
      },
      'tall',
    )
    expect([during, count]).toEqual([0, 1])
  })
  test('a screen in a place that is too low for it says at once how high it is, and is read from its top', async () => {
    const page = await openSite()
    await page.evaluate((secure) => {
      const [place, frame] = [document.querySelector<HTMLElement>('#place'), document.querySelector('iframe')]
      place?.style.setProperty('height', '160px')
      frame?.style.setProperty('height', '100%')
      const said: number[] = []
      Reflect.set(window, 'said', said)
      window.addEventListener('message', ({ data }: MessageEvent<{ readonly height?: number }>) => {
        if (data.height === undefined) return
        said.push(data.height)
        place?.style.setProperty('height', `${data.height}px`)
      })
      frame?.contentWindow?.postMessage('sent', secure)
    }, origins.secure)
    await page.frameLocator('iframe').locator('[data-role=done]').waitFor()
    await page.waitForTimeout(600)
    const said = await page.evaluate(() => Reflect.get(window, 'said') as number[])
    const picture = await page.frameLocator('iframe').locator('.po-medal').boundingBox()
    const place = await page.locator('#place').boundingBox()
    await page.close()
    expect([...new Set(said)]).toHaveLength(1)
    expect(picture?.y).toBeGreaterThanOrEqual(place?.y ?? Number.POSITIVE_INFINITY)
  })
})

const covered = (style: string) => `<div style="position:absolute;pointer-events:none;background:#fff;${style}"></div>`
const attacks: readonly Attack[] = [
  { name: 'overlay', html: covered('left:0;top:0;width:800px;height:560px') },
  { name: 'small overlay', html: covered(`left:${box.left + 40}px;top:${box.top + 130}px;width:120px;height:24px`) },
  { name: 'opacity', style: 'opacity:0.5' },
  { name: 'opacity around', around: 'opacity:0.01' },
  { name: 'scale', style: 'transform:scale(0.5);transform-origin:0 0', at: { x: box.left + 135, y: box.top + 210 } },
  { name: 'rotation', around: 'transform:rotate(2deg)' },
  { name: 'clip', around: 'clip-path:inset(300px 0 0 0)' },
  {
    name: 'overflow',
    around: 'overflow:hidden;height:200px',
    style: 'position:relative;height:480px;top:-280px',
    at: { x: button.x, y: button.y - 280 },
  },
  { name: 'filter', style: 'filter:blur(6px)' },
  { name: 'blending', style: 'mix-blend-mode:lighten' },
  { name: 'offset', around: 'top:270px', at: { x: button.x, y: 690 } },
  { name: 'shrink', around: 'width:319px', at: { x: box.left + 230, y: button.y } },
  { name: 'flat', around: 'height:479px', at: { x: button.x, y: box.top + 420 } },
]

describe('S10: a site that attacks the screen gets no approval', () => {
  test.concurrent.each(attacks)('S10: by $name', async ({ name, at, ...how }) => {
    await withoutApproval(name, how, async (page) => {
      await page.waitForTimeout(wouldBeArmed)
      await press(page, at)
    })
  })

  test.concurrent('S10: by a key that is held, or by Enter', async () => {
    await withoutApproval('key-hold', {}, async (page) => {
      await page.keyboard.down('Space')
      await page.frameLocator('iframe').locator('[data-role=approve]').focus()
      await armed(page)
      await page.keyboard.down('Space')
      await page.keyboard.down('Space')
      await page.keyboard.up('Space')
      await page.keyboard.press('Enter')
      await page.keyboard.down('Enter')
      await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
    })
  })

  test.concurrent('S10: by another request in the place of the one that was seen', async () => {
    await withoutApproval('swap', {}, async (page) => {
      await armed(page)
      await page.mouse.move(button.x, button.y, { steps: 3 })
      await page.waitForTimeout(300)
      await page.mouse.down()
      await page.evaluate((secure) => document.querySelector('iframe')?.contentWindow?.postMessage('other', secure), origins.secure)
      await page.frameLocator('iframe').getByText('Message other').waitFor()
      await page.mouse.up()
      await page.mouse.down()
      await page.mouse.up()
    })
  })

  test.concurrent('S10: by pushing the frame under the pointer', async () => {
    await withoutApproval('moved frame', { around: 'left:430px' }, async (page) => {
      await armed(page)
      await page.mouse.move(button.x - 200, button.y)
      await page.waitForTimeout(300)
      await page.evaluate(() => document.querySelector<HTMLElement>('#place')?.style.setProperty('left', '0'))
      await page.mouse.down()
      await page.mouse.up()
    })
  })

  test.concurrent('S10: by showing it only for a moment', async () => {
    await withoutApproval('flash', { around: 'visibility:hidden' }, async (page) => {
      await page.mouse.move(button.x, button.y)
      await page.waitForTimeout(300)
      await page.evaluate(() => document.querySelector<HTMLElement>('#place')?.style.setProperty('visibility', 'visible'))
      await page.waitForTimeout(150)
      await page.mouse.move(button.x + 1, button.y)
      await page.mouse.down()
      await page.mouse.up()
    })
  })

  const masks = [
    'mask-image:linear-gradient(#000 0 30%, transparent 0)',
    '-webkit-mask-box-image:linear-gradient(#000 0 30%, transparent 0)',
  ]
  const masked: readonly Attack[] = masks.flatMap((mask) => {
    const [name = ''] = mask.split(':')
    return [
      { name, style: mask },
      { name: `${name} around`, around: mask },
    ]
  })

  // A frame cannot see a mask: what is shown to cost little is armed under it. So everything else has nothing there that approves it.
  test.concurrent.each(masked)('S10, S11: by $name over a risky request, which nothing in the frame approves', async ({ name, ...how }) => {
    const count = await onSite(
      how,
      async (page) => {
        const frame = page.frameLocator('iframe')
        await frame.locator('[data-role=window]').waitFor({ state: 'attached' })
        expect(await frame.locator('[data-role=approve]').count()).toBe(0)
        await page.waitForTimeout(wouldBeArmed)
        await page.mouse.click(button.x - 180, button.y)
        await page.keyboard.press('Enter')
        await page.keyboard.press('Space')
      },
      'risky',
    )
    tried.push({ name, approvals: count })
    risky.push(count)
    expect(count).toBe(0)
  })
})

async function withoutApproval(name: string, attack: Omit<Attack, 'name'>, run: (page: Page) => Promise<void>): Promise<void> {
  const count = await onSite(attack, run)
  tried.push({ name, approvals: count })
  expect(count).toBe(0)
}
