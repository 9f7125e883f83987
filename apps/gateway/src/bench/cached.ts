import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { ChainOptions } from '../chains/chains.js'
import { startProcess } from '../test/process.js'

export interface CachedParameters {
  readonly chain: ChainOptions
  readonly database: string
  /** One that holds all tokens of the chain, and one that holds next to nothing. */
  readonly rich: string
  readonly poor: string
  readonly say: (what: string, figure: string) => void
}

/** Requests of one kind, and how many of them are under way at a time. */
const count = 4000
const atOnce = 16

/** What a gateway in a process of its own has at hand, asked over kept connections. The client takes a part of the same cores. */
export async function measureCached({ chain, database, rich, poor, say }: CachedParameters): Promise<void> {
  const { child, url } = await startProcess({ DATABASE: database, CHAINS: JSON.stringify([chain]) })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const kinds = [
    ['supported chains', '/v1/supported-chains'],
    ['one balance', `/v1/account/${poor}/balance?chainId=${chain.id}`],
    ['500 balances', `/v1/account/${rich}/balance?chainId=${chain.id}`],
    ['JSON-RPC', `/v1/?chainId=${chain.id}`, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })],
  ] as const
  try {
    for (const [name, path, body] of kinds) {
      const ask = () => askOnce({ url: url + path, agent, body })
      const bytes = await ask()
      const inTurn = async (): Promise<void> => {
        for (let sent = 0; sent < count / atOnce; sent += 1) await ask()
      }
      const from = performance.now()
      await Promise.all(Array.from({ length: atOnce }, inTurn))
      say(`cached reads: ${name}, ${bytes} bytes`, `${Math.round(count / ((performance.now() - from) / 1000))} requests/s`)
    }
  } finally {
    agent.destroy()
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** How many bytes the answer has. @throws Error for another status than 200 */
function askOnce({ url, agent, body }: { url: string; agent: Agent; body: string | undefined }): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${answer.statusCode} for ${url}`))))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
