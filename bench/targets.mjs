// What Portico's pages must measure, and how a run did. Bytes, requests, server rendering and accessibility are asserted:
// one that fails makes `pnpm bench` fail. Times and heap depend on the machine; they are compared and reported.
import { medianOf, ratio } from './lib/statistics.mjs'

/** Brotli bytes of script and style. */
export const byteBudgets = {
  /** Before any click, over the page's own baseline: React alone, or React and the host's wagmi. */
  eager: { 'react-only': 10_000, wagmi: 9_000 },
  /** From the click until the list is painted, over that. */
  connectPath: 48_700,
}

/** Times as a multiple of the floor's in the same round, heap as a multiple of the baseline's. */
export const ratioTargets = {
  /** With the modal fetched while the page was idle, which is the default. */
  idle: { '1x': 1.3, '4x': 1.6 },
  /** With nothing fetched before the click: no hover comes before it here. */
  intent: { '1x': 2, '4x': 2 },
  impatient: 1.35,
  heap: 1.15,
}

/**
 * @typedef {object} Check
 * @property {string} app
 * @property {string} what
 * @property {string} target
 * @property {string} measured
 * @property {boolean} ok
 * @property {boolean} asserted whether a failure fails the command
 */

/** Every target that the stages of a run have measured. @returns {Check[]} */
export function check({ apps }) {
  return Object.keys(apps)
    .filter((app) => apps[app].spec?.kind === 'own')
    .sort((a, b) => apps[a].spec.order - apps[b].spec.order)
    .flatMap((app) => [...bytes(apps, app), ...offline(apps, app), ...ssr(apps, app), ...a11y(apps, app), ...times(apps, app)])
}

function bytes(apps, app) {
  const { spec, bytes } = apps[app]
  if (!bytes) return []
  if (bytes.failed) return [asserted(app, 'bytes', 'measured', bytes.failed, false)]
  const baseline = apps[spec.baseline]?.bytes?.eager?.br
  const { eager = byteBudgets.eager[spec.baseline], connectPath = byteBudgets.connectPath } = spec.budget ?? {}
  const { requests } = bytes.outsideBefore
  const rows = [
    asserted(app, 'requests to other hosts before the click', '0', String(requests), requests === 0),
    asserted(app, 'errors on the console', '0', String(bytes.errors), bytes.errors === 0),
    asserted(app, 'rows in the list', String(spec.rows), String(bytes.rowsSeen), bytes.rowsSeen === spec.rows),
  ]
  if (!baseline) return [asserted(app, `eager bytes over ${spec.baseline}`, 'measured', `${spec.baseline} was not`, false), ...rows]
  if (spec.prefetch === 'idle') {
    // What was fetched while idle is in `eager` and must not be in the first load; the sum is the same.
    const entry = bytes.entry.br - baseline
    const all = bytes.eager.br + bytes.lazy.br - baseline
    return [
      weight(app, 'entry over the baseline, br', entry, eager),
      weight(app, 'entry, idle and Connect path over the baseline, br', all, eager + connectPath),
      ...rows,
    ]
  }
  return [
    weight(app, 'eager over the baseline, br', bytes.eager.br - baseline, eager),
    weight(app, 'Connect path over that, br', bytes.lazy.br, connectPath),
    ...rows,
  ]
}

function offline(apps, app) {
  const { spec, offline } = apps[app]
  if (!offline) return []
  const ok = offline.interactive === true && offline.opened === true && offline.rows === spec.rows
  return [asserted(app, 'opens offline, with every row', `${spec.rows} rows`, offline.failed ?? `${offline.rows ?? 0} rows`, ok)]
}

function ssr(apps, app) {
  const { ssr } = apps[app]
  if (!ssr) return []
  const { ok, button, exits, error } = ssr.external ?? { error: ssr.failed }
  const measured = ok ? [button ? 'button' : 'no button', exits ? 'exits' : 'does not exit'].join(', ') : `fails: ${error}`
  return [asserted(app, 'server: button in the HTML, process exits', 'button, exits', measured, Boolean(ok && button && exits))]
}

function a11y(apps, app) {
  const { a11y } = apps[app]
  if (!a11y) return []
  if (a11y.failed) return [asserted(app, 'accessibility', 'measured', a11y.failed, false)]
  const violations = a11y.axe?.violations
  const found = violations ? violations.map(({ id }) => id).join(', ') || 'none' : (a11y.axe?.error ?? 'not run')
  const promises = {
    'a named dialog': a11y.dialogRole && a11y.dialogName,
    'opens by key': a11y.keyboardOpens,
    'focus moves in': a11y.focusMovedIn,
    'is trapped': a11y.focusTrapped,
    'is returned': a11y.focusRestored,
    'Escape closes': a11y.escapeCloses,
  }
  const broken = Object.keys(promises).filter((promise) => !promises[promise])
  return [
    asserted(app, 'axe findings', 'none', found, violations?.length === 0),
    asserted(app, 'keyboard and focus', 'all hold', broken.length ? `not: ${broken.join(', ')}` : 'all hold', broken.length === 0),
  ]
}

function times(apps, app) {
  const { spec, timing } = apps[app]
  if (!timing) return []
  const { baseline, floor = 'floor', prefetch } = spec
  const over = (what, value, target) =>
    value == null ? [] : [{ app, what, target: `≤ ${target}×`, measured: `${value.toFixed(2)}×`, ok: value <= target, asserted: false }]
  const { impatient } = ratioTargets
  const clickToList = ratioTargets[prefetch === 'idle' ? 'idle' : 'intent']
  const failed = Object.values(timing)
    .flat()
    .filter((load) => load.failed).length
  return [
    asserted(app, 'loads on which the button or list never came', '0', String(failed), failed === 0),
    ...['1x', '4x'].flatMap((profile) =>
      over(`click to list ÷ ${floor}, ${profile}`, ratio(apps, app, floor, profile, 'list'), clickToList[profile]),
    ),
    ...over(`impatient visitor ÷ ${floor}, 4x`, ratio(apps, app, floor, 'early-4x', 'navToList'), impatient),
    ...over(`impatient visitor ÷ ${floor}, 4x and 1.6 Mbit/s`, ratio(apps, app, floor, 'early-4x-4g', 'navToList'), impatient),
    // What was fetched ahead is on the heap; the target is for a page before that.
    ...(prefetch === 'idle' ? [] : over(`heap after load ÷ ${baseline}`, heapOver(apps, app, baseline), ratioTargets.heap)),
  ]
}

function heapOver(apps, app, baseline) {
  const [ours, theirs] = [app, baseline].map((id) => medianOf(apps, id, '1x', 'heapLoad'))
  return ours && theirs && ours / theirs
}

const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`

const weight = (app, what, measured, budget) => asserted(app, what, `≤ ${kB(budget)}`, kB(measured), measured <= budget)

const asserted = (app, what, target, measured, ok) => ({ app, what, target, measured, ok, asserted: true })
