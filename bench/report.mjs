// results.json -> results.md.   node report.mjs [--out=results.json] (the table goes beside it, .md)
import os from 'node:os'
import fs from 'node:fs'
import path from 'node:path'
import { medianOf, ratio as ratioOf, samples } from './lib/statistics.mjs'
import { check } from './targets.mjs'

const arg = (k, d) => process.argv.find((a) => a.startsWith(`--${k}=`))?.split('=')[1] ?? d
const root = import.meta.dirname
const source = arg('out', 'results.json')
const target = path.resolve(root, source.replace(/\.json$/, '') + '.md')
const { apps, machine } = JSON.parse(fs.readFileSync(path.resolve(root, source), 'utf8'))
const ids = Object.keys(apps).sort((a, b) => (apps[a].spec.order ?? 99) - (apps[b].spec.order ?? 99))

const m = (id, key, p) => medianOf(apps, id, key, p)
const ratio = (id, to, key, p) => ratioOf(apps, id, to, key, p)
const spread = (id, key, p) => {
  const s = samples(apps, id, key, p)
    .filter((x) => typeof x === 'number')
    .sort((a, b) => a - b)
  return s.length ? `${Math.round(s[0])}–${Math.round(s[s.length - 1])}` : ''
}
const n0 = (x) => (x == null ? '–' : Math.round(x).toLocaleString('en-US'))
const kb = (x) => (x == null ? '–' : (x / 1000).toFixed(1))
const mb = (x) => (x == null ? '–' : (x / 1e6).toFixed(2))
const x2 = (x) => (x == null ? '–' : `${x < 10 ? x.toFixed(2) : x.toFixed(1)}×`)
const yes = (b) => (b == null ? '–' : b ? 'yes' : '**no**')
const label = (id) => apps[id].spec.label
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i ? ' ---: ' : ' --- ')).join('|')}|`,
    ...rows.map((r) => `| ${r.join(' | ')} |`),
  ].join('\n')
const has = (stage) => ids.filter((id) => apps[id][stage])
const timed = ids.filter((id) => apps[id].timing?.['4x']?.length)
const modal = timed.filter((id) => apps[id].spec.modal)
const out = []
const add = (...s) => out.push(...s, '')

add('# Wallet modal: measured side by side')
add(
  `Run of ${machine.date}: ${machine.cores} shared cores, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.browser}. Written by \`node report.mjs\`; how to read and repeat it is in README.md.`,
)
const n = Math.max(...ids.map((id) => apps[id].timing?.['4x']?.length ?? 0))
add(
  `Bytes are exact. Times are medians of ${n} fresh loads per profile, apps interleaved; a ratio is the median of per-round ratios. The load average of the 15 minutes before this was written is ${os.loadavg()[2].toFixed(1)}, of which the run itself makes about two: trust ratios before milliseconds; differences under about a third between two rows may be noise.`,
)

const checks = check({ apps })
if (checks.length) {
  const verdict = ({ ok, asserted }) => (ok ? 'yes' : asserted ? '**no**' : 'no')
  add(
    '## Targets',
    '',
    table(
      ['Page', 'What', 'Target', 'Measured', 'Met'],
      checks.map((row) => [label(row.app), row.what, row.target, row.measured, verdict(row)]),
    ),
  )
  add(
    'A bold no fails the command; times and heap are reported only. The floor of a page that has wagmi of its own is the floor beside wagmi.',
  )
}

add('## 1. Bytes (kB = 1000 bytes, JS+CSS)')
add(
  table(
    [
      'App',
      'entry br',
      'eager raw',
      'eager gzip',
      'eager br',
      'own baseline',
      'cost over it, br',
      'eager ÷ wagmi',
      'lazy on open br',
      'requests before click',
      'whole dist MB',
      'JS chunks',
    ],
    has('bytes').map((id) => {
      const b = apps[id].bytes ?? {}
      const base = apps[id].spec.baseline ?? (id.startsWith('floor') || apps[id].spec.kind === 'own' ? 'wagmi' : null)
      const bb = base && apps[base]?.bytes?.eager?.br
      return [
        label(id),
        kb(b.entry?.br),
        kb(b.eager?.raw),
        kb(b.eager?.gz),
        `**${kb(b.eager?.br)}**`,
        base ?? '–',
        bb ? kb(b.eager?.br - bb) : '–',
        bb ? x2(b.eager?.br / bb) : '–',
        kb(b.lazy?.br),
        n0(b.eager?.requests),
        mb(b.total?.raw),
        n0(b.total?.jsChunks),
      ]
    }),
  ),
)
add(
  '“entry” is what index.html itself names; “eager” is everything the page fetches from its own origin before any interaction (2.5 s of quiet); “requests” counts those files.',
)

add('## 2. Becoming interactive')
for (const p of ['1x', '4x'])
  add(
    `### ${p === '1x' ? 'No throttling' : '4x CPU throttling'}`,
    '',
    table(
      ['App', 'TTI ms', 'min–max', '÷ wagmi', 'script ms', '÷ wagmi', 'main-thread task ms', 'long tasks', 'blocking ms', 'CLS', 'heap MB'],
      timed.map((id) => [
        label(id),
        `**${n0(m(id, p, 'tti'))}**`,
        spread(id, p, 'tti'),
        x2(ratio(id, 'wagmi', p, 'tti')),
        n0(m(id, p, 'load.script')),
        x2(ratio(id, 'wagmi', p, 'load.script')),
        n0(m(id, p, 'load.task')),
        n0(m(id, p, 'longTasks')),
        n0(m(id, p, 'tbt')),
        m(id, p, 'cls')?.toFixed(4) ?? '–',
        mb(m(id, p, 'heapLoad')),
      ]),
    ),
  )

add('## 3. Opening the modal')
for (const p of ['1x', '4x'])
  add(
    `### ${p === '1x' ? 'No throttling' : '4x CPU throttling'} (click after the page settled)`,
    '',
    table(
      [
        'App',
        'click → first paint',
        'click → list',
        'min–max',
        '÷ floor',
        'click → still',
        'INP',
        'script ms',
        'main-thread task ms',
        'second open → list',
        'failed',
      ],
      modal.map((id) => [
        label(id),
        n0(m(id, p, 'shell')),
        `**${n0(m(id, p, 'list'))}**`,
        spread(id, p, 'list'),
        x2(ratio(id, 'floor', p, 'list')),
        n0(m(id, p, 'stable')),
        n0(m(id, p, 'inp')),
        n0(m(id, p, 'open.script')),
        n0(m(id, p, 'open.task')),
        n0(m(id, p, 'relist')),
        String((apps[id].timing?.[p] ?? []).filter((r) => r.failed).length),
      ]),
    ),
  )

add(
  'Task and script columns contain the watcher itself, about 1 ms a frame at 1x: the floors’ 50 ms are nearly all watcher. “Failed” counts loads left out of the medians.',
)

add('### The impatient visitor: navigation → visible list, clicking at the first moment the button works')
add(
  table(
    ['App', '4x CPU, local: TTI', 'list', '÷ floor', '4x CPU + 1.6 Mbit/s, 150 ms: TTI', 'list', '÷ floor', 'failed'],
    modal.map((id) => [
      label(id),
      n0(m(id, 'early-4x', 'tti')),
      `**${n0(m(id, 'early-4x', 'navToList'))}**`,
      x2(ratio(id, 'floor', 'early-4x', 'navToList')),
      n0(m(id, 'early-4x-4g', 'tti')),
      `**${n0(m(id, 'early-4x-4g', 'navToList'))}**`,
      x2(ratio(id, 'floor', 'early-4x-4g', 'navToList')),
      String([...(apps[id].timing?.['early-4x'] ?? []), ...(apps[id].timing?.['early-4x-4g'] ?? [])].filter((r) => r.failed).length),
    ]),
  ),
)

const dir = ids.filter((id) => apps[id].timing?.['directory-1x']?.length)
if (dir.length)
  add(
    '### The full wallet directory (500 canned wallets), where the library has one',
    '',
    table(
      ['App', '1x: click → first page', '1x: last key → only matches', '4x: first page', '4x: matches', 'elements', 'heap MB', 'failed'],
      dir.map((id) => [
        label(id),
        n0(m(id, 'directory-1x', 'page')),
        n0(m(id, 'directory-1x', 'search')),
        n0(m(id, 'directory-4x', 'page')),
        n0(m(id, 'directory-4x', 'search')),
        n0(m(id, 'directory-1x', 'dom')),
        mb(m(id, 'directory-1x', 'heap')),
        String(['directory-1x', 'directory-4x'].flatMap((k) => apps[id].timing?.[k] ?? []).filter((r) => r.failed).length),
      ]),
    ),
  )

add('## 4. Memory and DOM')
add(
  table(
    [
      'App',
      'heap after load MB',
      'heap after open MB',
      'opening adds MB',
      '÷ wagmi after load',
      'elements after load',
      'elements open',
      'opening adds',
    ],
    timed.map((id) => {
      const a = m(id, '1x', 'heapLoad'),
        b = m(id, '1x', 'heapOpen'),
        c = m(id, '1x', 'domLoad'),
        d = m(id, '1x', 'domOpen')
      return [label(id), mb(a), mb(b), b ? mb(b - a) : '–', x2(ratio(id, 'wagmi', '1x', 'heapLoad')), n0(c), n0(d), d ? n0(d - c) : '–']
    }),
  ),
)

add('## 5. Accessibility of the open modal')
const impacts = ['critical', 'serious', 'moderate', 'minor']
add(
  table(
    [
      'App',
      ...impacts.map((i) => `axe ${i}`),
      'rules broken',
      'role',
      'name',
      'focus moves in',
      'trapped',
      'Esc closes',
      'focus restored',
      'opens by key',
      'tab stops',
    ],
    has('a11y').map((id) => {
      const a = apps[id].a11y ?? {}
      const v = a.axe?.violations ?? []
      return [
        label(id),
        ...impacts.map((i) => String(v.filter((x) => x.impact === i).reduce((s, x) => s + x.nodes, 0))),
        v.map((x) => x.id).join(', ') || 'none',
        a.dialogRole ?? '**none**',
        a.dialogName ? 'yes' : '**no**',
        yes(a.focusMovedIn),
        yes(a.focusTrapped) + (a.leakedTo ? ` (to ${a.leakedTo.split(' ')[0]})` : ''),
        yes(a.escapeCloses),
        yes(a.focusRestored),
        yes(a.keyboardOpens),
        n0(a.tabStops),
      ]
    }),
  ),
)
add('axe columns count elements, not rules.')

add('## 6. Install, server rendering, behaviour without the outside')
add(
  table(
    [
      'App',
      'packages installed',
      'node_modules MB',
      'with install scripts',
      'renderToString',
      'button in the HTML',
      'Node exits after it',
      'outside requests before click',
      'hosts',
      'offline: button',
      'offline: modal',
      'offline rows (normal)',
    ],
    has('npm').map((id) => {
      const { npm, ssr, bytes, offline } = apps[id]
      const s = ssr?.external?.ok ? ssr.external : ssr?.bundled?.ok ? ssr.bundled : ssr?.external
      return [
        label(id),
        n0(npm?.packages),
        n0(npm?.mb),
        n0(npm?.scripts),
        ssr?.external?.ok ? 'yes' : ssr?.bundled?.ok ? 'only bundled' : `**no**`,
        s?.ok ? (!s.button && s.tag ? `empty ${s.tag} tag` : yes(s.button)) : '–',
        s?.ok ? yes(s.exits) : '–',
        n0(bytes?.outsideBefore?.requests),
        Object.keys(bytes?.outsideBefore?.hosts ?? {}).join(', ') || 'none',
        yes(offline?.interactive),
        apps[id].spec.modal ? yes(offline?.opened ?? false) : '–',
        apps[id].spec.modal ? `${offline?.rows ?? 0} (${bytes?.rowsSeen ?? '–'})` : '–',
      ]
    }),
  ),
)
const bad = ids.filter((id) => apps[id].ssr && !apps[id].ssr.external?.ok)
if (bad.length) add(...bad.map((id) => `- ${label(id)}, server rendering: ${apps[id].ssr.external?.error ?? 'failed'}`))

add('## 7. Versions')
add(
  ...ids.map(
    (id) =>
      `- ${label(id)}: ${Object.entries(apps[id].dependencies ?? {})
        .map(([k, v]) => `${k} ${v}`)
        .join(', ')}${apps[id].spec.note ? `. ${apps[id].spec.note}` : ''}`,
  ),
)

fs.writeFileSync(
  target,
  out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd() + '\n',
)
console.log(`wrote ${path.relative(root, target)}`)
