import * as z from 'zod/mini'
import { PermissionFormError } from './errors.js'
import { address, bytes, read } from './form.js'
import type { GrantedPermission, Permission } from './permission.js'
import { readExecution } from './readExecution.js'

const hex = (amount: bigint | number): string => `0x${amount.toString(16)}`

/** One entry of `wallet_requestExecutionPermissions`. */
function entry(permission: Permission): Readonly<Record<string, unknown>> {
  const { networkId, account, delegate, expiry, start, spending, contracts, methods, justification } = permission
  const { token, amount, period } = spending
  const limit = period === undefined ? { allowanceAmount: hex(amount) } : { periodAmount: hex(amount), periodDuration: period }
  const words = { ...(start !== undefined && { startTime: start }), ...(justification !== undefined && { justification }) }
  const ending = period === undefined ? 'allowance' : 'periodic'
  const calls = token === 'native' && methods.length > 0
  const type = calls ? 'contract-call' : token === 'native' ? `native-token-${ending}` : `erc20-token-${ending}`
  const what = calls ? { contracts, methods } : token === 'native' ? {} : { tokenAddress: token }
  const payee = token === 'native' && !calls ? [{ type: 'payee', data: { addresses: contracts } }] : []
  return {
    chainId: hex(Number(networkId.slice('eip155:'.length))),
    ...(account && { from: account }),
    to: delegate,
    permission: { type, isAdjustmentAllowed: false, data: { ...what, ...limit, ...words } },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }, ...payee],
  }
}

/**
 * Parameters of `wallet_requestExecutionPermissions`, as ERC-7715 has them since 2026.
 * @example const answer = await provider.request({ method: 'wallet_requestExecutionPermissions', params: writeExecution([permission]) })
 */
export const writeExecution = (permissions: readonly Permission[]): readonly unknown[] => permissions.map(entry)

/** The answer to `wallet_requestExecutionPermissions`: an entry for each. */
export const answerExecution = (granted: readonly GrantedPermission[]): readonly unknown[] =>
  granted.map(({ permission, context, delegationManager, dependencies }) => ({
    ...entry(permission),
    context,
    dependencies,
    ...(delegationManager && { delegationManager }),
  }))

const factory = z.object({ factory: address, factoryData: bytes })
const manager = z.optional(z.nullable(address))
/** Older answers have the contract in `signerMeta`, and what makes the account in `accountMeta`. */
const answer = z.looseObject({
  context: bytes,
  delegationManager: manager,
  signerMeta: z.optional(z.nullable(z.object({ delegationManager: manager }))),
  dependencies: z.optional(z.nullable(z.array(factory).check(z.maxLength(10)))),
  accountMeta: z.optional(z.nullable(z.array(factory).check(z.maxLength(10)))),
})
const list = z.array(answer).check(z.maxLength(10))
const fields = ['chainId', 'from', 'address', 'to', 'signer', 'expiry', 'rules', 'isAdjustmentAllowed', 'permission']

/**
 * Reads the answer to {@link writeExecution}: what was granted may be less than was asked for.
 * @example const [granted] = readExecutionAnswer(answer, [permission]) // { permission, context, … }: what was granted, and what it is used with
 * @throws PermissionFormError
 */
export function readExecutionAnswer(value: unknown, asked: readonly Permission[]): readonly GrantedPermission[] {
  const answers = read(list, value)
  if (answers.length !== asked.length)
    throw new PermissionFormError({ problem: `${asked.length} were asked for, and ${answers.length} answered` })
  const permissions = readExecution(
    answers.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => fields.includes(name)))),
  )
  return answers.map(({ context, delegationManager, signerMeta, dependencies, accountMeta }, at) => {
    const permission = permissions[at]
    const { networkId, delegate } = asked[at] ?? {}
    if (permission?.networkId !== networkId || permission?.delegate !== delegate || !permission)
      throw new PermissionFormError({ problem: 'it was granted to another address, or on another network' })
    const submitTo = delegationManager ?? signerMeta?.delegationManager
    return {
      permission,
      context,
      ...(submitTo && { delegationManager: submitTo }),
      dependencies: dependencies ?? accountMeta ?? [],
    }
  })
}
