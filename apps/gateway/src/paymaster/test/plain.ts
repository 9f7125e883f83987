import { type Address, encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createBundlerChain } from '../../bundler/chain.js'
import { type Operation, delegateOf, delegatedFactory, hashOperation } from '../../bundler/operation.js'
import type { World } from '../../bundler/test/world.js'
import { mintData, token } from './sponsored.js'

const simpleAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])
const callData = encodeFunctionData({ abi: simpleAbi, functionName: 'execute', args: [token, 0n, mintData] })

/** Plain addresses that become accounts by EIP-7702, on a world's chain. */
export function plainAddresses(world: World) {
  const chain = createBundlerChain(world.number, world.chain.node)

  const authorizationOf = async (owner: PrivateKeyAccount, delegate: Address) => {
    const nonce = await chain.transactionCount(owner.address)
    const { r, s, yParity = 0 } = await owner.signAuthorization({ chainId: world.number, address: delegate, nonce })
    return { address: delegate, chainId: world.number, nonce, r, s, yParity }
  }

  /** Somebody without coins, and an operation that mints once, not signed; its sender's code is not there yet. */
  const visit = async () => {
    const { account: owner } = await world.key(0n)
    const { base } = await chain.fees()
    const draft: Operation = {
      sender: owner.address,
      nonce: 0n,
      factory: delegatedFactory,
      factoryData: '0x',
      callData,
      callGasLimit: 150_000n,
      verificationGasLimit: 150_000n,
      preVerificationGas: 100_000n,
      maxFeePerGas: base * 2n + 10n ** 8n,
      maxPriorityFeePerGas: 10n ** 8n,
      signature: '0x',
    }
    return {
      owner,
      draft,
      authorize: (delegate: Address) => authorizationOf(owner, delegate),
      /** @param delegate that it has, where the operation brings no authorization */
      sign: async (operation: Operation, delegate?: Address): Promise<Operation> => ({
        ...operation,
        signature: await owner.sign({ hash: hashOperation(operation, world.number, delegate) }),
      }),
    }
  }

  /** By a transaction of somebody else's, as anybody may bring it. */
  const delegateTo = async (owner: PrivateKeyAccount, delegate: Address): Promise<void> => {
    const { account } = await world.key()
    const { base } = await chain.fees()
    const raw = await account.signTransaction({
      type: 'eip7702',
      chainId: world.number,
      nonce: 0,
      to: zeroAddress,
      gas: 200_000n,
      maxFeePerGas: base * 2n + 1n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [await authorizationOf(owner, delegate)],
    })
    const problem = await chain.send(raw)
    if (problem !== undefined) throw new Error(problem)
    // The chain takes it first and mines it a moment later.
    for (const until = Date.now() + 10_000; delegateOf(await chain.code(owner.address)) !== getAddress(delegate); ) {
      if (Date.now() > until) throw new Error('The delegation was not mined.')
    }
  }
  return { visit, delegateTo }
}
