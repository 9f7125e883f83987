import type { RecipientKind, TokenBalance } from '@portico/core'
import { cleanName } from '@portico/core/kit'
import type { Address, Client, Hex } from 'viem'
import { getAddress, hexToBytes, hexToString } from 'viem/utils'
import { EndpointError, endpointError } from './errors.js'
import { isRevert } from './isRevert.js'
import type { Offer } from './market.js'
import { erc1155, isHexOf, supports, word } from './order.js'

const selectors = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
  balanceOf: '0x70a08231',
  totalSupply: '0x18160ddd',
  balanceOfItem: '0x00fdd58e',
  ownerOf: '0x6352211e',
} as const

/** What a plain transfer takes at the most where nobody is chosen yet: also one to a smart account. */
const assumedGas = 65_000n

/** An address with its checksum (EIP-55). In mixed case the checksum has to be right: a wrong one is a slip of the hand. */
export function readAddress(text: string): Address | undefined {
  if (!isHexOf(text, 40)) return undefined
  const digits = text.slice(2)
  const checked = getAddress(text.toLowerCase())
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && checked !== text ? undefined : checked
}

/** Asks a contract; undefined where it answers nothing, or refuses. @throws EndpointError where it could not be asked */
export async function read(client: Client, to: Address, data: Hex): Promise<Hex | undefined> {
  try {
    const answer = await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
    if (!/^0x[\da-f]*$/i.test(answer)) throw new EndpointError({ cause: answer })
    return answer.length >= 66 ? answer : undefined
  } catch (thrown) {
    if (isRevert(thrown)) return undefined
    throw endpointError(thrown, 'eth_call')
  }
}

export const uintOf = (answer: Hex | undefined) => (answer ? BigInt(answer.slice(0, 66)) : undefined)

/** A text as contracts answer it: of any length, or of the 32 bytes of old tokens. */
function textOf(answer: Hex | undefined): string {
  if (!answer) return ''
  const bytes = hexToBytes(answer)
  if (bytes.length < 64) return hexToString(answer.slice(0, 66) as Hex, { size: 32 }) // `read` answers 32 bytes at the least
  const length = Math.min(Number(uintOf(`0x${answer.slice(66, 130)}`)), bytes.length - 64, 999)
  return new TextDecoder().decode(bytes.subarray(64, 64 + length))
}

/** Where people burn what they send: the first addresses, which are nobody's or the protocol's own, and those that spell it. */
const isBurnt = (address: Address) => BigInt(address) <= 0x11n || /^0x(0{36}dead|dead0{36}|0{32}deaddead|(dead){10})$/i.test(address)

/** What there is at an address. An account that lends itself code (EIP-7702) is still somebody's own. @throws EndpointError */
export async function inspectRecipient(client: Client, address: Address): Promise<RecipientKind> {
  if (isBurnt(address)) return 'burn'
  try {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] })
    if (code === '0x' || code.startsWith('0xef0100')) return 'account'
    const [decimals, supply] = await Promise.all([read(client, address, selectors.decimals), read(client, address, selectors.totalSupply)])
    return decimals && supply ? 'token' : 'contract'
  } catch (thrown) {
    throw endpointError(thrown, 'eth_getCode')
  }
}

/** A token by its contract, and how much of it an address has. Undefined for what is no ERC-20. @throws EndpointError */
export async function getToken(client: Client, token: Address, address: Address): Promise<TokenBalance | undefined> {
  const [decimals, units, symbol, name] = await Promise.all([
    read(client, token, selectors.decimals),
    read(client, token, `${selectors.balanceOf}${address.slice(2).toLowerCase().padStart(64, '0')}`),
    read(client, token, selectors.symbol),
    read(client, token, selectors.name),
  ])
  const [places, held] = [uintOf(decimals), uintOf(units)]
  if (places === undefined || places > 255n || held === undefined) return undefined
  const long = cleanName(textOf(name))
  return {
    address: getAddress(token),
    symbol: cleanName(textOf(symbol)),
    ...(long && { name: long }),
    units: held,
    decimals: Number(places),
  }
}

/** How many of one item of a collection an address holds: of an ERC-721 item one, or none. @throws EndpointError */
export async function getItemUnits(client: Client, collection: Address, tokenId: bigint, address: Address): Promise<bigint> {
  if (await supports(client, collection, erc1155))
    return uintOf(await read(client, collection, `${selectors.balanceOfItem}${word(address)}${word(tokenId)}`)) ?? 0n
  const owner = await read(client, collection, `${selectors.ownerOf}${word(tokenId)}`)
  return owner !== undefined && `0x${owner.slice(-40)}`.toLowerCase() === address.toLowerCase() ? 1n : 0n
}

/** Where rollups tell what a transaction pays for the chain below: of the OP stack (GasPriceOracle), and Scroll (L1GasPriceOracle). */
const gasPriceOracles: readonly Address[] = ['0x420000000000000000000000000000000000000F', '0x5300000000000000000000000000000000000002']
/** `getL1Fee(bytes)` of 128 bytes that no compression makes less of: as many as a signed transfer has at the most, which is what Scroll counts. */
const priceBelow: Hex = `0x49948e0e${word(32n)}${word(128n)}${'ff'.repeat(128)}`

/** What a transfer pays for the chain below, in wei; 0 on a chain that is no such rollup. */
async function feeBelow(client: Client): Promise<bigint> {
  const answers = await Promise.all(gasPriceOracles.map((oracle) => read(client, oracle, priceBelow).catch(() => undefined)))
  return answers.reduce((sum, answer) => sum + (uintOf(answer) ?? 0n), 0n)
}

interface Spent {
  readonly to: Address | undefined
  /** Of a call that is no plain transfer. */
  readonly gas?: bigint | undefined
  readonly offer?: Offer | undefined
}

/**
 * The most of the native currency that an account can send: what it has, less the fee at twice the current base fee, so that the
 * wallet, which has its own idea of a ceiling, agrees, also one that keeps to its own price whatever speed was chosen; a higher offer leaves as much.
 * On a rollup of the OP stack, and on Scroll, less twice what it pays for the chain below, which moves as well.
 * @throws EndpointError
 */
export async function getMaximum(client: Client, from: Address, { to, gas: taken, offer }: Spent): Promise<bigint> {
  try {
    const [balance, gas, price, block, below] = await Promise.all([
      client.request({ method: 'eth_getBalance', params: [from, 'latest'] }).then(BigInt),
      taken !== undefined || to === undefined
        ? (taken ?? assumedGas)
        : client.request({ method: 'eth_estimateGas', params: [{ from, to, value: '0x1' }] }).then(BigInt, () => assumedGas),
      client.request({ method: 'eth_gasPrice' }).then(BigInt),
      client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
      feeBelow(client),
    ])
    const base = BigInt(block?.baseFeePerGas ?? 0)
    const tip = await client.request({ method: 'eth_maxPriorityFeePerGas' }).then(BigInt, () => (price > base ? price - base : 0n))
    const usual = base > 0n ? base * 2n + tip : price
    const ceiling = offer && offer.maxFeePerGas > usual ? offer.maxFeePerGas : usual
    const cost = gas * ceiling + below * 2n
    return balance > cost ? balance - cost : 0n
  } catch (thrown) {
    throw endpointError(thrown, 'eth_getBalance')
  }
}
