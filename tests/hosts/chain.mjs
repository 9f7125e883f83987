// The chain of the hosts: Ethereum's number, anvil's accounts, and nothing on it.
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../../scripts/lib/workspace.mjs'

const limitMs = 20_000

/**
 * @param {ReturnType<typeof import('../../scripts/lib/processes.mjs').createProcesses>} processes
 * @param {number} port
 * @returns {Promise<(body: string) => Promise<string>>} asks it by JSON-RPC
 */
export async function startChain(processes, port) {
  const own = createRequire(createRequire(at('packages/testing/package.json')).resolve('@foundry-rs/anvil/package.json'))
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const binary = own.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`)
  const child = processes.start(binary, ['--host', '127.0.0.1', '--port', String(port), '--chain-id', '1', '--silent'], { quiet: true })
  const headers = { 'content-type': 'application/json' }
  const ask = async (/** @type {string} */ body) => (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).text()
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(50))
    if (await ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })).catch(() => undefined)) return ask
  await child.stop()
  throw new Error(`The chain does not answer:\n${child.tail()}`)
}
