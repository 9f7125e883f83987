import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createGateway } from '../gateway.js'
import type { TestChain } from '../test/anvil.js'

/** How often the gateway asks for the height, in milliseconds: as in the sandbox. */
const pollMs = 200

/** From the block to the row that a visitor's page is given, in milliseconds, for transactions that come at any moment. */
export async function measureBehind({ send, options, bob }: TestChain, database: string, count: number): Promise<number[]> {
  const gateway = createGateway({ port: 0, quiet: true, database, chains: [options({ pollMs })] })
  const url = await gateway.listen()
  const newest = async (): Promise<string | undefined> => {
    const answer = await fetch(`${url}/v1/account/${bob}/history?chainId=${options().id}`)
    return history.parse(await answer.json()).data[0]?.metadata.hash
  }
  const waited: number[] = []
  try {
    for (let sent = 0; sent < count; sent += 1) {
      await pause((sent * 137) % 400)
      const hash = await send({ to: bob, value: 1n })
      const from = performance.now()
      while ((await newest()) !== hash) {
        if (performance.now() - from > 20_000) throw new Error(`${hash} was never shown.`)
        await pause(5)
      }
      // The first finds a gateway that is still reading the chain.
      if (sent > 0) waited.push(performance.now() - from)
    }
  } finally {
    await gateway.close()
  }
  return waited
}

const history = z.object({ data: z.array(z.object({ metadata: z.object({ hash: z.string() }) })) })
