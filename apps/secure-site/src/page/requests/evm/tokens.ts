import type { Hex } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, hexToBytes, isHex } from 'viem/utils'
import type { FrameNetwork } from '../../types.js'
import { askNode } from '../node.js'
import { cleanName, decodeUtf8, isMixedScript } from '../text.js'

/** What a contract says of itself. Untrusted: cleaned (S36), and shown as unverified. */
export interface TokenFacts {
  /** undefined where the contract does not say one that can be shown. */
  readonly symbol?: string
  readonly decimals?: number
  readonly supply?: bigint
  /** ERC-721: amounts are ids. */
  readonly isNft: boolean
  /** Letters of several alphabets in its symbol. */
  readonly mixedScript: boolean
}

export interface ChainReader {
  /** Answers what the contract returns, or undefined for anything that goes wrong. */
  readonly call: (to: string, data: Hex) => Promise<Hex | undefined>
  /** The code at an address: '0x' where there is none, undefined when it cannot be known. */
  readonly code: (address: string) => Promise<Hex | undefined>
  /** What an account holds of the network's coin, in its smallest unit, or undefined when it cannot be known. */
  readonly coins: (address: string) => Promise<bigint | undefined>
  readonly token: (address: string) => Promise<TokenFacts>
}

/** Reads a chain by the operator's node, each thing once. Never rejects: a node that lies or dies leaves things unknown (R9). */
export function chainReader(network: FrameNetwork, fetcher: typeof fetch): ChainReader {
  const ask = async (method: string, params: unknown): Promise<Hex | undefined> => {
    const answer = await askNode({ network, method, params, fetch: fetcher, retries: 1, timeout: 5000 }).catch(() => undefined)
    return isHex(answer) ? answer : undefined
  }
  const once = <T>(read: (address: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>()
    return (address: string): Promise<T> => {
      const answer = known.get(address) ?? read(address)
      known.set(address, answer)
      return answer
    }
  }
  const call = (to: string, data: Hex) => ask('eth_call', [{ to, data }, 'latest'])
  return {
    call,
    code: once((address) => ask('eth_getCode', [address, 'latest'])),
    coins: async (address) => {
      const held = await ask('eth_getBalance', [address, 'latest'])
      return held === undefined || held === '0x' ? undefined : BigInt(held)
    },
    token: once((address) => readToken((data) => call(address, data))),
  }
}

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567', supply: '0x18160ddd', supportsInterface: '0x01ffc9a7' } as const
const erc721 = '0x80ac58cd'

async function readToken(call: (data: Hex) => Promise<Hex | undefined>): Promise<TokenFacts> {
  const isErc721: Hex = `${selectors.supportsInterface}${encodeAbiParameters([{ type: 'bytes4' }], [erc721]).slice(2)}`
  const [symbol, decimals, supply, nft] = await Promise.all([
    call(selectors.symbol),
    call(selectors.decimals),
    call(selectors.supply),
    call(isErc721),
  ])
  const name = readText(symbol)
  const places = readNumber(decimals)
  const total = readNumber(supply)
  const isNft = readNumber(nft) === 1n
  return {
    ...(name && { symbol: name }),
    ...(places !== undefined && places <= 36n && !isNft && { decimals: Number(places) }),
    ...(total !== undefined && { supply: total }),
    isNft,
    mixedScript: name !== undefined && isMixedScript(name),
  }
}

function readNumber(data: Hex | undefined): bigint | undefined {
  return data?.length === 66 ? BigInt(data) : undefined
}

/** A string, or 32 bytes with zeros behind, as the first tokens have it. */
function readText(data: Hex | undefined): string | undefined {
  if (data === undefined || data.length > 20_000) return undefined
  if (data.length === 66) return cleanName(decodeUtf8(hexToBytes(data).filter((byte) => byte !== 0)) ?? '') || undefined
  try {
    return cleanName(decodeAbiParameters([{ type: 'string' }], data)[0]) || undefined
  } catch {
    return undefined
  }
}
