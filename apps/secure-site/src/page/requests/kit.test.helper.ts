import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bytesToHex, encodeAbiParameters, hexToBytes, publicKeyToAddress } from 'viem/utils'
import type { Batch, Batches, FrameNetwork, Keys } from '../types.js'
import type { PrepareContext } from './types.js'

/** Keys of nobody: the first of the mnemonic that every local chain tool uses, and 32 bytes of 7. */
export const evmKey = hexToBytes('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
export const solanaKey = new Uint8Array(32).fill(7)
export const own = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(evmKey, false)))
export const ownSolana = base58.encode(ed25519.getPublicKey(solanaKey))

export const keys: Pick<Keys, 'withKey'> = {
  withKey: async (namespace, run) => run(namespace === 'eip155' ? evmKey : solanaKey),
}

export const ethereum: FrameNetwork = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpcUrl: 'https://node.example/1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
export const solana: FrameNetwork = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  rpcUrl: 'https://node.example/solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}

/** The body of a request that was made. */
export const bodyOf = (init: RequestInit | undefined): string => (typeof init?.body === 'string' ? init.body : '')

/** Where a request went. */
export const addressOf = (url: Parameters<typeof fetch>[0]): string =>
  typeof url === 'string' ? url : url instanceof URL ? url.href : url.url

type Answer = (params: readonly unknown[]) => unknown

export interface NodeDouble {
  readonly fetch: typeof fetch
  readonly calls: { readonly url: string; readonly method: string; readonly params: readonly unknown[] }[]
}

/**
 * A node that answers by method, with a value or by a function; an `Error` with a code becomes the node's own error, and a method
 * without an answer is unknown to it.
 */
export function nodeDouble(answers: Readonly<Record<string, unknown>> = {}): NodeDouble {
  const calls: { url: string; method: string; params: readonly unknown[] }[] = []
  const given: Readonly<Record<string, unknown>> = { ...usual, ...answers }
  const answerTo = (method: string, params: readonly unknown[]): object => {
    const found = given[method]
    const result = typeof found === 'function' ? (found as Answer)(params) : found
    if (result instanceof Error) return { error: { code: -32000, message: result.message } }
    return result === undefined ? { error: { code: -32601, message: 'the method does not exist' } } : { result }
  }
  const fetchDouble: typeof fetch = async (url, init) => {
    const { method, params } = JSON.parse(bodyOf(init)) as { method: string; params: readonly unknown[] }
    calls.push({ url: addressOf(url), method, params })
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answerTo(method, params) }))
  }
  return { fetch: fetchDouble, calls }
}

/** What a token answers to the calls that read it. */
export const tokenAnswers = ({ symbol = 'USDC', decimals = 6n, supply = 10n ** 24n, isNft = false } = {}) => ({
  eth_call: ([call]: readonly unknown[]) => {
    const { data = '', from } = call as { data?: string; from?: string }
    // A transaction that is tried out.
    if (from !== undefined) return '0x'
    if (data.startsWith('0x95d89b41')) return encodeAbiParameters([{ type: 'string' }], [symbol])
    if (data.startsWith('0x313ce567') && !isNft) return encodeAbiParameters([{ type: 'uint256' }], [decimals])
    if (data.startsWith('0x18160ddd')) return encodeAbiParameters([{ type: 'uint256' }], [supply])
    if (data.startsWith('0x01ffc9a7')) return encodeAbiParameters([{ type: 'bool' }], [isNft])
    return new Error('execution reverted')
  },
})

const usual = {
  eth_chainId: '0x1',
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x5208',
  eth_feeHistory: { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [['0x5f5e100']] },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_gasPrice: '0x3b9aca00',
  eth_getCode: '0x60',
  ...tokenAnswers(),
}

/** Batches of a page that nobody closes. */
export function memoryBatches(): Batches {
  const kept = new Map<string, Batch>()
  return {
    find: (id) => kept.get(id),
    latest: async (networkId, from) => [...kept.values()].findLast((each) => each.networkId === networkId && each.from === from),
    keep: async (batch) => void kept.set(batch.id, batch),
  }
}

/** A page of an operator who lets one coin leave with an approval in the frame. */
export const testContext = (changes: Partial<PrepareContext> = {}): PrepareContext => ({
  origin: 'https://app.example',
  addresses: { eip155: own, solana: ownSolana },
  active: { eip155: 'eip155:1', solana: solana.id },
  networks: [ethereum, solana],
  knownAddresses: [],
  batches: memoryBatches(),
  riskyAbove: { [ethereum.id]: String(10n ** 18n), [solana.id]: String(10n ** 9n) },
  fetch: nodeDouble().fetch,
  ...changes,
})
