import { hex } from '@scure/base'
import { Address, NETWORK, OP, OutScript, Script, TEST_NETWORK } from '@scure/btc-signer'
import { InvalidAddressError } from './errors.js'

/** What esplora calls the form of an output. */
export type ScriptForm = 'p2pkh' | 'p2sh' | 'v0_p2wpkh' | 'v0_p2wsh' | 'v1_p2tr' | 'op_return' | 'unknown'

/** The form of an output and the address it pays, where it has one. */
export function readScript(script: Uint8Array): { readonly form: ScriptForm; readonly address?: string } {
  if (script[0] === OP.RETURN) return { form: 'op_return' }
  const decoded = decodeScript(script)
  switch (decoded?.type) {
    case 'pkh':
      return { form: 'p2pkh', address: Address(NETWORK).encode(decoded) }
    case 'sh':
      return { form: 'p2sh', address: Address(NETWORK).encode(decoded) }
    case 'wpkh':
      return { form: 'v0_p2wpkh', address: Address(NETWORK).encode(decoded) }
    case 'wsh':
      return { form: 'v0_p2wsh', address: Address(NETWORK).encode(decoded) }
    case 'tr':
      return { form: 'v1_p2tr', address: Address(NETWORK).encode(decoded) }
    default:
      return { form: 'unknown' }
  }
}

export function decodeScript(script: Uint8Array) {
  try {
    return OutScript.decode(script)
  } catch {
    return undefined
  }
}

/** The output script that pays an address. @throws InvalidAddressError in the words that esplora answers with */
export function scriptOf(address: string): Uint8Array {
  try {
    return OutScript.encode(Address(NETWORK).decode(address))
  } catch {
    throw new InvalidAddressError(isOnTestNetwork(address) ? 'Address on invalid network' : 'Invalid Bitcoin address')
  }
}

function isOnTestNetwork(address: string): boolean {
  try {
    Address(TEST_NETWORK).decode(address)
    return true
  } catch {
    return false
  }
}

/** A script in words, as block explorers write them: `OP_0 OP_PUSHBYTES_20 751e…`. Empty for one that can't be read. */
export function disassemble(script: Uint8Array): string {
  try {
    return Script.decode(script).map(word).join(' ')
  } catch {
    return ''
  }
}

function word(item: string | number | Uint8Array): string {
  if (typeof item === 'number') return item === 0 ? 'OP_0' : `OP_PUSHNUM_${item}`
  if (typeof item === 'string') return `OP_${item}`
  return `${pushName(item.length)} ${hex.encode(item)}`
}

function pushName(length: number): string {
  if (length <= 75) return `OP_PUSHBYTES_${length}`
  return length <= 255 ? 'OP_PUSHDATA1' : 'OP_PUSHDATA2'
}
