import { getAddress, numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../../../types.js'
import { AccountMismatchError, InvalidParamsError } from '../../errors.js'
import type { PrepareContext } from '../../types.js'
import { mostCalls } from '../batch.js'
import { parseTransaction } from '../transaction.js'
import { address } from './bundler.js'
import { buildOperation } from './operation.js'

const asksForCalls = z.strictObject({ sender: address, calls: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostCalls)) })

/** Whether a site asks `eth_estimateUserOperationGas` of calls, and not of an operation that it has built. */
export const isOfCalls = (params: unknown): boolean => {
  const [first]: readonly unknown[] = Array.isArray(params) ? params : []
  return typeof first === 'object' && first !== null && Object.hasOwn(first, 'calls')
}

/**
 * What calls of the visitor's smart account would take as one operation: its code, nonce and prices are the wallet's own, so that a site that
 * asks needs to know nothing of them. Gas as the bundler answers it, the prices in wei, and whether the operator's paymaster would pay, which
 * binds nobody.
 * @param params `[{ sender, calls: [{ to, value, data }] }]`, values as 0x hex
 * @throws InvalidParamsError, AccountMismatchError, SmartAccountTransactionError, OperationRefusedError, NodeUnreachableError
 */
export async function estimateCalls(
  params: unknown,
  network: FrameNetwork,
  context: PrepareContext,
): Promise<Readonly<Record<string, string | boolean>>> {
  const own = getAddress(context.addresses.eip155)
  const { data: given } = asksForCalls.safeParse(Array.isArray(params) ? params[0] : undefined)
  if (!given)
    throw new InvalidParamsError({ problem: `eth_estimateUserOperationGas takes an operation, or its sender and up to ${mostCalls} calls` })
  if (given.sender !== own) throw new AccountMismatchError()
  const asked = given.calls.map((call) => parseTransaction([call], { own, network }))
  const { operation, sponsored } = await buildOperation({ asked, network, context, onlyGas: true })
  const fields = Object.entries(operation).flatMap(([name, value]) =>
    typeof value === 'bigint' && name !== 'nonce' ? [[name, numberToHex(value)] as const] : [],
  )
  return { ...Object.fromEntries(fields), ...(sponsored && { sponsored }) }
}
