import { type Address, type Hex, encodeFunctionData, numberToHex, parseEther } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { accountAddress, accountInitCode, entryPoint08, entryPoint08Abi } from '../../index.js'
import type { SignedDelegation } from '../../permissions/index.js'
import { newKey } from '../accounts.js'
import { type TestChain, startChain } from '../chain.js'
import type { Operation } from '../operations.js'
import { deployToken, mint } from '../permissions.js'

/** What should be true of an account, by what was done so far. */
export interface AccountModel {
  readonly address: Address
  readonly firstOwner: PrivateKeyAccount
  owner: PrivateKeyAccount
  /** Of the entry point, for key 0. */
  nonce: bigint
  tokens: bigint
  ether: bigint
}

/** A permission to spend tokens, and what is left of it. */
export interface GrantModel {
  readonly account: AccountModel
  /** Who owned the account when it was signed: it counts no longer when another does. */
  readonly owner: PrivateKeyAccount
  readonly delegate: PrivateKeyAccount
  readonly delegation: SignedDelegation
  left: bigint
  stopped: boolean
}

export interface World {
  readonly chain: TestChain
  readonly token: Address
  readonly accounts: readonly AccountModel[]
  /** Those who may become an owner, and those who are one. */
  readonly keys: readonly PrivateKeyAccount[]
  readonly delegates: readonly PrivateKeyAccount[]
  readonly grants: GrantModel[]
  /** Operations that were brought to the entry point and had an effect, or cost a nonce. */
  readonly used: Operation[]
  /** Seconds since 1970, when permissions begin. */
  readonly start: number
}

const tokensAtFirst = 10n ** 9n

/** Five accounts with tokens for a few transfers, a lot of ether, and a deposit that pays for operations, so that their ether moves by calls alone. */
export async function makeWorld(): Promise<World> {
  const chain = await startChain(8453, ['--order', 'fifo', '--gas-limit', '1000000000'])
  const token = await deployToken(chain)
  const keys = Array.from({ length: 8 }, newKey)
  const delegates = Array.from({ length: 3 }, newKey)
  const accounts = keys.slice(0, 5).map((owner): AccountModel => {
    return { address: accountAddress(owner.address), firstOwner: owner, owner, nonce: 0n, tokens: tokensAtFirst, ether: parseEther('100') }
  })
  for (const { address, firstOwner, ether } of accounts) {
    const { factory, factoryData } = accountInitCode(firstOwner.address)
    await chain.send({ to: factory, data: factoryData })
    await chain.test.setBalance({ address, value: ether })
    await mint(chain, token, address, tokensAtFirst)
    const deposit = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [address] })
    await chain.send({ to: entryPoint08.address, data: deposit, value: parseEther('5000') })
  }
  for (const { address } of [...keys, ...delegates]) await chain.test.setBalance({ address, value: parseEther('100000') })
  await chain.test.setAutomine(false)
  const start = Number((await chain.reader.getBlock()).timestamp)
  return { chain, token, accounts, keys, delegates, grants: [], used: [], start }
}

/** A transaction and what should become of it. */
export interface Expected {
  from: Address
  to: Address
  data: Hex
  value?: bigint
  /** `failed`: mined, paid for, and without an effect, as the entry point has it. */
  outcome: 'done' | 'failed' | 'refused'
}

const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** Puts transactions into one block, in this order, and tells what became of each. */
export async function mineInOrder({ chain }: World, transactions: readonly Expected[]): Promise<Expected['outcome'][]> {
  const hashes: Hex[] = []
  for (const { from, to, data, value = 0n } of transactions) {
    const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(1_500_000n), gasPrice: numberToHex(10n ** 10n) }
    hashes.push(await chain.reader.request({ method: 'eth_sendTransaction', params: [transaction] } as never))
  }
  await chain.test.mine({ blocks: 1 })
  const receipts: { transactionHash: Hex; status: Hex; logs: { topics: Hex[]; data: Hex }[] }[] = await chain.reader.request({
    method: 'eth_getBlockReceipts',
    params: ['latest'],
  } as never)
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  return hashes.map((hash) => {
    const receipt = byHash.get(hash)
    if (!receipt) throw new Error(`${hash} was not mined.`)
    if (receipt.status !== '0x1') return 'refused'
    const event = receipt.logs.find(({ topics }) => topics[0] === operationEvent)
    return event === undefined || BigInt(`0x${event.data.slice(66, 130)}`) === 1n ? 'done' : 'failed'
  })
}
