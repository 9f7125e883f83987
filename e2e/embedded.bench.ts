import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { test as base, type BrowserContext, type Page, type Response } from '@playwright/test'
import { codeOf, expect, newEmail, nextMail, walletOf } from './helpers/embedded.js'
import { opening, pressContinue, remember, secondSite } from './helpers/known.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { secureUrl } from './helpers/sandbox.js'
import { openBrowser } from './helpers/storage.js'
import { demo } from './helpers/test.js'

// How long a visitor waits for the embedded wallet, with storage partitioned as users have it, and what it weighs.
// PORTICO_BENCH_VISITS: how often (9). PORTICO_BENCH_KEEP=1 writes bench/embedded.results.{json,md}, which are committed.

const visits = Number(process.env['PORTICO_BENCH_VISITS'] ?? 9)
const folder = path.join(import.meta.dirname, '../bench', process.env['PORTICO_BENCH_KEEP'] ? '' : '.tmp')

/** The most presses from Connect to connected, held to: on the first site, and on a second one in a browser that knows the wallet. */
const mostPresses = { first: 2, second: 3 }

interface Visit {
  /** Milliseconds. */
  readonly askedToCode: number
  readonly codeToConnected: number
  readonly pressToSignature: number
  /** On another site, in the browser that knows the wallet by then. */
  readonly openedToAsked: number
  readonly pressedToConnected: number
  /** From Connect on: on the first site, and on the second. What is typed is no press. */
  readonly presses: { readonly first: number; readonly second: number }
  /** What the frame had loaded before its first call to the server. */
  readonly frame: { readonly files: number; readonly bytes: number; readonly gzip: number }
  readonly load: number
}

base('the embedded wallet: bytes, and what the visitor waits for', async () => {
  const seen: Visit[] = []
  for (let at = 0; at < visits; at += 1) seen.push(await visit())
  const results = {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    node: process.version,
    host: hostBytes(),
    visits: seen,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'embedded.results.json'), `${JSON.stringify(results, undefined, 2)}\n`)
  writeFileSync(path.join(folder, 'embedded.results.md'), report(results))
  console.log(report(results))
  const over = seen.filter(({ presses }) => presses.first > mostPresses.first || presses.second > mostPresses.second)
  expect(over.map(({ presses }) => presses)).toEqual([])
})

async function visit(): Promise<Visit> {
  const { context, close } = await openBrowser('partitioned')
  try {
    const page = await context.newPage()
    const loaded: Response[] = []
    let calls = 0
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url())
      if (origin !== secureUrl) return
      if (pathname.startsWith('/v1/')) calls += 1
      else if (calls === 0) loaded.push(response)
    })
    const presses = await countPresses(context)
    await page.goto(demo())
    const load = loadavg()[0] ?? 0
    const email = newEmail()
    await openConnect(page)
    await modalOf(page).root.locator('input[type="email"]').fill(email)
    const { code = '' } = await nextMail(email, async () => {
      await stamp(page, 'click', 'asked')
      await modalOf(page).button('Continue with email').click()
      await codeOf(page).waitFor()
      await note(page, 'shown')
    })
    // The field is the wallet's own.
    await codeOf(page).evaluate((field) =>
      field.addEventListener('input', () => Reflect.set(window, 'typedAt', Date.now()), { capture: true, once: true }),
    )
    await watch(page, 'header button', /0x/, 'connected')
    await codeOf(page).fill(code)
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
    const first = presses()

    await watch(page, 'body', /Valid for/, 'signed')
    await page.getByRole('button', { name: 'Sign message' }).click()
    const button = walletOf(page).locator('[data-role="approve"][data-arming="armed"]')
    await button.hover()
    await page.waitForTimeout(400)
    await button.evaluate(() =>
      window.addEventListener('pointerup', () => Reflect.set(window, 'pressedAt', Date.now()), { capture: true, once: true }),
    )
    await button.click()
    await expect(page.getByText(/^Valid for/)).toBeVisible()
    const frame = page.frames().find((one) => one.url().startsWith(`${secureUrl}/frame`))
    const [typed, pressed] = [
      Number(await frame?.evaluate(() => Reflect.get(window, 'typedAt'))),
      Number(await frame?.evaluate(() => Reflect.get(window, 'pressedAt'))),
    ]
    const at = await page.evaluate(() => Reflect.get(window, 'notes') as Record<string, number>)
    const since = (from: number | undefined, to: number | undefined) => Math.round((to ?? Number.NaN) - (from ?? Number.NaN))
    await remember(context, page)
    const before = presses()
    const other = await secondVisit(context)
    const bodies = await Promise.all(loaded.map((response) => response.body()))
    return {
      askedToCode: since(at['asked'], at['shown']),
      codeToConnected: since(typed, at['connected']),
      pressToSignature: since(pressed, at['signed']),
      ...other,
      presses: { first, second: presses() - before },
      frame: {
        files: bodies.length,
        bytes: sum(bodies.map((body) => body.length)),
        gzip: sum(bodies.map((body) => gzipSync(body).length)),
      },
      load: Math.round(load * 10) / 10,
    }
  } finally {
    await close()
  }
}

/** On a second site, where nothing is typed and no mail is sent: the window that knows the browser, and one press in it. */
async function secondVisit(context: BrowserContext): Promise<Pick<Visit, 'openedToAsked' | 'pressedToConnected'>> {
  const page = await context.newPage()
  await page.goto(secondSite)
  await openConnect(page)
  const open = modalOf(page).button('This browser knows my wallet')
  await open.waitFor()
  await page.evaluate(() => Reflect.set(window, 'notes', {}))
  await watch(page, 'header button', /0x/, 'connected')
  const opened = Date.now()
  const known = await opening(context, () => open.click())
  const button = known.locator('[data-role="continue"]')
  await button.waitFor()
  const asked = Date.now()
  let pressed = Number.NaN
  const closed = known.waitForEvent('close')
  await known.exposeFunction('notePress', (at: number) => (pressed = at))
  await button.evaluate((element) =>
    element.addEventListener('pointerup', () => (Reflect.get(window, 'notePress') as (at: number) => void)(Date.now()), { capture: true }),
  )
  await pressContinue(known)
  await closed
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  const notes = await page.evaluate(() => Reflect.get(window, 'notes') as Record<string, number>)
  return { openedToAsked: asked - opened, pressedToConnected: Math.round((notes['connected'] ?? Number.NaN) - pressed) }
}

/** Counts what is pressed in all pages and frames of a browser that open from now on. Gives how often until then. */
async function countPresses(context: BrowserContext): Promise<() => number> {
  let count = 0
  await context.exposeBinding('countPress', () => void (count += 1))
  await context.addInitScript(() =>
    // Of a press that closes its window, no click is heard of any more.
    window.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && (Reflect.get(window, 'countPress') as () => void)(), {
      capture: true,
    }),
  )
  return () => count
}

/** Notes when the next event of a kind happens in the page, by the clock that all frames share. */
async function stamp(page: Page, event: string, name: string): Promise<void> {
  await page.evaluate(
    ({ event, name }) => {
      const notes = (Reflect.get(window, 'notes') ?? {}) as Record<string, number>
      Reflect.set(window, 'notes', notes)
      window.addEventListener(event, () => (notes[name] = Date.now()), { capture: true, once: true })
    },
    { event, name },
  )
}

const note = (page: Page, name: string) =>
  page.evaluate((name) => void ((Reflect.get(window, 'notes') as Record<string, number>)[name] = Date.now()), name)

/** Notes the first frame in which a part of the page says something. */
async function watch(page: Page, selector: string, text: RegExp, name: string): Promise<void> {
  await page.evaluate(
    ({ selector, source, name }) => {
      const notes = Reflect.get(window, 'notes') as Record<string, number>
      const said = () => [...document.querySelectorAll(selector)].some(({ textContent }) => new RegExp(source).test(textContent ?? ''))
      const look = () => void (said() ? (notes[name] = Date.now()) : requestAnimationFrame(look))
      look()
    },
    { selector, source: text.source, name },
  )
}

/** As the size step has measured it last, in kB gzip. */
function hostBytes(): Record<string, number> | undefined {
  try {
    const rows = JSON.parse(readFileSync(path.join(import.meta.dirname, '../.ci/out/size.json'), 'utf8')) as readonly {
      name: string
      bytes: { gzip: number }
    }[]
    return Object.fromEntries(rows.filter(({ name }) => name.startsWith('embedded:')).map(({ name, bytes }) => [name, bytes.gzip]))
  } catch {
    return undefined
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

function report({
  date,
  machine,
  node,
  host,
  visits,
}: {
  readonly date: string
  readonly machine: string
  readonly node: string
  readonly host: Record<string, number> | undefined
  readonly visits: readonly Visit[]
}): string {
  const row = (what: string, pick: (visit: Visit) => number) => {
    const values = visits.map(pick)
    return `| ${what} | ${quantile(values, 0.5)} | ${quantile(values, 0.95)} | ${Math.min(...values)}–${Math.max(...values)} |`
  }
  const [first] = visits
  const kB = (bytes = 0) => (bytes / 1000).toFixed(1)
  return `# The embedded wallet: what it weighs, and what its visitor waits for

${date.slice(0, 16).replace('T', ', ')} UTC. ${machine}, Node ${node}, Chromium with storage partitioned; the demo with the sandbox behind it, all on one machine. ${visits.length} visits, each by somebody new in a browser that is new. Load at each: ${visits.map(({ load }) => load).join(', ')}. Written by \`PORTICO_BENCH_KEEP=1 pnpm bench:embedded\`.

| From, to | median (ms) | p95 | range |
| --- | ---: | ---: | ---: |
${row('address sent, to the view with the code (the frame loads, a mail goes out)', (visit) => visit.askedToCode)}
${row('code typed, to connected on every chain', (visit) => visit.codeToConnected)}
${row('Sign pressed in the frame, to a signature that the page has verified', (visit) => visit.pressToSignature)}
${row('second site: “This browser knows my wallet” pressed, to the window that asks', (visit) => visit.openedToAsked)}
${row('second site: Continue pressed, to connected on every chain', (visit) => visit.pressedToConnected)}

| Presses, from Connect to connected | most of all visits |
| --- | ---: |
| somebody new, with an address and a mailed code that are typed | ${Math.max(...visits.map(({ presses }) => presses.first))} |
| on a second site, in a browser that knows the wallet: nothing is typed, no mail is sent | ${Math.max(...visits.map(({ presses }) => presses.second))} |

The key of somebody new is made, split and stored in the second row's time.

| Bytes | files | minified (kB) | gzip (kB) |
| --- | ---: | ---: | ---: |
| the frame, before its first call | ${first?.frame.files} | ${kB(first?.frame.bytes)} | ${kB(first?.frame.gzip)} |
${Object.entries(host ?? {})
  .map(([name, gzip]) => `| ${name.replace('embedded:', 'the host’s side,')} | | | ${kB(gzip)} |`)
  .join('\n')}

No peer publishes figures of these.
`
}
