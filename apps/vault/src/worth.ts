import * as z from 'zod/mini'
import type { DelayOptions } from './options.js'

const answer = z.object({ result: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)) })

/** Seconds that a release waits: the operator's delay where the account holds much, or where the node does not say. */
export async function delayOf(delay: DelayOptions | undefined, address: string, fetch: typeof globalThis.fetch): Promise<number> {
  if (!delay || delay.seconds === 0) return 0
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(delay.rpcUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) })
    const { result } = answer.parse(await response.json())
    return BigInt(result) >= delay.above ? delay.seconds : 0
  } catch {
    return delay.seconds
  }
}
