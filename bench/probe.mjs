// Looks at one app: what it asks the network for, what opens, candidate selectors. Helps to write a bench.json.
//   node probe.mjs APP [--offline] [--shot out.png] [--dump]
import { startMock } from './lib/mock.mjs'
import { startSite } from './lib/site.mjs'
import { appDir, readSpec } from './lib/build.mjs'
import { clickButton, heap, launch, openPage, read, settle, sleep, until } from './lib/driver.mjs'

const [app, ...flags] = process.argv.slice(2)
const has = (f) => flags.includes(f)
const val = (f) => flags[flags.indexOf(f) + 1]
const mock = await startMock()
if (has('--offline')) mock.offline(true)
const site = await startSite(`${appDir(app)}/dist`)
const browser = await launch(mock.port)
const spec = readSpec(app)
spec.modal ??= '[role=dialog]'
spec.row ??= '[role=dialog] button'
const { page, cdp, errors } = await openPage(browser, site, spec, { profile: has('--4x') ? '4x' : '1x' })
const t0 = performance.now()
await page.goto(site.origin)
console.log('tti ok:', await until(page, () => window.__bench.data.tti > 0, { timeout: 15000 }))
await settle(page)
const d = await read(page)
const dom = await page.evaluate(() => __bench.count())
const fcp = d.paints['first-contentful-paint']
console.log({ tti: d.tti, fcp, quiet: performance.now() - t0, cls: d.shifts, long: d.long.length, heap: await heap(cdp), dom })
const eager = site.log.map((l) => l.url)
console.log('eager', eager.length, site.sum(eager))
const net = (log) => {
  const counts = new Map()
  for (const { how, method, host, path } of log) {
    const line = `${how} ${method} ${host}${path.slice(0, 60)}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `   ${count}x ${line}`).join('\n')
}
console.log('outside before click:\n' + net(mock.log))
site.log.length = 0
mock.log.length = 0
if (val('--shot') && has('--shot')) await page.screenshot({ path: val('--shot').replace('.png', '-0.png') })
await page.evaluate((s) => window.__bench.watch(s), spec)
if (spec.button) await clickButton(page, spec.button).catch((e) => console.log('CLICK FAILED', e.message))
await sleep(1000)
await settle(page)
await until(page, () => window.__bench.data.watch.done, { timeout: 4000 })
const o = await read(page)
console.log('watch', o.watch, 'inp', o.inp, 'dom', await page.evaluate(() => __bench.count()))
if (o.watch.click)
  console.log('shell', o.watch.shell - o.watch.click, 'list', o.watch.list - o.watch.click, 'stable', o.watch.stable - o.watch.click)
console.log('lazy', site.sum(site.log.map((l) => l.url)))
console.log('outside after click:\n' + net(mock.log))
console.log('errors', [...new Set(errors)].slice(0, 12))
if (has('--shot')) await page.screenshot({ path: val('--shot') })
if (has('--dump')) {
  console.log(
    await page.evaluate(() => {
      const B = window.__bench
      const lines = []
      const walk = (n, d) => {
        if (d > 60 || lines.length > 700) return
        for (const c of n.children ?? []) {
          if (['STYLE', 'SCRIPT', 'SVG', 'svg', 'PATH', 'path'].includes(c.tagName)) continue
          const vis = B.onScreen(c)
          const r = c.getBoundingClientRect()
          const own = [...c.childNodes]
            .filter((x) => x.nodeType === 3)
            .map((x) => x.textContent.trim())
            .join(' ')
            .slice(0, 40)
          if (vis || c.shadowRoot || B.roots.some((x) => x.host === c)) {
            const id = c.id ? `#${c.id}` : ''
            const classes =
              typeof c.className === 'string' && c.className ? `.${c.className.split(/\s+/).slice(0, 3).join('.').slice(0, 60)}` : ''
            const known = [...c.attributes].filter((a) => /^(role|aria-|data-test|name$|open)/.test(a.name))
            const attributes = known.map((a) => `[${a.name}=${a.value.slice(0, 30)}]`).join('')
            lines.push(
              `${' '.repeat(d)}${c.tagName.toLowerCase()}${id}${classes}${attributes} ${Math.round(r.width)}x${Math.round(r.height)} ${own}`,
            )
          }
          const sr = c.shadowRoot ?? B.roots.find((x) => x.host === c)
          if (sr) walk(sr, d + 1)
          walk(c, d + 1)
        }
      }
      walk(document.body, 0)
      return lines.join('\n')
    }),
  )
}
await browser.close()
site.stop()
mock.stop()
process.exit(0)
