import { createPublicClient, createWalletClient, http, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { TEST_MNEMONIC } from '@portico/testing'
import { demoPorts } from '../../scripts/lib/ports.mjs'

const ports = demoPorts(process.env)
const at = (port: number | undefined) => `http://127.0.0.1:${port}`

/** Where the demo is served. */
export const demoUrl = at(ports.demo)
/** The sandbox's control API. */
export const controlUrl = at(ports.control)
/** The sandbox's nodes by chain id. */
export const nodes = { 1: at(ports.chains[0]), 10: at(ports.chains[1]), 8453: at(ports.chains[2]) } as const
export type ChainId = keyof typeof nodes

/** The sandbox moves all its ports together. */
const moved = (ports.control ?? 9000) - 9000
/** The sandbox's Solana clusters, as wallets name them. */
export const solanaNodes = {
  'solana:mainnet': at(8899 + moved),
  'solana:devnet': at(8901 + moved),
  'solana:localnet': at(8899 + moved), // what sites that go by the address take the first one for
} as const
/** The sandbox's Bitcoin: an esplora API. */
export const bitcoinNode = at(3002 + moved)

/** What the chain itself says: nothing is cached. */
export const chain = (chainId: ChainId = 1) => createPublicClient({ transport: http(nodes[chainId]), cacheTime: 0, pollingInterval: 50 })

/** The sandbox's gateway: the directory of wallets. */
export const gatewayUrl = at(ports.gateway)
/** The sandbox's relay, letter by letter as the demo has it. */
export const relayUrl = `ws://127.0.0.1:${ports.relay}`

/** The sandbox's embedded wallet, by the name that pages know it by. */
export const secureUrl = `http://secure.localhost:${ports.secureSite}`
/** The demo, on a site of the embedded wallet's own domain. */
export const sameSiteUrl = demoUrl.replace('127.0.0.1', 'app.secure.localhost')
/** Every mail of the sandbox. */
export const inboxUrl = at(ports.inbox)

/** Tells the sandbox to do something. @throws when it refuses */
export async function control(path: string, body: unknown = {}): Promise<void> {
  const response = await fetch(`${controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}: ${await response.text()}`)
}

/** The smallest units of a token that a Solana address holds on the sandbox's mainnet, as its node tells. */
export async function solanaUnitsOf(address: string, mint: string): Promise<bigint> {
  const params = [address, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
  const answer = await fetch(solanaNodes['solana:mainnet'], {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params }),
    headers: { 'content-type': 'application/json' },
  })
  const { result } = (await answer.json()) as {
    result: { value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[] }
  }
  return result.value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

/** Lamports of a Solana address on the sandbox's mainnet, as its node tells. */
export async function lamportsOf(address: string): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address, { commitment: 'confirmed' }] })
  const answer = await fetch(solanaNodes['solana:mainnet'], {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { result } = (await answer.json()) as { result: { value: number } }
  return BigInt(result.value)
}

/** Satoshi of a Bitcoin address, as esplora tells; what waits for a block counts. */
export async function satoshiOf(address: string): Promise<bigint> {
  const answer = await fetch(`${bitcoinNode}/address/${address}/utxo`)
  const coins = (await answer.json()) as { value: number }[]
  return coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

/** One of the ten accounts that the sandbox funds with 10,000 ether on each chain. */
export function fundedAccount(index: number) {
  const account = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: index })
  const bytes = account.getHdKey().privateKey
  if (!bytes) throw new Error(`There is no account ${index}.`)
  const key: Hex = `0x${Buffer.from(bytes).toString('hex')}`
  return { address: account.address, key, client: createWalletClient({ account, transport: http(nodes[1]) }) }
}

/** Leaves transactions of a chain waiting while `work` runs. */
export async function withoutMining(chainId: ChainId, work: () => Promise<void>): Promise<void> {
  await control('/automine', { chainId, enabled: false })
  try {
    await work()
  } finally {
    await control('/automine', { chainId, enabled: true })
    await control('/mine', { chainId, blocks: 1 })
  }
}
