// The directory of the gateway, opened and scrolled to its end at 4x CPU throttle: tasks over 50 ms, frames, the first row.
import { launch, openPage, settle, sleep, until } from '../lib/driver.mjs'
import { startSite } from '../lib/site.mjs'
import { buildPage } from './build.mjs'
import { placeOf, press } from './press.mjs'
import { calm, load } from './machine.mjs'
import { categories, tasksBetween } from './trace.mjs'

const grid = '.po-grid'
/** A brisk hand on a wheel: 300 px, ten times a second. */
const wheel = { pixels: 300, every: 100 }

/** Counts frames and long tasks from now on, without asking the page for its layout. */
const watch = () => {
  const seen = { click: 0, first: 0, listed: 0, frames: [], long: [], slow: [], mark: 0 }
  window.__seen = seen
  const pressed = (event) => {
    seen.click = event.timeStamp
    performance.mark('bench: click', { startTime: event.timeStamp })
  }
  addEventListener('click', pressed, { capture: true, once: true })
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({
    type: 'longtask',
  })
  try {
    const told = ({ startTime, duration, renderStart, styleAndLayoutStart, scripts }) => ({
      startTime,
      duration,
      render: renderStart - startTime,
      layout: styleAndLayoutStart - startTime,
      scripts: scripts.map(({ invoker, sourceURL, sourceFunctionName, duration, forcedStyleAndLayoutDuration }) => ({
        invoker,
        file: sourceURL.replace(location.origin, ''),
        name: sourceFunctionName,
        duration,
        forcedStyleAndLayoutDuration,
      })),
    })
    new PerformanceObserver((list) => seen.slow.push(...list.getEntries().map(told))).observe({ type: 'long-animation-frame' })
  } catch {}
  const afterPaint = (fn) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => fn(performance.now())
    port2.postMessage(0)
  }
  const tick = (now) => {
    seen.frames.push(now)
    if (seen.click && !seen.listed) {
      const item = window.__bench.all('.po-grid [role=listitem]')[0]
      if (item && !seen.first) {
        seen.first = -1
        afterPaint((at) => (seen.first = at))
      }
      if (Number(item?.getAttribute('aria-setsize')) > 100) {
        seen.listed = -1
        afterPaint((at) => (seen.listed = at))
      }
    }
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/** Where the list is, and how far it has been seen. */
const state = () => {
  const { all } = window.__bench
  const items = all('.po-grid [role=listitem]')
  const scroller = all('.po-body').find((body) => body.querySelector('.po-grid'))
  const box = scroller.getBoundingClientRect()
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    last: Math.max(0, ...items.map((item) => Number(item.getAttribute('aria-posinset')))),
    total: Number(items[0]?.getAttribute('aria-setsize')),
    atEnd: scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2,
  }
}

/** Types a word into the search, and tells when what is loaded answers and whether what is there then stays in its place. */
async function search(page, word) {
  await page.evaluate((wanted) => {
    const { all } = window.__bench
    const names = () => all('.po-grid [role=listitem] .po-cell__n').map((name) => name.textContent)
    const found = { key: 0, shown: 0, names: [] }
    window.__search = { found, names }
    addEventListener('keydown', (event) => (found.key = event.timeStamp), { capture: true })
    const tick = () => {
      const now = names()
      const isAnswer = now.length > 0 && now.every((name) => name.toLowerCase().includes(wanted))
      if (found.key && all('.po-field input, input').some((input) => input.value === wanted) && isAnswer && !found.shown) {
        found.shown = -1
        found.names = now
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => (found.shown = performance.now())
        port2.postMessage(0)
      }
      if (found.shown <= 0) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  }, word)
  await page.keyboard.type(word, { delay: 120 })
  await until(page, () => window.__search.found.shown > 0, { timeout: 10_000, every: 50 })
  await sleep(1200) // the directory's answer
  const searched = await page.evaluate(() => {
    const { found, names } = window.__search
    const now = names()
    return {
      answer: found.shown - found.key,
      stays: found.names.every((name, at) => now[at] === name),
      shown: found.names.length,
      then: now.length,
    }
  })
  for (let left = word.length; left > 0; left -= 1) await page.keyboard.press('Backspace')
  await sleep(800)
  return searched
}

async function visit({ browser, site, query, cpu, trace, profile }) {
  const { context, page, cdp, errors } = await openPage(browser, site, { button: 'button' })
  try {
    await page.goto(`${site.origin}/?${query}`)
    await page.evaluate(() => performance.setResourceTimingBufferSize(5000))
    await settle(page, 500)
    await press(page, 'Connect')
    await placeOf(page, 'Search all wallets')
    await page.mouse.move(5, 5)
    await settle(page, 800)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await sleep(500)
    if (trace) await browser.startTracing(page, { categories: categories(profile) })
    await page.evaluate(watch)
    const from = await page.evaluate(() => performance.now())
    await press(page, 'Search all wallets')
    if (!(await until(page, () => window.__seen.listed > 0, { timeout: 20_000, every: 100 })))
      return { failed: 'the directory did not come', errors }
    await sleep(1500)
    const opened = await page.evaluate(() => performance.now())
    const searched = trace ? undefined : await search(page, 'rain')
    const { x, y } = await page.evaluate(state)
    await page.mouse.move(x, y)
    const start = await page.evaluate(() => performance.now())
    let now
    for (let turns = 0; turns < 600; turns += 1) {
      await Promise.all([page.mouse.wheel(0, wheel.pixels), sleep(wheel.every)])
      if (turns < 45 || turns % 10) continue // asking for the layout is work too
      now = await page.evaluate(state)
      if (now.atEnd && now.last >= now.total) break
    }
    const end = await page.evaluate(() => performance.mark('bench: end').startTime)
    const found = await page.evaluate(() => {
      const images = window.__bench.all('.po-grid img')
      return {
        ...window.__seen,
        images: images.length,
        broken: images.filter(({ complete, naturalWidth }) => complete && !naturalWidth).length,
        heap: performance.memory?.usedJSHeapSize,
      }
    })
    const requests = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/v1/wallets'))
        .map(({ name }) => name.includes('/image')),
    )
    const between = (list, a, b, time = (entry) => entry[0]) => list.filter((entry) => time(entry) >= a && time(entry) < b)
    const gaps = (a, b) => {
      const frames = found.frames.filter((at) => at >= a && at < b)
      return frames.slice(1).map((at, i) => at - frames[i])
    }
    const tasks = trace ? tasksBetween(await browser.stopTracing(), site, { from: 'bench: click', to: 'bench: end', least: 8 }) : undefined
    const traced = tasks?.sort((a, b) => b.cpu - a.cpu).slice(0, 12)
    return {
      first: found.first - found.click,
      listed: found.listed - found.click,
      ...(searched && { searched }),
      rows: now.total,
      seen: now.last,
      seconds: (end - start) / 1000,
      long: {
        opening: between(found.long, from, opened).map(([, duration]) => duration),
        scrolling: between(found.long, start, end).map(([, duration]) => duration),
      },
      slow: between(found.slow, from, end, ({ startTime }) => startTime),
      frames: { opening: gaps(found.click, opened), scrolling: gaps(start, end) },
      images: found.images,
      broken: found.broken,
      requests: { pages: requests.filter((image) => !image).length, images: requests.filter(Boolean).length },
      ...(traced && { traced }),
      ...(errors.length > 0 && { errors }),
    }
  } finally {
    await context.close()
  }
}

/**
 * @returns the visits, in order, two without throttling, and one more without throttling, of code that is not minified, that was traced: the processor time
 * of its tasks does not depend on what else the machine does, and says where the time goes
 */
export async function wallets(services, { reps, cpu = 4, profile, log }) {
  const relay = await services.startRelay()
  const gateway = await services.startGateway()
  const site = await startSite(await buildPage('portico'))
  const readable = await startSite(await buildPage('portico', { minify: false }))
  services.onStop(site.stop)
  services.onStop(readable.stop)
  const browser = await launch(await services.refusing())
  services.onStop(() => browser.close())
  const query = new URLSearchParams({ relay, api: gateway })
  const visits = []
  const calmer = []
  let traced
  for (let rep = -3; rep <= reps; rep += 1) {
    const isCalm = await calm()
    const before = load()
    const last = rep === reps
    const found = await visit({ browser, site: last ? readable : site, query, cpu: rep < 0 || last ? 1 : cpu, trace: last, profile }).catch(
      (error) => ({ failed: error.message }),
    )
    const one = round({ ...found, load: before, calm: isCalm })
    if (rep > -3)
      log(
        `wallets${rep < 0 ? ' at 1x' : ''}: ${found.failed ?? `first ${one.first} listed ${one.listed} search ${JSON.stringify(one.searched)} rows ${one.seen}/${one.rows} long ${JSON.stringify(one.long)}`} load ${before}`,
      )
    if (rep > -3 && rep < 0) calmer.push(one) // the very first visit warms up
    if (rep >= 0 && rep < reps) visits.push(one)
    if (rep === reps) traced = one
  }
  await browser.close()
  return { visits, calmer, traced }
}

const round = (value) => JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === 'number' ? Math.round(one * 10) / 10 : one)))
