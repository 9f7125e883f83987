import { encodePaymasterData, sponsorshipToSign, stubPaymasterSignature } from '@portico/contracts/paymaster'
import { type Log, throttled } from '@portico/service'
import type { Database } from '@portico/service/database'
import { type Hex, toHex } from 'viem'
import { z } from 'zod'
import { type BundlerChain, createBundlerChain } from '../bundler/chain.js'
import { RefusedError, bundlerCodes, notSponsored } from '../bundler/errors.js'
import { measureGas } from '../bundler/estimate.js'
import { type Caller, type Method, type Methods, checkEntryPoint, inHex } from '../bundler/methods.js'
import { type Operation, costOf, delegateOf, readPartialOperation, writeOperation } from '../bundler/operation.js'
import type { Node } from '../rpc/node.js'
import { createBudget } from './budget.js'
import { beginFollowing, followPayments, headSchema } from './follow.js'
import { type Chosen, choosePolicy } from './policy.js'
import type { FeeToken, OwnPaymaster, Sponsoring } from './settings.js'
import { type TokenRates, checkPaid } from './tokenFee.js'

/** Methods of ERC-7677. */
export const paymasterMethods = ['pm_getPaymasterStubData', 'pm_getPaymasterData'] as const

/** Gas that PorticoPaymaster takes to check a signature, where the operation names none. It does nothing afterwards. */
const verificationGas = 60_000n
/** Seconds that stand for ever, in a stub: as long as a real time. */
const stubTime = 2 ** 48 - 1

const stubData = (): Hex => encodePaymasterData({ validAfter: 0, validUntil: stubTime, signature: stubPaymasterSignature })
/** As long as a signature of an account, and of nobody. */
const stubSignature: Hex = `0x${'ff'.repeat(31)}f0${'00'.repeat(15)}07${'aa'.repeat(16)}1c`

/** A chain's paymaster. */
export interface Paymaster {
  readonly methods: Methods
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface PaymasterParameters {
  settings: OwnPaymaster
  sponsoring: Sponsoring
  node: Node
  rates: TokenRates
  db: Database
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** The parameters of both methods: the operation, the entry point, the chain's number in hex, and what the site says. */
const parameters = z.tuple([z.unknown(), z.unknown(), z.string().regex(/^0x[0-9a-fA-F]{1,14}$/)]).rest(z.unknown())

export function createPaymaster({ settings, sponsoring, node, rates, db, clock, log }: PaymasterParameters): Paymaster {
  const number = Number(settings.chain.slice('eip155:'.length))
  const chain = createBundlerChain(number, node)
  const { address: paymaster, signer } = settings
  const budget = createBudget({ db, chain: number, paymaster, clock })
  const following = { db, chain, paymaster, budget, log }

  const judge = async (
    params: readonly unknown[],
    caller: Caller,
  ): Promise<Chosen & { operation: Operation; delegate: Hex | undefined }> => {
    const { operation, context } = readParameters(params, number)
    const code = await chain.code(operation.sender)
    const chosen = choosePolicy(sponsoring, { operation, chain: settings.chain, code, caller, context })
    // The policy fits the calls as this code reads them: the contract pays for no other (EIP-7702).
    return { ...chosen, operation, delegate: operation.authorization?.address ?? delegateOf(code) }
  }

  const stub: Method = async (params, caller) => {
    const { token } = await judge(params, caller)
    const paymasterData = stubData()
    const limits = inHex({ paymasterVerificationGasLimit: verificationGas, paymasterPostOpGasLimit: 0n })
    const sponsor = sponsoring.name && { sponsor: { name: sponsoring.name } }
    return { paymaster, paymasterData, ...limits, isFinal: false, ...sponsor, ...(token && { tokenFee: await tokenFeeOf(token, rates) }) }
  }
  const data: Method = async (params, caller) => {
    const { operation: asked, policy, token, delegate } = await judge(params, caller)
    const paymasterVerificationGasLimit = asked.paymasterVerificationGasLimit || verificationGas
    const paymasterPostOpGasLimit = asked.paymasterPostOpGasLimit ?? 0n
    const operation = { ...asked, paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit }
    if (operation.verificationGasLimit === 0n || operation.preVerificationGas === 0n || operation.maxFeePerGas === 0n) {
      throw new RefusedError(bundlerCodes.invalid, 'The operation has no gas limits or fees yet: they are a part of what is agreed to.')
    }
    if (token) {
      checkPaid(operation, token, await rates(token))
      await checkCalls(chain, operation)
    }
    const head = await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, headSchema)
    // A chain without traffic may have had no block for longer than a promise stands: the next one has the time of now.
    const validUntil = Math.max(head.timestamp, Math.floor(clock() / 1000)) + policy.seconds
    const { sender, nonce } = operation
    await beginFollowing(following, head.number)
    await budget.reserve({ policy, sender, nonce, cost: costOf(operation), validUntil })
    const toSign = sponsorshipToSign({ paymaster, chainId: number, operation, delegate, validAfter: 0, validUntil })
    const signature = await signer.signTypedData(toSign)
    const paymasterData = encodePaymasterData({ validAfter: 0, validUntil, signature })
    return { paymaster, paymasterData, ...inHex({ paymasterVerificationGasLimit, paymasterPostOpGasLimit }) }
  }

  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const say = throttled(log, 60_000)
  const look = (): void => {
    looking ??= followPayments(following)
      .catch((error: unknown) =>
        say('warn', 'paymaster.not_counted', { chain: settings.chain, message: error instanceof Error ? error.message : '' }),
      )
      .finally(() => (looking = undefined))
  }
  return {
    methods: new Map([
      ['pm_getPaymasterStubData', stub],
      ['pm_getPaymasterData', data],
    ]),
    start: () => {
      timer = setInterval(look, settings.pollMs)
    },
    close: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

/** A paymaster elsewhere, behind our policies. It keeps a budget of its own. */
export function guardHosted(
  hosted: Methods,
  { sponsoring, node, rates, chain: id }: { sponsoring: Sponsoring; node: Node; rates: TokenRates; chain: string },
): Methods {
  const number = Number(id.slice('eip155:'.length))
  const chain = createBundlerChain(number, node)
  const guarded = [...hosted].map(([name, method]): [string, Method] => [
    name,
    async (params, caller) => {
      const { operation, context } = readParameters(params, number)
      const asked = { operation, chain: id, code: await chain.code(operation.sender), caller, context }
      const { token } = choosePolicy(sponsoring, asked)
      const [given, ...rest] = params
      const told = [asWritten(operation, given), ...rest]
      if (!token) return await method(told, caller)
      if (name !== 'pm_getPaymasterStubData') {
        checkPaid(operation, token, await rates(token))
        await checkCalls(chain, operation)
      }
      // It pays as for anybody: that the visitor pays for it here is not its affair.
      const answer = await method(told.with(3, withoutToken(context)), caller)
      return { ...(typeof answer === 'object' && answer), isFinal: false, tokenFee: await tokenFeeOf(token, rates) }
    },
  ])
  return new Map(guarded)
}

/** Calls that fail pay nothing, and those that are given too little gas fail. @throws RefusedError (-32001, -32521) */
async function checkCalls(chain: BundlerChain, operation: Operation): Promise<void> {
  // Whoever pays for it: their contract need not agree yet.
  const { paymaster: _, paymasterData: _data, ...tried } = operation
  const { execution } = await measureGas(chain, { ...tried, signature: stubSignature }, operation.callGasLimit)
  if (execution > operation.callGasLimit)
    throw new RefusedError(notSponsored, 'The operation gives its calls too little gas, and the fee is paid by one of them.')
}

/** What wallets are told of a fee in a token: which, to whom, and what one coin of the network costs. */
const tokenFeeOf = async (token: FeeToken, rates: TokenRates) => ({
  token: token.address,
  receiver: token.receiver,
  ...inHex({ rate: await rates(token) }),
})

/** The operation as it was read, without what was not given: in two forms at once, others might read the one that no policy has seen. */
function asWritten(operation: Operation, given: unknown): object {
  const isGiven = (name: string): boolean => typeof given === 'object' && given !== null && Object.hasOwn(given, name)
  const fields = Object.entries(writeOperation(operation))
  return Object.fromEntries(fields.filter(([name, value]) => isGiven(name) || (value !== '0x' && value !== '0x0')))
}

const withoutToken = (context: unknown): unknown =>
  typeof context === 'object' && context !== null
    ? Object.fromEntries(Object.entries(context).filter(([name]) => name !== 'token'))
    : context

function readParameters(params: readonly unknown[], chain: number): { operation: Operation; context: unknown } {
  const parsed = parameters.safeParse(params)
  if (!parsed.success)
    throw new RefusedError(bundlerCodes.invalid, 'The parameters are an operation, an entry point, a chain in hex, and a context.')
  const [operation, at, chainId, context] = parsed.data
  checkEntryPoint(at)
  if (Number(chainId) !== chain) throw new RefusedError(bundlerCodes.invalid, `This paymaster is for the chain ${toHex(chain)}.`)
  return { operation: readPartialOperation(operation), context }
}
