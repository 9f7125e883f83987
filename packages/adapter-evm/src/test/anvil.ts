/// <reference types="node" />
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createPublicClient, createTestClient, http, type Chain, type HttpTransport, type PublicClient, type TestClient } from 'viem'
import { foundry } from 'viem/chains'

/** A local chain on loopback. */
export interface Anvil {
  readonly url: string
  readonly chain: Chain
  /** May do anything to the chain. */
  readonly test: TestClient<'anvil', HttpTransport, Chain>
  /** Reads it. */
  readonly reader: PublicClient<HttpTransport, Chain>
  readonly stop: () => Promise<void>
}

/** Starts a chain, and resolves once it answers. Stop it when done. */
export async function startAnvil({
  port,
  chainId = 31337,
  args = [],
}: {
  port: number
  chainId?: number
  args?: readonly string[]
}): Promise<Anvil> {
  const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const { bin }: { bin: string | Record<string, string> } = createRequire(import.meta.url)(manifest)
  const script = typeof bin === 'string' ? bin : (bin['anvil'] ?? '')
  const all = [
    join(dirname(manifest), script),
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--silent',
    ...args,
  ]
  const child = spawn(process.execPath, all, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const chain: Chain = { ...foundry, id: chainId, name: `Local ${chainId}`, rpcUrls: { default: { http: [url] } }, testnet: true }
  const test = createTestClient({ mode: 'anvil', chain, transport: http(url) })
  const reader = createPublicClient({ chain, transport: http(url, { retryCount: 0 }), pollingInterval: 50, cacheTime: 0 })
  for (let tries = 0; ; tries += 1) {
    try {
      if ((await reader.getChainId()) === chainId) break
    } catch (error) {
      if (tries > 200) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    chain,
    test,
    reader,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGINT')
      }),
  }
}
