import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, RawTx, RawWitness, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

const networks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const

export interface Bip322Parameters {
  readonly address: string
  readonly network: BitcoinNetwork
  readonly message: string
  /** With the prefix of BIP-322 2.0 (`smp`, `ful`) or, from older wallets, without; or the 65 bytes of before BIP-322. Base64. */
  readonly signature: string
}

/** A signature that is good, and what it waits for: from when on it is (BIP-322: "valid at time T and age S"); 0 for at once. */
export interface Bip322Result {
  readonly lockTime: number
  readonly sequence: number
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))
const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index])
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const bytes = (...values: readonly number[]) => Uint8Array.from(values)
const empty = new Uint8Array()

/**
 * Verifies a signed message (BIP-322, and the older form) for an address of a single key: P2PKH, P2WPKH, P2SH-P2WPKH, P2TR by its key.
 * Undefined for a signature that is not good, for an address of a script, and for proofs of funds.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export function verifyBip322({ address, network, message, signature }: Bip322Parameters): Bip322Result | undefined {
  try {
    const target = outputOf(address, network)
    const prefix = /^(smp|ful)/.exec(signature)?.[1]
    const decoded = base64.decode(prefix ? signature.slice(3) : signature)
    const [first = 0] = decoded
    if (!prefix && decoded.length === 65 && first >= 27 && first <= 42 && target.type !== 'tr')
      return verifyOld(target, message, decoded) ? { lockTime: 0, sequence: 0 } : undefined
    const spent = spentBy(message, target.script)
    const signed = prefix === 'ful' ? readFull(decoded, spent) : readSimple(decoded, target)
    return signed && isSigned(target, signed, spent) ? { lockTime: signed.lockTime, sequence: signed.sequence } : undefined
  } catch {
    // Of bytes that are no signature, transaction or address.
    return undefined
  }
}

interface Output {
  readonly type: 'pkh' | 'sh' | 'wpkh' | 'tr'
  /** Of the key or the script; of a taproot address the key itself. */
  readonly hash: Uint8Array
  readonly script: Uint8Array
}

function outputOf(address: string, network: BitcoinNetwork): Output {
  const coder = Address(networks[network])
  const output = coder.decode(address)
  const script = OutScript.encode(output)
  // One way to write each address: sessions are found by it.
  if (coder.encode(output) !== address) throw new Error('The address is not written as it should be.')
  if (output.type === 'tr') return { type: 'tr', hash: output.pubkey, script }
  if (output.type === 'pkh' || output.type === 'sh' || output.type === 'wpkh') return { type: output.type, hash: output.hash, script }
  throw new Error('The address is of a script.')
}

/** The id of the transaction that the message stands for, in the order of bytes that ids are written in. */
function spentBy(message: string, script: Uint8Array): Uint8Array {
  const tag = sha256(utf8('BIP0322-signed-message'))
  const finalScriptSig = join(bytes(0, 32), sha256(join(tag, tag, utf8(message))))
  const raw = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return sha256d(raw).reverse()
}

interface Signed {
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

function readSimple(decoded: Uint8Array, { type }: Output): Signed {
  const witness = RawWitness.decode(decoded)
  // The script that a P2SH address of one key stands for follows from the key.
  const scriptSig = type === 'sh' && witness[1] ? join(bytes(22, 0, 20), hash160(witness[1])) : empty
  return { version: 0, lockTime: 0, sequence: 0, scriptSig, witness }
}

function readFull(decoded: Uint8Array, spent: Uint8Array): Signed | undefined {
  const { version, lockTime, inputs, outputs, witnesses } = RawTx.decode(decoded)
  const [input, ...funds] = inputs
  const [output, ...others] = outputs
  if (!input || !output || funds.length > 0 || others.length > 0 || (version !== 0 && version !== 2)) return undefined
  if (output.amount !== 0n || !equal(output.script, bytes(0x6a)) || !equal(input.txid, spent) || input.index !== 0) return undefined
  return { version, lockTime, sequence: input.sequence, scriptSig: input.finalScriptSig, witness: witnesses?.[0] ?? [] }
}

function isSigned({ type, hash, script }: Output, signed: Signed, spent: Uint8Array): boolean {
  const { version, lockTime, sequence, scriptSig, witness } = signed
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
    allowLegacyWitnessUtxo: true,
  })
  transaction.addInput({ txid: spent, index: 0, sequence, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: bytes(0x6a), amount: 0n })

  if (type === 'tr') {
    const [signature] = witness
    if (scriptSig.length > 0 || witness.length !== 1 || !signature) return false
    const kind = signature.length === 65 ? signature[64] : 0
    if (signature.length !== 64 && kind !== SigHash.ALL) return false
    return schnorr.verify(signature.subarray(0, 64), transaction.preimageWitnessV1(0, [script], kind ?? 0, [0n]), hash)
  }
  if (type === 'pkh') {
    const [length = 0] = scriptSig
    const signature = scriptSig.subarray(1, 1 + length)
    const key = scriptSig.subarray(2 + length)
    if (witness.length > 0 || scriptSig[1 + length] !== key.length || !equal(hash, hash160(key))) return false
    return isEcdsa(signature, key, legacyDigest(signed, script, spent))
  }
  const [signature, key] = witness
  if (witness.length !== 2 || !signature || key?.length !== 33) return false
  const program = join(bytes(0, 20), hash160(key))
  const belongs =
    type === 'wpkh'
      ? scriptSig.length === 0 && equal(hash, hash160(key))
      : equal(hash, hash160(program)) && equal(scriptSig, join(bytes(22), program))
  const code = join(bytes(0x76, 0xa9, 20), hash160(key), bytes(0x88, 0xac))
  return belongs && isEcdsa(signature, key, transaction.preimageWitnessV0(0, code, SigHash.ALL, 0n))
}

/** What a key signs of a transaction that is not segregated: all of it, with the script that is spent in the place of its answer. */
function legacyDigest({ version, lockTime, sequence }: Signed, script: Uint8Array, spent: Uint8Array): Uint8Array {
  const raw = RawTx.encode({
    version,
    segwitFlag: false,
    inputs: [{ txid: spent, index: 0, finalScriptSig: script, sequence }],
    outputs: [{ amount: 0n, script: bytes(0x6a) }],
    witnesses: undefined,
    lockTime,
  })
  return sha256d(join(raw, bytes(SigHash.ALL, 0, 0, 0)))
}

/** A signature in a script: DER and how much of the transaction it covers, which must be all of it. */
function isEcdsa(signature: Uint8Array, key: Uint8Array, digest: Uint8Array): boolean {
  if (signature.at(-1) !== SigHash.ALL) return false
  const compact = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der').toBytes('compact')
  return secp256k1.verify(compact, digest, key, { prehash: false, lowS: true })
}

/** What wallets made before BIP-322: a signature that its key can be recovered from, behind a byte that says how. */
function verifyOld({ type, hash }: Output, message: string, signature: Uint8Array): boolean {
  const [header = 0] = signature
  const isCompressed = header >= 31
  const text = utf8(message)
  const length = text.length < 0xfd ? bytes(text.length) : bytes(0xfd, text.length & 0xff, text.length >> 8)
  const digest = sha256d(join(utf8('\x18Bitcoin Signed Message:\n'), length, text))
  const recovered = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact').addRecoveryBit((header - 27) & 3)
  const key = recovered.recoverPublicKey(digest).toBytes(isCompressed)
  if (type === 'pkh') return equal(hash, hash160(key))
  if (!isCompressed) return false
  return equal(hash, type === 'wpkh' ? hash160(key) : hash160(join(bytes(0, 20), hash160(key))))
}
