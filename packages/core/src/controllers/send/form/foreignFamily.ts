import { namespaceOf, type NetworkId } from '../../../kit/caip/ids.js'
import { trimmed } from './readPaymentCode.js'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const bitcoin = 'Bitcoin'
const bitcoinTest = 'Bitcoin Testnet'
const namespaces: Readonly<Record<string, string>> = { Ethereum: 'eip155', Solana: 'solana' }

/**
 * The chain family that an address, or a payment code, is for where that is not the sender's, or the kind of Bitcoin network: its name.
 * Told by the form alone, so that a visitor learns what they have pasted; nothing is sent by it. Undefined for any other text.
 */
export function foreignFamily(typed: string, networkId: NetworkId): string | undefined {
  const text = trimmed(typed).replace(/^(?:ethereum|solana|bitcoin):(?:pay-)?([^@/?:]+).*$/is, '$1')
  const family = familyOf(text)
  if (family === undefined) return undefined
  const isOwn =
    namespaceOf(networkId) === 'bip122' && family.startsWith(bitcoin)
      ? (family === bitcoin) === (networkId === mainnet)
      : namespaces[family] === namespaceOf(networkId)
  return isOwn ? undefined : family
}

function familyOf(text: string): string | undefined {
  if (/^0x[\da-f]{40}$/i.test(text)) return 'Ethereum'
  // BIP-173: a prefix of the network, and letters without 1, b, i and o
  const prefix = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/i.exec(text)?.[1]?.toLowerCase()
  if (prefix !== undefined) return prefix === 'bc' ? bitcoin : bitcoinTest
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,44}$/.test(text)) return undefined
  const size = base58Size(text)
  if (size === 32) return 'Solana'
  if (size !== 25) return undefined
  if (/^[13]/.test(text)) return bitcoin
  return /^[mn2]/.test(text) ? bitcoinTest : undefined
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** How many bytes a text in base58 stands for. */
function base58Size(text: string): number {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(letters.indexOf(letter))
  return value === 0n ? zeros : zeros + Math.ceil(value.toString(16).length / 2)
}
