import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { demoPorts, portsInUse } from './lib/ports.mjs'
import { descendants, isAlive } from './lib/processes.mjs'
import { at } from './lib/workspace.mjs'

// Far from the ports of a demo that may be running beside the tests.
const env = { ...process.env, PORT: '15173', PORTICO_SANDBOX_PORT_OFFSET: '10600', npm_lifecycle_event: '' }
const { control, demo, all } = demoPorts(env)

/** Runs `pnpm demo`'s script until it says that it runs. */
async function startDemo() {
  const child = spawn(process.execPath, [at('scripts/demo.mjs')], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = once(child, 'exit').then(([code]) => code)
  onTestFinished(async () => {
    for (const pid of [...descendants(child.pid), child.pid].filter(isAlive)) process.kill(pid, 'SIGKILL')
    await ended
  })
  const ready = new Promise((resolve, reject) => {
    const keep = (chunk) => {
      output += chunk
      if (/Portico is running/.test(output)) resolve(undefined)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    void ended.then((code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)))
  })
  await ready
  return { child, ended, output: () => output }
}

async function expectNothingLeft(pids) {
  for (let wait = 0; wait < 100 && pids.some(isAlive); wait++) await sleep(50)
  expect(pids.filter(isAlive)).toEqual([])
  expect(await portsInUse(all)).toEqual([])
}

// Ctrl-C. The other signals go the same way: see lib/processes.test.mjs.
test('the demo prints its addresses, answers there, and leaves no process behind when it is interrupted', { timeout: 90_000 }, async () => {
  const { child, ended, output } = await startDemo()
  expect(output()).toContain(`http://127.0.0.1:${demo}/`)
  expect(output()).toContain(`http://127.0.0.1:${control}/`)
  expect((await fetch(`http://127.0.0.1:${demo}/`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${control}/health`)).status).toBe(200)

  const started = descendants(child.pid)
  expect(started.length).toBeGreaterThanOrEqual(5) // the sandbox, its three chains, the demo
  process.kill(child.pid, 'SIGINT')
  await ended
  await expectNothingLeft(started)
})

test('the demo leaves no process behind when it is killed', { timeout: 90_000 }, async () => {
  const { child, ended } = await startDemo()
  const started = descendants(child.pid)
  process.kill(child.pid, 'SIGKILL')
  await ended
  await expectNothingLeft(started)
})

test('the demo names each port that is in use and what it is for, and starts nothing', { timeout: 30_000 }, async () => {
  const blockers = await Promise.all([control, demo].map(listen))
  onTestFinished(() => Promise.all(blockers.map((server) => new Promise((resolve) => server.close(resolve)))))

  const child = spawn(process.execPath, [at('scripts/demo.mjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(errors).toMatch(new RegExp(`Port ${control}, for the sandbox's control API.*, is in use`))
  expect(errors).toMatch(new RegExp(`Port ${demo}, for the demo, is in use`))
})

test.each([{ PORT: 'eighty' }, { PORT: '70000' }, { PORTICO_SANDBOX_PORT_OFFSET: '-1' }])('a port that is none is named: %o', (wrong) => {
  expect(() => demoPorts(wrong)).toThrow(Object.keys(wrong)[0])
})

test('the parts of the demo exist', () => {
  for (const part of ['apps/sandbox/bin/sandbox.mjs', 'apps/demo/index.html']) expect(existsSync(at(part))).toBe(true)
})

async function listen(port) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
