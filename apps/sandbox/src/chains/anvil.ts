import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { mnemonic } from '../accounts.js'
import { ChainError } from '../errors.js'
import type { Chain } from '../parts.js'
import { rpc } from './rpc.js'

export interface Anvil {
  pid: number
  /** Resolves when it answers with the right chain id. @throws ChainError */
  ready(): Promise<void>
  /** Asks it to save and end, and ends it after 5 seconds if it does not. Resolves when it is gone. */
  stop(): Promise<void>
}

export interface StartAnvilParameters {
  chain: Chain
  rpcUrl: string
  host: string
  port: number
  /** A file that keeps the state: read at the start if it exists, written every 10 seconds and at the end. */
  stateFile?: string
  /** Seconds since 1970 of the first block. Now, unless told. */
  since?: number | undefined
  onExit(code: number | null): void
}

/** Starts the process of one chain. */
export function startAnvil({ chain, rpcUrl, host, port, stateFile, since, onExit }: StartAnvilParameters): Anvil {
  const keep = stateFile ? ['--state', stateFile, '--state-interval', '10'] : []
  const past = since === undefined ? [] : ['--timestamp', String(since)]
  const facts = ['--chain-id', String(chain.id), '--host', host, '--port', String(port), '--mnemonic', mnemonic]
  // A session of its own: Ctrl-C in the terminal reaches the sandbox alone, which then ends its chains in order.
  const child = spawn(anvilPath(), [...facts, ...past, ...keep], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })

  let lastWords = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-500)))
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastWords += error.message
      resolve()
    })
    child.once('exit', (code) => {
      resolve()
      onExit(code)
    })
  })

  const ready = async (): Promise<void> => {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline) {
      if (hasEnded(child)) throw new ChainError(`${chain.name} did not start: ${lastWords.trim() || 'its process ended'}`)
      const id = await rpc(rpcUrl, 'eth_chainId').catch(() => undefined)
      if (id === `0x${chain.id.toString(16)}`) return
      if (id !== undefined) throw new ChainError(`${chain.name} did not start: another chain answers on port ${port}`)
      await sleep(10)
    }
    throw new ChainError(`${chain.name} did not answer on port ${port} within 10 seconds.`)
  }

  const stop = async (): Promise<void> => {
    if (hasEnded(child)) return
    child.kill('SIGINT')
    const inTime = await Promise.race([gone.then(() => true), sleep(5000, false, { ref: false })])
    if (!inTime) child.kill('SIGKILL')
    await gone
  }

  return { pid: child.pid ?? -1, ready, stop }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** The binary of this platform, an optional dependency of the package that is named in package.json. */
function anvilPath(): string {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  const platform = process.platform === 'win32' ? 'win32' : process.platform
  const binary = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  try {
    return fromAnvil.resolve(`@foundry-rs/anvil-${platform}-${arch}/bin/${binary}`)
  } catch {
    throw new ChainError(`@foundry-rs/anvil has no binary for ${process.platform} ${process.arch}, or it is not installed.`)
  }
}
