// results -> text.
import { percentile, summary } from './statistics.mjs'

/** The promises (kB = 1000 bytes). */
const targets = { gzip: 25_000, code: 150, far: 300, long: 50 }

const ms = (value) => (value == null ? '–' : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'))
const kb = (value) => (value / 1000).toFixed(1)
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i ? ' ---: ' : ' --- ')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
const range = (numbers) => (numbers.length ? `${percentile(numbers, 0)}–${percentile(numbers, 1)}` : '–')
const names = { portico: 'Portico', official: 'sign-client 2.21.8' }
const outsides = { alive: 'alive', refusing: 'dead: refuse', silent: 'dead: silent' }

const times = (visits, which) => (visits ?? []).map((visit) => visit[which]?.code).filter((time) => typeof time === 'number')
const median = (numbers) => summary(numbers).median
const isWithin = (value, limit) => typeof value === 'number' && value <= limit

/** Each target with what was measured. Those of bytes fail the command. */
export function check({ bytes, code, requests, wallets }) {
  const rows = []
  const add = (what, target, measured, met, asserted = false) => rows.push({ what, target, measured, met, asserted })
  if (bytes) {
    const { gzip } = bytes['Portico, the chunk of a QR code']
    add('chunk of a QR code, gzip', '≤ 25.0 kB', `${kb(gzip)} kB`, gzip <= targets.gzip, true)
  }
  if (code) {
    const at = (outside, which, name = 'portico') => median(times(code.results[outside]?.[name], which))
    for (const which of ['cold', 'warm'])
      add(`click to code, ${which}`, '≤ 150 ms', `${ms(at('alive', which))} ms`, isWithin(at('alive', which), targets.code))
    for (const how of ['at once', 'in a hurry']) {
      for (const [where, limit, told] of [
        ['', targets.code, ''],
        [', far', targets.far, ', 100 ms away'],
      ]) {
        const found = at(`alive, ${how}${where}`, 'cold')
        add(`pressed ${how} to code${told}`, `≤ ${limit} ms`, `${ms(found)} ms`, isWithin(found, limit))
      }
    }
    for (const outside of ['refusing', 'silent']) {
      const ratio = pairs(code.results, outside)
      add(
        `click to code, cold, every foreign host ${outside} ÷ alive`,
        'no slower',
        `${ms(at(outside, 'cold'))} ms, ${ratio?.toFixed(2)}×`,
        isWithin(ratio, 1.15),
      )
    }
    const visits = Object.values(code.results).flatMap((of) => of.portico ?? [])
    const scanned = visits.filter((visit) => visit.scanned === true).length
    add('codes that a decoder reads', 'all', `${scanned} of ${visits.length}`, visits.length > 0 && scanned === visits.length)
  }
  if (requests) {
    for (const where of ['browser', 'node']) {
      const [ours, theirs] = ['portico', 'official'].map((name) => summary(requests[where][name].milliseconds).median)
      add(
        `request round trip in ${where === 'node' ? 'Node' : 'Chromium'} ÷ official`,
        '≤ 1.0×',
        `${(ours / theirs).toFixed(2)}×`,
        ours <= theirs,
      )
    }
  }
  if (wallets) {
    const visits = wallets.visits.filter(({ failed }) => !failed)
    const calmer = (wallets.calmer ?? []).filter(({ failed }) => !failed)
    const pages = [
      ['1x', calmer, 120],
      ['4x', visits, 250],
    ]
    for (const [cpu, these, limit] of pages) {
      const listed = median(these.map((visit) => visit.listed))
      add(`AllWallets, click to the directory's first page at ${cpu}`, `≤ ${limit} ms`, `${ms(listed)} ms`, isWithin(listed, limit))
    }
    const answers = visits.flatMap(({ searched }) => searched ?? [])
    if (answers.length > 0) {
      const answer = median(answers.map((searched) => searched.answer))
      add('search, last key to what is loaded, at 4x', '≤ 60 ms', `${ms(answer)} ms`, isWithin(answer, 60))
      const stays = answers.filter((searched) => searched.stays).length
      add("search, what is there stays when the directory's answer comes", 'all', `${stays} of ${answers.length}`, stays === answers.length)
    }
    const worst = (part) => Math.max(0, ...visits.flatMap(({ long }) => long[part]))
    for (const part of ['opening', 'scrolling']) {
      const counts = visits.map(({ long }) => long[part].length)
      add(
        `AllWallets, ${part}: tasks over 50 ms at 4x`,
        '0',
        `${median(counts)} (worst ${ms(worst(part))} ms)`,
        counts.length > 0 && Math.max(...counts) === 0,
      )
    }
  }
  return rows
}

/** Median of the ratios within a round. */
function pairs(results, outside) {
  const ours = (results[outside]?.portico ?? []).map((visit, i) => visit.cold?.code / results.alive.portico[i]?.cold?.code)
  return median(ours.filter(Number.isFinite))
}

export function report(results) {
  const { machine, bytes, code, requests, wallets } = results
  const out = []
  const add = (...parts) => out.push(...parts, '')
  const when = ({ date, load }) => `Measured ${date.replace('T', ', ')} UTC at a load of ${load.join(' to ')} on ${machine.cores} cores.`
  add('# WalletConnect: measured beside the official client')
  add(
    `${machine.cores} shared cores (${machine.model}), ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.browser}. Written by \`node walletconnect.mjs --keep\`; how to read and repeat it is in README.md. The official client is \`@walletconnect/sign-client\` 2.21.8, the last one under Apache-2.0. Relay: \`apps/relay\`, SQLite, loopback. Load is the number of processes that want to run, averaged over a minute; above the number of cores, milliseconds say as much about the machine as about the code.`,
  )
  add('## Targets')
  add(
    table(
      ['What', 'Target', 'Measured', 'Met'],
      check(results).map(({ what, target, measured, met, asserted }) => [what, target, measured, met ? 'yes' : asserted ? '**no**' : 'no']),
    ),
  )
  add('Bytes fail the command; times are reported.')

  if (bytes) {
    add('## 1. Bytes (kB = 1000 bytes)')
    const rows = Object.entries(bytes).filter(([, value]) => value.gzip)
    add(
      table(
        ['', 'files', 'minified', 'gzip', 'brotli'],
        rows.map(([name, { files, raw, gzip, brotli }]) => [name, files, kb(raw), kb(gzip), kb(brotli)]),
      ),
    )
    add(
      'Bundled by the same Vite for production, each file compressed by itself. Ours without `@portico/core`, which the page has already; the official ones whole, as a page that shows a code needs them.',
    )
  }
  if (code) {
    add('## 2. Click to a code that can be scanned (ms)')
    add(when(code))
    const rows = Object.entries(code.results).flatMap(([key, of]) =>
      Object.entries(of).map(([name, visits]) => {
        const [cold, warm] = ['cold', 'warm'].map((which) => summary(times(visits, which)))
        const [outside, ...how] = key.split(', ')
        const pressed = how.includes('in a hurry')
          ? 'pressed in a hurry'
          : how.includes('at once')
            ? 'pressed at once'
            : 'pointer rests 100 ms'
        return [
          `${names[name]}, ${pressed}${how.includes('far') ? ', 100 ms away' : ''}`,
          outsides[outside],
          cold.n,
          `**${ms(cold.median)}**`,
          ms(cold.p95),
          `${ms(cold.min)}–${ms(cold.max)}`,
          `**${ms(warm.median)}**`,
          ms(warm.p95),
          visits.filter((visit) => visit.scanned === true).length,
          range(visits.map((visit) => visit.load)),
        ]
      }),
    )
    add(table(['Page', 'other hosts', 'n', 'cold', 'p95', 'range', 'warm', 'p95', 'scanned', 'load'], rows))
    add(
      "Cold: nothing of the client was fetched before the pointer came to the row. Warm: the second time on the same page. From the click event to the paint after the first frame that shows the current code at half its opacity or more. Each cold code was read back by a decoder (jsQR) from a picture of the page. Pressed at once: without the pointer's rest. In a hurry: in the first moment in which there is something to press. 100 ms away: the answer to each request of the page begins that much later. Portico: its modal, open on Connect. Official: a page with a button, `init`, `connect` and the same drawing. Dead: every name but this machine's leads to a port that refuses, or takes the connection and stays silent.",
    )
    for (const [name, visit] of Object.entries(code.traced ?? {})) {
      const tasks = visit.cold?.tasks ?? []
      add(
        `${names[name]}: one traced visit at a load of ${visit.load}: ${ms(tasks.reduce((sum, { cpu }) => sum + cpu, 0))} ms of processor time on the main thread between click and code, the longest task ${ms(Math.max(0, ...tasks.map(({ cpu }) => cpu)))} ms.`,
      )
    }
  }
  if (requests) {
    add('## 3. Round trip of a request (ms)')
    add(when(requests))
    const rows = ['browser', 'node'].flatMap((where) =>
      ['portico', 'official'].map((name) => {
        const { milliseconds, load } = requests[where][name]
        const { n, median, p95, min, max } = summary(milliseconds)
        return [
          `${names[name]} in ${where === 'node' ? 'Node' : 'Chromium'}`,
          n,
          `**${ms(median)}**`,
          ms(p95),
          ms(min),
          ms(max),
          range(load),
        ]
      }),
    )
    add(table(['Client', 'n', 'p50', 'p95', 'min', 'max', 'load'], rows))
    add(
      '`personal_sign`, from the call to the answer, one after the other, in blocks of ten that take turns. Wallet: ours, in a process of its own, answering at once; the official one waits a second between requests. Client, relay and wallet share the cores.',
    )
  }
  if (wallets) {
    add('## 4. AllWallets at 4x CPU throttle')
    add(when(wallets))
    const rows = wallets.visits.map((visit, i) => {
      if (visit.failed) return [i + 1, visit.failed, ...Array(9).fill('–')]
      const frames = visit.frames.scrolling
      return [
        i + 1,
        ms(visit.first),
        ms(visit.listed),
        visit.searched ? ms(visit.searched.answer) : '–',
        `${visit.seen} of ${visit.rows}`,
        visit.long.opening.length,
        ms(Math.max(0, ...visit.long.opening)),
        visit.long.scrolling.length,
        ms(Math.max(0, ...visit.long.scrolling)),
        `${Math.round(frames.length / visit.seconds)}/s, p95 ${ms(percentile(frames, 0.95))}`,
        visit.load,
      ]
    })
    add(
      table(
        [
          'Visit',
          'click → first row',
          '→ directory',
          'last key → what is loaded',
          'rows seen',
          'opening: tasks > 50 ms',
          'longest',
          'scrolling: tasks > 50 ms',
          'longest',
          'frames while scrolling',
          'load',
        ],
        rows,
      ),
    )
    add(
      "The gateway on loopback with its whole data set and pictures. A wheel turns 300 px ten times a second from the first row to the last. Opening is from the click until a second and a half after the directory's first page.",
    )
    const { traced } = wallets
    if (traced?.traced) {
      add(
        `By processor time, which does not count what the machine gave to others: one traced visit without throttling at a load of ${traced.load}. A task of ${targets.long / 4} ms here is one of ${targets.long} ms at 4x.`,
      )
      add(
        table(
          ['Task at', 'processor ms', '× 4', 'mostly'],
          traced.traced.map(({ at, cpu, events, functions }) => [ms(at), ms(cpu), ms(cpu * 4), mostly(events, functions)]),
        ),
      )
    }
  }
  return `${out.join('\n').trimEnd()}\n`
}

/** What a task did: its steps of rendering, or the functions that it spent most time in. */
function mostly(events, functions) {
  const steps = events
    .filter(({ name }) => /Layout|Paint|EvaluateScript|Layerize|ParseHTML|GC$/.test(name))
    .map(({ name, duration }) => `${name} ${ms(duration)}`)
  const own = functions
    .filter(({ name, self }) => !name.startsWith('(') && self >= 2)
    .slice(0, 3)
    .map(({ name, self }) => `${name.split(' ')[0]} ${ms(self)}`)
  return [...new Set([...own, ...steps])].slice(0, 6).join(', ') || '–'
}
