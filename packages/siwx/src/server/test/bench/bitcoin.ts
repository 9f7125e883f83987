import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { OutScript, p2tr, p2wpkh, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import {
  concatBytes,
  hash160,
  pubECDSA,
  pubSchnorr,
  sha256x2,
  signECDSA,
  signSchnorr,
  tagSchnorr,
  taprootTweakPrivKey,
} from '@scure/btc-signer/utils.js'

const secret = sha256(new TextEncoder().encode('bench'))
const key = pubECDSA(secret)
const taproot = p2tr(pubSchnorr(secret))

/** Addresses of the key that signs below. */
export const addresses = { p2wpkh: p2wpkh(key).address, p2tr: taproot.address ?? '' }

/** BIP-322, simple: the witness that would spend from a transaction which commits to the text. */
export function signOnBitcoin(kind: keyof typeof addresses, text: string): string {
  const version = { version: 0, lockTime: 0, segwitFlag: false }
  const commitment = concatBytes(new Uint8Array([0, 32]), tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(text)))
  const challenge = { txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0, finalScriptSig: commitment }
  const script = kind === 'p2tr' ? taproot.script : p2wpkh(key).script
  const toSpend = RawTx.encode({ ...version, inputs: [challenge], outputs: [{ amount: 0n, script }] })
  const spends = { txid: sha256x2(toSpend).toReversed(), index: 0, sequence: 0, finalScriptSig: new Uint8Array() }
  const readable = { allowUnknownOutputs: true, allowUnknownInputs: true, allowUnknownVersion: true, disableScriptCheck: true }
  const outputs = [{ amount: 0n, script: new Uint8Array([0x6a]) }]
  const toSign = Transaction.fromRaw(RawTx.encode({ ...version, inputs: [spends], outputs }), readable)
  if (kind === 'p2tr') {
    const digest = toSign.preimageWitnessV1(0, [script], 0, [0n])
    return `smp${base64.encode(RawWitness.encode([signSchnorr(digest, taprootTweakPrivKey(secret))]))}`
  }
  const digest = toSign.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash: hash160(key) }), 1, 0n)
  return `smp${base64.encode(RawWitness.encode([concatBytes(signECDSA(digest, secret), new Uint8Array([1])), key]))}`
}
