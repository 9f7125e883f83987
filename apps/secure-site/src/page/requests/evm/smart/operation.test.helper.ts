import { accountAddress } from '@portico/contracts'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, getAddress, type Hex, pad, parseAbi, toHex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { vi } from 'vitest'
import type { Batch, FrameNetwork } from '../../../types.js'
import { bodyOf, ethereum, memoryBatches, nodeDouble, own, testContext, tokenAnswers } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import type { PrepareContext } from '../../types.js'

export const bundlerUrl = 'https://bundler.example/rpc'
export const paymasterUrl = 'https://paymaster.example/rpc'
/** Of ERC-4337, version 0.8, on every chain. */
export const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
export const friend = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
export const token = getAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
/** The account of the key that `keys` has. */
export const account = accountAddress(own)
export const word = (value: bigint): Hex => toHex(value, { size: 32 })

export const transfer = (to: Hex, units: bigint): Hex => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })

/** A batch as ERC-7821 has it, written out again. */
export const executing = (...calls: readonly { readonly to: Hex; readonly value: bigint; readonly data: Hex }[]): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function execute(bytes32 mode, bytes executionData)']),
    args: [
      pad('0x01', { dir: 'right', size: 32 }),
      encodeAbiParameters(
        [
          {
            type: 'tuple[]',
            components: [
              { type: 'address', name: 'to' },
              { type: 'uint256', name: 'value' },
              { type: 'bytes', name: 'data' },
            ],
          },
        ],
        [calls],
      ),
    ],
  })

/** What a bundler makes of an operation that it is sent. */
export function hashOf(wire: unknown, chainId = 1): Hex {
  const given = wire as Readonly<Record<string, string>>
  const amounts = /^(nonce|.*Gas|.*GasLimit)$/
  const operation = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, amounts.test(name) ? BigInt(value) : value]))
  return getUserOperationHash({ chainId, entryPointAddress: entryPoint, entryPointVersion: '0.8', userOperation: operation as never })
}

interface VisitorOptions {
  /** By method, in the place of what a good node, bundler or paymaster answers. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Methods whose answer nobody can read: who is asked is not there. */
  readonly broken?: readonly string[]
  /** Who decides over the account, where it stands. */
  readonly owner?: Hex
  readonly nonce?: () => bigint
  /** What the account has put down at the entry point. */
  readonly deposit?: bigint | undefined
  readonly network?: Partial<FrameNetwork>
  readonly context?: Partial<PrepareContext>
}

/** Somebody with a smart account and ten coins as limit, whose node, bundler and paymaster answer from a table. */
export function visitor({
  answers = {},
  broken = [],
  owner,
  nonce = () => 0n,
  deposit,
  network: more,
  context: changes,
}: VisitorOptions = {}) {
  const network: FrameNetwork = { ...ethereum, smartAccounts: { bundlerUrl }, ...more }
  const node = nodeDouble({
    eth_call: ([call]: readonly unknown[]) => {
      const { data = '', from, to } = call as { data?: string; from?: string; to?: string }
      if (from === undefined && data.startsWith('0x35567e1a')) return word(nonce())
      if (from === undefined && deposit !== undefined && data.startsWith('0x70a08231') && to === entryPoint) return word(deposit)
      if (from === undefined && data === '0x8da5cb5b') return owner ? pad(owner) : '0x'
      return tokenAnswers().eth_call([call])
    },
    eth_simulateV1: ([{ blockStateCalls }]: readonly [{ blockStateCalls: readonly [{ calls: readonly unknown[] }] }]) => [
      { calls: blockStateCalls[0].calls.map(() => ({ status: '0x1', logs: [] })) },
    ],
    eth_estimateUserOperationGas: { preVerificationGas: '0x1', verificationGasLimit: '0x10', callGasLimit: '0x100' },
    eth_sendUserOperation: ([wire]: readonly unknown[]) => hashOf(wire),
    eth_getUserOperationReceipt: null,
    eth_getUserOperationByHash: null,
    ...answers,
  })
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { method } = JSON.parse(bodyOf(init)) as { method: string }
    return broken.includes(method) ? Promise.resolve(new Response('down')) : node.fetch(url, init)
  }
  const kept: Batch[] = []
  const memory = memoryBatches()
  const context = testContext({
    addresses: { eip155: account, solana: testContext().addresses.solana },
    smartAccount: { owner: own },
    networks: [network],
    riskyAbove: { [network.id]: String(10n ** 19n) },
    knownAddresses: [friend],
    batches: {
      ...memory,
      keep: async (batch) => {
        kept.push(batch)
        await memory.keep(batch)
      },
    },
    fetch,
    ...changes,
  })
  const prepare = (method: string, params: unknown) => prepareRequest({ id: 'r', method, params }, context)
  const batch = (calls: readonly object[], rest: object = {}) =>
    prepare('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls, ...rest }])
  const asked = (method: string) => node.calls.filter((call) => call.method === method)
  return { network, node, context, kept, prepare, batch, asked }
}

const { setImmediate: nextTurn } = globalThis

/** Lets time pass by fake timers until a promise is settled. @returns what it came to */
export async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  let settled = false
  const outcome = promise.catch((error: unknown) => error as Error).finally(() => (settled = true))
  while (!settled) {
    for (let turn = 0; turn < 20 && !settled; turn += 1) await new Promise((resolve) => void nextTurn(resolve))
    if (!settled) await vi.advanceTimersByTimeAsync(250)
  }
  return outcome
}
