import type { PrepareContext } from '../types.js'
import { AccountControlError } from '../errors.js'
import type { TypedData } from './typedData.js'

/**
 * Whatever the account in use, its key owns a smart account too, which stands or may be made by anybody, and a plain one that may be upgraded
 * (EIP-7702). What those accounts take for their owner's word is typed data: an operation (ERC-4337) of both, a message and nested typed data
 * (ERC-7739) and a delegation (ERC-7710) of the smart one. No site has the key sign such for them: that would be its signature past every
 * question, or a permission without an end (S20).
 * @throws AccountControlError
 */
export async function refuseAccountData(data: TypedData, context: PrepareContext): Promise<void> {
  const { primaryType, domain, message } = data
  const account = {
    PackedUserOperation: message['sender'],
    PersonalSign: domain['verifyingContract'],
    TypedDataSign: message['verifyingContract'],
    Delegation: message['delegator'],
  }
  if (!Object.hasOwn(account, primaryType)) return
  const { smartAccountAddress } = await import('./smart/account.js')
  const plain = context.smartAccount?.owner ?? context.addresses.eip155
  const named = account[primaryType as keyof typeof account] // looked for just before
  const isOwn = named === smartAccountAddress(plain) || (primaryType === 'PackedUserOperation' && named === plain)
  if (!isOwn) return
  throw new AccountControlError({ problem: `${primaryType} of this account is signed by the wallet alone` })
}
