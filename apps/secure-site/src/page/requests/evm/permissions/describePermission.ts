import type { Permission } from '@portico/core/permissions'
import { getAddress } from 'viem/utils'
import { type Finding, join } from '../../types.js'
import { visible } from '../../text.js'
import { recipientFinding } from '../../addresses.js'
import { contractFinding, type Describer, found, isoTime, large, missing, shown, tokenSymbol } from '../describe.js'
import { toDecimal } from '@portico/core'

/**
 * Says what a permission comes to, a sentence each:
 * - `grant`: delegate, and `to` with `function` (calls), `to` alone (coins), or token and symbol (a token, to anyone); `statement`, the site's words
 * - `grantLimit`: amount, symbol, of a token `token`; `period` in seconds where as much may leave again
 * - `grantUntil`: `until`, and `notBefore` where it begins later
 */
export async function describePermission(permission: Permission, describer: Describer): Promise<Finding> {
  const { spending, expiry, start, justification } = permission
  const { token, amount, period } = spending
  const { nativeCurrency } = describer.network
  const address = token === 'native' ? undefined : getAddress(token)
  const asset = address && { token: address, facts: await describer.chain.token(address) }
  const limit = asset
    ? shown(amount, asset.token, asset.facts)
    : { amount: toDecimal(amount, nativeCurrency.decimals), symbol: nativeCurrency.symbol }
  const until = {
    until: isoTime(BigInt(expiry)),
    ...(start !== undefined && { notBefore: isoTime(BigInt(start)) }),
    ...(justification && { statement: visible(justification) }),
  }
  return join([
    ...(await who(permission, describer)),
    found('grantLimit', { ...limit, ...(period !== undefined && { period: String(period) }) }),
    found('grantUntil', until),
    large(describer, amount, asset),
  ])
}

async function who(
  { delegate: holder, contracts, methods, spending: { token } }: Permission,
  describer: Describer,
): Promise<readonly Finding[]> {
  const delegate = getAddress(holder)
  const { chain, context } = describer
  if (token !== 'native') {
    const address = getAddress(token)
    return [found('grant', { delegate, ...tokenSymbol(await chain.token(address)), token: address }), await missing(chain, address)]
  }
  const one = async (contract: string): Promise<Finding> => {
    const to = getAddress(contract)
    if (methods.length === 0) return join([found('grant', { delegate, to }), recipientFinding(to, context)])
    return join([found('grant', { delegate, to, function: methods.join(', ') }), await contractFinding(describer, to)])
  }
  return Promise.all(contracts.map(one))
}
