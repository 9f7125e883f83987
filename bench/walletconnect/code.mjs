// From the click on 'WalletConnect' to a code that can be scanned: Portico's modal beside a page with the official client.
import fs from 'node:fs'
import path from 'node:path'
import { launch, openPage, settle, sleep, until } from '../lib/driver.mjs'
import { startSite } from '../lib/site.mjs'
import { buildPage } from './build.mjs'
import { decode } from './decode.mjs'
import { calm, load } from './machine.mjs'
import { placeOf, press } from './press.mjs'
import { categories, tasksBetween } from './trace.mjs'

const watching = fs.readFileSync(path.join(import.meta.dirname, 'inpage.js'), 'utf8')

const pages = {
  portico: { plate: '.po-qr', inModal: true },
  official: { plate: '.plate' },
}

/** Presses 'WalletConnect' and waits for its code. */
async function ask(page, { plate }, { hovers, timeout }) {
  await placeOf(page, 'WalletConnect')
  await page.evaluate((selector) => window.__watchCode(selector), plate)
  const files = await page.evaluate(() => performance.getEntriesByType('resource').length)
  await press(page, 'WalletConnect', { hovers })
  if (!(await until(page, () => window.__watch.code > 0, { timeout, every: 20 }))) return { failed: 'no code' }
  return page.evaluate((before) => {
    const { click, first, code, uri } = window.__watch
    const since = (time) => time - click
    return {
      uri,
      first: since(first),
      code: since(code),
      said: window.__code.said.filter(([, time]) => time >= click - 500).map(([what, time]) => [what, since(time)]),
      files: performance
        .getEntriesByType('resource')
        .slice(before)
        .map(({ name, startTime, responseEnd }) => [name.replace(location.origin, ''), since(startTime), since(responseEnd)]),
    }
  }, files)
}

/** The code on screen says what the client handed out. */
async function scan(page, { plate }, uri) {
  await sleep(600) // the view's animations end
  const clip = await page.evaluate((selector) => {
    const { x, y, width, height } = window.__bench
      .all(selector)
      .find((found) => window.__bench.onScreen(found))
      .getBoundingClientRect()
    return { x, y, width, height }
  }, plate)
  const text = await decode(page, await page.screenshot({ clip }))
  return text === uri || (text === undefined ? 'unread' : 'another')
}

/**
 * One visit: the first code with nothing fetched before the pointer came, and the second one. `hurries`: pressed in the first moment in
 * which there is something to press, before the page had one to fetch anything in.
 */
async function visit({ browser, site, name, query, hovers, hurries, far, trace, profile, timeout = 20_000 }) {
  const spec = pages[name]
  const { context, page, errors } = await openPage(browser, site, { button: 'button' }, { profile: far ? '1x-100ms' : '1x' })
  try {
    await page.addInitScript({ content: watching })
    await page.goto(`${site.origin}/?${query}`)
    await settle(page, 400)
    if (spec.inModal) {
      await press(page, 'Connect')
      await placeOf(page, 'WalletConnect')
      if (!hurries) {
        await page.mouse.move(5, 5)
        await settle(page, 500)
      }
    }
    if (trace) await browser.startTracing(page, { categories: categories(profile) })
    const cold = await ask(page, spec, { hovers, timeout })
    if (trace) cold.tasks = tasksBetween(await browser.stopTracing(), site, { from: 'bench: click', to: 'bench: code', least: 1 })
    if (cold.failed) return { failed: cold.failed, errors }
    const scanned = await scan(page, spec, cold.uri)
    await sleep(300)
    if (spec.inModal) {
      await page.keyboard.press('Escape')
      await until(page, (plate) => !window.__bench.all(plate).some((found) => window.__bench.onScreen(found)), {
        arg: spec.plate,
        timeout: 3000,
      })
      await page.mouse.move(5, 5)
      await sleep(300)
      await press(page, 'Connect')
      await placeOf(page, 'WalletConnect')
      await settle(page, 300)
    } else {
      await page.mouse.move(5, 5)
      await sleep(300)
    }
    const warm = await ask(page, spec, { hovers, timeout })
    return { cold, warm, scanned, ...(errors.length > 0 && { errors }) }
  } finally {
    await context.close()
  }
}

/** @returns for each state of the outside, for each page: the visits, in order; and one visit of each with its tasks, of code that is not minified */
export async function code(services, { reps, log, profile, visits = '', only = Object.keys(pages) }) {
  const relay = await services.startRelay()
  const gateway = await services.startGateway()
  const sites = {}
  for (const name of only) {
    sites[name] = await startSite(await buildPage(name))
    services.onStop(sites[name].stop)
  }
  const ports = { alive: await services.startOutside(gateway), refusing: await services.refusing(), silent: await services.startSilence() }
  const browsers = {}
  for (const [outside, port] of Object.entries(ports)) {
    browsers[outside] = await launch(port)
    services.onStop(() => browsers[outside].close())
  }
  const query = new URLSearchParams({ relay, api: 'https://gateway.example' })
  const states = [
    ...Object.keys(ports).map((outside) => ({ key: outside, outside, hovers: true })),
    ...[false, true].flatMap((far) => [
      ...(far ? [{ key: 'alive, far', outside: 'alive', hovers: true, far }] : []),
      { key: `alive, at once${far ? ', far' : ''}`, outside: 'alive', hovers: false, far },
      { key: `alive, in a hurry${far ? ', far' : ''}`, outside: 'alive', hovers: false, hurries: true, far },
    ]),
  ].filter(({ key }) => new RegExp(visits).test(key))
  const results = {}
  for (let rep = -1; rep < reps; rep += 1) {
    for (const { key, outside, ...how } of rep % 2 ? [...states].reverse() : states) {
      for (const name of rep % 2 ? [...only].reverse() : only) {
        if (rep < 0 && key !== states[0]?.key) continue // one visit each to warm the machine up
        const isCalm = await calm()
        const before = load()
        const found = await visit({ browser: browsers[outside], site: sites[name], name, query, ...how }).catch((error) => ({
          failed: error.message,
        }))
        log(
          `${key} ${name}: ${found.failed ?? `cold ${found.cold.code?.toFixed(0)} warm ${found.warm.code?.toFixed?.(0) ?? found.warm.failed} scanned ${found.scanned}`} load ${before}`,
        )
        if (rep >= 0) ((results[key] ??= {})[name] ??= []).push(tidy({ ...found, load: before, calm: isCalm }))
      }
    }
  }
  const traced = {}
  for (const name of only) {
    const site = await startSite(await buildPage(name, { minify: false }))
    services.onStop(site.stop)
    await calm()
    traced[name] = tidy({
      ...(await visit({ browser: browsers.alive, site, name, query, hovers: true, trace: true, profile })),
      load: load(),
    })
  }
  for (const browser of Object.values(browsers)) await browser.close()
  return { results, traced }
}

/** What is kept: no code of a pairing. */
function tidy(visit) {
  for (const one of [visit.cold, visit.warm]) {
    if (!one) continue
    delete one.uri
  }
  return JSON.parse(JSON.stringify(visit, (_key, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)))
}
