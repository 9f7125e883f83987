import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { encodeFunctionData, erc20Abi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { bytes, quantity, rpc } from '../../chains/rpc.js'
import type { Asset } from './market.js'

/** Where the sandbox's chains answer. */
export interface ChainUrls {
  /** By CAIP-2 id: JSON-RPC, and of Bitcoin where esplora's paths begin. */
  readonly [network: string]: string
}

/** An address that nobody else was given. What arrives there stays there. */
export function freshAddress(network: string): string {
  const secret = randomBytes(32)
  if (network.startsWith('eip155:')) return privateKeyToAddress(`0x${secret.toString('hex')}`)
  if (network.startsWith('solana:')) return base58.encode(ed25519.getPublicKey(secret))
  const { address } = p2wpkh(pubECDSA(secret))
  if (address === undefined) throw new Error('There is no address.')
  return address
}

const lamports = z.object({ value: z.int() })
const tokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({ data: z.object({ parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }) }) }),
    }),
  ),
})
const sums = z.object({ funded_txo_sum: z.int() })
const esplora = z.object({ chain_stats: sums, mempool_stats: sums })

/** What has arrived at an address, in the smallest unit. @throws Error where the chain does not answer */
export async function arrived(urls: ChainUrls, { network, contract }: Asset, address: string): Promise<bigint> {
  const url = urls[network] ?? ''
  if (network.startsWith('bip122:')) {
    const { chain_stats: mined, mempool_stats: waiting } = esplora.parse(await (await fetch(`${url}/address/${address}`)).json())
    return BigInt(mined.funded_txo_sum + waiting.funded_txo_sum)
  }
  if (network.startsWith('solana:')) {
    if (contract === '') return BigInt(lamports.parse(await rpc(url, 'getBalance', [address])).value)
    const held = tokenAccounts.parse(await rpc(url, 'getTokenAccountsByOwner', [address, { mint: contract }, { encoding: 'jsonParsed' }]))
    return held.value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
  }
  if (contract === '') return quantity.parse(await rpc(url, 'eth_getBalance', [address, 'latest']))
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [z.templateLiteral(['0x', z.string()]).parse(address)],
  })
  return BigInt(bytes.parse(await rpc(url, 'eth_call', [{ to: contract, data }, 'latest'])))
}
