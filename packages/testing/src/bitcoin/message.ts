import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { OutScript, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { concatBytes, hash160, sha256x2, signECDSA, signSchnorr, tagSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { CompactSize } from '@scure/btc-signer/script.js'
import type { OwnAddress } from './keys.js'
import type { MessageProtocol } from './types.js'

export interface SignedBitcoinMessage {
  /** Base64. */
  readonly signature: string
  /** Hash of the message as its protocol makes it, as hex. */
  readonly messageHash: string
  readonly protocol: MessageProtocol
}

export function signBitcoinMessage(own: OwnAddress, message: string | Uint8Array, protocol: MessageProtocol): SignedBitcoinMessage {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const hash = protocol === 'ecdsa' ? magicHash(bytes) : tagSchnorr('BIP0322-signed-message', bytes)
  const signature = protocol === 'ecdsa' ? signRecoverable(own, hash) : signSimple(own, hash)
  return { signature: base64.encode(signature), messageHash: hex.encode(hash), protocol }
}

/** What has been signed since before there was a BIP for it, so that no message can be a transaction. */
function magicHash(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n')
  const withLength = (bytes: Uint8Array) => concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes)
  return sha256x2(withLength(prefix), withLength(message))
}

/** The first byte says which form of address the key has (BIP-137). It knows no taproot: there it is that of a plain key. */
const addressFlags = { p2tr: 31, p2sh: 35, p2wpkh: 39 } as const

/** BIP-137: 65 bytes from which the public key can be recovered. */
function signRecoverable({ secret, type }: OwnAddress, hash: Uint8Array): Uint8Array {
  const signed = secp256k1.sign(hash, secret, { format: 'recovered', prehash: false })
  return concatBytes(new Uint8Array([addressFlags[type] + (signed[0] ?? 0)]), signed.subarray(1))
}

/** BIP-322, simple: the witness that would spend from a transaction which commits to the message. */
function signSimple(own: OwnAddress, messageHash: Uint8Array): Uint8Array {
  const version = { version: 0, lockTime: 0, segwitFlag: false }
  const challenge = {
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: concatBytes(new Uint8Array([0, 32]), messageHash),
  }
  const toSpend = RawTx.encode({ ...version, inputs: [challenge], outputs: [{ amount: 0n, script: own.script }] })
  const spends = { txid: sha256x2(toSpend).toReversed(), index: 0, sequence: 0, finalScriptSig: new Uint8Array() }
  const nothing = { amount: 0n, script: new Uint8Array([0x6a]) }
  const readable = { allowUnknownOutputs: true, allowUnknownInputs: true, allowUnknownVersion: true, disableScriptCheck: true }
  const toSign = Transaction.fromRaw(RawTx.encode({ ...version, inputs: [spends], outputs: [nothing] }), readable)
  if (own.type === 'p2tr') {
    const digest = toSign.preimageWitnessV1(0, [own.script], 0, [0n])
    return RawWitness.encode([signSchnorr(digest, taprootTweakPrivKey(own.secret))])
  }
  const script = OutScript.encode({ type: 'pkh', hash: hash160(own.compressedKey) })
  const digest = toSign.preimageWitnessV0(0, script, 1, 0n)
  return RawWitness.encode([concatBytes(signECDSA(digest, own.secret), new Uint8Array([1])), own.compressedKey])
}
