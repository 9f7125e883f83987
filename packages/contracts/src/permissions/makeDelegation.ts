import { type Address, type Hex, concatHex, encodePacked, isAddressEqual, numberToHex, size, zeroAddress } from 'viem'
import { entryPoint08 } from '../entryPoint.js'
import { PermissionError } from '../errors.js'
import { anybody, delegationManager, enforcers } from './addresses.js'
import type { Caveat, Delegation } from './delegation.js'
import { movesTokens } from './movesTokens.js'

/** What a permission is for. Each is one delegation, with one signature and limits of its own. */
export type PermissionScope =
  /** Sends a token, at most so much in each period. */
  | { kind: 'token'; token: Address; amount: bigint; periodSeconds: number }
  /** Sends the network's own coin, in wei, at most so much in each period, and calls nothing by it. */
  | { kind: 'native'; amount: bigint; periodSeconds: number }
  /** Calls these methods of one contract so many times, each with at most so much of the network's coin, in wei; nothing unless told. */
  | { kind: 'calls'; contract: Address; methods: readonly Hex[]; times: number; value?: bigint | undefined }

export interface MakeDelegationParameters {
  account: Address
  /** Who may. */
  delegate: Address
  scope: PermissionScope
  /** Seconds since 1970 of the chain's clock; the first period begins here. */
  validAfter: number
  /** Seconds since 1970 of the chain's clock. */
  validUntil: number
  /** How long a permission may last, in seconds; a day unless told. */
  longest?: number | undefined
  /** A random number, so that a permission that was stopped can be granted anew. */
  salt: bigint
}

const day = 86_400

/**
 * A permission as a delegation, to be signed: always with an end, a limit, and a list of what it reaches (S20).
 * @example
 * const delegation = makeDelegation({
 *   account, delegate: key.address, salt,
 *   scope: { kind: 'token', token: usdc, amount: 5_000_000n, periodSeconds: 86_400 }, // 5 USDC a day
 *   validAfter: now, validUntil: now + 86_400,
 * })
 * @throws PermissionError when it would have no limit, or reach what nobody should be given
 */
export function makeDelegation(parameters: MakeDelegationParameters): Delegation {
  const { account, delegate, scope, validAfter, validUntil, longest = day, salt } = parameters
  refuse(
    !(validAfter > 0 && validUntil > validAfter),
    'A permission needs a beginning, and an end behind it.',
    'Set both, in seconds since 1970.',
  )
  refuse(
    validUntil - validAfter > longest,
    `A permission lasts at most ${longest} seconds.`,
    'Ask again when it has ended, or set `longest`.',
  )
  refuse(
    ([zeroAddress, anybody, account] as const).some((each) => isAddressEqual(each, delegate)),
    'A permission is somebody’s.',
    'Name one key or account.',
  )
  const times = encodePacked(['uint128', 'uint128'], [BigInt(validAfter) - 1n, BigInt(validUntil)])
  const caveats = [{ enforcer: enforcers.timestamp, terms: times }, ...caveatsOf(scope, account, validAfter)]
  return { delegate, delegator: account, caveats, salt }
}

function caveatsOf(scope: PermissionScope, account: Address, start: number): Caveat[] {
  switch (scope.kind) {
    case 'token': {
      refuseTarget(scope.token, account)
      const terms = concatHex([scope.token, periodTerms(scope, start)])
      return [noValue, { enforcer: enforcers.tokenPeriod, terms }]
    }
    case 'native':
      return [
        { enforcer: enforcers.exactCalldata, terms: '0x' },
        { enforcer: enforcers.nativePeriod, terms: periodTerms(scope, start) },
      ]
    case 'calls': {
      const { contract, methods, times, value = 0n } = scope
      refuseTarget(contract, account)
      const hint = 'List the selectors that the site calls, 4 bytes each; for tokens there are scopes with an amount.'
      refuse(methods.length === 0 || methods.some((method) => size(method) !== 4), 'A permission lists the methods that it covers.', hint)
      refuse(methods.some(movesTokens), 'A permission for calls does not move tokens, or let others move them.', hint)
      refuse(!(Number.isSafeInteger(times) && times > 0), 'A permission for calls says how many.', 'Set `times` to 1 or more.')
      refuse(value < 0n, 'A value is not negative.', 'Leave it out for none.')
      return [
        { enforcer: enforcers.valueLte, terms: numberToHex(value, { size: 32 }) },
        { enforcer: enforcers.allowedTargets, terms: contract },
        { enforcer: enforcers.allowedMethods, terms: concatHex(methods) },
        { enforcer: enforcers.limitedCalls, terms: numberToHex(times, { size: 32 }) },
      ]
    }
  }
}

const noValue: Caveat = { enforcer: enforcers.valueLte, terms: `0x${'00'.repeat(32)}` }

function periodTerms({ amount, periodSeconds }: { amount: bigint; periodSeconds: number }, start: number): Hex {
  refuse(amount <= 0n, 'A permission to spend has an amount.', 'Set `amount` in the smallest unit.')
  refuse(!(Number.isSafeInteger(periodSeconds) && periodSeconds > 0), 'A limit has a period.', 'Set `periodSeconds` to 1 or more.')
  return encodePacked(['uint256', 'uint256', 'uint256'], [amount, BigInt(periodSeconds), BigInt(start)])
}

function refuseTarget(target: Address, account: Address): void {
  const deciding = [account, zeroAddress, delegationManager, entryPoint08.address] as const
  const hint = 'The account refuses it as well, whatever was signed.'
  refuse(
    deciding.some((each) => isAddressEqual(each, target)),
    'A permission does not reach what decides over the account.',
    hint,
  )
}

function refuse(condition: boolean, reason: string, hint: string): void {
  if (condition) throw new PermissionError({ reason, hint })
}
