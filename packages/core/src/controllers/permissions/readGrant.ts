import * as z from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'
import { PermissionFormError, PermissionTooBroadError, PermissionUnsupportedError } from './errors.js'
import { address, method, read, seconds, units } from './form.js'
import type { Permission } from './permission.js'

/** What viem hands in (ERC-7715 as of 2024): one end and one holder for all, and policies in each. */
const request = z.strictObject({
  expiry: z.optional(seconds),
  account: z.optional(address),
  address: z.optional(address),
  chainId: z.optional(z.unknown()),
  permissions: z.array(z.looseObject({ type: z.string().check(z.maxLength(100)) })).check(z.minLength(1), z.maxLength(50)),
  signer: z.optional(z.looseObject({ type: z.string().check(z.maxLength(100)) })),
})
const signer = z.strictObject({ type: z.literal('account'), data: z.union([z.strictObject({ id: address }), z.strictObject({ address })]) })

const required = z.optional(z.boolean())
const policies = z.optional(z.array(z.strictObject({ type: z.string().check(z.maxLength(100)), data: z.unknown() })).check(z.maxLength(20)))
const coin = z.strictObject({
  type: z.literal('native-token-transfer'),
  data: z.object({ ticker: z.optional(z.string().check(z.maxLength(40))) }),
  policies,
  required,
})
const token = z.strictObject({
  type: z.literal('erc20-token-transfer'),
  data: z.object({ address, ticker: z.optional(z.string().check(z.maxLength(40))) }),
  policies,
  required,
})
const calls = z.strictObject({
  type: z.literal('contract-call'),
  data: z.strictObject({ address, calls: z.array(method).check(z.minLength(1), z.maxLength(50)) }),
  policies,
  required,
})
const allowance = z.strictObject({ allowance: units })

/**
 * Reads `wallet_grantPermissions` as viem writes it. What it comes to is one permission: a token, or calls with the coins that may
 * leave with them.
 * @param networkId the network that is in use: this form names none
 * @throws PermissionFormError, PermissionTooBroadError, PermissionUnsupportedError
 */
export function readGrant(params: unknown, networkId: NetworkId): Permission {
  const { expiry, account, address: of, permissions, signer: holder } = read(request, only(params))
  if (expiry === undefined) throw noExpiry()
  if (holder && holder.type !== 'account') throw new PermissionUnsupportedError({ kind: `signer ${holder.type}`, hint: holderHint })
  if (!holder) throw new PermissionTooBroadError({ lack: 'delegate', problem: 'it names nobody who gets it', hint: holderHint })
  const { data } = read(signer, holder)
  const owner = account ?? of
  const common = {
    networkId,
    ...(owner !== undefined && { account: owner }),
    delegate: 'id' in data ? data.id : data.address,
    expiry,
  } as const
  const asked = permissions.map(readOne)
  const tokens = asked.filter((each) => each.type === 'erc20-token-transfer')
  const coins = asked.filter((each) => each.type === 'native-token-transfer')
  const contracts = asked.filter((each) => each.type === 'contract-call')
  const [one] = tokens
  if (one) {
    if (asked.length > 1) throw new PermissionUnsupportedError({ kind: 'several at once', hint: severalHint })
    const spending = { token: one.data.address, amount: limitOf(one.policies) }
    return { ...common, spending, contracts: [one.data.address], methods: ['transfer(address,uint256)'] }
  }
  if (coins.length > 1) throw new PermissionUnsupportedError({ kind: 'several at once', hint: severalHint })
  const [first, ...others] = contracts
  if (!first) {
    const hint = 'Name the contracts beside it, as contract-call.'
    throw new PermissionTooBroadError({ lack: 'contracts', problem: 'it does not say where the coins may go', hint })
  }
  if (others.some(({ data: { calls: methods } }) => !sameSet(methods, first.data.calls)))
    throw new PermissionUnsupportedError({ kind: 'contracts with methods of their own', hint: severalHint })
  const limits = [...coins, ...contracts].flatMap(({ policies: each }) => (each?.length ? [limitOf(each)] : []))
  if (limits.length > 1) throw new PermissionUnsupportedError({ kind: 'several limits', hint: severalHint })
  const [amount] = limits
  if (amount === undefined) throw noLimit()
  const addresses = [...new Set(contracts.map(({ data: { address: contract } }) => contract))]
  return { ...common, spending: { token: 'native', amount }, contracts: addresses, methods: [...new Set(first.data.calls)] }
}

function readOne(value: { readonly type: string }) {
  if (value.type === 'native-token-transfer') return read(coin, value)
  if (value.type === 'erc20-token-transfer') return read(token, value)
  if (value.type === 'contract-call') return read(calls, value)
  throw new PermissionUnsupportedError({ kind: value.type })
}

/** The limit that policies set: there has to be one, and there may be nothing that would be agreed to and not held to. */
function limitOf(list: z.output<typeof policies>): bigint {
  const [first, ...others] = list ?? []
  const other = [first, ...others].find((policy) => policy && policy.type !== 'token-allowance')
  if (other) throw new PermissionUnsupportedError({ kind: other.type, hint: 'token-allowance is the policy that is held to here.' })
  if (!first) throw noLimit()
  if (others.length > 0) throw new PermissionUnsupportedError({ kind: 'several limits', hint: severalHint })
  return read(allowance, first.data).allowance
}

const only = (params: unknown): unknown => {
  if (!Array.isArray(params) || params.length !== 1) throw new PermissionFormError({ problem: 'it takes one request in a list' })
  return params[0] as unknown
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.every((each) => other.includes(each)) && other.every((each) => one.includes(each))

const severalHint = 'Ask for each in a request of its own: wallet_requestExecutionPermissions takes a list.'
const holderHint = "Name the address that gets it: signer: { type: 'account', data: { id: '0x…' } }."

export const noExpiry = () =>
  new PermissionTooBroadError({ lack: 'expiry', problem: 'it has no end', hint: 'Name an expiry, in seconds since 1970.' })
const noLimit = () =>
  new PermissionTooBroadError({
    lack: 'limit',
    problem: 'it does not say how much may leave',
    hint: "Add a policy { type: 'token-allowance', data: { allowance } }. An allowance of 0 lets nothing leave.",
  })
