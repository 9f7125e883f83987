import type { Call } from '@portico/core'
import {
  AtomicityNotSupportedError,
  UnsupportedNonOptionalCapabilityError,
  type AskedCapabilities,
  type Instruction,
  type NetworkCapabilities,
} from '@portico/core/calls'

/** Of what stands in one transaction all happens or nothing. */
export const solanaCapabilities: NetworkCapabilities = { atomic: { status: 'supported' }, flowControl: { strict: ['rollback'] } }

/**
 * Whether a batch asks for one transaction by `flowControl` (ERC-7867).
 * @throws UnsupportedNonOptionalCapabilityError, AtomicityNotSupportedError for what one transaction, or several, cannot do
 */
export function asksForOne(asked: AskedCapabilities = {}, calls: readonly (Call | Instruction)[]): boolean {
  const ofCalls = calls.map((call) => ('capabilities' in call ? call.capabilities : undefined) ?? {})
  const wanted = [asked, ...ofCalls].flatMap((capabilities) => Object.entries(capabilities).filter(([, one]) => one['optional'] !== true))
  for (const [capability, flow] of wanted) {
    if (capability !== 'flowControl') throw new UnsupportedNonOptionalCapabilityError({ capability })
    if (flow['atomicity'] !== 'strict' && flow['on-failure'] !== 'rollback') throw new AtomicityNotSupportedError()
  }
  return wanted.length > 0
}
