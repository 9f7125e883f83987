import { type Caveat, type Delegation, delegationHash, enforcers } from '@portico/contracts/permissions'
import type { Permission } from '@portico/core/permissions'
import type { Address, Hex } from 'viem'
import { concatHex, encodePacked, numberToHex, toFunctionSelector } from 'viem/utils'

const uint = (value: bigint) => numberToHex(value, { size: 32 })
const between = (from: number, until: number): Caveat => ({
  enforcer: enforcers.timestamp,
  terms: encodePacked(['uint128', 'uint128'], [BigInt(Math.max(0, from - 1)), BigInt(until)]),
})
/** The four bytes of each method. */
export const selectorsOf = (methods: readonly string[]): readonly Hex[] =>
  methods.map((method) => (/^0x[\da-f]{8}$/i.test(method) ? (method.toLowerCase() as Hex) : toFunctionSelector(`function ${method}`)))

/** From when on a permission counts: the first period begins here. Seconds since 1970. */
export interface Begins {
  readonly begins: number
}

/**
 * A permission in the words that the contracts hold to. Whoever redeems it is its holder, whoever else has signed. One that counts at once has
 * no beginning for the contracts: a node tries a use out by the clock of its latest block, which lies behind the moment of granting.
 */
export function caveatsOf({ delegate, start, expiry, spending, contracts, methods }: Permission, { begins }: Begins): readonly Caveat[] {
  const { token, amount, period } = spending
  const from = start === begins ? begins : 1
  // A limit for the whole time is one for a single period, which outlasts it.
  const first = period === undefined ? from : begins
  const each = encodePacked(['uint256', 'uint256', 'uint256'], [amount, BigInt(period ?? expiry - first + 1), BigInt(first)])
  const common = [between(from, expiry), { enforcer: enforcers.redeemer, terms: delegate }]
  const noCoins: Caveat = { enforcer: enforcers.valueLte, terms: uint(0n) }
  if (token !== 'native') return [...common, noCoins, { enforcer: enforcers.tokenPeriod, terms: concatHex([token, each]) }]
  return [
    ...common,
    { enforcer: enforcers.allowedTargets, terms: concatHex(contracts) },
    methods.length === 0
      ? { enforcer: enforcers.exactCalldata, terms: '0x' }
      : { enforcer: enforcers.allowedMethods, terms: concatHex(selectorsOf(methods)) },
    amount === 0n ? noCoins : { enforcer: enforcers.nativePeriod, terms: each },
  ]
}

/** The delegation that an account signs: to the keeper, who passes on single uses of it. */
export const rootDelegation = (
  permission: Permission,
  account: Address,
  { keeper, salt, begins }: Begins & { readonly keeper: Address; readonly salt: bigint },
) =>
  ({
    delegate: keeper,
    delegator: account,
    caveats: caveatsOf(permission, { begins }),
    salt,
  }) satisfies Delegation

/** A call that a permission is used for. `value` in wei. */
export interface Use {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** One use of a delegation: this call, once, within the next moments. @param until seconds since 1970 */
export const singleUse = (
  root: Delegation,
  holder: Address,
  use: Use,
  { until, salt }: { readonly until: number; readonly salt: bigint },
) =>
  ({
    delegate: holder,
    delegator: root.delegate,
    authority: delegationHash(root),
    caveats: [
      between(0, until),
      { enforcer: enforcers.allowedTargets, terms: use.to },
      { enforcer: enforcers.exactCalldata, terms: use.data },
      { enforcer: enforcers.valueLte, terms: uint(use.value) },
      { enforcer: enforcers.limitedCalls, terms: uint(1n) },
    ],
    salt,
  }) satisfies Delegation
