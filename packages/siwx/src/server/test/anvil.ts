import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** Starts a local Ethereum chain on a free port. @param options of its command line */
export async function startAnvil(options: readonly string[] = []): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const own = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const child = spawn(own.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`), ['--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /Listening on (\S+:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', () => reject(new Error(`anvil ended early: ${output}`)))
  })
  const stop = () => {
    child.kill()
    return exited
  }
  return { url, stop }
}
