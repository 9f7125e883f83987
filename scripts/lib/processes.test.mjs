import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { descendants, isAlive } from './processes.mjs'

const program = `
  import { createProcesses, onInterrupt } from ${JSON.stringify(new URL('./processes.mjs', import.meta.url).href)}
  const processes = createProcesses({ graceMs: 400 })
  onInterrupt(() => processes.stopAll())
  // One that ends when it is asked, one that does not listen, and one with a child of its own.
  processes.start('sleep', ['60'])
  processes.start('sh', ['-c', "trap '' INT TERM; sleep 60"])
  processes.start('sh', ['-c', 'sleep 60 & wait'])
  setTimeout(() => console.log('started'), 300)
`

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s ends every process that was started, and theirs', { timeout: 20_000 }, async (signal, expected) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code)
  await once(child.stdout, 'data')
  const started = descendants(child.pid)
  expect(started.length).toBeGreaterThanOrEqual(4)
  child.kill(signal)
  expect(await ended).toBe(expected)
  for (let wait = 0; wait < 100 && started.some(isAlive); wait++) await sleep(50)
  expect(started.filter(isAlive)).toEqual([])
})
