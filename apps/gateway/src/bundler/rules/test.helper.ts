import { type Address, type Hex, concat, encodeFunctionData, getCreate2Address, keccak256, pad, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type Operation, entryPoint } from '../operation.js'
import type { World } from '../test/world.js'

const entryAbi = parseAbi(['function depositTo(address account) payable', 'function addStake(uint32 unstakeDelaySec) payable'])

/** Returns 0: the signature is right, and valid for ever. */
const isValid: Hex = '0x5f5f5260205ff3'
/** Returns an empty context, and 0. */
const pays: Hex = '0x60405f5260605ff3'
/** Deploys a contract whose code is `isValid`. */
const deploys: Hex = '0x665f5f5260205ff35f5260076019f3'

/** Calls a contract: with no value, unless told, and as much gas as there is. */
export const callOf = (
  to: Address,
  { value = '0x5f', input = '0x5f5f', gas = '0x5a' }: { value?: Hex; input?: Hex; gas?: Hex } = {},
): Hex => concat(['0x5f5f', input, value, '0x73', to, gas, '0xf150'])

/** Contracts that do something while they validate, in code of the machine, and operations of them. */
export function lawbreakers(world: World) {
  const { run, alice, mine } = world.chain
  const put = async (code: Hex): Promise<Address> => {
    const address = privateKeyToAddress(generatePrivateKey())
    await run('anvil_setCode', address, code)
    return address
  }
  const pay = async (address: Address): Promise<void> => {
    const data = encodeFunctionData({ abi: entryAbi, functionName: 'depositTo', args: [address] })
    await run('eth_sendTransaction', { from: alice, to: entryPoint, data, value: '0xde0b6b3a7640000', gas: '0x30d40' })
    await mine(1)
    await run('anvil_setBalance', address, '0xde0b6b3a7640000')
  }
  const operation = async (sender: Address, more: Partial<Operation> = {}): Promise<Operation> => {
    await pay(sender)
    return {
      sender,
      nonce: 0n,
      callData: '0x',
      callGasLimit: 0n,
      verificationGasLimit: 500_000n,
      preVerificationGas: 80_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      signature: '0x',
      ...more,
    }
  }
  return {
    put,
    account: async (body: Hex) => await operation(await put(concat([body, isValid]))),
    paymaster: async (body: Hex) => {
      const paymaster = await put(concat([body, pays]))
      await pay(paymaster)
      const limits = { paymasterVerificationGasLimit: 200_000n, paymasterPostOpGasLimit: 0n }
      return await operation(await put(isValid), { paymaster, paymasterData: '0x', ...limits })
    },
    factory: async (body: (sender: Address) => Hex) => {
      const factory = privateKeyToAddress(generatePrivateKey())
      const sender = getCreate2Address({ from: factory, salt: pad('0x'), bytecodeHash: keccak256(deploys) })
      await run('anvil_setCode', factory, concat([body(sender), '0x6e', deploys, '0x5f525f600f60115ff55f5260205ff3']))
      return await operation(sender, { factory, factoryData: '0x' })
    },
    stake: async (address: Address, seconds: number) => {
      await run('anvil_impersonateAccount', address)
      await run('anvil_setBalance', address, '0xde0b6b3a7640000')
      const data = encodeFunctionData({ abi: entryAbi, functionName: 'addStake', args: [seconds] })
      await run('eth_sendTransaction', { from: address, to: entryPoint, data, value: toHex(10n ** 17n), gas: '0x30d40' })
      await mine(1)
    },
  }
}
