// Reads a trace of Chromium: the longest tasks of the page's main thread, and the functions that took their time.

/** What is traced. The profiler's functions say where the time goes, and make it longer. */
export const categories = (profile) => [
  'toplevel',
  'devtools.timeline',
  'blink.user_timing',
  ...(profile ? ['v8.execute', 'disabled-by-default-v8.cpu_profiler'] : []),
]

/**
 * The tasks of the page's main thread between two of its marks, in order, in milliseconds from the first mark. `cpu` is the
 * processor time, without what the machine gave to others meanwhile.
 * @param {Buffer} buffer as `browser.stopTracing` gives it
 * @returns {{ at: number, duration: number, cpu: number, events: object[], functions: object[] }[]}
 */
export function tasksBetween(buffer, site, { from, to, least }) {
  const { tasks, marks, tell } = read(buffer, site)
  const [start, end] = [from, to].map((name) => marks.find((mark) => mark.name === name)?.ts)
  if (!start || !end) return []
  return tasks.filter(({ ts, dur, tdur = dur }) => ts + dur >= start && ts <= end && tdur >= least * 1000).map((task) => tell(task, start))
}

function read(buffer, site) {
  const { traceEvents } = JSON.parse(buffer.toString())
  const renderers = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  // The page's own main thread is the busiest one.
  const onThread = ({ pid, tid }) => traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
  const total = (events) => events.filter(isTask).reduce((sum, { dur = 0 }) => sum + dur, 0)
  const [main] = renderers.map((thread) => ({ ...thread, events: onThread(thread) })).sort((a, b) => total(b.events) - total(a.events))
  const marks = traceEvents.filter(({ pid, cat }) => pid === main.pid && cat.includes('blink.user_timing'))
  const samples = samplesOf(traceEvents, main.pid)
  const tasks = main.events.filter(isTask).sort((a, b) => a.ts - b.ts)
  function tell({ ts, dur, tdur }, zero) {
    const inside = main.events.filter(
      (event) => !isTask(event) && event.ts >= ts && event.ts + (event.dur ?? 0) <= ts + dur && event.dur > 1000,
    )
    return {
      at: ms(ts - zero),
      duration: ms(dur),
      cpu: ms(tdur),
      events: inside.map(({ name, dur, args }) => ({
        name,
        duration: ms(dur),
        ...(args?.data?.url && { file: short(args.data.url, site) }),
        ...(args?.data?.functionName && { function: args.data.functionName }),
      })),
      functions: busiest(samples, ts, ts + dur, site),
    }
  }
  return { tasks, marks, tell }
}

const isTask = ({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
const ms = (microseconds) => Math.round((microseconds ?? 0) / 100) / 10
const short = (url, site) => url.replace(site.origin, '')

/** Samples of the profiler: when, and in which stack of functions. */
function samplesOf(events, pid) {
  const nodes = new Map()
  const found = []
  const starts = events.filter((event) => event.name === 'Profile' && event.pid === pid)
  for (const { id, args } of starts) {
    let at = args.data.startTime
    const chunks = events
      .filter((event) => event.name === 'ProfileChunk' && event.pid === pid && event.id === id)
      .sort((a, b) => a.ts - b.ts)
    for (const { args } of chunks) {
      const { cpuProfile = {}, timeDeltas = [] } = args.data
      for (const node of cpuProfile.nodes ?? [])
        nodes.set(`${id} ${node.id}`, { ...node.callFrame, parent: node.parent && `${id} ${node.parent}` })
      ;(cpuProfile.samples ?? []).forEach((node, i) => {
        at += timeDeltas[i] ?? 0
        found.push({ at, node: `${id} ${node}`, delta: timeDeltas[i] ?? 0 })
      })
    }
  }
  return found.map(({ at, node, delta }) => {
    const stack = []
    for (let one = nodes.get(node); one; one = one.parent && nodes.get(one.parent)) stack.push(one)
    return { at, delta, stack }
  })
}

/** Functions by the time spent in them and below them. */
function busiest(samples, from, to, site) {
  const own = new Map()
  for (const { at, delta, stack } of samples) {
    if (at < from || at > to) continue
    const seen = new Set()
    stack.forEach(({ functionName, url = '', lineNumber = 0, columnNumber = 0 }, depth) => {
      const name = `${functionName || '(anonymous)'} ${short(url, site)}:${lineNumber + 1}:${columnNumber + 1}`
      const sum = own.get(name) ?? { self: 0, total: 0 }
      if (depth === 0) sum.self += delta
      if (!seen.has(name)) sum.total += delta
      seen.add(name)
      own.set(name, sum)
    })
  }
  return [...own]
    .map(([name, { self, total }]) => ({ name, self: ms(self), total: ms(total) }))
    .sort((a, b) => b.self - a.self)
    .slice(0, 12)
}
