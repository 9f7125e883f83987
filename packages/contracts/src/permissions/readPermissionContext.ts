import { type Hex, decodeAbiParameters, encodeAbiParameters } from 'viem'
import { CallDataError } from '../errors.js'
import type { SignedDelegation } from './delegation.js'
import { delegationsType } from './managerAbi.js'

/**
 * The delegations of a context (`context` of ERC-7715), as `permissionContext` has written them.
 * @example const [delegation] = readPermissionContext(context) // the holder's; behind it those that it is a part of
 * @throws CallDataError where it is of another form, or anything hangs on behind
 */
export function readPermissionContext(context: Hex): readonly [SignedDelegation, ...SignedDelegation[]] {
  const expected = 'the context of a permission'
  try {
    const decoded = decodeAbiParameters(delegationsType, context)
    const [first, ...others] = decoded[0]
    if (first && encodeAbiParameters(delegationsType, decoded) === context.toLowerCase()) return [first, ...others]
  } catch (cause) {
    throw new CallDataError({ expected, cause })
  }
  throw new CallDataError({ expected })
}
