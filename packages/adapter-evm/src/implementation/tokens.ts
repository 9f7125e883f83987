import { InvalidOptionError, type TokenBalance } from '@portico/core'
import { cleanName } from '@portico/core/kit'
import type { Address, Client, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import type { EvmToken } from '../options.js'
import { isHexOf, word } from './order.js'
import { read, uintOf } from './sending.js'

/** Where Multicall3 is on nearly every chain (https://www.multicall3.com). */
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** `aggregate3((address target, bool allowFailure, bytes callData)[])` and `balanceOf(address)` */
const selectors = { aggregate3: '0x82ad56cb', balanceOf: '70a08231' } as const
/** Tokens in one request, and how many requests are under way where each token needs its own. */
const tokensPerCall = 500
const atOnce = 8

/**
 * What an address holds of the listed tokens, those that it has some of. All of them are asked for by Multicall3, one by one where a chain
 * has none; a token that does not answer is left out.
 * @throws InvalidOptionError that names the token, where the list has one that is none
 * @throws EndpointError
 */
export async function getTokenBalances(
  client: Client,
  address: Address,
  tokens: readonly EvmToken[] = [],
): Promise<readonly TokenBalance[]> {
  tokens.forEach(check)
  const listed = tokens.filter(({ chainId }) => chainId === client.chain?.id)
  const data: Hex = `0x${selectors.balanceOf}${word(address)}`
  const held: (bigint | undefined)[] = []
  for (let from = 0; from < listed.length; from += tokensPerCall) {
    const some = listed.slice(from, from + tokensPerCall).map((token) => getAddress(token.address))
    const answer = await read(client, multicall3, aggregate(some, data))
    held.push(...((answer && balancesOf(answer, some.length)) ?? (await oneByOne(client, some, data))))
  }
  return listed.flatMap(({ address: token, symbol, name, decimals }, at) => {
    const units = held[at]
    if (!units) return []
    return [{ address: getAddress(token), symbol: cleanName(symbol), ...(name && { name: cleanName(name) }), units, decimals }]
  })
}

function check(token: EvmToken, at: number): void {
  const { chainId, address, symbol, name = '', decimals = 0 }: Partial<EvmToken> = token ?? {} // hosts write JavaScript, too
  const isGood =
    Number.isSafeInteger(chainId) &&
    isHexOf(address, 40) &&
    [symbol, name].every((text) => typeof text === 'string') &&
    Number.isInteger(decimals) &&
    decimals > 0 &&
    decimals <= 255
  if (!isGood)
    throw new InvalidOptionError({ option: `tokens[${at}]`, problem: 'expected chainId, address, symbol and decimals of an ERC-20' })
}

/** The same question to each of several contracts, as `aggregate3` takes it. */
function aggregate(targets: readonly Address[], data: Hex): Hex {
  const question = data.slice(2)
  const padded = question.padEnd(Math.ceil(question.length / 64) * 64, '0')
  const tuples = targets.map((target) => word(target) + word(1n) + word(96n) + word(BigInt(question.length / 2)) + padded)
  const size = BigInt((tuples[0]?.length ?? 0) / 2)
  const offsets = tuples.map((_, at) => word(BigInt(tuples.length) * 32n + BigInt(at) * size))
  return `${selectors.aggregate3}${word(32n)}${word(BigInt(tuples.length))}${offsets.join('')}${tuples.join('')}`
}

/** The numbers in an answer of `aggregate3`, undefined for a contract that refused; undefined for what is no such answer. */
function balancesOf(answer: Hex, count: number): (bigint | undefined)[] | undefined {
  const digits = answer.slice(2)
  /** A word, by its place in bytes. */
  const at = (place: number): bigint | undefined => {
    const text = digits.slice(place * 2, place * 2 + 64)
    return text.length === 64 && /^[0-9a-f]+$/i.test(text) ? BigInt(`0x${text}`) : undefined
  }
  if (at(0) !== 32n || at(32) !== BigInt(count)) return undefined
  return Array.from({ length: count }, (_, index) => {
    const start = 64 + Number(at(64 + index * 32) ?? digits.length)
    const [succeeded, offset, length] = [at(start), at(start + 32), at(start + 64)]
    return succeeded === 1n && offset === 64n && length !== undefined && length >= 32n ? at(start + 96) : undefined
  })
}

async function oneByOne(client: Client, targets: readonly Address[], data: Hex): Promise<(bigint | undefined)[]> {
  const held: (bigint | undefined)[] = []
  const next = targets.entries()
  const worker = async (): Promise<void> => {
    for (const [at, target] of next) held[at] = uintOf(await read(client, target, data))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return Array.from(targets, (_, at) => held[at])
}
