import { hex } from '@scure/base'
import { p2tr, p2wpkh, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'

/** An address of an account, and the key it belongs to as hex: 33 bytes compressed, or 32 bytes x-only (taproot). */
export interface BitcoinAddress {
  readonly address: string
  readonly publicKey: string
}

/** An account as Bitcoin wallets keep them: payments and ordinals apart. */
export interface BitcoinAccount {
  readonly index: number
  /** P2WPKH (BIP-84 form, bc1q…). */
  readonly payment: BitcoinAddress
  /** P2TR with a key path alone (BIP-86 form, bc1p…). */
  readonly ordinals: BitcoinAddress
}

/** The private key of a payment address: 32 times the byte index + 1. It is public: never use it for anything of worth. */
export function paymentKey(index: number): Uint8Array {
  return new Uint8Array(32).fill(index + 1)
}

/** The private key of an ordinals address: 32 times the byte 0x80 + index. */
export function ordinalsKey(index: number): Uint8Array {
  return new Uint8Array(32).fill(0x80 + index)
}

/** The ten accounts that are seeded, in mainnet form. */
export function bitcoinAccounts(): readonly BitcoinAccount[] {
  return Array.from({ length: 10 }, (_, index) => {
    const compressed = pubECDSA(paymentKey(index))
    const xOnly = utils.pubSchnorr(ordinalsKey(index))
    return {
      index,
      payment: { address: p2wpkh(compressed).address, publicKey: hex.encode(compressed) },
      ordinals: { address: p2tr(xOnly).address, publicKey: hex.encode(xOnly) },
    }
  })
}
