import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  hashMessage,
  isAddress,
  isHex,
  recoverAddress,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem'
import { isRecord } from '../body.js'
import { SiwxOptionsError } from '../errors.js'
import type { SignedText, Verdict } from '../types.js'

export interface EvmVerifierOptions {
  /** A node of each chain, by its CAIP-2 id. */
  readonly rpcUrls: Readonly<Record<string, string>>
  /** How long a node may take, in milliseconds. Default 5000. */
  readonly timeout?: number
  /** What a contract may use to look at a signature, in gas. Default three million. */
  readonly gas?: bigint
  readonly fetch?: typeof globalThis.fetch
}

/** A {@link Verifier} that looks at no more of the message than its address, so that it verifies any text of an account. */
export type TextVerifier = (signed: Omit<SignedText, 'message'> & { readonly message: { readonly address: string } }) => Promise<Verdict>

type Answer = { readonly result: `0x${string}` } | { readonly failure: 'refused' | 'unavailable' }

/** A contract that ran and failed, as nodes say it. All else that a node complains of says nothing about the signature. */
const executed = /revert|out of gas|outofgas|invalid ?opcode|invalid jump|stack (under|over)flow|intrinsic gas/i

/** What a signature ends with that brings its contract along (ERC-6492). */
const wrapped = '6492'.repeat(16)

const contractAbi = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

/** What a contract answers that says yes (ERC-1271): `bytes4` in a word of its own. */
const yes = `0x1626ba7e${'0'.repeat(56)}`

/**
 * Verifies signatures of Ethereum accounts, on the chain that the text names. Where an account has code, or the signature brings it
 * (ERC-6492), the code alone decides (ERC-1271), also where it belongs to a key (EIP-7702). Only without code is the key recovered.
 * @example const verifiers = { eip155: evmVerifier({ rpcUrls: { 'eip155:1': 'https://node.example' } }) }
 * @throws SiwxOptionsError for a node without an address: nobody could sign in there
 */
export function evmVerifier({ rpcUrls, timeout = 5000, gas = 3_000_000n, fetch = globalThis.fetch }: EvmVerifierOptions): TextVerifier {
  checkNodes(rpcUrls)
  /** Nodes that have said to be of their chain. */
  const known = new Set<string>()

  async function ask(url: string, method: string, params: readonly unknown[]): Promise<Answer> {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeout),
      })
      const json: unknown = await response.json()
      const { result, error } = isRecord(json) ? json : {}
      if (isHex(result)) return { result }
      const said = isRecord(error) ? error : {}
      const refused = said['code'] === 3 || (typeof said['message'] === 'string' && executed.test(said['message']))
      return { failure: refused ? 'refused' : 'unavailable' }
    } catch {
      return { failure: 'unavailable' }
    }
  }

  return async ({ message: { address }, chain, text, signature }): Promise<Verdict> => {
    // EIP-55: an address that was not copied whole has another checksum.
    if (!isAddress(address, { strict: false }) || getAddress(address) !== address) return 'invalid'
    if (!isHex(signature) || signature.length % 2 !== 0) return 'invalid'
    const url = Object.hasOwn(rpcUrls, chain) ? rpcUrls[chain] : undefined
    if (url === undefined) return 'unavailable'
    if (!known.has(chain)) {
      const answer = await ask(url, 'eth_chainId', [])
      if (!('result' in answer) || answer.result === '0x') return 'unavailable'
      if (BigInt(answer.result) !== BigInt(chain.slice('eip155:'.length))) return 'unavailable'
      known.add(chain)
    }
    const hash = hashMessage(text)
    const code = await ask(url, 'eth_getCode', [address, 'latest'])
    if (!('result' in code)) return 'unavailable'
    const isWrapped = signature.endsWith(wrapped)
    if (code.result === '0x' && !isWrapped) {
      if (signature.length !== 132) return 'invalid'
      const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
      return signer === address ? 'valid' : 'invalid'
    }
    const data = encodeDeployData({
      abi: universalSignatureValidatorAbi,
      bytecode: universalSignatureValidatorByteCode,
      args: [address, hash, signature],
    })
    const limit = `0x${gas.toString(16)}`
    const answer = await ask(url, 'eth_call', [{ data, gas: limit }, 'latest'])
    if ('result' in answer) return /^0x0*1$/.test(answer.result) ? 'validOnChain' : 'invalid'
    if (answer.failure === 'refused') return 'invalid'
    if (isWrapped) return 'unavailable'
    // A virtual machine of another make (ZK Stack) runs no code that is not there. The contract itself can be asked all the same.
    const question = encodeFunctionData({ abi: contractAbi, functionName: 'isValidSignature', args: [hash, signature] })
    const direct = await ask(url, 'eth_call', [{ to: address, data: question, gas: limit }, 'latest'])
    if ('failure' in direct) return direct.failure === 'refused' ? 'invalid' : 'unavailable'
    return direct.result.startsWith(yes) ? 'validOnChain' : 'invalid'
  }
}

/** What is missing in an environment is text that is empty, or no text at all. An address may hold a key, and is not said. */
function checkNodes(rpcUrls: unknown): void {
  if (!isRecord(rpcUrls)) throw new SiwxOptionsError('rpcUrls names a node of each chain: { "eip155:1": "https://node.example" }.')
  for (const [chain, url] of Object.entries(rpcUrls)) {
    if (!chain.includes(':')) throw new SiwxOptionsError(`rpcUrls: ${chain} is no CAIP-2 id, such as eip155:1.`)
    if (typeof url !== 'string' || !/^https?:\/\/[^/\s]/i.test(url))
      throw new SiwxOptionsError(`rpcUrls: the node of ${chain} has no http or https URL, such as https://node.example.`)
  }
}
