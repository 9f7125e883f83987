import { type Address, type Hex, serializeErc6492Signature } from 'viem'
import { accountInitCode } from '../account/accountInitCode.js'

/**
 * A signature of an account that is not there yet: whoever verifies it makes the account first, without a transaction (ERC-6492).
 * @example
 * const ofKey = await owner.signTypedData(messageToSign({ account, chainId: 8453, message: 'Hello' }))
 * const signature = wrap6492({ owner: owner.address, signature: ofKey }) // for verifyMessage of viem
 * @param parameters.owner the key that the account's address follows from
 */
export function wrap6492({ owner, signature }: { owner: Address; signature: Hex }): Hex {
  const { factory, factoryData } = accountInitCode(owner)
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}
