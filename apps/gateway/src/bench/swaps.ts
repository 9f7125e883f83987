import { parseEther } from 'viem'
import { createGateway } from '../gateway.js'
import { hexNumber } from '../rpc/node.js'
import { makeSwapWorld } from '../swap/test/world.js'
import { startAnvil } from '../test/anvil.js'
import { sayTimes } from './times.js'

/** Quotes over HTTP, beside a node on the same machine, of a token that is three pools away; their floor is the height alone. */
export async function measureSwaps(database: string, count: number): Promise<void> {
  const chain = await startAnvil()
  const { router, usd, dai, port } = await makeSwapWorld(chain, true)
  const swap = { v2: [router], v3: [{ quoter: router, router }], hubs: [usd, dai] }
  const { id, ...options } = chain.options({ swap })
  const gateway = createGateway({ port: 0, quiet: true, database, chains: [{ id, ...options }] })
  try {
    const url = await gateway.listen()
    const asked = { from: `${id}:0x${'e'.repeat(40)}`, to: `${id}:${port}`, userAddress: chain.alice, gasPrice: '1000000000' }
    const quotes: number[] = []
    const floor: number[] = []
    for (let at = 0; at < count + 5; at += 1) {
      const from = performance.now()
      const amount = String(parseEther('0.1') + BigInt(at))
      const answer = await fetch(`${url}/v1/convert/quotes?${new URLSearchParams({ ...asked, amount })}`)
      if (!answer.ok) throw new Error(`A quote was answered with ${answer.status}.`)
      await answer.text()
      const between = performance.now()
      await chain.node.call({ method: 'eth_blockNumber' }, hexNumber)
      // The first ones find pools that nobody has looked for yet.
      if (at >= 5) {
        quotes.push(between - from)
        floor.push(performance.now() - between)
      }
    }
    sayTimes('a quote over three pools', quotes)
    sayTimes('  floor: eth_blockNumber of the node', floor)
  } finally {
    await gateway.close()
    await chain.stop()
  }
}
