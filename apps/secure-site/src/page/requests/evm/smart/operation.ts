import { accountInitCode, encodeExecute } from '@portico/contracts'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { FrameNetwork, SmartAccountService } from '../../../types.js'
import { NodeUnreachableError, OperationRefusedError } from '../../errors.js'
import { freeze, type PrepareContext } from '../../types.js'
import type { PaymasterWish } from '../batch.js'
import { readGasPrices } from '../fill.js'
import type { AskedTransaction } from '../transaction.js'
import { ownerOn } from './account.js'
import { type Bundler, bundlerOf, type Operation, serviceOf, type Sponsorship } from './bundler.js'
import { freeNonce } from './earlier.js'
import { ownerOf } from './signature.js'

/** As long as a signature, and of nobody: gas is estimated with it. */
export const stubSignature = `0x${'ff'.repeat(31)}f0${'00'.repeat(15)}07${'aa'.repeat(16)}1c` as const

/** An operation with nothing left open but its signature, and what it comes to. */
export interface BuiltOperation {
  readonly operation: Operation
  /** Whose key signs it: the account's owner on this network. */
  readonly signer: Address
  /** The account is made by it. */
  readonly deploys: boolean
  /** Somebody else pays. */
  readonly sponsored: boolean
  /** In wei, for all the gas that it may take: what it will be if the base fee stays, and the most. */
  readonly fee: { readonly expected: bigint; readonly ceiling: bigint }
}

interface BuildParameters {
  readonly asked: readonly AskedTransaction[]
  readonly network: FrameNetwork
  readonly context: PrepareContext
  readonly paymaster?: PaymasterWish | undefined
}

/**
 * Calls as one operation of the account, which does all of them or none (ERC-7821). Nonce, prices and code come from the operator's node, gas
 * from the bundler; a paymaster is asked first, and where it refuses the account pays, unless the site cannot do without. What the account sent
 * before is waited for.
 * @throws OperationPendingError, OperationRefusedError, NodeUnreachableError
 */
export async function buildOperation({ asked, network, context, paymaster }: BuildParameters): Promise<BuiltOperation> {
  const service = serviceOf(network)
  const { fetch } = context
  const sender = getAddress(context.addresses.eip155)
  const bundler = bundlerOf({ network, service, fetch })
  const nonce = await freeNonce(sender, network, context)
  const [prices, standing] = await Promise.all([readGasPrices(network, fetch), ownerOn({ network, address: sender, fetch })])
  const firstOwner = ownerOf(context)
  const { maxFeePerGas, maxPriorityFeePerGas } = prices
  const bare: Operation = {
    sender,
    nonce,
    ...(standing === undefined && accountInitCode(firstOwner)),
    callData: encodeExecute(asked.map(({ to, value, data }) => ({ to: to ?? sender, value, data }))),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas,
    maxPriorityFeePerGas,
    signature: stubSignature,
  }
  const { operation, sponsored } = await fillGas(bare, bundler, forSite(paymaster ?? defaultPaymaster(service), context))
  const gas =
    operation.preVerificationGas +
    operation.verificationGasLimit +
    operation.callGasLimit +
    (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n)
  const deploys = standing === undefined
  return freeze({
    operation,
    signer: standing ?? firstOwner,
    sponsored,
    deploys,
    fee: { expected: gas * prices.expected, ceiling: gas * maxFeePerGas },
  })
}

/** The operator's own, without which the account pays. */
function defaultPaymaster({ paymasterUrls: [url] = [] }: SmartAccountService): PaymasterWish | undefined {
  return url === undefined ? undefined : { url, context: {}, optional: true }
}

/** A paymaster's policies are for sites: it is told which one asks, whatever that says itself (S13). */
function forSite(wish: PaymasterWish | undefined, { origin }: PrepareContext): PaymasterWish | undefined {
  return wish && { ...wish, context: { ...(typeof wish.context === 'object' ? wish.context : {}), origin } }
}

async function fillGas(
  bare: Operation,
  bundler: Bundler,
  wish: PaymasterWish | undefined,
): Promise<{ readonly operation: Operation; readonly sponsored: boolean }> {
  if (wish) {
    try {
      return { operation: await sponsor(bare, bundler, wish), sponsored: true }
    } catch (error) {
      if (!wish.optional || !(error instanceof OperationRefusedError || error instanceof NodeUnreachableError)) throw error
    }
  }
  const { preVerificationGas, verificationGasLimit, callGasLimit } = await bundler.estimate(bare)
  return { operation: { ...bare, preVerificationGas, verificationGasLimit, callGasLimit }, sponsored: false }
}

async function sponsor(bare: Operation, bundler: Bundler, { url, context }: PaymasterWish): Promise<Operation> {
  const stub = await bundler.sponsor(url, 'stub', bare, context)
  const tried = withPaymaster(bare, stub)
  const estimate = await bundler.estimate(tried)
  const { preVerificationGas, verificationGasLimit, callGasLimit } = estimate
  const filled: Operation = {
    ...tried,
    preVerificationGas,
    verificationGasLimit,
    callGasLimit,
    paymasterVerificationGasLimit: estimate.paymasterVerificationGasLimit ?? tried.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: estimate.paymasterPostOpGasLimit ?? tried.paymasterPostOpGasLimit ?? 0n,
  }
  return stub.isFinal === true ? filled : withPaymaster(filled, await bundler.sponsor(url, 'final', filled, context))
}

/** A paymaster changes nothing of an operation but who pays for it. */
function withPaymaster(operation: Operation, agreed: Sponsorship): Operation {
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = agreed
  return {
    ...operation,
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? operation.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? operation.paymasterPostOpGasLimit ?? 0n,
  }
}
