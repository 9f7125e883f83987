import { callsItself, entryPoint08, entryPoint08Abi } from '@portico/contracts'
import { pause } from '@portico/core/kit'
import { toDecimal } from '@portico/core'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, getAddress } from 'viem/utils'
import type { DetailLine, FrameNetwork, PreparedRequest } from '../../../types.js'
import { AccountControlError, OperationFailedError, OperationPendingError, SmartAccountTransactionError } from '../../errors.js'
import { costFinding, prospectFinding, spendingOf } from '../../limits.js'
import { type Finding, freeze, join, type PrepareContext, type SiteRequest } from '../../types.js'
import { actionsOf } from '../actionsOf.js'
import type { PaymasterWish } from '../batch.js'
import { describe } from '../describe.js'
import { callLines } from '../details.js'
import { hex, type TriedTransaction } from '../fill.js'
import { reducer } from '../reducer.js'
import { signMessageHash } from '../sign.js'
import { simulate } from '../simulate.js'
import { type ChainReader, chainReader } from '../tokens.js'
import type { AskedTransaction } from '../transaction.js'
import { bundlerOf, type Operation, operationHash, readNonce, serviceOf, wireOf } from './bundler.js'
import { buildOperation, type BuiltOperation } from './operation.js'
import { readReceipt, waits } from './status.js'

interface OperationParameters {
  readonly request: SiteRequest
  readonly asked: readonly AskedTransaction[]
  readonly network: FrameNetwork
  readonly context: PrepareContext
  /** Of the batch, where the site asks for one by this. */
  readonly id?: string
  readonly paymaster?: PaymasterWish
  /** As the site has built it. */
  readonly built?: BuiltOperation
  /** Answers the site, once the bundler has the operation. */
  readonly send: (operation: Hex) => Promise<unknown>
}

/**
 * What a smart account does, as one operation that is shown and tried out whole: each call in a sentence, what all of them change together, who
 * pays, and that the account is made by it. Approving it signs the operation's hash, which is made here (S9), and hands it to the bundler.
 * @throws SmartAccountTransactionError, AccountControlError, OperationRefusedError, NodeUnreachableError
 */
export async function prepareOperation(parameters: OperationParameters): Promise<PreparedRequest> {
  checkCalls(parameters.asked, getAddress(parameters.context.addresses.eip155))
  return readOperation(parameters)
}

/** The same of what the wallet itself asks for. @param says what it comes to, in the place of what its calls say */
export async function readOperation(parameters: OperationParameters, says?: Finding): Promise<PreparedRequest> {
  const { built: given, ...others } = parameters
  const { request, asked, network, context, id, paymaster, send } = others
  const { fetch } = context
  const own = getAddress(context.addresses.eip155)
  const chain = chainReader(network, fetch)
  const acts = asked.map(actionsOf)
  const actions = acts.flat()
  const [described, built] = await Promise.all([
    says ?? describe(actions, { network, context, chain }),
    given ?? buildOperation({ asked, network, context, paymaster }),
  ])
  const { operation, signer, deploys, sponsored, paid, fee } = built
  const payments = paid ? actionsOf(paid.call) : []
  const sends = asked.reduce((all, { value }) => all + value, 0n)
  const ceiling = sponsored || paid ? 0n : fee.ceiling
  const left = ceiling > 0n ? await leftOf(ceiling, own, chain) : undefined
  // What a later call sends may come by an earlier one, which the trial run knows.
  const needed = asked.length === 1 ? sends : 0n
  const lacks = left !== undefined && left < needed
  const overrides = left !== undefined && !lacks ? { [own]: { balance: hex(left) } } : undefined
  const trial = await simulate({
    transactions: trialOf(built),
    actions: [...actions, ...payments],
    network,
    fetch,
    chain,
    own,
    sends,
    ...(overrides && { overrides }),
  })
  const { changes, reverts } = trial
  const { decimals, symbol } = network.nativeCurrency
  const prospect = {
    has: left === undefined ? undefined : left + ceiling,
    needs: needed + ceiling,
    fails: reverts !== undefined,
    untried: changes === 'failed',
  }
  const finding = join([described, costFinding(trial, ceiling, network, context), prospectFinding(prospect, network)])
  const spending = spendingOf(trial.leaves && [...trial.leaves, { asset: network.id, units: ceiling }], network, context)
  const hash = operationHash(operation, network)
  const reduce = await reducer(
    acts,
    asked,
    chain,
    (lowered) => prepareOperation({ ...others, asked: lowered }), // what the visitor made of it is built here
  )
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    account: 'smartAccount',
    ...(deploys && { deploys }),
    ...(sponsored && { sponsored }),
    ...finding,
    fee: paid
      ? {
          expected: toDecimal(paid.amount, paid.decimals),
          ceiling: toDecimal(paid.amount, paid.decimals),
          symbol: paid.symbol,
          isToken: true,
        }
      : { expected: toDecimal(sponsored ? 0n : fee.expected, decimals), ceiling: toDecimal(ceiling, decimals), symbol },
    ...(spending && { spending }),
    changes,
    details: detailsOf(operation, paid ? [...asked, paid.call] : asked, network),
    hash,
    ...(reduce && { reduce }),
    async sign(keys) {
      const signature = await signMessageHash(keys, hash, signer)
      const [nonce, calls, at] = [Number(operation.nonce), asked.length, Date.now()]
      const batch = { id: id ?? hash, networkId: network.id, from: own, nonce, calls, hashes: [], stopped: false, at, operation: hash }
      // Before it is sent: a page that is closed meanwhile knows what to ask for.
      await context.batches.keep(batch)
      try {
        const isAccepted = await bundlerOf({ network, service: serviceOf(network), fetch }).send({ ...operation, signature }, hash)
        if (isAccepted) await context.batches.keep({ ...batch, accepted: true })
      } catch (error) {
        // The site is told that it failed, and the bundler has none of it: what comes next does not wait for it. Should it come in after all,
        // the next one has the same nonce, so that one of the two is done.
        await context.batches.keep({ ...batch, stopped: true })
        throw error
      }
      return send(hash)
    },
  } satisfies PreparedRequest)
}

/** The site wants no batch but a transaction's hash: that of the one which the operation is in. @throws OperationPendingError, OperationFailedError */
export async function transactionOf(
  operation: Hex,
  { network, context }: { readonly network: FrameNetwork; readonly context: PrepareContext },
): Promise<Hex> {
  const bundler = bundlerOf({ network, service: serviceOf(network), fetch: context.fetch })
  for (const wait of waits) {
    const found = await bundler.receipt(operation).catch(() => undefined)
    const receipt = readReceipt(found, operation)
    // The bundler's transaction is a success whatever becomes of the operations in it: its hash would tell the site that coins were sent.
    if (receipt?.status === '0x0') throw new OperationFailedError({ hash: operation })
    if (receipt) return receipt.transactionHash
    await pause(wait)
  }
  throw new OperationPendingError({ hash: operation })
}

/**
 * A smart account sends calls and nothing else. In a batch the zero address stands for the account itself, and what the account is called by
 * itself decides over it: another owner, or a batch within the batch that nobody would see.
 */
function checkCalls(asked: readonly AskedTransaction[], own: `0x${string}`): void {
  for (const { to, authorizationList } of asked) {
    if (to === undefined) throw new SmartAccountTransactionError({ problem: 'it creates a contract' })
    if (authorizationList) throw new SmartAccountTransactionError({ problem: 'it has authorisations of ERC-7702' })
    if (callsItself([{ to }], own)) throw new AccountControlError({ problem: 'a call goes to the account itself' })
  }
}

/**
 * What the account has left for its calls: the entry point takes the most that an operation may cost before it does anything, of what the
 * account has put down there and of its coins. With less than nothing it is refused, which no trial run of the calls tells; calls that send
 * what is taken by then fail, and are paid for. Undefined where it cannot be known.
 */
async function leftOf(ceiling: bigint, own: Address, chain: ChainReader): Promise<bigint | undefined> {
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'balanceOf', args: [own] })
  const [coins, said] = await Promise.all([chain.balance(own), chain.call(entryPoint08.address, data)])
  const deposit = readNonce(said ?? '')
  if (coins === undefined || deposit === undefined) return undefined
  return deposit < ceiling ? coins - (ceiling - deposit) : coins
}

/** What the entry point does with an operation: the account is made, and does its batch. */
function trialOf({ operation: { sender, factory, factoryData, callData } }: BuiltOperation): readonly TriedTransaction[] {
  const from = entryPoint08.address
  const deploy = factory && factoryData ? [{ from, to: factory, value: 0n, data: factoryData }] : []
  return [...deploy, { from, to: sender, value: 0n, data: callData }]
}

/** Each call, and each field of the operation (S9): what the bundler and the paymaster had to say stands there as it is signed. */
function detailsOf(operation: Operation, asked: readonly AskedTransaction[], { id }: FrameNetwork): readonly DetailLine[] {
  const { signature: _, ...fields } = wireOf(operation)
  const calls = asked.flatMap(callLines)
  const shown = Object.entries(fields).map(([path, value]) => ({
    path,
    value: typeof operation[path as keyof Operation] === 'bigint' ? String(BigInt(value)) : value, // wireOf has the operation's own fields
  }))
  return [...calls, ...shown, { path: 'entryPoint', value: entryPoint08.address }, { path: 'chainId', value: id.slice('eip155:'.length) }]
}
