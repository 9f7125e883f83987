import { InsufficientFundsError, type FeeEstimate } from '@portico/core'
import type { Address, Client, Hex } from 'viem'
import { endpointError } from './errors.js'
import type { Offer } from './market.js'
import { toHexNumber } from './provider.js'

/** Head room over the current base fee (1.2), in percent. */
const baseFeePercent = 120n

/** A call as the adapter has checked it. */
export interface CheckedCall {
  readonly to: Address
  readonly value: bigint | undefined
  readonly data: Hex | undefined
  /** What it pays for gas, where a speed was chosen; left out, the wallet decides. */
  readonly offer?: Offer | undefined
}

/** A call as JSON-RPC has it. */
export const wireCall = ({ to, value, data, offer }: CheckedCall) => ({
  to,
  ...(value !== undefined && { value: toHexNumber(value) }),
  ...(data !== undefined && { data }),
  ...(offer && { maxFeePerGas: toHexNumber(offer.maxFeePerGas), maxPriorityFeePerGas: toHexNumber(offer.maxPriorityFeePerGas) }),
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
      client.request({ method: 'eth_estimateGas', params: [{ from, ...wireCall({ ...call, offer: undefined }) }] }).then(BigInt),
      client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    ])
    // Not every node looks at the balance while it estimates.
    const afford = (fee: FeeEstimate) => {
      if (balance < (call.value ?? 0n) + fee.expected) throw new InsufficientFundsError()
      return fee
    }
    const { offer } = call
    if (offer) {
      // At the same base fee as one that the wallet prices, so that they can be compared.
      const price = BigInt(block?.baseFeePerGas ?? offer.baseFee) + offer.maxPriorityFeePerGas
      const { maxFeePerGas } = offer
      return afford({ expected: gas * (price < maxFeePerGas ? price : maxFeePerGas), maximum: gas * maxFeePerGas })
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
