import { hex } from '@scure/base'
import { p2sh, p2tr, p2wpkh, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { namesOf } from './networks.js'
import type { AddressPurpose, BitcoinAccount, BitcoinAddress, BitcoinNetwork, BitcoinSecrets } from './types.js'

/**
 * How many accounts can be made of the test keys.
 * @example const secrets = Array.from({ length: MAX_ACCOUNTS }, (_, index) => testSecrets(index))
 */
export const MAX_ACCOUNTS = 10

/**
 * The keys of account `index`, which local ledgers seed: 32 times the byte index + 1 for payments, 32 times the byte
 * 0x80 + index for ordinals. They are public: never use them for anything of worth.
 * @example const wallet = createBitcoinWallet({ secrets: [testSecrets(3)] }) // the fourth account alone
 */
export function testSecrets(index: number): BitcoinSecrets {
  return { payment: new Uint8Array(32).fill(index + 1), ordinals: new Uint8Array(32).fill(0x80 + index) }
}

/** An address with what is needed to sign for it. */
export interface OwnAddress extends BitcoinAddress {
  readonly index: number
  readonly secret: Uint8Array
  /** 33 bytes. */
  readonly compressedKey: Uint8Array
  readonly script: Uint8Array
  /** What an input that spends from it has to carry beside the output (BIP-174, BIP-371). */
  readonly inputFields: { readonly redeemScript?: Uint8Array; readonly tapInternalKey?: Uint8Array }
}

export interface BitcoinKeys {
  readonly max: number
  /** @throws when there is no such account */
  at(index: number, purpose: AddressPurpose, network: BitcoinNetwork): OwnAddress
  account(index: number, network: BitcoinNetwork): BitcoinAccount
}

export function createKeys(paymentType: 'p2wpkh' | 'p2sh', secrets?: readonly BitcoinSecrets[]): BitcoinKeys {
  const all = secrets ?? Array.from({ length: MAX_ACCOUNTS }, (_, index) => testSecrets(index))
  const made = new Map<string, OwnAddress>()
  const at = (index: number, purpose: AddressPurpose, network: BitcoinNetwork): OwnAddress => {
    const secret = all[index]?.[purpose]
    if (!secret) throw new Error(`The wallet has no account ${index}.`)
    const key = [index, purpose, network].join()
    const known = made.get(key) ?? { ...derive(secret, purpose === 'payment' ? paymentType : 'p2tr', network), index, purpose }
    made.set(key, known)
    return known
  }
  return {
    max: all.length,
    at,
    account: (index, network) => ({
      payment: shown(at(index, 'payment', network)),
      ordinals: shown(at(index, 'ordinals', network)),
    }),
  }
}

function shown({ address, purpose, type, publicKey }: OwnAddress): BitcoinAddress {
  return { address, purpose, type, publicKey }
}

function derive(secret: Uint8Array, type: BitcoinAddress['type'], network: BitcoinNetwork): Omit<OwnAddress, 'index' | 'purpose'> {
  const { forms } = namesOf(network)
  const compressedKey = pubECDSA(secret)
  if (type === 'p2tr') {
    const xOnly = utils.pubSchnorr(secret)
    const { address, script, tapInternalKey } = p2tr(xOnly, undefined, forms)
    return { type, secret, compressedKey, address, script, publicKey: hex.encode(xOnly), inputFields: { tapInternalKey } }
  }
  const publicKey = hex.encode(compressedKey)
  const inner = p2wpkh(compressedKey, forms)
  if (type === 'p2wpkh') {
    return { type, secret, compressedKey, address: inner.address, script: inner.script, publicKey, inputFields: {} }
  }
  const { address, script, redeemScript } = p2sh(inner, forms)
  return { type, secret, compressedKey, address, script, publicKey, inputFields: { redeemScript } }
}
