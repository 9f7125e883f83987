import { isNetworkId, namespaceOf, type Namespace } from '../../kit/caip/ids.js'
import type { SignedIn } from './capability.js'

/** How many texts a wallet may have signed at once: a server takes no more. */
const mostTexts = 20

/**
 * What a wallet signed while it connected, read once; empty where it signed nothing, and where any of it is not of the form. Who
 * signed what is in the texts alone, and for the server to verify.
 * @example const [first] = readSignedIn(grant.signedIn, 'solana') // { message, signature, networkId, address }, or undefined
 */
export function readSignedIn(value: unknown, namespace: Namespace): readonly SignedIn[] {
  if (!Array.isArray(value) || value.length > mostTexts) return []
  const list: readonly unknown[] = value
  const isText = (text: unknown, longest: number): text is string => typeof text === 'string' && text !== '' && text.length <= longest
  const read = list.flatMap((one): readonly SignedIn[] => {
    if (typeof one !== 'object' || one === null) return []
    const { message, signature, networkId, address }: Partial<Record<keyof SignedIn, unknown>> = one
    if (!isText(message, 8_192) || !isText(signature, 32_768) || !isText(address, 200)) return []
    return isNetworkId(networkId) && namespaceOf(networkId) === namespace ? [{ message, signature, networkId, address }] : []
  })
  return read.length === list.length ? read : []
}
