import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { folderWith } from '@portico/service'
import { z } from 'zod'

const said = z.object({ url: z.optional(z.string()) })

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly url: string
}

/**
 * Starts a gateway in a process of its own, and waits until it listens.
 * @param options by the ends of their variables' names: `DATABASE`, `CHAINS`, …
 */
export async function startProcess(options: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const program = `${folderWith('bin/gateway.mjs', import.meta.url) ?? '.'}/bin/gateway.mjs`
  const variables = Object.entries({ PORT: '0', ...options }).map(([name, value]) => [`PORTICO_GATEWAY_${name}`, value])
  const env = { ...process.env, ...Object.fromEntries(variables) }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url = said.parse(JSON.parse(line)).url
    if (url) break
  }
  if (!url) throw new Error('The gateway ended early.')
  // The reader has paused it, and a full pipe would hold the gateway up.
  child.stdout.resume()
  return { child, url }
}
