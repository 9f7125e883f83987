import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { test as base, type CDPSession, type Page } from '@playwright/test'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { gatewayUrl } from './helpers/sandbox.js'
import { demo, expect } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

// Whether long lists scroll on a phone: 10,000 tokens and 10,000 rows of history from a gateway that is played here, the processor
// four times slower, and every task over 50 ms counted.

const count = 10_000
/** As slow as a phone of the middle. */
const slowdown = 4
const day = 86_400_000
const addressAt = (at: number): string => `0x${(0x10000 + at).toString(16).padStart(40, '0')}`

const balances = () => ({
  balances: Array.from({ length: count }, (_, at) => ({
    name: `Token ${at}`,
    symbol: `T${at}`,
    chainId: 'eip155:1',
    address: `eip155:1:${addressAt(at)}`,
    price: 1,
    value: count - at,
    quantity: { decimals: '6', numeric: String(count - at) },
    iconUrl: '',
  })),
})

const pageSize = 500

/** A page of the history, which goes back a day with each ten rows. */
const historyPage = (account: string, from: number) => ({
  data: Array.from({ length: Math.min(pageSize, count - from) }, (_, index) => {
    const at = from + index
    const minedAt = new Date(Date.now() - (at / 10) * day).toISOString()
    return {
      id: String(at),
      metadata: {
        operationType: 'receive',
        hash: `0x${at.toString(16).padStart(64, '0')}`,
        minedAt,
        sentFrom: addressAt(at),
        sentTo: account,
        status: 'confirmed',
        nonce: at,
        chain: 'eip155:1',
        application: { name: null, iconUrl: null },
      },
      transfers: [
        {
          fungible_info: { name: 'Token', symbol: 'TKN', icon: null },
          direction: 'in',
          quantity: { numeric: '1.5' },
          value: 1.5,
          price: 1,
        },
      ],
    }
  }),
  next: from + pageSize < count ? String(from + pageSize) : null,
})

async function playGateway(page: Page): Promise<void> {
  await page.route(`${gatewayUrl}/v1/account/*/balance?**`, (route) => route.fulfill({ json: balances() }))
  await page.route(`${gatewayUrl}/v1/account/*/history?**`, (route) => {
    const url = new URL(route.request().url())
    return route.fulfill({ json: historyPage(url.pathname.split('/')[3] ?? '', Number(url.searchParams.get('cursor') ?? 0)) })
  })
}

/** Tasks over 50 ms while something is done, the longest first, in milliseconds. */
interface LongTasks {
  /** As a visitor feels them: also what the machine did in between for others. */
  readonly felt: readonly number[]
  /** What the page's thread itself worked in each: the same however busy the machine is. */
  readonly worked: readonly number[]
}

const least = 50
const descending = (tasks: readonly number[]) => [...tasks].sort((one, other) => other - one)

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the thread's own clock. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** What the main threads of pages worked in tasks, in milliseconds. */
function workedIn(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && /(^|::)RunTask$/.test(name) && isMain.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
}

/** With `PORTICO_BENCH_PROFILE`, a folder, the processor's profile is kept there for Chrome's own tools. */
const profileFolder = process.env['PORTICO_BENCH_PROFILE']

async function longTasks(page: Page, slow: CDPSession, name: string, work: () => Promise<void>): Promise<LongTasks> {
  await page.evaluate(() => {
    const seen: number[] = []
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    Object.assign(window, { seen })
  })
  const browser = page.context().browser()
  if (profileFolder) {
    await slow.send('Profiler.enable')
    await slow.send('Profiler.start')
  } else await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await work()
  await page.waitForTimeout(300)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const trace = profileFolder ? undefined : await browser?.stopTracing()
  if (profileFolder) {
    const { profile } = await slow.send('Profiler.stop')
    await writeFile(`${profileFolder}/${name}.cpuprofile`, JSON.stringify(profile))
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen) // set above
  return { felt: descending(seen), worked: descending(trace ? workedIn(trace).filter((time) => time > least) : []) }
}

/** Scrolls as a thumb does: many small moves, then three leaps. @returns px that it came */
async function scroll(page: Page): Promise<void> {
  const box = await modalOf(page).card.boundingBox()
  if (!box) throw new Error('The modal is not shown.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let moves = 0; moves < 120; moves += 1) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  for (const leap of [60_000, 120_000, -150_000]) {
    await page.mouse.wheel(0, leap)
    await page.waitForTimeout(120)
  }
}

// A trace takes a picture of the document with each move.
base.use({ trace: 'off' })

base('10,000 tokens and 10,000 rows of history: the tasks over 50 ms while they scroll on a slow phone', async ({ context, page }) => {
  await installAlpha(context)
  await playGateway(page)
  const slow = await context.newCDPSession(page)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  const { root, button, title } = modalOf(page)
  const found: Record<string, LongTasks> = {}
  await button('Show all').click()
  await expect(root.getByText('Token 7', { exact: true })).toBeVisible()
  await page.waitForTimeout(500)
  const top = () => root.locator('.po-body').evaluate((body) => body.scrollTop)
  found['tokens'] = await longTasks(page, slow, 'tokens', () => scroll(page))
  expect(await top()).toBeGreaterThan(20_000)
  await root.locator('.po-body').evaluate((body) => body.scrollTo(0, 0))
  await root.getByRole('tab', { name: /^Activity/ }).click()
  await button('All activity').click()
  await expect(title).toHaveText('Activity')
  await expect(root.locator('.po-body')).toHaveCount(1) // the account's view has gone
  // The whole of it is read first: what is measured is the list.
  await expect
    .poll(
      async () => {
        await root.locator('.po-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
        return root.locator('.po-body').evaluate((body) => body.scrollHeight)
      },
      { timeout: 200_000, intervals: [60] },
    )
    .toBeGreaterThan(count * 50)
  await root.locator('.po-body').evaluate((body) => body.scrollTo(0, 0))
  await page.waitForTimeout(500)
  found['history'] = await longTasks(page, slow, 'history', () => scroll(page))
  expect(await top()).toBeGreaterThan(20_000)
  const told = (tasks: readonly number[]) =>
    `${tasks.length}${tasks.length > 0 ? ` (${tasks.slice(0, 8).map(Math.round).join(', ')} ms)` : ''}`
  for (const [list, { felt, worked }] of Object.entries(found)) {
    const load = loadavg()[0]?.toFixed(1)
    console.log(
      `${list}: tasks over ${least} ms of work ${profileFolder ? 'not counted' : told(worked)}; as felt ${told(felt)} at a load of ${load}`,
    )
  }
})
