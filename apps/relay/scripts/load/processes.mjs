import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../bin/relay.mjs', import.meta.url))
const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Limits that a load test is not about. */
const limits = {
  PORTICO_RELAY_LIMIT_CONNECTIONS_PER_ADDRESS: '1000000',
  PORTICO_RELAY_LIMIT_CONNECTIONS: '1000000',
  PORTICO_RELAY_LIMIT_PUBLISH_BURST: '1000000',
  PORTICO_RELAY_LIMIT_PUBLISH_PER_SECOND: '1000000',
  PORTICO_RELAY_LIMIT_REQUEST_BURST: '1000000',
  PORTICO_RELAY_LIMIT_REQUESTS_PER_SECOND: '1000000',
  PORTICO_RELAY_LIMIT_MAILBOX_MESSAGES: '1000000',
  PORTICO_RELAY_LIMIT_MAILBOX_BYTES: '1000000000',
  PORTICO_RELAY_LIMIT_MESSAGES_PER_CLIENT: '1000000000',
  PORTICO_RELAY_LIMIT_BYTES_PER_CLIENT: '1000000000000',
  PORTICO_RELAY_LIMIT_MESSAGES_PER_ADDRESS: '1000000000',
  PORTICO_RELAY_LIMIT_BYTES_PER_ADDRESS: '1000000000000',
  PORTICO_RELAY_LIMIT_MESSAGES: '1000000000',
  PORTICO_RELAY_LIMIT_BYTES: '1000000000000',
}

function run(command, args, env) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  child.exited = new Promise((resolve) => child.once('exit', resolve))
  void child.exited.then(() => children.delete(child))
  return child
}

/** A relay as anybody runs it, in a process of its own. */
export async function startRelay(port, env) {
  const metricsPort = await freePort()
  const ports = { PORTICO_RELAY_PORT: String(port), PORTICO_RELAY_METRICS_PORT: String(metricsPort) }
  const child = run(process.execPath, [entry], { ...limits, ...env, ...ports })
  for await (const line of createInterface(child.stdout)) if (line.includes('"ready"')) break
  if (child.exitCode !== null) throw new Error('The relay did not start.')
  child.stdout.resume()
  const metric = async (name) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'm').exec(text)?.[1] ?? 0)
  }
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal)
    await child.exited
  }
  return { url: `ws://127.0.0.1:${port}`, metric, stop }
}

/** Redis at REDIS_URL, else one of our own that writes each command to the disk before it answers. */
export async function startRedis(port, dir) {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => {} }
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', dir]
  const child = run('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...durable], {})
  for await (const line of createInterface(child.stdout)) if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  const stop = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
