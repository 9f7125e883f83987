import { type Hex, numberToHex, parseEther } from 'viem'
import { z } from 'zod'
import { bytes, quantity, rpc, rpcBatch } from '../chains/rpc.js'
import { SeedError } from '../errors.js'
import type { ChainId } from '../parts.js'
import { type Act, castOf } from './acts.js'
import { momentsOf } from './moments.js'

export interface LiveParameters {
  readonly rpcUrl: string
  readonly chainId: ChainId
  /** Whose life it is. */
  readonly self: Hex
  /** Where the pictures are. */
  readonly artUrl: string
}

const receipts = z.array(z.object({ transactionHash: bytes, status: z.string() }))

/**
 * Lets an account live on a chain whose blocks are old enough: one block for each moment, with its time. Ends with the chain's clock on time.
 * @throws SeedError when something else happens than was meant
 */
export async function live({ rpcUrl, chainId, self, artUrl }: LiveParameters): Promise<void> {
  const moments = momentsOf(chainId, self, artUrl)
  const { scammer } = castOf(self)
  const senders = [...new Set(moments.flatMap(({ acts }) => acts.map(({ from }) => from)))]
  const counts = senders.map((sender) => ({ method: 'eth_getTransactionCount', params: [sender, 'latest'] }))
  const held = z.array(quantity).parse(await rpcBatch(rpcUrl, counts))
  const nonces = new Map(senders.map((sender, at) => [sender, held[at] ?? 0n]))
  const now = Math.floor(Date.now() / 1000)

  const sendOf = ({ from, to, data, value = 0n }: Act) => {
    const nonce = nonces.get(from) ?? 0n
    nonces.set(from, nonce + 1n)
    const place = { ...(to && { to }), ...(data && { data }) }
    const transaction = { from, ...place, value: numberToHex(value), gas: numberToHex(4_000_000), nonce: numberToHex(nonce) }
    return { method: 'eth_sendTransaction', params: [transaction] }
  }

  await rpcBatch(rpcUrl, [
    { method: 'evm_setAutomine', params: [false] },
    { method: 'anvil_autoImpersonateAccount', params: [true] },
    { method: 'anvil_setBalance', params: [scammer, numberToHex(parseEther('10'))] },
  ])
  for (const { daysAgo, acts } of moments) {
    const hashes = z.array(bytes).parse(await rpcBatch(rpcUrl, acts.map(sendOf)))
    await rpc(rpcUrl, 'evm_setNextBlockTimestamp', [now - Math.round(daysAgo * 86_400)])
    await rpc(rpcUrl, 'evm_mine')
    const mined = receipts.parse(await rpc(rpcUrl, 'eth_getBlockReceipts', ['latest']))
    acts.forEach(({ fails }, at) => {
      const status = mined.find(({ transactionHash }) => transactionHash === hashes[at])?.status
      if (status !== (fails ? '0x0' : '0x1')) {
        throw new SeedError(
          `Transaction ${at} of ${daysAgo} days ago on chain ${chainId} has the status ${status ?? 'of one that is not there'}.`,
        )
      }
    })
  }
  await rpcBatch(rpcUrl, [
    { method: 'anvil_autoImpersonateAccount', params: [false] },
    { method: 'evm_setTime', params: [now] },
  ])
  await rpc(rpcUrl, 'evm_mine')
  await rpc(rpcUrl, 'evm_setAutomine', [true])
}
