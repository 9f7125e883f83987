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

/** What the chain itself says: nothing is cached. */
export const chain = (chainId: ChainId = 1) =>
  createPublicClient({ transport: http(nodes[chainId]), cacheTime: 0, pollingInterval: 50 })

/** Tells the sandbox to do something. @throws when it refuses */
export async function control(path: string, body: unknown = {}): Promise<void> {
  const response = await fetch(`${controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}: ${await response.text()}`)
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
