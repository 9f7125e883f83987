import { accountInitCode, decodeExecute, entryPoint08 } from '@portico/contracts'
import type { Address, Hex } from 'viem'
import { getAddress, numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../../../types.js'
import { AccountMismatchError, BatchRefusedError, codes, EntryPointNotSupportedError, InvalidParamsError } from '../../errors.js'
import { freeze, type PrepareContext } from '../../types.js'
import { mostCalls } from '../batch.js'
import { readGasPrices } from '../fill.js'
import { type AskedTransaction, parseTransaction } from '../transaction.js'
import { ownerOn } from './account.js'
import { address, bytes, gas, type Operation, serviceOf } from './bundler.js'
import { freeNonce } from './earlier.js'
import { type BuiltOperation, stubSignature } from './operation.js'
import { ownerOf } from './signature.js'

const invalid = (problem: string, cause?: unknown) => new InvalidParamsError({ problem: `operation: ${problem}`, cause })

const nonce = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((value: string) => BigInt(value)),
)
const price = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/)),
  z.transform((value: string) => BigInt(value)),
)
/** A field that is not known would neither be shown nor signed; the site's signature is a stand-in, and is left out. */
const siteOperation = z.strictObject({
  sender: address,
  nonce,
  factory: z.nullish(address),
  factoryData: z.nullish(bytes),
  callData: bytes,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: price,
  maxPriorityFeePerGas: price,
  paymaster: z.nullish(z.unknown()),
  paymasterData: z.nullish(z.unknown()),
  paymasterVerificationGasLimit: z.nullish(z.unknown()),
  paymasterPostOpGasLimit: z.nullish(z.unknown()),
  signature: z.nullish(bytes),
})
type SiteOperation = z.output<typeof siteOperation>

export interface ReadOperation {
  /** The calls of its batch. */
  readonly asked: readonly AskedTransaction[]
  readonly built: BuiltOperation
}

/**
 * An operation of the visitor's own account, with all its fields, as a site asks to have it signed. What it does is decoded from its call
 * data, which has to be the one form that a batch of the account has (ERC-7821): nothing is in it that is not shown. Its nonce has to be the
 * next one, once what the account sent before is in a block, and what makes the account this account's own.
 * @throws InvalidParamsError, AccountMismatchError, EntryPointNotSupportedError, BatchRefusedError 5740, OperationPendingError,
 * NodeUnreachableError
 */
export async function readSiteOperation(params: unknown, network: FrameNetwork, context: PrepareContext): Promise<ReadOperation> {
  serviceOf(network)
  const own = getAddress(context.addresses.eip155)
  const given = parse(params, own)
  const asked = readCalls(given.callData, own, network)
  const { fetch } = context
  // After it: what was sent before may be what makes the account.
  const next = await freeNonce(own, network, context)
  const [prices, standing] = await Promise.all([readGasPrices(network, fetch), ownerOn({ network, address: own, fetch })])
  if (given.nonce !== next) throw invalid(`its nonce is not the next one, which is ${numberToHex(next)}`)
  const firstOwner = ownerOf(context)
  checkFactory(given, standing ? undefined : accountInitCode(firstOwner))
  const operation = operationOf(given)
  const all = operation.preVerificationGas + operation.verificationGasLimit + operation.callGasLimit
  const expected = prices.expected < operation.maxFeePerGas ? prices.expected : operation.maxFeePerGas
  const fee = { expected: all * expected, ceiling: all * operation.maxFeePerGas }
  return freeze({ asked, built: { operation, signer: standing ?? firstOwner, sponsored: false, deploys: standing === undefined, fee } })
}

function parse(params: unknown, own: Address): SiteOperation {
  const [raw, entryPoint]: readonly unknown[] = Array.isArray(params) && params.length === 2 ? params : []
  if (typeof entryPoint !== 'string') throw invalid('expected the operation and its entry point')
  if (entryPoint.toLowerCase() !== entryPoint08.address.toLowerCase()) throw new EntryPointNotSupportedError({ entryPoint })
  const parsed = siteOperation.safeParse(raw)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'it cannot be read' }
    throw invalid(`${path.join('.') || 'a field'} is not as it is to be (${message}); eth_estimateUserOperationGas tells its gas`)
  }
  const { sender, paymaster, maxFeePerGas, maxPriorityFeePerGas } = parsed.data
  if (sender !== own) throw new AccountMismatchError()
  // What a paymaster takes in return stands in no call that could be shown.
  if (paymaster !== undefined && paymaster !== null)
    throw invalid('it names who pays for it: the operator’s paymaster is asked for by paymasterService of wallet_sendCalls')
  if (maxPriorityFeePerGas > maxFeePerGas) throw invalid('it gives a tip that is above its price')
  return parsed.data
}

function readCalls(callData: Hex, own: Address, network: FrameNetwork): readonly AskedTransaction[] {
  const calls = decoded(callData)
  if (calls.length === 0) throw invalid('it has no calls')
  if (calls.length > mostCalls) throw new BatchRefusedError({ problem: `more than ${mostCalls} calls`, code: codes.batchTooLarge })
  return calls.map(({ to, value, data }) => freeze(parseTransaction([{ to, value: numberToHex(value), data }], { own, network })))
}

function decoded(callData: Hex) {
  try {
    return decodeExecute(callData)
  } catch (cause) {
    throw invalid('its call data is no batch of this account (ERC-7821)', cause)
  }
}

/** @param needed what makes the account, where it is not there yet */
function checkFactory({ factory, factoryData }: SiteOperation, needed: ReturnType<typeof accountInitCode> | undefined): void {
  const isSame = (one: string | null | undefined, other: string | undefined) => (one ?? undefined)?.toLowerCase() === other?.toLowerCase()
  if (!isSame(factory, needed?.factory) || !isSame(factoryData, needed?.factoryData))
    throw invalid(needed ? 'it does not make this account' : 'it makes an account that is there already')
}

function operationOf({ factory, factoryData, ...given }: SiteOperation): Operation {
  const { sender, callData, callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = given
  return {
    sender,
    nonce: given.nonce,
    ...(factory && factoryData && { factory, factoryData }),
    callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    signature: stubSignature,
  }
}
