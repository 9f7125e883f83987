// What stands behind a site of the full-stack template, started as its README says, from the sources of this tree.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPorts, portsInUse } from '../../scripts/lib/ports.mjs'
import { root } from '../../scripts/lib/workspace.mjs'

/** @typedef {{ env: NodeJS.ProcessEnv, inbox: string, control: string, origins: readonly string[], stop: () => Promise<void> }} Services */

const limitMs = 120_000

/**
 * @param {object} parameters
 * @param {ReturnType<typeof import('../../scripts/lib/processes.mjs').createProcesses>} parameters.processes
 * @param {string} parameters.project @param {number} parameters.port of the site @param {NodeJS.ProcessEnv} parameters.env
 * @param {(project: string, command: string[]) => Promise<void>} parameters.runIn
 * @returns {Promise<Services>} with the environment of the site's own server
 */
export async function startServices({ processes, project, port, env, runIn }) {
  await runIn(project, ['npm', 'run', 'setup'])
  const offset = await freeOffset()
  const moved = demoPorts({ PORTICO_SANDBOX_PORT_OFFSET: String(offset) })
  const file = join(project, '.env')
  const written = readFileSync(file, 'utf8')
    .replace(/^PORT=.*$/m, `PORT=${port}`)
    .replace(/^PORTICO_SOURCE=.*$/m, `PORTICO_SOURCE=${root}`)
    .replace(/(?<=^(?:VITE_)?\w+_URL=\w+:\/\/[\w.]+:)\d+$/gm, (usualPort) => String(Number(usualPort) + offset))
  writeFileSync(file, written)
  // What .env says is said by nothing else.
  const { RPC_URL: _, VITE_RPC_URL: __, ...bare } = env
  const server = processes.start('npm', ['run', 'services'], {
    cwd: project,
    env: { ...bare, PORTICO_SANDBOX_PORT_OFFSET: String(offset), PORTICO_SANDBOX_QUIET: 'true' },
    quiet: true,
  })
  const at = (/** @type {number} */ one) => `http://127.0.0.1:${one}`
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(200)) {
    const answer = await fetch(`${at(moved.control)}/healthz`).catch(() => undefined)
    if (answer?.ok) {
      const { all, secureSite } = moved
      const sites = [`http://secure.localhost:${secureSite}`, `http://vault.localhost:${secureSite + 1}`]
      return {
        env: bare,
        inbox: at(moved.inbox),
        control: at(moved.control),
        origins: [...all.map((one) => at(one.port)), ...sites],
        stop: server.stop,
      }
    }
  }
  await server.stop()
  throw new Error(`The services do not answer:\n${server.tail().slice(-3000)}`)
}

/** How far the services' ports are moved, so that all of them are free. */
async function freeOffset() {
  for (;;) {
    const offset = 10_000 + Math.floor(Math.random() * 30_000)
    const { all } = demoPorts({ PORTICO_SANDBOX_PORT_OFFSET: String(offset) })
    if ((await portsInUse(all.filter(({ part }) => part !== 'the demo'))).length === 0) return offset
  }
}
