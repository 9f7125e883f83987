import type { Permission } from '@portico/core/permissions'
import { ApiError } from '@portico/service/http'
import { decodeFunctionData, erc20Abi } from 'viem'
import { selectorsOf, type Use } from '../../delegation/delegation.js'

/** What was let out before, and in which period. */
export interface Spent {
  readonly period: number
  readonly spent: bigint
}

const no = (message: string) => new ApiError(403, 'not_covered', message)

/**
 * Whether a permission covers a call, and what has been let out with it then (S20). The contracts hold to the same, later: this is
 * before anything is signed.
 * @param now seconds since 1970
 * @throws ApiError 403 `not_covered`
 */
export function checkUse(permission: Permission, use: Use, { now, begins, before }: { now: number; begins: number; before: Spent }): Spent {
  const { expiry, spending, contracts, methods, start } = permission
  if (now >= expiry) throw no('This permission has expired.')
  if (now < Math.max(begins, start ?? 0)) throw no('This permission has not begun.')
  const { token, amount, period } = spending
  const to = use.to.toLowerCase()
  if (!contracts.some((contract) => contract === to)) throw no('This permission is for another contract.')
  if (methods.length === 0 ? use.data !== '0x' : !selectorsOf(methods).some((selector) => use.data.toLowerCase().startsWith(selector)))
    throw no('This permission is for another method.')
  if (token !== 'native' && use.value !== 0n) throw no('This permission lets no coins out.')
  const leaving = token === 'native' ? use.value : transferred(use)
  const at = period === undefined ? 0 : Math.floor((now - begins) / period)
  const spent = (before.period === at ? before.spent : 0n) + leaving
  if (spent > amount) throw no('This is more than the permission lets out.')
  return { period: at, spent }
}

/** What a token's `transfer` moves, in the smallest unit. It is of exactly that length: what hangs on behind is for nobody to read. */
function transferred({ data }: Use): bigint {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer' && data.length === 2 + 68 * 2) return args[1]
  } catch {
    // Refused below.
  }
  throw no('This permission sends a token, and nothing else.')
}
