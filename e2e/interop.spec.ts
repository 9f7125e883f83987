import { expect, test, type Browser, type BrowserContext } from '@playwright/test'
import { createBoard, type Board } from '../tests/interop/board.js'
import { cells } from '../tests/interop/cells.js'
import { startServices, type Services } from '../tests/interop/environment.js'
import { rows, type RowName } from '../tests/interop/rows.js'
import { startSite, type Site } from '../tests/interop/site.js'
import type {} from '../tests/interop/page.js'
import type { Outcome } from '../tests/interop/runRow.js'

// The interoperability matrix of tests/interop in Chromium: both sides of a row in one page, over the relay in Node. No page
// reaches a host that is not on this machine; the official clients try to.

interface RunningRow {
  readonly board: Board
  readonly context: BrowserContext
  readonly services: Services
  /** Addresses elsewhere that the page asked for, in vain. */
  readonly foreign: string[]
  /** Where its sockets led. */
  readonly sockets: string[]
  readonly done: Promise<void>
}

const names: readonly RowName[] = ['ours', 'walletkit', 'signClient', 'universalProvider']
const running = new Map<RowName, RunningRow>()
let site: Site

async function start(browser: Browser, name: RowName) {
  const [context, services] = await Promise.all([browser.newContext(), startServices()])
  const [board, foreign, sockets]: [Board, string[], string[]] = [createBoard(), [], []]
  await context.route('**/*', (route) => {
    const { hostname, href } = new URL(route.request().url())
    if (hostname === '127.0.0.1') return route.continue()
    foreign.push(href)
    return route.abort()
  })
  const page = await context.newPage()
  page.on('websocket', (socket) => void sockets.push(new URL(socket.url()).origin))
  await page.exposeFunction('interopTell', (outcome: Outcome) => board.tell(outcome))
  await page.exposeFunction('interopDrop', services.drop)
  await page.exposeFunction('interopPublished', services.published)
  await page.goto(site.url)
  const { relayUrl, nodeUrl } = services
  const done = page.evaluate(([row, urls]) => window.interopRun(row, urls), [name, { relayUrl, nodeUrl }] as const)
  done.catch((error: unknown) => {
    for (const { name: cell } of cells) board.tell({ cell, ms: 0, error: String(error) })
  })
  running.set(name, { board, context, services, foreign, sockets, done })
}

// All rows from the start, each in a context of its own: they wait far more than they work.
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  site = await startSite()
  await Promise.all(names.map((name) => start(browser, name)))
})

test.afterAll(async () => {
  await Promise.all(
    [...running.values()].map(async ({ context, services }) => {
      await context.close()
      await services.stop()
    }),
  )
  await site.stop()
})

for (const name of names) {
  test(`${rows[name].name} understand each other in Chromium`, async () => {
    test.setTimeout(120_000)
    const row = running.get(name)
    if (!row) throw new Error('The row has not been started.')
    for (const cell of cells) {
      await test.step(cell.name, async () => {
        const { error, ms } = await row.board.outcomeOf(cell.name)
        test.info().annotations.push({ type: cell.name, description: `${ms} ms` })
        expect.soft(error, cell.name).toBeUndefined()
      })
    }
    await row.done
    expect(new Set(row.sockets), 'hosts of sockets').toEqual(new Set([new URL(row.services.relayUrl).origin]))
    if (name === 'ours') expect(row.foreign, 'requests to other hosts').toEqual([])
  })
}
