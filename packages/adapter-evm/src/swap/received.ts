import type { Address, Client, Hex } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { endpointError } from '../implementation/errors.js'
import { isHexOf, word } from '../implementation/order.js'

/** Topics of `Transfer(address,address,uint256)`, and of `Withdrawal(address,uint256)` by which the wrapped coin says that it is unwrapped. */
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()
const topicOf = (address: Address) => `0x${word(address)}`
const unitsOf = (data: Hex) => (isHexOf(data, 64) ? BigInt(data) : 0n)

export interface Bought {
  readonly hash: Hex
  /** Undefined is the network's own coin. */
  readonly token: Address | undefined
  readonly account: Address
  readonly router: Address
  /** The token that the router unwraps the network's own coin from. */
  readonly wrapped: Address | undefined
}

/**
 * What came to an account, by the logs of a transaction: transfers of a token to it without those from it, or the one amount of the coin
 * that the router has unwrapped, which goes to nobody else in a swap that was read (S18). Undefined where there is nothing, or more than one.
 * @throws EndpointError
 */
export async function readReceived(client: Client, { hash, token, account, router, wrapped }: Bought): Promise<bigint | undefined> {
  const { logs } = await getTransactionReceipt(client, { hash }).catch((thrown: unknown) => {
    throw endpointError(thrown, 'eth_getTransactionReceipt')
  })
  if (token === undefined) {
    const unwrapped = logs.filter(
      ({ address, topics: [what, whose] }) =>
        wrapped !== undefined && isSame(address, wrapped) && isSame(what, topics.withdrawal) && isSame(whose, topicOf(router)),
    )
    const [only] = unwrapped
    return only && unwrapped.length === 1 ? unitsOf(only.data) : undefined
  }
  const moved = logs.filter(
    ({ address, topics: { 0: what, length } }) => isSame(address, token) && isSame(what, topics.transfer) && length === 3,
  )
  const sum = (end: 1 | 2) =>
    moved.reduce((units, log) => (isSame(log.topics[end], topicOf(account)) ? units + unitsOf(log.data) : units), 0n)
  const received = sum(2) - sum(1)
  return received > 0n ? received : undefined
}
