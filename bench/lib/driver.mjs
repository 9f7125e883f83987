// Drives one page load in a fresh browser context and reads its numbers.
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

const INPAGE = fs.readFileSync(path.join(import.meta.dirname, 'inpage.js'), 'utf8')
const WALLETS = fs.readFileSync(path.join(import.meta.dirname, 'installed-wallets.js'), 'utf8')
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms))

// The headless shell has the same engine without browser windows: less noise on a small machine.
export const executable =
  process.env.CHROMIUM ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => process.env.PATH.split(path.delimiter).map((dir) => path.join(dir, name)))
    .find((file) => fs.existsSync(file))

export async function launch(mockPort) {
  return chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--ignore-certificate-errors',
      '--js-flags=--expose-gc',
      `--host-resolver-rules=MAP * 127.0.0.1:${mockPort}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  })
}

export const PROFILES = {
  '1x': { cpu: 1 },
  '4x': { cpu: 4 },
  // Far away, and else as quick: each answer begins 100 ms after its question.
  '1x-100ms': { cpu: 1, net: { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1 } },
  // One mobile preset: 4x slower CPU, 1.6 Mbit/s down, 150 ms round trip.
  '4x-4g': {
    cpu: 4,
    net: { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
  },
}

export async function openPage(browser, site, spec, { profile = '1x', reducedMotion, wallets = true } = {}) {
  const motion = reducedMotion ? { reducedMotion: 'reduce' } : {}
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ignoreHTTPSErrors: true, ...motion })
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (e) => errors.push(`pageerror: ${e.message.slice(0, 200)}`))
  page.on('console', (m) => m.type() === 'error' && errors.push(`console: ${m.text().slice(0, 200)}`))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${site.origin}/__blank`)
  const arm = `if (location.pathname !== '/__blank') { ${INPAGE}\n${wallets ? WALLETS : ''}\n__bench.start(${JSON.stringify(spec)}) }`
  await page.addInitScript({ content: arm })
  const p = PROFILES[profile]
  if (p.cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: p.cpu })
  if (p.net) {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', p.net)
  }
  return { context, page, cdp, errors }
}

export async function metrics(cdp) {
  const { metrics: m } = await cdp.send('Performance.getMetrics')
  const g = Object.fromEntries(m.map((x) => [x.name, x.value]))
  return {
    script: g.ScriptDuration * 1000,
    task: g.TaskDuration * 1000,
    layout: (g.LayoutDuration + g.RecalcStyleDuration) * 1000,
    compile: (g.V8CompileDuration ?? 0) * 1000,
  }
}
export const minus = (b, a) => Object.fromEntries(Object.keys(b).map((k) => [k, +(b[k] - a[k]).toFixed(1)]))

export async function heap(cdp) {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.send('HeapProfiler.disable')
  return usedSize
}

export async function until(page, expr, { timeout = 20000, every = 50, arg } = {}) {
  const t0 = Date.now()
  while (Date.now() - t0 < timeout) {
    if (await page.evaluate(expr, arg).catch(() => false)) return true
    await sleep(every)
  }
  return false
}

/** No request finished, no DOM change and no long task for a while. */
export async function settle(page, quietMs = 1200, cap = 12000) {
  await until(page, (q) => document.readyState === 'complete' && window.__bench.quietFor() > q, { timeout: cap, every: 100, arg: quietMs })
}

export async function clickButton(page, selector) {
  const at = await page.evaluate((s) => window.__bench.point(s), selector)
  if (!at) throw new Error(`no button ${selector}`)
  await page.mouse.click(at.x, at.y)
}

export const read = (page) =>
  page.evaluate(() => {
    const paints = Object.fromEntries(performance.getEntriesByType('paint').map((p) => [p.name, p.startTime]))
    return { ...window.__bench.data, now: performance.now(), paints }
  })

export async function closeModal(page, spec) {
  await page.keyboard.press('Escape')
  let closed = await until(page, (s) => !window.__bench.isOpen(s), { timeout: 1500, arg: spec })
  const byEscape = closed
  if (!closed && spec.close) {
    await clickButton(page, spec.close).catch(() => {})
    closed = await until(page, (s) => !window.__bench.isOpen(s), { timeout: 2500, arg: spec })
  }
  return { closed, byEscape }
}
