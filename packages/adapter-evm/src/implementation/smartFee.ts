import { CapabilityMissingError, InsufficientFundsError, PorticoError, WalletAnswerError, type FeeEstimate } from '@portico/core'
import { isRecord, type AccountTarget } from '@portico/core/kit'
import type { Address, Client } from 'viem'
import { checkWallet } from './agree.js'
import { endpointError } from './errors.js'
import { wireCall, type CheckedCall } from './fee.js'
import { ask, type Provider } from './provider.js'

/** Of a wallet that has the method, and takes an operation alone: an embedded wallet of an earlier version. */
const invalidParams = -32602

interface SmartFee extends FeeEstimate {
  /** In wei; 0 where somebody else would pay. */
  readonly maxFeePerGas: bigint
}

interface SmartAccount {
  readonly client: Client
  readonly provider: Provider
  readonly target: AccountTarget
}

const method = 'eth_estimateUserOperationGas'
const gasFields = ['preVerificationGas', 'verificationGasLimit', 'callGasLimit']
const paymasterFields = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit']
/** Nobody's: where nobody is chosen yet, a transfer costs about what it costs to anybody. */
const nobody = '0x000000000000000000000000000000000000dEaD'

/**
 * What a call of a smart account will cost it: only its wallet knows the operation that it becomes (ERC-4337). The entry point takes
 * the most that it may cost beforehand. Undefined where the wallet cannot tell.
 * @throws InsufficientFundsError, TransactionRevertedError, WalletAnswerError, EndpointError
 */
export async function estimateSmartFee(account: SmartAccount, call: CheckedCall): Promise<FeeEstimate | undefined> {
  const [balance, fee] = await Promise.all([balanceOf(account), askWallet(account, call)])
  if (!fee) return undefined
  const { maxFeePerGas: _, ...estimate } = fee
  if (balance < (call.value ?? 0n) + fee.maximum) throw new InsufficientFundsError()
  return estimate
}

/**
 * The most of the native currency that a smart account can send: what it has, less a quarter more than the most that the operation may
 * cost now, so that the wallet still agrees after two full blocks. All of it where somebody else would pay. Undefined where the wallet cannot tell.
 * @throws TransactionRevertedError, WalletAnswerError, EndpointError
 */
export async function getSmartMaximum(
  account: SmartAccount,
  { to = nobody, gas = 0n }: { readonly to?: Address | undefined; readonly gas?: bigint | undefined },
): Promise<bigint | undefined> {
  const balance = await balanceOf(account)
  if (balance === 0n) return 0n
  const fee = await askWallet(account, { to, value: 1n, data: undefined })
  if (!fee) return undefined
  const cost = ((fee.maximum + gas * fee.maxFeePerGas) * 5n) / 4n
  return balance > cost ? balance - cost : 0n
}

async function askWallet({ client, provider, target }: SmartAccount, call: CheckedCall): Promise<SmartFee | undefined> {
  await checkWallet(provider, target)
  const calls = [wireCall({ ...call, offer: undefined })]
  const [answer, block] = await Promise.all([
    ask(provider, method, [{ sender: target.address, calls }]).catch((error: unknown) => {
      if (error instanceof CapabilityMissingError || (error instanceof PorticoError && error.code === invalidParams)) return undefined
      throw error
    }),
    client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }).catch((thrown: unknown) => {
      throw endpointError(thrown, 'eth_getBlockByNumber')
    }),
  ])
  if (answer === undefined) return undefined
  if (!isRecord(answer)) throw new WalletAnswerError({ method })
  if (answer['sponsored'] === true) return { expected: 0n, maximum: 0n, maxFeePerGas: 0n, sponsored: true }
  const paymaster = paymasterFields.filter((name) => answer[name] !== undefined)
  const gas = [...gasFields, ...paymaster].reduce((sum, name) => sum + read(answer[name]), 0n)
  const maxFeePerGas = read(answer['maxFeePerGas'])
  const price = BigInt(block?.baseFeePerGas ?? maxFeePerGas) + read(answer['maxPriorityFeePerGas'])
  return { expected: gas * (price < maxFeePerGas ? price : maxFeePerGas), maximum: gas * maxFeePerGas, maxFeePerGas }
}

async function balanceOf({ client, target }: SmartAccount): Promise<bigint> {
  try {
    return BigInt(await client.request({ method: 'eth_getBalance', params: [target.address as Address, 'latest'] }))
  } catch (thrown) {
    throw endpointError(thrown, 'eth_getBalance')
  }
}

/** More than 16 digits no gas and no price has. @throws WalletAnswerError */
function read(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[\da-f]{1,16}$/i.test(value)) throw new WalletAnswerError({ method })
  return BigInt(value)
}
