import { entryPoint08 } from '@portico/contracts'
import type { Hex } from 'viem'
import { getAddress, hexToBigInt, isHex } from 'viem/utils'
import { getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import type { FrameNetwork, SmartAccountService } from '../../../types.js'
import { NodeAnswerError, NodeUnreachableError, OperationRefusedError, SmartAccountTransactionError } from '../../errors.js'
import { askNode } from '../../node.js'
import { chainNumber } from '../../network.js'
import { hex } from '../fill.js'

/** An operation of a smart account (ERC-4337, entry point 0.8). Amounts in wei. */
export type Operation = UserOperation<'0.8'>

/** More gas than this no block has: whoever names more is not believed. */
const mostGas = 2n ** 32n
export const gas = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/)),
  z.pipe(
    z.transform((value: string) => BigInt(value)),
    z.bigint().check(z.lt(mostGas)),
  ),
)
export const bytes = z.custom<Hex>((value) => typeof value === 'string' && value.length <= 20_000 && isHex(value) && value.length % 2 === 0)
const hash = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

const estimated = z.object({
  preVerificationGas: gas,
  verificationGasLimit: gas,
  callGasLimit: gas,
  paymasterVerificationGasLimit: z.nullish(gas),
  paymasterPostOpGasLimit: z.nullish(gas),
})
export type Estimate = z.output<typeof estimated>

export const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((value: string) => getAddress(value)),
)
/** More of a token than this for one coin no network costs: whoever names more is not believed. */
const mostRate = 2n ** 160n
const tokenFee = z.object({
  token: address,
  receiver: address,
  rate: z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{1,40}$/)),
    z.pipe(
      z.transform((value: string) => BigInt(value)),
      z.bigint().check(z.gt(0n), z.lt(mostRate)),
    ),
  ),
})
const sponsored = z.object({
  paymaster: address,
  paymasterData: bytes,
  paymasterVerificationGasLimit: z.nullish(gas),
  paymasterPostOpGasLimit: z.nullish(gas),
  isFinal: z.nullish(z.boolean()),
  /** What the operation has to pay, by a transfer among its calls: smallest units for one coin of the network. */
  tokenFee: z.nullish(tokenFee),
})
/** What a paymaster agrees to (ERC-7677), and what it wants for it. */
export type Sponsorship = z.output<typeof sponsored>

interface Asking {
  readonly network: FrameNetwork
  readonly service: SmartAccountService
  readonly fetch: typeof globalThis.fetch
}

/** @throws SmartAccountTransactionError where the operator has not turned smart accounts on for the network */
export function serviceOf({ smartAccounts, name }: FrameNetwork): SmartAccountService {
  if (!smartAccounts) throw new SmartAccountTransactionError({ problem: `there are none on ${name}` })
  return smartAccounts
}

/** What bundler and paymaster answer, which are the operator's (S6). */
export function bundlerOf({ network, service, fetch }: Asking) {
  const ask = (url: string, method: string, params: readonly unknown[], retries?: number) =>
    askNode({ network: { ...network, rpcUrl: url }, method, params, fetch, ...(retries !== undefined && { retries }) }).catch(
      (error: unknown) => {
        throw error instanceof NodeAnswerError ? new OperationRefusedError({ cause: error }) : error
      },
    )
  const read = <T>(schema: z.ZodMiniType<T>, method: string, answer: unknown): T => {
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new NodeUnreachableError({ method, problem: 'its answer cannot be read' })
    return parsed.data
  }
  const entryPoint = entryPoint08.address
  const chainId = hex(chainNumber(network))

  return {
    /** @throws OperationRefusedError where it would fail, NodeUnreachableError */
    async estimate(operation: Operation): Promise<Estimate> {
      const method = 'eth_estimateUserOperationGas'
      return read(estimated, method, await ask(service.bundlerUrl, method, [wireOf(operation), entryPoint], 1))
    },
    /** @throws OperationRefusedError with the paymaster's own sentence, NodeUnreachableError */
    async sponsor(url: string, kind: 'stub' | 'final', operation: Operation, wish: unknown): Promise<Sponsorship> {
      const method = kind === 'stub' ? 'pm_getPaymasterStubData' : 'pm_getPaymasterData'
      return read(sponsored, method, await ask(url, method, [wireOf(operation), entryPoint, chainId, wish ?? {}], 1))
    },
    /**
     * Sends an operation, the same one again where nobody answered; what it has already is sent (R8). So may be what nobody says anything of
     * any more: that is no failure, and its status tells later.
     * @returns whether the bundler has said that it has it
     * @throws OperationRefusedError, NodeUnreachableError where the bundler says that it has none
     */
    async send(operation: Operation, expected: Hex): Promise<boolean> {
      const method = 'eth_sendUserOperation'
      try {
        const answer = read(hash, method, await ask(service.bundlerUrl, method, [wireOf(operation), entryPoint]))
        if (answer.toLowerCase() !== expected) throw new NodeUnreachableError({ method, problem: 'it names another operation' })
        return true
      } catch (error) {
        const found = await ask(service.bundlerUrl, 'eth_getUserOperationByHash', [expected], 1).catch(() => undefined)
        if (found === null || (found === undefined && error instanceof OperationRefusedError)) throw error
        return found !== undefined
      }
    },
    receipt: (operation: string): Promise<unknown> => ask(service.bundlerUrl, 'eth_getUserOperationReceipt', [operation]),
    find: (operation: string): Promise<unknown> => ask(service.bundlerUrl, 'eth_getUserOperationByHash', [operation]),
  }
}

export type Bundler = ReturnType<typeof bundlerOf>

/** What the key signs: nobody's word is taken for it. */
export const operationHash = (operation: Operation, network: FrameNetwork): Hex =>
  getUserOperationHash({
    chainId: Number(chainNumber(network)),
    entryPointAddress: entryPoint08.address,
    entryPointVersion: '0.8',
    userOperation: operation,
  })

/** An operation as JSON-RPC has it (ERC-7769). */
export function wireOf(operation: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operation).flatMap(([name, value]) =>
      typeof value === 'bigint' ? [[name, hex(value)]] : typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** A nonce, as the entry point answers it. */
export const readNonce = (answer: unknown): bigint | undefined => (isHex(answer) && answer.length === 66 ? hexToBigInt(answer) : undefined)
