/// <reference types="node" />
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Anvil {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a local chain on a free port. The binary is started itself, so that stopping it leaves nothing behind. */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const own = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = own.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil${suffix}`)
  const child = spawn(binary, ['--port', '0', '--chain-id', String(chainId)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /Listening on (\S+:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended early: ${output}`)))
  })
  return {
    url,
    async stop() {
      child.kill()
      await exited
    },
  }
}
