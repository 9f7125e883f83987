import { accountInitCode, encodeExecute } from '@portico/contracts'
import { erc20Abi, type Address, type Hex } from 'viem'
import { encodeFunctionData, getAddress } from 'viem/utils'
import type { FrameNetwork, SmartAccountService } from '../../../types.js'
import { NodeUnreachableError, OperationRefusedError } from '../../errors.js'
import { freeze, type PrepareContext } from '../../types.js'
import type { PaymasterWish } from '../batch.js'
import { readGasPrices } from '../fill.js'
import { type ChainReader, chainReader } from '../tokens.js'
import type { AskedTransaction } from '../transaction.js'
import { ownerOn } from './account.js'
import { type Bundler, bundlerOf, type Operation, serviceOf, type Sponsorship } from './bundler.js'
import { freeNonce } from './earlier.js'
import { nextNonce } from './nonce.js'
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
  /** The account pays in a token: by a call of its own behind those that were asked for. */
  readonly paid?: PaidFee
  /** In wei, for all the gas that it may take: what it will be if the base fee stays, and the most. */
  readonly fee: { readonly expected: bigint; readonly ceiling: bigint }
}

/** A fee that is paid in a token. */
export interface PaidFee {
  readonly call: AskedTransaction
  /** In the token's smallest units: all of it is paid, whatever the operation takes in the end. */
  readonly amount: bigint
  readonly decimals: number
  /** Of the contract itself: unverified. */
  readonly symbol: string
}

interface BuildParameters {
  readonly asked: readonly AskedTransaction[]
  readonly network: FrameNetwork
  readonly context: PrepareContext
  readonly paymaster?: PaymasterWish | undefined
  /** Only its gas is wanted: nothing is waited for, and a paymaster says whether it would pay without being bound to. */
  readonly onlyGas?: boolean
}

/**
 * Calls as one operation of the account, which does all of them or none (ERC-7821). Nonce, prices and code come from the operator's node, gas
 * from the bundler; a paymaster is asked first, and where it refuses the account pays, unless the site cannot do without. Where it is paid in a token, the payment is a call of the operation. What the account sent
 * before is waited for.
 * @throws OperationPendingError, OperationRefusedError, NodeUnreachableError
 */
export async function buildOperation({ asked, network, context, paymaster, onlyGas = false }: BuildParameters): Promise<BuiltOperation> {
  const service = serviceOf(network)
  const { fetch } = context
  const sender = getAddress(context.addresses.eip155)
  const bundler = bundlerOf({ network, service, fetch })
  const nonce = onlyGas ? await nextNonce(sender, network, fetch) : await freeNonce(sender, network, context)
  const [prices, standing] = await Promise.all([readGasPrices(network, fetch), ownerOn({ network, address: sender, fetch })])
  const firstOwner = ownerOf(context)
  const { maxFeePerGas, maxPriorityFeePerGas } = prices
  const callData = (more: readonly AskedTransaction[] = []) =>
    encodeExecute([...asked, ...more].map(({ to, value, data }) => ({ to: to ?? sender, value, data })))
  const bare: Operation = {
    sender,
    nonce,
    ...(standing === undefined && accountInitCode(firstOwner)),
    callData: callData(),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas,
    maxPriorityFeePerGas,
    signature: stubSignature,
  }
  const wish = forSite(paymaster ?? defaultPaymaster(service), context)
  const reader = chainReader(network, fetch)
  const { operation, sponsored, paid } = await fillGas({ bare, callData, bundler, wish, reader, onlyGas })
  const gas = gasOf(operation)
  const deploys = standing === undefined
  return freeze({
    operation,
    signer: standing ?? firstOwner,
    sponsored,
    ...(paid && { paid }),
    deploys,
    fee: { expected: gas * prices.expected, ceiling: gas * maxFeePerGas },
  })
}

/** The operator's own, without which the account pays. */
function defaultPaymaster({ paymasterUrls: [url] = [] }: SmartAccountService): PaymasterWish | undefined {
  return url === undefined ? undefined : { url, context: {}, optional: true }
}

interface SiteWish extends PaymasterWish {
  readonly context: Readonly<Record<string, unknown>>
}

/** A paymaster's policies are for sites: it is told which one asks, whatever that says itself (S13). */
function forSite(wish: PaymasterWish | undefined, { origin }: PrepareContext): SiteWish | undefined {
  return wish && { ...wish, context: { ...(typeof wish.context === 'object' ? wish.context : {}), origin } }
}

interface Filling {
  readonly bare: Operation
  /** What the account does, with more calls behind those that were asked for. */
  readonly callData: (more: readonly AskedTransaction[]) => Hex
  readonly bundler: Bundler
  readonly wish: SiteWish | undefined
  readonly reader: ChainReader
  readonly onlyGas: boolean
}

interface Filled {
  readonly operation: Operation
  readonly sponsored: boolean
  readonly paid?: PaidFee
}

async function fillGas({ wish, ...filling }: Filling): Promise<Filled> {
  const { bare, bundler } = filling
  if (wish) {
    try {
      return await sponsor({ wish, ...filling })
    } catch (error) {
      if (!wish.optional || !(error instanceof OperationRefusedError || error instanceof NodeUnreachableError)) throw error
    }
  }
  const { preVerificationGas, verificationGasLimit, callGasLimit } = await bundler.estimate(bare)
  return { operation: { ...bare, preVerificationGas, verificationGasLimit, callGasLimit }, sponsored: false }
}

/** Gas for the bytes of an amount that was not known when the rest was estimated. */
const roomForAmount = 1_000n

async function sponsor({ bare, callData, bundler, wish, reader, onlyGas }: Filling & { readonly wish: SiteWish }): Promise<Filled> {
  const { url, context } = wish
  const stub = await bundler.sponsor(url, 'stub', bare, context)
  const pay = stub.tokenFee && (await readFee(stub.tokenFee, { sender: bare.sender, context, reader }))
  // What it comes to is not known yet: tried with the least.
  const tried = withPaymaster(pay ? { ...bare, callData: callData([pay(1n).call]) } : bare, stub)
  const estimate = await bundler.estimate(tried)
  const { preVerificationGas, verificationGasLimit, callGasLimit } = estimate
  const estimated: Operation = {
    ...tried,
    preVerificationGas: preVerificationGas + (pay ? roomForAmount : 0n),
    verificationGasLimit,
    callGasLimit,
    paymasterVerificationGasLimit: estimate.paymasterVerificationGasLimit ?? tried.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: estimate.paymasterPostOpGasLimit ?? tried.paymasterPostOpGasLimit ?? 0n,
  }
  const paid = pay?.(gasOf(estimated) * estimated.maxFeePerGas)
  const filled = paid ? { ...estimated, callData: callData([paid.call]) } : estimated
  const isAgreed = onlyGas || stub.isFinal === true
  const operation = isAgreed ? filled : withPaymaster(filled, await bundler.sponsor(url, 'final', filled, context))
  return paid ? { operation, sponsored: false, paid } : { operation, sponsored: true }
}

/** Wei of one coin. */
const coin = 10n ** 18n

/**
 * What a paymaster wants in a token, where that is the one that was asked for: nobody pays in another.
 * @returns makes the payment, of so many wei
 * @throws NodeUnreachableError for another token, and one that cannot be shown
 */
async function readFee(
  { token, receiver, rate }: NonNullable<Sponsorship['tokenFee']>,
  { sender, context, reader }: { readonly sender: Address; readonly context: SiteWish['context']; readonly reader: ChainReader },
): Promise<(wei: bigint) => PaidFee> {
  const refuse = (problem: string) => new NodeUnreachableError({ method: 'pm_getPaymasterStubData', problem })
  const { token: named } = context
  if (typeof named !== 'string' || named.toLowerCase() !== token.toLowerCase()) throw refuse('it wants a token that was not named')
  const { symbol, decimals, mixedScript } = await reader.token(token)
  if (symbol === undefined || decimals === undefined || mixedScript) throw refuse('it wants a token that says nothing of itself')
  return (wei) => {
    const amount = (wei * rate + coin - 1n) / coin
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
    return { call: { from: sender, to: token, value: 0n, data }, amount, decimals, symbol }
  }
}

/** All the gas that an operation may take. */
const gasOf = (operation: Operation): bigint =>
  operation.preVerificationGas +
  operation.verificationGasLimit +
  operation.callGasLimit +
  (operation.paymasterVerificationGasLimit ?? 0n) +
  (operation.paymasterPostOpGasLimit ?? 0n)

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
