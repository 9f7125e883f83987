import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Operation, entryPoint, gasOf, readPartialOperation, writeOperation } from '../bundler/operation.js'
import { type Ask, receiptOf, send } from '../bundler/test/world.js'
import { sponsor, token } from '../paymaster/test/sponsored.js'
import { hexBigint } from '../rpc/node.js'
import type { Case } from './cases.js'

/** What a bundler made of a case. */
export interface Outcome {
  /** Whether that is what had to come of it. */
  readonly isGood: boolean
  readonly said: string
  /** From the operation to its receipt. */
  readonly milliseconds: number
  /** What it took, and the sum of its limits, in gas. */
  readonly used: bigint
  readonly limits: bigint
}

/** As long as a signature, so that an estimate has its data. */
const stub = `0x${'f'.repeat(31)}0000000000000000000000000000000007${'a'.repeat(63)}1c` as const

class RefusedCase extends Error {
  override readonly name = 'RefusedCase'
}

/** Brings a case to a bundler as a wallet does: the paymaster's stub, the bundler's limits, the paymaster's word, the signature. */
export async function bring(bundler: Ask, paymaster: Ask, given: Case): Promise<Outcome> {
  const nothing = { milliseconds: 0, used: 0n, limits: 0n }
  try {
    const { operation, limits } = await completed(bundler, paymaster, given)
    const from = performance.now()
    const { result, error } = await send(bundler, await given.sign(operation))
    if (error) throw new RefusedCase(`${error.code} ${error.message}`)
    const found = await receiptOf(bundler, result).catch(() => undefined)
    if (!found) return { isGood: false, said: 'taken, and not mined', ...nothing }
    const receipt = mined.parse(found)
    const milliseconds = performance.now() - from
    const mints = receipt.logs.filter(({ address }) => address.toLowerCase() === token).length
    const isGood = receipt.success && mints === given.mints
    const said = `${receipt.success ? 'mined' : 'failed'}, ${mints} mints`
    return { isGood, said, milliseconds, used: receipt.actualGasUsed, limits }
  } catch (error) {
    if (!(error instanceof RefusedCase)) throw error
    return { isGood: given.mints === undefined, said: error.message.replaceAll(/\s+/g, ' ').slice(0, 120), ...nothing }
  }
}

const mined = z.object({ success: z.boolean(), actualGasUsed: hexBigint, logs: z.array(z.object({ address: z.string() })) })
const gas = z.object({
  preVerificationGas: hexBigint,
  verificationGasLimit: hexBigint,
  callGasLimit: hexBigint,
  paymasterVerificationGasLimit: z.nullish(hexBigint),
  paymasterPostOpGasLimit: z.nullish(hexBigint),
})

async function completed(bundler: Ask, paymaster: Ask, { draft, isSponsored }: Case): Promise<{ operation: Operation; limits: bigint }> {
  const paidFor = async (operation: Operation, method: string): Promise<Operation> => {
    if (!isSponsored) return operation
    const said = await sponsor(paymaster, operation, {}, method)
    if (said.error) throw new Error(`The paymaster refuses: ${said.error.message}`)
    return said.operation
  }
  const first = await paidFor(draft, 'pm_getPaymasterStubData')
  const { result, error } = await bundler('eth_estimateUserOperationGas', [{ ...writeOperation(first), signature: stub }, entryPoint])
  if (error) throw new RefusedCase(`${error.code} ${error.message}`)
  const found = gas.parse(result)
  const { paymasterVerificationGasLimit: check, paymasterPostOpGasLimit: after, ...own } = found
  // What the paymaster asks for itself comes before what a bundler makes of it (ERC-7677).
  const paymasterVerificationGasLimit = first.paymasterVerificationGasLimit || (check ?? 0n)
  const paymasterPostOpGasLimit = first.paymasterPostOpGasLimit ?? after ?? 0n
  const estimated: Operation = { ...first, ...own, ...(isSponsored && { paymasterVerificationGasLimit, paymasterPostOpGasLimit }) }
  const operation = readPartialOperation(writeOperation(await paidFor(estimated, 'pm_getPaymasterData')))
  return { operation, limits: gasOf(operation) }
}

/** Asks until it answers. @throws Error where it does not */
export async function waitFor(ask: Ask, milliseconds = 60_000): Promise<void> {
  for (const until = Date.now() + milliseconds; Date.now() < until; ) {
    const said = await ask('eth_supportedEntryPoints').catch((error: unknown) => {
      // `fetch` says so where nobody listens yet.
      if (!(error instanceof TypeError)) throw error
    })
    if (said?.result) return
    await pause(100)
  }
  throw new Error('The bundler does not answer.')
}
