import type { Call } from '@portico/core'
import { pause, type Checkpoint } from '@portico/core/kit'
import type { Address, Client, Hex } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'
import { EndpointError, endpointError } from '../implementation/errors.js'
import { parseCall } from '../implementation/order.js'

/** Transactions of the account that are looked at, at the most. */
const mostLooked = 20
/** How long one that waits for a block is waited for, in milliseconds, and how often is looked. */
const [longestWait, pollingInterval] = [30_000, 2_000]

/** Where an account and its chain stand. @throws EndpointError */
export async function checkpoint(client: Client, address: Address): Promise<Checkpoint> {
  try {
    const [nonce, height] = await Promise.all([
      getTransactionCount(client, { address, blockTag: 'pending' }),
      getBlockNumber(client, { cacheTime: 0 }),
    ])
    return { nonce, blockNumber: Number(height) }
  } catch (thrown) {
    throw endpointError(thrown, 'eth_getTransactionCount')
  }
}

/**
 * The hash of the transaction by which a call was sent since a checkpoint: one of the account's that does the same. One that still
 * waits for a block cannot be read from the chain, and is waited for.
 * @throws EndpointError where that cannot be told
 */
export async function findSent(
  client: Client,
  { address, since, call, wait = longestWait }: { address: Address; since: Checkpoint; call: Call; wait?: number },
): Promise<Hex | undefined> {
  const wanted = parseCall(call)
  const isIt = (transaction: { readonly to: Hex | null; readonly value: bigint; readonly input: Hex }) =>
    transaction.to?.toLowerCase() === wanted.to.toLowerCase() &&
    transaction.value === (wanted.value ?? 0n) &&
    transaction.input.toLowerCase() === (wanted.data ?? '0x').toLowerCase()
  try {
    const [used, height] = await settled(client, address, wait)
    for (let nonce = since.nonce; nonce < Math.min(used, since.nonce + mostLooked); nonce += 1) {
      const sent = await transactionOf(client, { address, nonce, from: BigInt(since.blockNumber), to: height })
      if (sent && isIt(sent)) return sent.hash
    }
    return undefined
  } catch (thrown) {
    throw endpointError(thrown, 'eth_getTransactionCount')
  }
}

/** How many transactions of an account are in blocks, and up to which, once none of them waits. */
async function settled(client: Client, address: Address, wait: number): Promise<[used: number, height: bigint]> {
  for (const start = Date.now(); ; await pause(pollingInterval)) {
    const height = await getBlockNumber(client, { cacheTime: 0 })
    const [used, waiting] = await Promise.all([
      getTransactionCount(client, { address, blockNumber: height }),
      getTransactionCount(client, { address, blockTag: 'pending' }),
    ])
    if (waiting <= used) return [used, height]
    if (Date.now() - start >= wait) throw new EndpointError({ cause: new Error('A transaction of the account still waits for a block.') })
  }
}

/** The transaction of an account with a nonce, that was mined after one block and up to another. */
async function transactionOf(client: Client, { address, nonce, from, to }: { address: Address; nonce: number; from: bigint; to: bigint }) {
  let [low, high] = [from - 1n, to]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if ((await getTransactionCount(client, { address, blockNumber: middle })) > nonce) high = middle
    else low = middle
  }
  const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true })
  return transactions.find((one) => one.from.toLowerCase() === address.toLowerCase() && one.nonce === nonce)
}
