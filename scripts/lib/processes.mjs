// Child processes that never outlive their parent: each gets a group of its own, and `stop` ends the group and whatever left it.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {{ code: number, output: string }} Ended `output` is empty when it was streamed
 * @typedef {{ pid: number, ended: Promise<Ended>, tail: () => string, stop: () => Promise<void> }} Running
 */

/** A set of child processes. `stopAll` resolves when none of them, nor of their descendants, is left. */
export function createProcesses({ graceMs = 3000 } = {}) {
  /** @type {Set<Running>} */
  const running = new Set()

  /**
   * Starts a program in its own process group.
   * @param {string} command @param {readonly string[]} args
   * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, stdin?: 'ignore' | 'pipe' }} [options]
   *   `quiet` keeps the output instead of printing it; `stdin: 'pipe'` gives a stream that closes when this process dies, however it dies.
   * @returns {Running}
   */
  function start(command, args, { cwd, env = process.env, quiet = false, stdin = 'ignore' } = {}) {
    const io = quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd, env, detached: true, stdio: [stdin, io, io] })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-4_000_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)

    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
      child.once('close', (code, signal) => resolve({ code: code ?? 128, output: signal ? `${output}\nended by ${signal}` : output }))
    })
    const pid = child.pid ?? 0
    const entry = {
      pid,
      ended,
      tail: () => output,
      stop: async () => {
        if (pid) await stopTree(pid, graceMs)
        running.delete(entry)
      },
    }
    running.add(entry)
    // A leader that ends by itself may leave its group behind, with our pipes open.
    child.once('exit', () => void entry.stop())
    return entry
  }

  /** Starts a program and waits for its end. @returns {Promise<Ended>} */
  const run = (/** @type {Parameters<typeof start>} */ ...parameters) => start(...parameters).ended

  const stopAll = async () => void (await Promise.all([...running].map((entry) => entry.stop())))
  return { start, run, stopAll }
}

/**
 * Calls `stop` once, on Ctrl-C, SIGTERM, SIGHUP, or when the program that started this one is gone; then exits. A second signal exits at once.
 * @param {() => Promise<void>} stop @param {{ code?: (signal: string) => number }} [options]
 */
export function onInterrupt(stop, { code = (signal) => ({ SIGHUP: 129, SIGINT: 130 })[signal] ?? 143 } = {}) {
  let stopping = false
  const end = async (/** @type {string} */ signal) => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(code(signal))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(signal))
  // A package manager that is killed does not pass the signal on, and may leave a shell of its own between itself and us.
  const callers = packageManagers()
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent ? callers.length > 0 : !callers.every(exists)) void end('SIGHUP')
  }, 500).unref()
}

/** The npx, npm or pnpm that run this script, and the shells between. Empty when a person started it. @returns {number[]} */
function packageManagers() {
  if (!process.env.npm_lifecycle_event) return []
  if (process.platform !== 'linux') return [process.ppid]
  const table = new Map(processTable().map((entry) => [entry.pid, entry.parent]))
  const chain = []
  for (let pid = process.ppid; pid > 1; pid = table.get(pid) ?? 0) chain.push(pid)
  const isManager = (/** @type {number} */ pid) => /(^|[\s/])(npm|npx|pnpm)(@|\s|$)/.test(commandLine(pid))
  const isShell = (/** @type {number} */ pid) => /^(\S*\/)?(ba|da)?sh -c /.test(commandLine(pid))
  const end = chain.findIndex((pid) => !isManager(pid) && !isShell(pid))
  const ours = end < 0 ? chain : chain.slice(0, end)
  // A shell above the topmost manager is somebody's own.
  return ours.slice(0, ours.findLastIndex(isManager) + 1)
}

function commandLine(/** @type {number} */ pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Interrupts a process tree, and kills what is left of it after `graceMs`. */
async function stopTree(/** @type {number} */ pid, /** @type {number} */ graceMs) {
  const tree = descendants(pid)
  signalAll(pid, tree, 'SIGINT', false)
  const deadline = Date.now() + graceMs
  while (Date.now() < deadline) {
    if (!isGroupAlive(pid) && !tree.some(isAlive)) return
    await sleep(40)
  }
  for (const late of descendants(pid)) if (!tree.includes(late)) tree.push(late)
  signalAll(pid, tree, 'SIGKILL', true)
  await sleep(40)
}

function signalAll(
  /** @type {number} */ pid,
  /** @type {number[]} */ tree,
  /** @type {NodeJS.Signals} */ signal,
  /** @type {boolean} */ each,
) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone already.
  }
  if (!each) return
  for (const one of tree) {
    try {
      process.kill(one, signal)
    } catch {
      // So is this one.
    }
  }
}

/** Whether a process exists and is not a zombie. */
export function isAlive(/** @type {number} */ pid) {
  return exists(pid) && !processTable().some((entry) => entry.pid === pid && entry.state === 'Z')
}

function exists(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function isGroupAlive(/** @type {number} */ group) {
  return processTable().some((entry) => entry.group === group && entry.state !== 'Z')
}

/** The processes below `pid`, wherever their group is. @returns {number[]} */
export function descendants(/** @type {number} */ pid) {
  const table = processTable()
  const found = new Set([pid])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const entry of table) if (found.has(entry.parent)) found.add(entry.pid)
  }
  found.delete(pid)
  return [...found]
}

/** @returns {{ pid: number, parent: number, group: number, state: string }[]} */
function processTable() {
  if (process.platform !== 'linux') return psTable()
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program stands in brackets and may hold anything.
      const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), state }]
    } catch {
      return []
    }
  })
}

function psTable() {
  const { stdout = '' } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,state='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, group, state = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), group: Number(group), state: state.slice(0, 1) }
    })
}
