import { isRecord } from '../../kit/checks.js'
import { InvalidOptionError } from '../../kit/errors.js'
import type { AccountParameters } from '../account/target.js'
import type { AskedCapabilities, Call, Instruction } from './capability.js'

export interface SendCallsParameters extends AccountParameters {
  /** In the order in which they are to happen. On Solana also instructions of programs. */
  readonly calls: readonly (Call | Instruction)[]
  /** All of it happens, or nothing: refused with 5760 by a wallet that cannot (`forceAtomic` of viem). Default: false. */
  readonly atomicRequired?: boolean
  /** The batch's name, at most 4096 bytes, never used before; none on Solana. Default: one is made. */
  readonly id?: string
  /** What is asked of the wallet beside: `paymasterService`, `auxiliaryFunds`, `flowControl`, or one of its own. */
  readonly capabilities?: AskedCapabilities
  /**
   * Whether the gateway of `apiUrl` is asked to pay the network fee, where the wallet lets it (ERC-7677): `paymasterService`, optional.
   * The embedded wallet asks its operator without that. Default: false.
   */
  readonly usesSponsoring?: boolean
  /** Contract of the token that the network fee is to be paid in, where the paymaster offers it. Else the account pays in coins. */
  readonly feeToken?: string
  /** Whether the modal shows how far it is, where the wallet sends one by one. Default: true. */
  readonly showProgress?: boolean
}

/**
 * Calls of one batch at the most.
 * @example const { id } = await sendCalls(portico, { calls: calls.slice(0, mostCalls) }) // the rest in a next batch
 */
export const mostCalls = 100

/** The only thing that has a `programAddress`. */
export const isInstruction = (call: Call | Instruction): call is Instruction => 'programAddress' in call

/** What every chain family asks of a batch; the rest is the adapter's. @throws InvalidOptionError */
export function checkParameters({ calls, atomicRequired, id, capabilities, usesSponsoring, feeToken }: SendCallsParameters): void {
  const check = (option: string, isGood: boolean, expected: string) => {
    if (!isGood) throw new InvalidOptionError({ option, problem: `expected ${expected}` })
  }
  check('calls', Array.isArray(calls) && calls.length > 0 && calls.length <= mostCalls, `a list of 1 to ${mostCalls} calls`)
  calls.forEach((call: unknown, at) => {
    check(`calls[${at}]`, isRecord(call), 'an object')
    if (isRecord(call)) checkCapabilities(call['capabilities'], `calls[${at}].capabilities`, check)
  })
  check('atomicRequired', atomicRequired === undefined || typeof atomicRequired === 'boolean', 'true or false')
  const isId = id === undefined || (typeof id === 'string' && id !== '' && new TextEncoder().encode(id).length <= 4_096)
  check('id', isId, 'a text of at most 4096 bytes')
  check('usesSponsoring', usesSponsoring === undefined || typeof usesSponsoring === 'boolean', 'true or false')
  check('feeToken', feeToken === undefined || (typeof feeToken === 'string' && feeToken !== ''), "a token's contract, 0x…")
  checkCapabilities(capabilities, 'capabilities', check)
}

function checkCapabilities(value: unknown, option: string, check: (option: string, isGood: boolean, expected: string) => void) {
  if (value === undefined) return
  check(option, isRecord(value), 'an object: { paymasterService: { url } }')
  for (const [name, asked] of Object.entries(value as object)) check(`${option}.${name}`, isRecord(asked), 'an object')
}
