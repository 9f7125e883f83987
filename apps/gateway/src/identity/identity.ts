import { createPublicClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import type { IdentityAnswer } from '../providers/wire.js'
import { cleanText } from '../wallets/text.js'

/** The name that an address has chosen, checked forwards as well. Null where there is none. */
export type Identity = (address: `0x${string}`) => Promise<IdentityAnswer>

/** Milliseconds that an answer is kept. */
const freshMs = 300_000
const most = 10_000

/**
 * Names of ENS, where the gateway has Ethereum. Names that are kept elsewhere (CCIP-Read) are not followed: whoever owns one could
 * make this service call any address. Pictures are not told for the same reason.
 */
export function createIdentity({ chains }: Accounts, clock: () => number): Identity {
  const node = chains.get('eip155:1')?.node
  const known = new Map<string, { until: number; answer: IdentityAnswer }>()
  if (!node) return () => Promise.resolve({ name: null, avatar: null })
  const transport = custom({ request: ({ method, params }) => node.call({ method, params }, z.unknown()) }, { retryCount: 0 })
  const client = createPublicClient({ chain: mainnet, transport, ccipRead: false })

  return async (address) => {
    const now = clock()
    const found = known.get(address)
    if (found && found.until > now) return found.answer
    const name = await client.getEnsName({ address }).catch(() => null)
    const answer = { name: name === null ? null : cleanText(name) || null, avatar: null }
    known.delete(address)
    known.set(address, { until: now + freshMs, answer })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return answer
  }
}
