import { type SignableMessage, toPrefixedMessage } from 'viem'
import { type Signer, accountDomain } from './domain.js'

/**
 * What the owner's key signs as typed data so that the account has signed a message (ERC-7739, nested personal sign). The
 * key's signature is the account's, as it is.
 * @example const signature = await owner.signTypedData(messageToSign({ account, chainId: 8453, message: 'Hello' }))
 */
export function messageToSign({ account, chainId, message }: Signer & { message: SignableMessage }) {
  return {
    domain: accountDomain({ account, chainId }),
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  } as const
}
