import { InsufficientFundsError, type FeeEstimate } from '@portico/core'
import type { Address, Client, Hex } from 'viem'
import { endpointError } from './errors.js'
import { toHexNumber } from './provider.js'

/** Head room over the current base fee (1.2), in percent. */
const baseFeePercent = 120n

/** A call as the adapter has checked it. */
export interface CheckedCall {
  readonly to: Address
  readonly value: bigint | undefined
  readonly data: Hex | undefined
}

/** A call as JSON-RPC has it. */
export const wireCall = ({ to, value, data }: CheckedCall) => ({
  to,
  ...(value !== undefined && { value: toHexNumber(value) }),
  ...(data !== undefined && { data }),
})

/**
 * What a call will cost its sender: gas times base fee and tip, at the current base fee and at 1.2 times that. Chains
 * without a base fee answer with their gas price; what a rollup pays for its own chain is not part of it.
 * @throws InsufficientFundsError, TransactionRevertedError, EndpointError
 */
export async function estimateFee(client: Client, from: Address, call: CheckedCall): Promise<FeeEstimate> {
  try {
    const [balance, gas, block] = await Promise.all([
      client.request({ method: 'eth_getBalance', params: [from, 'latest'] }).then(BigInt),
      client.request({ method: 'eth_estimateGas', params: [{ from, ...wireCall(call) }] }).then(BigInt),
      client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    ])
    // Not every node looks at the balance while it estimates.
    const afford = (fee: FeeEstimate) => {
      if (balance < (call.value ?? 0n) + fee.expected) throw new InsufficientFundsError()
      return fee
    }
    const price = () => client.request({ method: 'eth_gasPrice' }).then(BigInt)
    if (!block?.baseFeePerGas) {
      const cost = gas * (await price())
      return afford({ expected: cost, maximum: cost })
    }
    const base = BigInt(block.baseFeePerGas)
    const tip = await client.request({ method: 'eth_maxPriorityFeePerGas' }).then(BigInt, async () => {
      const rest = (await price()) - base
      return rest > 0n ? rest : 0n
    })
    return afford({ expected: gas * (base + tip), maximum: gas * ((base * baseFeePercent) / 100n + tip) })
  } catch (thrown) {
    throw endpointError(thrown, 'eth_estimateGas')
  }
}
