import * as z from 'zod/mini'
import { PermissionFormError, PermissionTooBroadError, PermissionUnsupportedError } from './errors.js'
import { address, chain, justification, method, read, seconds, units } from './form.js'
import type { Permission } from './permission.js'
import { noExpiry } from './readGrant.js'

const holder = z.strictObject({ type: z.literal('account'), data: z.strictObject({ address }) })
const rule = z.strictObject({ type: z.string().check(z.maxLength(100)), data: z.unknown() })
/** What MetaMask hands in, in both of its forms: `expiry` and `signer` before 2026, `rules` and `to` since. */
const request = z.strictObject({
  chainId: chain,
  from: z.optional(z.nullable(address)),
  address: z.optional(z.nullable(address)),
  to: z.optional(address),
  signer: z.optional(holder),
  expiry: z.optional(seconds),
  rules: z.optional(z.nullable(z.array(rule).check(z.maxLength(20)))),
  isAdjustmentAllowed: z.optional(z.boolean()),
  permission: z.strictObject({
    type: z.string().check(z.maxLength(100)),
    isAdjustmentAllowed: z.optional(z.boolean()),
    data: z.looseObject({}),
  }),
})
const list = z.array(z.unknown()).check(z.minLength(1), z.maxLength(10))

const words = { justification: z.optional(z.nullable(justification)), startTime: z.optional(z.nullable(seconds)) }
const length = seconds
const kinds = {
  'native-token-periodic': z.strictObject({ periodAmount: units, periodDuration: length, ...words }),
  'native-token-allowance': z.strictObject({ allowanceAmount: units, ...words }),
  'erc20-token-periodic': z.strictObject({ tokenAddress: address, periodAmount: units, periodDuration: length, ...words }),
  'erc20-token-allowance': z.strictObject({ tokenAddress: address, allowanceAmount: units, ...words }),
  // No kind of MetaMask's: what viem calls so, with the coins that may leave with the calls.
  'contract-call': z.strictObject({
    contracts: z.array(address).check(z.minLength(1), z.maxLength(50)),
    methods: z.array(method).check(z.minLength(1), z.maxLength(50)),
    allowanceAmount: z.optional(units),
    periodAmount: z.optional(units),
    periodDuration: z.optional(length),
    ...words,
  }),
} as const
type Kind = keyof typeof kinds
const isKind = (type: string): type is Kind => Object.hasOwn(kinds, type)

/**
 * Reads `wallet_requestExecutionPermissions` (ERC-7715 as of 2025 and 2026): a list, each with a network, a holder and an end.
 * @throws PermissionFormError, PermissionTooBroadError, PermissionUnsupportedError
 */
export function readExecution(params: unknown): readonly Permission[] {
  return read(list, params).map(readOne)
}

function readOne(value: unknown): Permission {
  const { chainId, from, address: of, to, signer, expiry, rules, permission } = read(request, value)
  if (to && signer && to !== signer.data.address) throw new PermissionFormError({ problem: "'to' and 'signer' name two holders" })
  const delegate = to ?? signer?.data.address
  if (!delegate) {
    const hint = "Name the address that gets it, as 'to'."
    throw new PermissionTooBroadError({ lack: 'delegate', problem: 'it names nobody who gets it', hint })
  }
  const { until, payees } = readRules(rules ?? [], delegate)
  const ends = [expiry, until].filter((each) => each !== undefined)
  if (ends.length === 0) throw noExpiry()
  const { type } = permission
  if (!isKind(type)) throw new PermissionUnsupportedError({ kind: type })
  const { spending, contracts, methods, startTime, justification: said } = readKind(type, permission.data, payees)
  return {
    networkId: `eip155:${chainId}`,
    ...((from ?? of) && { account: from ?? of ?? delegate }),
    delegate,
    ...(typeof startTime === 'number' && { start: startTime }),
    expiry: Math.min(...ends),
    spending,
    contracts,
    methods,
    ...(typeof said === 'string' && { justification: said }),
  }
}

function readKind(type: Kind, data: unknown, payees: Permission['contracts']) {
  if (type === 'contract-call') {
    if (payees.length > 0) throw new PermissionUnsupportedError({ kind: 'payee', hint: 'Calls name their contracts themselves.' })
    const { contracts, methods, allowanceAmount, periodAmount, periodDuration, ...rest } = read(kinds[type], data)
    if ((allowanceAmount === undefined) === (periodAmount === undefined)) {
      const hint = 'Set either allowanceAmount, or periodAmount and periodDuration. 0 lets nothing leave.'
      throw new PermissionTooBroadError({ lack: 'limit', problem: 'it does not say how much may leave', hint })
    }
    if ((periodAmount === undefined) !== (periodDuration === undefined))
      throw new PermissionFormError({ problem: 'periodAmount and periodDuration belong together' })
    const spending = spend('native', allowanceAmount ?? periodAmount ?? 0n, periodDuration)
    return { spending, contracts: [...new Set(contracts)], methods: [...new Set(methods)], ...rest }
  }
  if (type === 'erc20-token-periodic' || type === 'erc20-token-allowance') {
    if (payees.length > 0) throw new PermissionUnsupportedError({ kind: 'payee', hint: 'A token may go to anyone, up to its limit.' })
    const read_ = read(kinds[type], data)
    const spending =
      'periodAmount' in read_
        ? spend(read_.tokenAddress, read_.periodAmount, read_.periodDuration)
        : spend(read_.tokenAddress, read_.allowanceAmount)
    return { ...read_, spending, contracts: [read_.tokenAddress], methods: ['transfer(address,uint256)'] }
  }
  if (payees.length === 0) {
    const hint = "Add a rule { type: 'payee', data: { addresses } }, or ask for contract-call."
    throw new PermissionTooBroadError({ lack: 'contracts', problem: 'it does not say where the coins may go', hint })
  }
  const coin = read(kinds[type], data)
  const spending = 'periodAmount' in coin ? spend('native', coin.periodAmount, coin.periodDuration) : spend('native', coin.allowanceAmount)
  return { ...coin, spending, contracts: payees, methods: [] }
}

const spend = (token: Permission['spending']['token'], amount: bigint, period?: number) => ({
  token,
  amount,
  ...(period !== undefined && { period }),
})

const addresses = z.strictObject({ addresses: z.array(address).check(z.minLength(1), z.maxLength(50)) })
const timestamp = z.strictObject({ timestamp: seconds })

/** A rule that is not known would be agreed to and not held to. */
function readRules(rules: readonly z.output<typeof rule>[], delegate: string) {
  let until: number | undefined
  let payees: Permission['contracts'] = []
  for (const { type, data } of rules) {
    if (type === 'expiry') until = Math.min(until ?? Infinity, read(timestamp, data).timestamp)
    else if (type === 'payee') payees = [...new Set(read(addresses, data).addresses)]
    // Whoever gets it is the only one who can use it.
    else if (type === 'redeemer') {
      if (!read(addresses, data).addresses.includes(delegate as `0x${string}`))
        throw new PermissionUnsupportedError({ kind: 'redeemer', hint: 'Only who gets a permission can use it.' })
    } else throw new PermissionUnsupportedError({ kind: type })
  }
  return { until, payees }
}
