import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, type Frame, type LaunchOptions, chromium } from 'playwright-core'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'

let browser: Browser
let server: Server
let origins: { host: string; secure: string; stranger: string }

beforeAll(async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('forged.test.helper.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    resolve: { conditionNames: ['@portico/source', 'import', 'browser', 'default'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    output: { format: 'esm', codeSplitting: false },
  })
  const script = output[0].code
  server = createServer(({ url = '' }, answer) => {
    if (url.startsWith('/script.js')) return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const stranger = url.startsWith('/host') ? `<iframe src="${origins.stranger}/stranger"></iframe>` : ''
    const html = `<!doctype html><html lang="en"><body>${stranger}<script type="module" src="/script.js"></script></body></html>`
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const named = (name: string): string => `http://${name}.localhost:${port}`
  origins = { host: named('shop'), secure: named('secure'), stranger: named('stranger') }
  // The repository's one choice of a browser; plain JavaScript.
  const choice: { launchOptions: () => LaunchOptions } = await import(new URL('../../../../../scripts/browser.mjs', import.meta.url).href)
  browser = await chromium.launch(choice.launchOptions())
}, 60_000)
afterAll(async () => {
  await browser.close()
  server.close()
})

const hostState = z.object({
  ignored: z.number(),
  dropped: z.number(),
  pending: z.number(),
  statuses: z.array(z.string()),
  events: z.number(),
  heard: z.number(),
})
const frameState = z.object({ accepted: z.number(), dropped: z.number(), answered: z.number() })
const strangerState = z.object({ heard: z.number() })

test('S1: of 10,000 forged window messages of a stranger’s frame, and 10,000 of the host’s window, none is accepted in a browser', {
  timeout: 120_000,
}, async () => {
  const page = await browser.newPage()
  let crashes = 0
  page.on('pageerror', () => (crashes += 1))
  page.on('crash', () => (crashes += 1))
  const secure = `${origins.secure}/frame?host=${encodeURIComponent(origins.host)}`
  await page.goto(`${origins.host}/host?secure=${encodeURIComponent(secure)}`)
  const frameOf = async (origin: string): Promise<Frame> => {
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(origin)), { timeout: 20_000 }).toBe(true)
    const found = page.frames().find((frame) => frame.url().startsWith(origin))
    if (!found) throw new Error(`No frame of ${origin}.`)
    await found.waitForFunction('window.part !== undefined')
    return found
  }
  const [frame, stranger] = [await frameOf(origins.secure), await frameOf(origins.stranger)]
  const host = async () => hostState.parse(await page.evaluate('window.part.state()'))

  // Before the frame is there: who says READY first wins nothing.
  await stranger.evaluate('window.part.attack(5000)')
  await expect.poll(async () => (await host()).ignored, { timeout: 60_000 }).toBe(5000)
  expect(await host()).toMatchObject({ statuses: ['loading'], pending: 0, events: 0 })
  await frame.evaluate('window.part.open()')
  await expect.poll(async () => (await host()).statuses).toEqual(['loading', 'ready'])
  // Afterwards, with a request on its way.
  await stranger.evaluate('window.part.attack(5000)')
  expect(await page.evaluate('window.part.ask()')).toEqual({ chainId: 'eip155:1' })
  await page.evaluate('window.part.attack(10000)')
  await expect.poll(async () => (await host()).ignored, { timeout: 60_000 }).toBe(10_000)
  expect(await page.evaluate('window.part.ask()')).toEqual({ chainId: 'eip155:1' })

  const [at, inside] = [await host(), frameState.parse(await frame.evaluate('window.part.state()'))]
  const { heard } = strangerState.parse(await stranger.evaluate('window.part.state()'))
  const accepted = heard + at.heard + at.events + at.dropped + (at.statuses.length - 2) + (inside.accepted - 2) + inside.dropped
  recordPromise({ id: 'S1', name: 'forged window messages in Chromium', runs: 20_000, accepted, crashes, pending: at.pending })
  expect({ accepted, crashes, pending: at.pending }).toEqual({ accepted: 0, crashes: 0, pending: 0 })
  await page.close()
})
