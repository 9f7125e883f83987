import { type Hex, isAddressEqual } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { BundlerChain } from './chain.js'
import { refusedBy } from './entryPoint.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { leastPreVerificationGas } from './estimate.js'
import { type Operation, costOf, delegateOf, delegatedFactory, hashOperation } from './operation.js'
import { type Queue, factoryOf } from './queue.js'
import { type ReputationParameters, checkReputation } from './reputation.js'
import { checkRules } from './rules/checkRules.js'
import type { OwnBundler } from './settings.js'
import { bundleGas } from './transaction.js'

export interface AcceptParameters {
  chain: BundlerChain
  queue: Queue
  settings: OwnBundler
  reputation: () => ReputationParameters
  /** In whose name it is simulated. */
  executor: Hex
}

/**
 * Takes an operation that would go through now, and gives its hash: from then on it is mined or refused, whatever happens to this
 * process.
 * @throws RefusedError with the codes of ERC-7769
 */
export async function acceptOperation(parameters: AcceptParameters, operation: Operation): Promise<Hex> {
  const { chain, queue, settings, reputation, executor } = parameters
  checkGas(operation, settings)
  const [{ base, height }, delegate] = await Promise.all([chain.head(), delegateFor(chain, operation)])
  checkFees(operation, { base, settings })
  await checkAuthorization(chain, operation)
  const { sender, paymaster } = operation
  await checkReputation(reputation(), { sender, paymaster: paymaster ?? '', factory: factoryOf(operation) })
  const [failure, unpaid] = await Promise.all([
    chain.simulate([operation], executor, bundleGas([operation])),
    depositRefusal(parameters, operation),
  ])
  if (failure) throw refusedBy(failure, operation)
  if (unpaid) throw unpaid
  if (settings.simulation === 'trace') await checkRules(operation, { chain, settings, executor, gas: bundleGas([operation]) })
  const hash = hashOperation(operation, chain.number, delegate)
  await queue.add({ hash, operation, fromBlock: height })
  return hash
}

function checkGas(operation: Operation, settings: OwnBundler): void {
  const gas = bundleGas([operation])
  if (gas > BigInt(settings.bundleGas)) {
    throw new RefusedError(bundlerCodes.invalid, `The operation may take ${gas} gas; a transaction here has ${settings.bundleGas}.`)
  }
  const least = leastPreVerificationGas(operation)
  if (operation.preVerificationGas < least) {
    throw new RefusedError(bundlerCodes.invalid, `preVerificationGas is ${operation.preVerificationGas}, and has to be at least ${least}.`)
  }
}

function checkFees({ maxFeePerGas, maxPriorityFeePerGas }: Operation, { base, settings }: { base: bigint; settings: OwnBundler }): void {
  if (maxPriorityFeePerGas > maxFeePerGas) {
    throw new RefusedError(bundlerCodes.invalid, 'maxPriorityFeePerGas is higher than maxFeePerGas.')
  }
  if (maxPriorityFeePerGas < settings.leastPriorityFee) {
    throw new RefusedError(bundlerCodes.invalid, `maxPriorityFeePerGas has to be at least ${settings.leastPriorityFee} wei.`)
  }
  const least = base + settings.leastPriorityFee
  if (maxFeePerGas < least || maxFeePerGas === 0n) {
    throw new RefusedError(
      bundlerCodes.invalid,
      `maxFeePerGas is ${maxFeePerGas} wei, and the chain takes ${least === 0n ? 1n : least} now.`,
    )
  }
}

/** A paymaster pays for all of its operations that wait, or each that is mined makes one of them worthless (EREP-010 of ERC-7562). */
async function depositRefusal({ chain, queue }: AcceptParameters, operation: Operation): Promise<RefusedError | undefined> {
  const { paymaster } = operation
  if (!paymaster) return undefined
  const [deposit, owed] = await Promise.all([chain.deposit(paymaster), queue.owedBy(paymaster, operation)])
  if (deposit >= owed + costOf(operation)) return undefined
  const message = `The paymaster has ${deposit} wei at the entry point, and ${owed} of them are for operations that wait.`
  return new RefusedError(bundlerCodes.deposit, message, { paymaster })
}

/** Whom the sender delegates to on the chain, where the operation says that it does and brings no authorization. */
async function delegateFor(chain: BundlerChain, { sender, factory, authorization }: Operation): Promise<Hex | undefined> {
  if (factory !== delegatedFactory || authorization) return undefined
  const delegate = delegateOf(await chain.code(sender))
  if (delegate) return delegate
  throw new RefusedError(bundlerCodes.invalid, 'The sender delegates to nobody: an authorization (eip7702Auth) is missing.')
}

/** A simulation takes the delegation for granted, so the authorization is checked here. */
async function checkAuthorization(chain: BundlerChain, { sender, authorization }: Operation): Promise<void> {
  if (!authorization) return
  const { chainId, nonce } = authorization
  if (chainId !== 0 && chainId !== chain.number) throw new RefusedError(bundlerCodes.invalid, 'eip7702Auth is for another chain.')
  const signer = await recoverAuthorizationAddress({ authorization }).catch(() => undefined)
  if (!signer || !isAddressEqual(signer, sender)) throw new RefusedError(bundlerCodes.invalid, 'eip7702Auth is not signed by the sender.')
  const expected = await chain.transactionCount(sender)
  if (nonce !== expected)
    throw new RefusedError(bundlerCodes.invalid, `eip7702Auth has the nonce ${nonce}, and the sender is at ${expected}.`)
}
