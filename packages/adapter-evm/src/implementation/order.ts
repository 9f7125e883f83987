import { InvalidOptionError, type Call } from '@portico/core'
import type { TransactionRequest } from '@portico/core/kit'
import type { Address, Client, Hex } from 'viem'
import { endpointError } from './errors.js'
import type { CheckedCall } from './fee.js'

export const isHexOf = (value: unknown, digits: number): value is Hex =>
  typeof value === 'string' && value.length === digits + 2 && /^0x[\da-f]+$/i.test(value)

/** @throws InvalidOptionError */
export function parseAddress(value: string, option: string): Address {
  if (!isHexOf(value, 40)) throw new InvalidOptionError({ option, problem: 'expected an address, 0x and 40 hex digits' })
  return value
}

/** A call as the host hands it in. @throws InvalidOptionError */
export function parseCall({ to, value, data }: Call | TransactionRequest, at = ''): CheckedCall {
  if (value !== undefined && (typeof value !== 'bigint' || value < 0n))
    throw new InvalidOptionError({ option: `${at}value`, problem: 'expected a bigint that is not negative' })
  const isData = (text: string | undefined): text is Hex | undefined => text === undefined || /^0x([\da-f]{2})*$/i.test(text)
  if (!isData(data)) throw new InvalidOptionError({ option: `${at}data`, problem: 'expected whole bytes as 0x hex' })
  return { to: parseAddress(to, `${at}to`), value, data }
}

export const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** The interface of collections whose items are there more than once (ERC-165 id of ERC-1155). */
export const erc1155 = 'd9b67a26'

/**
 * A transfer or call as a visitor means it: with a token, it is the token's contract that is called (ERC-20 `transfer`), with one
 * item of a collection its `safeTransferFrom`, of the standard that the collection says it has.
 * @throws InvalidOptionError, EndpointError
 */
export async function readOrder(client: Client, { token, tokenId, feeRate, ...request }: TransactionRequest): Promise<CheckedCall> {
  if (feeRate !== undefined) throw new InvalidOptionError({ option: 'feeRate', problem: 'EVM chains have none: leave it out' })
  const call = parseCall(request)
  if (token === undefined) {
    if (tokenId !== undefined) throw new InvalidOptionError({ option: 'token', problem: 'an item is sent with its collection' })
    return call
  }
  if (call.data !== undefined) throw new InvalidOptionError({ option: 'data', problem: 'a token is sent without any' })
  const is256 = (value: bigint | undefined) => value === undefined || (typeof value === 'bigint' && value >= 0n && value < 2n ** 256n)
  if (!is256(call.value)) throw new InvalidOptionError({ option: 'value', problem: 'expected at most 256 bits' })
  if (!is256(tokenId)) throw new InvalidOptionError({ option: 'tokenId', problem: 'expected a bigint of at most 256 bits' })
  const contract = parseAddress(token, 'token')
  if (tokenId === undefined) return { to: contract, value: 0n, data: `0xa9059cbb${word(call.to)}${word(call.value ?? 0n)}` }

  const amount = call.value ?? 1n
  const from = word(parseAddress(request.address, 'address'))
  const parties = `${from}${word(call.to)}${word(tokenId)}`
  if (await supports(client, contract, erc1155)) {
    if (amount === 0n) throw new InvalidOptionError({ option: 'value', problem: 'expected one item at the least' })
    return { to: contract, value: 0n, data: `0xf242432a${parties}${word(amount)}${word(160n)}${word(0n)}` }
  }
  if (amount !== 1n) throw new InvalidOptionError({ option: 'value', problem: 'of this collection there is one of each' })
  return { to: contract, value: 0n, data: `0x42842e0e${parties}` }
}

/** Whether a contract says that it has an interface (ERC-165). @throws EndpointError */
export async function supports(client: Client, to: Address, interfaceId: string): Promise<boolean> {
  try {
    const answer = await client.request({
      method: 'eth_call',
      params: [{ to, data: `0x01ffc9a7${interfaceId.padEnd(64, '0')}` }, 'latest'],
    })
    return answer.length === 66 && BigInt(answer) === 1n
  } catch (thrown) {
    const error = endpointError(thrown, 'eth_call')
    if (error.name === 'TransactionRevertedError') return false // a contract from before that standard
    throw error
  }
}
