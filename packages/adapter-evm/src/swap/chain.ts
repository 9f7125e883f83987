import { TransactionRevertedError, type Call } from '@portico/core'
import type { Address, Client } from 'viem'
import { endpointError, readDialect } from '../implementation/errors.js'
import { wireCall } from '../implementation/fee.js'
import { isRevert } from '../implementation/isRevert.js'
import { isHexOf, parseCall, word } from '../implementation/order.js'
import { read, uintOf } from '../implementation/sending.js'

const selectors = {
  allowance: '0xdd62ed3e',
  approve: '0x095ea7b3',
  WETH: '0xad5c4648',
  WETH9: '0x4aa4a4fc',
  ownerOf: '0x6352211e',
} as const

/** Where 0x says which Settler is its own, on every chain (0xProject/0x-settler, "How do I find the most recent deployment?"). */
const zeroExRegistry = '0x00000000000004533Fe15556B1E086BB1A72cEae'
/** The Settlers that it names: of swaps that the visitor sends, and of those that are signed and sent by somebody else. */
export const settlers = { takerSubmitted: 2n, metaTransactions: 3n } as const

/** How much of a token somebody may take from an account. @throws EndpointError */
export async function getAllowance(client: Client, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return uintOf(await read(client, token, `${selectors.allowance}${word(owner)}${word(spender)}`)) ?? 0n
}

/** Lets somebody take exactly so much of a token. */
export const approval = (token: Address, spender: Address, units: bigint): Call => ({
  to: token,
  value: 0n,
  data: `${selectors.approve}${word(spender)}${word(units)}`,
})

/** The Settler of 0x that swaps go by now; undefined where there is none, or it is stopped. @throws EndpointError */
export async function settlerOf(client: Client, kind: bigint = settlers.takerSubmitted): Promise<Address | undefined> {
  return addressIn(await read(client, zeroExRegistry, `${selectors.ownerOf}${word(kind)}`))
}

/** A router's token for the network's own coin, as V2's and SwapRouter02 name it; undefined where it names none. @throws EndpointError */
export async function wrappedOf(client: Client, router: Address): Promise<Address | undefined> {
  return addressIn((await read(client, router, selectors.WETH9)) ?? (await read(client, router, selectors.WETH)))
}

function addressIn(answer: string | undefined): Address | undefined {
  const address = `0x${answer?.slice(26, 66) ?? ''}`
  return isHexOf(address, 40) ? address : undefined
}

/** What `eth_simulateV1` says of a call that cannot be: too little of the coin, a wrong nonce. Other codes are of nodes without it. */
const isRefusal = (code: number) => code <= -38_000 && code > -39_000

/**
 * Has the chain try calls of an account, one after the other, and changes nothing. A node that cannot try several is asked for the
 * first alone.
 * @throws TransactionRevertedError, EndpointError
 */
export async function simulate(client: Client, from: Address, calls: readonly Call[]): Promise<void> {
  const [first, ...rest] = calls.map((call) => ({ from, ...wireCall(parseCall(call)) }))
  if (!first) return
  if (rest.length > 0) {
    const tried = await tryAll(client, [first, ...rest])
    if (tried === 'done') return
  }
  try {
    await client.request({ method: 'eth_call', params: [first as never, 'latest'] })
  } catch (thrown) {
    throw isRevert(thrown) ? new TransactionRevertedError({ cause: thrown }) : endpointError(thrown, 'eth_call')
  }
}

async function tryAll(client: Client, calls: readonly object[]): Promise<'done' | 'unable'> {
  let answer: unknown
  try {
    const params = [{ blockStateCalls: [{ calls }], validation: false }, 'latest']
    answer = await client.request<{ Method: 'eth_simulateV1'; Parameters: unknown; ReturnType: unknown }>({
      method: 'eth_simulateV1',
      params,
    })
  } catch (thrown) {
    if (readDialect(thrown).codes.some(isRefusal)) throw new TransactionRevertedError({ cause: thrown })
    return 'unable'
  }
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  const results: unknown = typeof block === 'object' && block !== null && 'calls' in block ? block.calls : undefined
  if (!Array.isArray(results) || results.length !== calls.length) return 'unable'
  const isGood = (one: unknown) => typeof one === 'object' && one !== null && 'status' in one && one.status === '0x1'
  if (!results.every(isGood)) throw new TransactionRevertedError()
  return 'done'
}
