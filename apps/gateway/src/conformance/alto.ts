import { spawn } from 'node:child_process'
import { freePort } from '@portico/service/ports'
import { entryPoint } from '../bundler/operation.js'
import { type Ask, type World, askAt } from '../bundler/test/world.js'
import { waitFor } from './bring.js'

/**
 * Starts the bundler alto on a world's chain. It binds to every address: this is for a network namespace of its own.
 * @param program its command line's file
 */
export async function startAlto(program: string, world: World): Promise<{ ask: Ask; stop: () => void }> {
  const port = await freePort()
  const [executor, utility] = [await world.key(), await world.key()]
  const options = {
    entrypoints: entryPoint,
    'rpc-url': world.chain.url,
    port: String(port),
    'executor-private-keys': executor.key,
    'utility-private-key': utility.key,
    // It asks for a tracer of geth's that anvil has not.
    'safe-mode': 'false',
    'block-time': '100',
    'min-bundle-interval': '10',
    'log-level': 'error',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-4000)))
  const ended = new Promise<never>((_, reject) => child.once('exit', () => reject(new Error(`alto ended: ${said}`))))
  const asked = askAt(`http://127.0.0.1:${port}/rpc`)
  const ask: Ask = (method, params) => Promise.race([asked(method, params), ended])
  await waitFor(ask)
  return { ask, stop: () => void child.kill('SIGKILL') }
}
