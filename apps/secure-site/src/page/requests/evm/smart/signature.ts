import {
  messageToSign,
  type TypedData,
  TypedDataUnsignableError,
  typedDataToSign,
  wrap6492,
  wrapTypedDataSignature,
} from '@portico/contracts'
import type { Address, Hex } from 'viem'
import { getAddress, hashTypedData } from 'viem/utils'
import type { FrameNetwork, Keys } from '../../../types.js'
import { SmartAccountSignatureError } from '../../errors.js'
import { chainNumber } from '../../network.js'
import type { PrepareContext } from '../../types.js'
import { signMessageHash } from '../sign.js'
import type { TypedData as ReadTypedData } from '../typedData.js'
import { ownerOn } from './account.js'

/** A signature in the name of a smart account, before the key has signed. */
export interface AccountSignature {
  /** What the key signs: it counts for this account on this network alone (ERC-7739). */
  readonly hash: Hex
  readonly sign: (keys: Pick<Keys, 'withKey'>) => Promise<Hex>
}

interface Signing {
  readonly network: FrameNetwork
  readonly context: PrepareContext
}

/**
 * A message in the name of the account. Before the account stands, whoever verifies the signature makes it first (ERC-6492); so does it where
 * the node does not say whether it stands, which verifies either way.
 */
export async function accountMessage(bytes: Uint8Array, signing: Signing): Promise<AccountSignature> {
  const hash = hashTypedData(messageToSign({ ...signerOf(signing), message: { raw: bytes } }))
  return signatureOf(hash, signing, (signature) => signature)
}

/**
 * Typed data in the name of the account, in ERC-7739's explicit mode.
 * @throws SmartAccountSignatureError where no smart account can sign such data
 */
export async function accountTypedData(data: ReadTypedData, signing: Signing): Promise<AccountSignature> {
  const { EIP712Domain: _, ...types } = data.types
  const typedData = { domain: data.domain, types, primaryType: data.primaryType, message: data.message } as TypedData // read strictly before
  try {
    const hash = hashTypedData(typedDataToSign({ ...signerOf(signing), typedData }))
    return await signatureOf(hash, signing, (signature) => wrapTypedDataSignature({ signature, typedData }))
  } catch (cause) {
    throw cause instanceof TypedDataUnsignableError ? new SmartAccountSignatureError({ problem: cause.message, cause }) : cause
  }
}

const signerOf = ({ network, context }: Signing) => ({
  account: getAddress(context.addresses.eip155),
  chainId: Number(chainNumber(network)),
})

async function signatureOf(hash: Hex, { network, context }: Signing, wrap: (signature: Hex) => Hex): Promise<AccountSignature> {
  const { addresses, fetch } = context
  const owner = ownerOf(context)
  const standing = await ownerOn({ network, address: addresses.eip155, fetch }).catch(() => undefined)
  return {
    hash,
    async sign(keys) {
      const signature = wrap(await signMessageHash(keys, hash, standing ?? owner))
      return standing ? signature : wrap6492({ owner, signature })
    },
  }
}

/** The address of the key that the account was made for. */
export function ownerOf({ smartAccount, addresses }: Pick<PrepareContext, 'smartAccount' | 'addresses'>): Address {
  return getAddress(smartAccount?.owner ?? addresses.eip155)
}
