import { type Hex, type TypedDataDefinition, concatHex, domainSeparator, hashStruct, numberToHex, pad, size, stringToHex } from 'viem'
import { TypedDataUnsignableError } from '../errors.js'
import { type Signer, accountDomain } from './domain.js'

type Types = Record<string, readonly { name: string; type: string }[]>

/** Typed data whose names are not known when this is compiled, such as a site's. */
export type TypedData = TypedDataDefinition<Types, string>

/** The type that carries a site's typed data together with the account that signs it. */
const carrier = 'TypedDataSign'

/**
 * What the owner's key signs so that the account has signed typed data (ERC-7739): a site's data, whole and readable, within
 * the site's own domain, beside the account's. {@link wrapTypedDataSignature} makes the account's signature of the key's.
 * @example
 * const ofKey = await owner.signTypedData(typedDataToSign({ account, chainId: 8453, typedData }))
 * const signature = wrapTypedDataSignature({ signature: ofKey, typedData })
 * @throws TypedDataUnsignableError
 */
export function typedDataToSign({ account, chainId, typedData }: Signer & { typedData: TypedData }): TypedData {
  const { domain = {}, types, primaryType, message } = typedData
  contentsDescription(typedData)
  return {
    domain,
    types: {
      ...types,
      [carrier]: [
        { name: 'contents', type: primaryType },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: carrier,
    message: { contents: message, ...accountDomain({ account, chainId }), salt: pad('0x') },
  }
}

/**
 * The account's signature of typed data: the key's signature of {@link typedDataToSign}, and behind it what the contract needs
 * to see that this is what was signed. Always in ERC-7739's explicit mode, which is right also where a nested type comes before
 * the primary one in the alphabet.
 * @example
 * const signature = wrapTypedDataSignature({ signature: ofKey, typedData })
 * const isItsOwn = await client.verifyTypedData({ address: account, ...typedData, signature }) // by ERC-1271
 * @throws TypedDataUnsignableError
 */
export function wrapTypedDataSignature({ signature, typedData }: { signature: Hex; typedData: TypedData }): Hex {
  const { domain = {}, types, primaryType, message } = typedData
  const description = contentsDescription(typedData)
  const contents = hashStruct({ data: message, types, primaryType })
  const separator = domainSeparator({ domain })
  return concatHex([signature, separator, contents, description, numberToHex(size(description), { size: 2 })])
}

/** The types of the contents in alphabetical order, and the name of theirs that is signed. */
function contentsDescription({ types, primaryType }: TypedData): Hex {
  if (carrier in types) throw new TypedDataUnsignableError({ reason: `its types have one named ${carrier}.`, hint: 'Name it otherwise.' })
  if (!/^[^a-z(,)\s\0][^(,)\s\0]*$/.test(primaryType)) {
    const hint = 'ERC-7739 has the name of the primary type begin with a capital letter, and hold no space, comma or bracket.'
    throw new TypedDataUnsignableError({ reason: `its primary type is named ${JSON.stringify(primaryType)}.`, hint })
  }
  const names = [...reachable(types, primaryType)].toSorted()
  const text = names.map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
  return stringToHex(text.join('') + primaryType)
}

function reachable(types: Types, from: string, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found
  const fields = types[from]
  if (!fields) return found
  found.add(from)
  for (const { type } of fields) reachable(types, type.replace(/\[.*$/, ''), found)
  return found
}
