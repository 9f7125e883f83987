import { createRequire } from 'node:module'
import { type Address, type Hex, concat, encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { type TestChain, startAnvil } from '../../test/anvil.js'
import { hexBigint, hexData } from '../../rpc/node.js'
import { createBundlerChain } from '../chain.js'
import { type Operation, entryPoint, hashOperation, writeOperation } from '../operation.js'

const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** With it the entry point stands where it does on every network. */
const entryPointSalt = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
const noSalt = `0x${'0'.repeat(64)}` as const

const artifact = z.object({ bytecode: z.string().transform((text): Hex => `0x${text.slice(2)}`) })
const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])

/** A local chain with EntryPoint 0.8 and the accounts that its authors publish. */
export interface World {
  readonly chain: TestChain
  readonly number: number
  readonly factory: Address
  readonly delegate: Address
  /** A key with coins for transactions, or with none. */
  readonly key: (wei?: bigint) => Promise<{ key: Hex; account: PrivateKeyAccount }>
  /** An account that nobody has deployed; it has coins. */
  readonly user: (salt?: bigint) => Promise<User>
  readonly put: (code: Hex, salt?: Hex) => Promise<Address>
}

export interface User {
  readonly owner: PrivateKeyAccount
  readonly address: Address
  /** An operation that calls once, signed; `change` before it is. */
  readonly operation: (change?: Partial<Operation>) => Promise<Operation>
  readonly sign: (operation: Operation) => Promise<Operation>
}

export async function createWorld(chainId = 31_337): Promise<World> {
  const chain = await startAnvil(chainId)
  const create = async (code: Hex, salt: Hex): Promise<Address> => {
    const data = concat([salt, code])
    const to = create2Deployer
    const address = hexData.parse(await chain.run('eth_call', { to, data }, 'latest'))
    await chain.run('eth_sendTransaction', { from: chain.alice, to, data, gas: '0xe00000' })
    return address
  }
  const put = async (code: Hex, salt: Hex = noSalt): Promise<Address> => await create(code, salt)
  const [main, simple, factoryCode] = ['EntryPoint', 'Simple7702Account', 'SimpleAccountFactory'].map(codeOf)
  const at = await put(main ?? '0x', entryPointSalt)
  if (at.toLowerCase() !== entryPoint.toLowerCase()) throw new Error(`The entry point stands at ${at}.`)
  const delegate = await put(simple ?? '0x')
  const factory = await put(concat([factoryCode ?? '0x', encodeAbiParameters([{ type: 'address' }], [entryPoint])]))
  const onChain = createBundlerChain(chainId, chain.node)

  const key: World['key'] = async (wei = 10n ** 20n) => {
    const secret = generatePrivateKey()
    const account = privateKeyToAccount(secret)
    await chain.run('anvil_setBalance', account.address, `0x${wei.toString(16)}`)
    return { key: secret, account }
  }
  const user: World['user'] = async (salt = 0n) => {
    const { account: owner } = await key(0n)
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'getAddress', args: [owner.address, salt] })
    const word = await chain.node.call({ method: 'eth_call', params: [{ to: factory, data }, 'latest'] }, hexData)
    const address: Address = `0x${word.slice(26)}`
    await chain.run('anvil_setBalance', address, '0xde0b6b3a7640000')
    const factoryData = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner.address, salt] })
    const sign = async (operation: Operation): Promise<Operation> => ({
      ...operation,
      signature: await owner.sign({ hash: hashOperation(operation, chainId) }),
    })
    return {
      owner,
      address,
      sign,
      operation: async (change = {}) => {
        const isThere = (await onChain.code(address)) !== '0x'
        const price = await chain.node.call({ method: 'eth_gasPrice' }, hexBigint)
        return await sign({
          sender: address,
          nonce: await onChain.accountNonce(address, 0n),
          ...(!isThere && { factory, factoryData }),
          callData: callData(chain.bob, 1n),
          callGasLimit: 100_000n,
          verificationGasLimit: 400_000n,
          preVerificationGas: 80_000n,
          maxFeePerGas: price * 2n,
          maxPriorityFeePerGas: price / 10n,
          signature: '0x',
          ...change,
        })
      },
    }
  }
  return { chain, number: chainId, factory, delegate, key, user, put }
}

/** What makes an account call. */
export function callData(to: Address, value: bigint, data: Hex = '0x'): Hex {
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, value, data] })
}

/** Asks a gateway's bundler. What it refuses comes back as it is. */
export function createAsk(url: string, chain: number, headers: Readonly<Record<string, string>> = {}) {
  return askAt(`${url}/v1/bundler?chainId=eip155:${chain}`, headers)
}

const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** Asks a bundler by its own URL. */
export function askAt(url: string, headers: Readonly<Record<string, string>> = {}) {
  return async (method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(url, init)
    return answer.parse(await response.json())
  }
}
export type Ask = ReturnType<typeof createAsk>

/** Sends an operation. */
export const send = (ask: Ask, operation: Operation) => ask('eth_sendUserOperation', [writeOperation(operation), entryPoint])

const receipt = z.object({ success: z.boolean(), userOpHash: z.string() })

/** Asks until the operation is mined: a machine that is shared now and then stalls. */
export async function receiptOf(ask: Ask, hash: unknown, milliseconds = 30_000) {
  for (const until = Date.now() + milliseconds; Date.now() < until; ) {
    const { result } = await ask('eth_getUserOperationReceipt', [hash])
    const found = z.nullable(z.looseObject(receipt.shape)).parse(result)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The operation was not mined.')
}

function codeOf(name: string): Hex {
  const require = createRequire(import.meta.url)
  return artifact.parse(require(`@account-abstraction/contracts/artifacts/${name}.json`)).bytecode
}
