// The measurements. Each takes an app name and a shared environment and returns plain data.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { appDir, buildApp, buildSsr, readSpec } from './build.mjs'
import { clickButton, closeModal, heap, metrics, minus, openPage, read, settle, sleep, until } from './driver.mjs'

const require = createRequire(import.meta.url)
const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const r1 = (n) => (n == null ? null : Math.round(n * 10) / 10)

const ready = (page, timeout = 30000) => until(page, () => window.__bench?.data.tti > 0, { timeout })
const listed = (page, timeout = 15000) => until(page, () => window.__bench.data.watch.list > 0, { timeout })
const watchDone = (page, timeout = 6000) => until(page, () => window.__bench.data.watch.done, { timeout })

function tally(log) {
  const hosts = {}
  for (const { host, how } of log) {
    const count = (hosts[host] ??= { requests: 0, cut: 0 })
    count.requests++
    if (how === 'cut') count.cut++
  }
  return { requests: log.length, hosts }
}

/** What index.html itself names: the entry graph that must arrive before anything can run. */
function entryFiles(app) {
  const html = fs.readFileSync(path.join(appDir(app), 'dist/index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((m) => m[1])
}

/** Exact bytes. Also warms the server's compressed copies, so it runs before the timings. */
export async function bytes(app, { browser, mock, sites }) {
  const { buildMs } = await buildApp(app)
  const site = await sites(app)
  const spec = readSpec(app)
  const out = { buildMs, total: site.total(), entry: site.sum(entryFiles(app)) }
  for (const pass of [0, 1]) {
    site.log.length = 0
    mock.log.length = 0
    const { page, context, errors } = await openPage(browser, site, spec)
    await page.goto(site.origin)
    out.interactive = await ready(page)
    await settle(page, 2500, 15000)
    out.eager = site.sum(site.log.map((l) => l.url))
    out.eagerFiles = site.log.filter((l) => l.found).map((l) => l.url)
    out.outsideBefore = tally(mock.log)
    const seen = new Set(site.log.map((l) => l.url))
    mock.log.length = 0
    if (spec.modal) {
      await page.evaluate((s) => window.__bench.watch(s), spec)
      await clickButton(page, spec.button)
      await listed(page)
      await settle(page, 2500, 12000)
      out.lazy = site.sum(site.log.map((l) => l.url).filter((u) => !seen.has(u)))
      out.outsideOpen = tally(mock.log)
      out.rowsSeen = await page.evaluate(() => window.__bench.data.watch.rows)
      out.opened = await page.evaluate((s) => window.__bench.isOpen(s), spec)
      if (pass) await page.screenshot({ path: path.join(appDir(app), '../../.tmp', `${app}.png`) })
    }
    out.errors = new Set(errors).size
    await context.close()
  }
  return out
}

/** No answer from any outside host: does the button come up, does the modal, and with how many rows. */
export async function offline(app, { browser, mock, sites }) {
  const spec = readSpec(app)
  const site = await sites(app)
  mock.offline(true)
  try {
    const { page, context, errors } = await openPage(browser, site, spec)
    await page.goto(site.origin)
    const interactive = await ready(page, 15000)
    await settle(page)
    const out = { interactive }
    if (spec.modal && interactive) {
      await page.evaluate((s) => window.__bench.watch(s), { ...spec, rows: 1 })
      await clickButton(page, spec.button)
      await listed(page, 10000)
      await sleep(3000)
      const d = await read(page)
      out.opened = await page.evaluate((s) => window.__bench.isOpen(s), spec)
      out.rows = d.watch.rows
      out.firstRowMs = d.watch.list > 0 ? r1(d.watch.list - d.watch.click) : null
    }
    out.errors = [...new Set(errors)].filter((e) => e.startsWith('pageerror')).slice(0, 3)
    await context.close()
    return out
  } finally {
    mock.offline(false)
  }
}

/** One fresh load: becomes interactive, settles, opens, closes, opens again. */
export async function load(app, { browser, sites }, profile) {
  const spec = readSpec(app)
  const site = await sites(app)
  const { page, cdp, context } = await openPage(browser, site, spec, { profile })
  try {
    const m0 = await metrics(cdp)
    await page.goto(site.origin, { waitUntil: 'commit' })
    if (!(await ready(page))) return { failed: 'never interactive' }
    await settle(page)
    const m1 = await metrics(cdp)
    const d = await read(page)
    const out = {
      tti: r1(d.tti),
      fcp: r1(d.paints['first-contentful-paint']),
      cls: +d.shifts.toFixed(4),
      load: minus(m1, m0),
      longTasks: d.long.length,
      longMs: r1(d.long.reduce((s, [, x]) => s + x, 0)),
      tbt: r1(d.long.reduce((s, [, x]) => s + Math.max(0, x - 50), 0)),
      heapLoad: await heap(cdp),
      domLoad: await page.evaluate(() => window.__bench.count()),
    }
    if (!spec.modal) return out
    await page.evaluate((s) => ((window.__bench.data.inp = 0), window.__bench.watch(s)), spec)
    const m2 = await metrics(cdp)
    await clickButton(page, spec.button)
    if (!(await listed(page))) return { ...out, failed: 'list never shown' }
    await watchDone(page)
    const m3 = await metrics(cdp)
    const o = await read(page)
    const w = o.watch
    Object.assign(out, {
      shell: r1(w.shell - w.click),
      list: r1(w.list - w.click),
      stable: r1(w.stable - w.click),
      inp: o.inp,
      worstFrame: r1(w.worstFrame),
      open: minus(m3, m2),
      openLong: o.long.length - d.long.length,
      openTbt: r1(o.long.slice(d.long.length).reduce((s, [, x]) => s + Math.max(0, x - 50), 0)),
      heapOpen: await heap(cdp),
      domOpen: await page.evaluate(() => window.__bench.count()),
    })
    const c = await closeModal(page, spec)
    if (c.closed) {
      await sleep(600)
      await page.evaluate((s) => window.__bench.watch(s), spec)
      await clickButton(page, spec.button)
      if (await listed(page, 8000)) {
        const again = (await read(page)).watch
        out.relist = r1(again.list - again.click)
      }
    }
    return out
  } finally {
    await context.close()
  }
}

/** A visitor who clicks at the first possible moment: from navigation to the visible list. */
export async function early(app, { browser, sites }, profile) {
  const spec = readSpec(app)
  if (!spec.modal) return null
  const site = await sites(app)
  const { page, context } = await openPage(browser, site, spec, { profile })
  try {
    await page.goto(site.origin, { waitUntil: 'commit' })
    if (!(await ready(page, 90000))) return { failed: 'never interactive' }
    await page.evaluate((s) => window.__bench.watch(s), spec)
    await clickButton(page, spec.button)
    const ok = await listed(page, 30000)
    const d = await read(page)
    if (!ok) return { tti: r1(d.tti), navToList: null, wait: null, failed: 'click lost or list never shown' }
    return { tti: r1(d.tti), navToList: r1(d.watch.list), wait: r1(d.watch.list - d.watch.click) }
  } finally {
    await context.close()
  }
}

/** The full wallet directory, where there is one: first page shown, then a search for one word. */
export async function directory(app, { browser, sites }, profile) {
  const spec = readSpec(app)
  const d = spec.directory
  if (!d) return null
  const site = await sites(app)
  const { page, cdp, context } = await openPage(browser, site, spec, { profile })
  try {
    await page.goto(site.origin, { waitUntil: 'commit' })
    if (!(await ready(page))) return { failed: 'never interactive' }
    await settle(page)
    await page.evaluate((s) => window.__bench.watch(s), spec)
    await clickButton(page, spec.button)
    if (!(await listed(page))) return { failed: 'list never shown' }
    await watchDone(page)
    for (const step of d.steps.slice(0, -1)) {
      await clickButton(page, step)
      await settle(page, 800, 8000)
    }
    await page.evaluate((s) => window.__bench.watch(s), { ...spec, row: d.item, rows: d.items })
    const m0 = await metrics(cdp)
    await clickButton(page, d.steps.at(-1))
    if (!(await listed(page))) return { failed: 'directory never shown', rows: (await read(page)).watch.rows }
    await watchDone(page)
    const w = (await read(page)).watch
    const { task } = minus(await metrics(cdp), m0)
    const dom = await page.evaluate(() => window.__bench.count())
    const out = { page: r1(w.list - w.click), still: r1(w.stable - w.click), task: r1(task), dom, heap: await heap(cdp) }
    await clickButton(page, d.search)
    await page.evaluate(([i, q]) => window.__bench.watchSearch(i, q), [d.item, d.query])
    const q = d.query
    await page.keyboard.type(q.slice(0, -1), { delay: 60 })
    await page.evaluate(() => (window.__bench.data.search.armed = true))
    await page.keyboard.type(q.slice(-1))
    const ok = await until(page, () => window.__bench.data.search.hit > 0, { timeout: 10000 })
    const s = (await read(page)).search
    return { ...out, search: ok ? r1(s.hit - s.input) : null, hits: s.hits }
  } finally {
    await context.close()
  }
}

/** axe on the open modal, and what a keyboard user meets. */
export async function a11y(app, { browser, sites }) {
  const spec = readSpec(app)
  if (!spec.modal) return null
  const site = await sites(app)
  const { page, context } = await openPage(browser, site, spec)
  const out = {}
  try {
    await page.goto(site.origin)
    await ready(page)
    await settle(page)
    await page.evaluate((s) => window.__bench.watch(s), spec)
    await page.evaluate((s) => window.__bench.all(s)[0].focus(), spec.button)
    await page.keyboard.press('Enter')
    out.keyboardOpens = await until(page, (s) => window.__bench.isOpen(s), { timeout: 4000, arg: spec })
    if (!out.keyboardOpens) {
      await clickButton(page, spec.button)
      await until(page, (s) => window.__bench.isOpen(s), { timeout: 8000, arg: spec })
    }
    await sleep(1500)
    const root = spec.axe ?? spec.modal
    // Focus anywhere in the library's own portal counts as inside, not only in the element with the role.
    await page.evaluate((sel) => {
      const B = window.__bench
      const page = document.getElementById('root')
      let top = B.all(sel)[0]
      for (let n = top; n && n !== document.body; n = n.parentNode ?? n.host)
        if (n instanceof Element && !B.contains(n, page) && !B.contains(page, n)) top = n
      window.__benchInside = (a) => !!a && (B.contains(top, a) || B.all(sel).some((m) => B.contains(m, a)))
    }, root)
    Object.assign(
      out,
      await page.evaluate((sel) => {
        const B = window.__bench
        const m = B.all(sel)[0]
        const isDialog = (e) => e.matches?.('dialog,[role=dialog],[role=alertdialog]')
        let dialog = null
        for (let n = m; n && !dialog; n = n.parentNode ?? n.host ?? null) if (isDialog(n)) dialog = n
        dialog ??= B.all('dialog,[role=dialog],[role=alertdialog]').find((d) => B.contains(m, d) && B.onScreen(d)) ?? null
        const textOf = (id) => dialog.getRootNode().getElementById?.(id)?.textContent ?? ''
        const name =
          dialog &&
          (dialog.getAttribute('aria-label') ?? (dialog.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf).join(' ')).trim()
        const before = document.getElementById('bench-before')
        return {
          dialogRole: dialog ? (dialog.getAttribute('role') ?? 'dialog (native)') : null,
          dialogName: name || null,
          modalMarked:
            !!dialog &&
            (dialog.getAttribute('aria-modal') === 'true' || dialog.matches(':modal') || !!before.closest('[aria-hidden=true],[inert]')),
          focusMovedIn: window.__benchInside(B.deepActive()),
          firstFocus: B.describe(B.deepActive()),
        }
      }, root),
    )
    const stops = new Set()
    let leaked = null
    for (const [key, times] of [
      ['Tab', 30],
      ['Shift+Tab', 30],
    ]) {
      for (let i = 0; i < times; i++) {
        await page.keyboard.press(key)
        const at = await page.evaluate((sel) => {
          const B = window.__bench
          const a = B.deepActive()
          return { inside: window.__benchInside(a), body: !a || a === document.body, what: B.describe(a) }
        }, root)
        if (at.inside) stops.add(at.what)
        else if (!at.body) leaked ??= at.what
      }
    }
    out.tabStops = stops.size
    out.focusTrapped = !leaked && stops.size > 0
    out.leakedTo = leaked
    await page.addScriptTag({ content: AXE }).catch(() => {})
    const axe = await page
      .evaluate(async (sel) => {
        const B = window.__bench
        let el = B.all(sel)[0]
        while (el.getRootNode() instanceof ShadowRoot) el = el.getRootNode().host
        const r = await window.axe.run(el, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations', 'incomplete'] })
        const list = (x) => x.map((v) => ({ id: v.id, impact: v.impact, nodes: v.nodes.length }))
        return { violations: list(r.violations), incomplete: list(r.incomplete) }
      }, root)
      .catch((e) => ({ error: String(e.message).slice(0, 200) }))
    out.axe = axe
    const c = await closeModal(page, spec)
    out.escapeCloses = c.byEscape
    out.closes = c.closed
    if (c.closed) {
      await sleep(500)
      Object.assign(
        out,
        await page.evaluate((s) => {
          const B = window.__bench
          const a = B.deepActive()
          const b = B.all(s.button)[0]
          const restored = !!b && (a === b || B.contains(b, a) || B.contains(a, b)) && a !== document.body
          return { focusRestored: restored, focusAfter: B.describe(a) }
        }, spec),
      )
    }
  } finally {
    await context.close()
  }
  const still = await openPage(browser, site, spec, { reducedMotion: true })
  try {
    await still.page.goto(site.origin)
    await ready(still.page)
    await settle(still.page)
    await still.page.evaluate((s) => window.__bench.watch(s), spec)
    await clickButton(still.page, spec.button)
    await listed(still.page)
    await watchDone(still.page)
    const w = (await read(still.page)).watch
    out.reducedMotionStable = r1(w.stable - w.click)
  } finally {
    await still.context.close()
  }
  return out
}

const RUN = `
const [file] = process.argv.slice(1)
const bad = []
process.on('unhandledRejection', (e) => bad.push(String(e?.message ?? e).slice(0, 160)))
const say = (o) => process.stdout.write('\\n@@' + JSON.stringify(o) + '\\n')
try {
  const { render } = await import(file)
  const html = render()
  say({ ok: true, length: html.length, button: /<button/.test(html), tag: (html.match(/<([a-z]+-[a-z-]+)/) ?? [])[1] ?? null })
} catch (e) {
  say({ ok: false, error: (e?.code ? e.code + ': ' : '') + String(e?.message ?? e).split('\\n')[0].slice(0, 220) })
}
setTimeout(() => { say({ late: bad }); }, 1500).unref?.()
`

function child(file, cwd) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const p = spawn(process.execPath, ['--input-type=module', '-e', RUN, pathToFileURL(file).href], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
    let out = ''
    let err = ''
    p.stdout.on('data', (d) => {
      out += d
      if (out.includes('@@{"ok"')) setTimeout(() => p.kill('SIGKILL'), 6000).unref()
    })
    p.stderr.on('data', (d) => (err += d))
    const t0 = Date.now()
    const timer = setTimeout(() => p.kill('SIGKILL'), 25000)
    p.on('close', (code, signal) => {
      clearTimeout(timer)
      const first = out.split('\n').find((l) => l.startsWith('@@{"ok"'))
      const error =
        err
          .split('\n')
          .find((l) => /Error/.test(l))
          ?.slice(0, 220) ?? `exit ${code ?? signal}`
      const r = first ? JSON.parse(first.slice(2)) : { ok: false, error }
      resolve({ ...r, exits: signal !== 'SIGKILL', ms: Date.now() - t0 })
    })
  })
}

/** renderToString of the provider and button, with dependencies left to Node; bundled only where that fails. */
export async function ssr(app) {
  const out = {}
  for (const [key, bundled] of [
    ['external', false],
    ['bundled', true],
  ]) {
    if (bundled && out.external.ok) break
    try {
      out[key] = await child(await buildSsr(app, bundled), appDir(app))
    } catch (e) {
      const lines = stripVTControlCharacters(e.message).split('\n')
      out[key] = { ok: false, error: `build: ${lines.slice(0, 4).join(' ').slice(0, 260)}` }
    }
  }
  return out
}

/** What an install brings. */
export async function npm(app) {
  const dir = appDir(app)
  const lock = JSON.parse(fs.readFileSync(path.join(dir, 'node_modules/.package-lock.json'), 'utf8'))
  const keys = Object.keys(lock.packages).filter((k) => k.startsWith('node_modules/'))
  const kb = Number(
    execFileSync('du', ['-sk', '--apparent-size', path.join(dir, 'node_modules')])
      .toString()
      .split('\t')[0],
  )
  const count = (fact) => keys.filter((key) => lock.packages[key][fact]).length
  const names = new Set(keys.map((key) => key.split('node_modules/').pop()))
  return {
    packages: keys.length,
    names: names.size,
    mb: Math.round(kb / 1024),
    scripts: count('hasInstallScript'),
    deprecated: count('deprecated'),
  }
}
