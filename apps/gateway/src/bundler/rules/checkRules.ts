import { toHex } from 'viem'
import { type BundlerChain, overridesOf, plentyFor } from '../chain.js'
import { RefusedError, bundlerCodes } from '../errors.js'
import type { Operation } from '../operation.js'
import { factoryOf } from '../queue.js'
import type { OwnBundler } from '../settings.js'
import { findViolation } from './rules.js'
import { stakedOf } from './stakes.js'
import { traceValidation } from './trace.js'

export interface CheckRulesParameters {
  chain: BundlerChain
  settings: OwnBundler
  executor: `0x${string}`
  /** Of the transaction. */
  gas: bigint
}

/**
 * Looks into the validation of an operation that would go through: what it does may depend on nothing that others can change at will,
 * or one transaction makes a thousand accepted operations worthless (ERC-7562).
 * @throws RefusedError (-32502, or -32505 where a stake would help) with the rule
 */
export async function checkRules(operation: Operation, { chain, settings, executor, gas }: CheckRulesParameters): Promise<void> {
  const { node } = chain
  const overrides = { ...overridesOf([operation]), ...plentyFor(executor) }
  const named = [factoryOf(operation), operation.paymaster ?? ''].filter(Boolean).map((each) => each.toLowerCase())
  const [phases, staked] = await Promise.all([
    traceValidation(operation, { node, executor, gas, overrides }),
    stakedOf(named, { node, settings }),
  ])
  const found = findViolation(phases, operation, (address) => staked.has(address))
  if (!found) return
  const { rule, unstaked } = found
  const message = `${rule}: ${found.message}`
  if (!unstaked) throw new RefusedError(bundlerCodes.rules, message)
  const kind = unstaked === operation.paymaster?.toLowerCase() ? 'paymaster' : 'factory'
  const least = { minimumStake: toHex(settings.leastStake), minimumUnstakeDelay: toHex(settings.leastUnstakeDelay) }
  throw new RefusedError(bundlerCodes.stake, message, { [kind]: unstaked, ...least })
}
