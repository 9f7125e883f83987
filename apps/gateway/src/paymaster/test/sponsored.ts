import { accountAddress, accountInitCode, encodeExecute } from '@portico/contracts'
import { deployAccountFactory, deployPaymaster } from '@portico/contracts/deploy'
import { type Address, type Hex, encodeFunctionData, parseAbi } from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { createBundlerChain } from '../../bundler/chain.js'
import { type Operation, entryPoint, hashOperation, readPartialOperation, writeOperation } from '../../bundler/operation.js'
import type { Ask, World } from '../../bundler/test/world.js'
import { hexBigint } from '../../rpc/node.js'
import { echoCode } from '../../test/anvil.js'

export const token: Address = '0x1111111111111111111111111111111111111111'
export const other: Address = '0x2222222222222222222222222222222222222222'
const tokenAbi = parseAbi(['function mint(address to, uint256 amount)', 'function burn(uint256 amount)'])
export const mintData = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [token, 5n] })
export const burnData = encodeFunctionData({ abi: tokenAbi, functionName: 'burn', args: [5n] })

/** Our account and our paymaster, with a deposit, on a world's chain. */
export interface Sponsored {
  readonly paymaster: Address
  /** The private key of its signer. */
  readonly signer: Hex
  readonly deposit: () => Promise<bigint>
  readonly user: () => Visitor
}

/** Somebody with an account that is not deployed, and no coins. */
export interface Visitor {
  readonly owner: PrivateKeyAccount
  readonly address: Address
  /** An operation without a signature; it mints once unless told. */
  readonly draft: (calls?: Parameters<typeof encodeExecute>[0]) => Promise<Operation>
  readonly sign: (operation: Operation) => Promise<Operation>
}

export async function createSponsored(world: World): Promise<Sponsored> {
  const { run, alice, node } = world.chain
  const signer = generatePrivateKey()
  const factory = deployAccountFactory()
  const paymaster = deployPaymaster({ owner: alice, signer: privateKeyToAccount(signer).address })
  for (const { to, data } of [factory, paymaster]) await run('eth_sendTransaction', { from: alice, to, data, gas: '0x4c4b40' })
  await run('eth_sendTransaction', { from: alice, to: paymaster.address, data: '0xd0e30db0', value: '0x8ac7230489e80000', gas: '0x30d40' })
  for (const each of [token, other]) await run('anvil_setCode', each, echoCode(2))
  const chain = createBundlerChain(world.number, node)
  const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  return {
    paymaster: paymaster.address,
    signer,
    deposit: async () => {
      const data = encodeFunctionData({ abi: balanceAbi, functionName: 'balanceOf', args: [paymaster.address] })
      return await node.call({ method: 'eth_call', params: [{ to: entryPoint, data }, 'latest'] }, hexBigint)
    },
    user: () => {
      const owner = privateKeyToAccount(generatePrivateKey())
      const address = accountAddress(owner.address)
      return {
        owner,
        address,
        draft: async (calls = [{ to: token, data: mintData }]) => {
          const isThere = (await chain.code(address)) !== '0x'
          const { base } = await chain.fees()
          return {
            sender: address,
            nonce: await chain.accountNonce(address, 0n),
            ...(!isThere && accountInitCode(owner.address)),
            callData: encodeExecute(calls),
            callGasLimit: 150_000n,
            verificationGasLimit: 400_000n,
            preVerificationGas: 80_000n,
            maxFeePerGas: base * 2n + 10n ** 8n,
            maxPriorityFeePerGas: 10n ** 8n,
            signature: '0x',
          }
        },
        sign: async (operation) => ({ ...operation, signature: await owner.sign({ hash: hashOperation(operation, world.number) }) }),
      }
    },
  }
}

const agreed = z.object({ paymaster: z.string(), paymasterData: z.string() }).loose()

/** Asks who pays; the operation with what the answer adds to it, or the refusal. */
export async function sponsor(ask: Ask, operation: Operation, context: object = {}, method = 'pm_getPaymasterData') {
  const { result, error } = await ask(method, [writeOperation(operation), entryPoint, await chainOf(ask), context])
  if (error) return { error, operation }
  return { error: undefined, operation: readPartialOperation({ ...writeOperation(operation), ...agreed.parse(result) }) }
}

const chainOf = async (ask: Ask): Promise<unknown> => (await ask('eth_chainId')).result
