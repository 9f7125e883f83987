import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, RawTx, Script, Transaction } from '@scure/btc-signer'
import { compareBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js'
import { TransactionRefusedError } from './errors.js'
import { decodeScript } from './script.js'

/** A transaction as it is on the wire. */
export type RawTransaction = ReturnType<typeof RawTx.decode>

export interface Output {
  readonly amount: bigint
  readonly script: Uint8Array
}

/** Signature hash types (BIP-143, BIP-341): the low bits say which outputs are signed. */
const NONE = 2
const SINGLE = 3
const ANYONE_CAN_PAY = 0x80

const failed = (why: string) => new TransactionRefusedError(`mandatory-script-verify-flag-failed (${why})`)
const emptyStack = 'Script evaluated without error but finished with a false/empty top stack element'

/**
 * Checks what every input says to be allowed to spend its output: P2PKH, P2WPKH (BIP-143), that inside P2SH, and the key
 * path of P2TR (BIP-341). Other scripts can't be spent here.
 * @param prevouts the outputs that the inputs spend, in the order of the inputs
 * @throws TransactionRefusedError
 */
export function verifyInputs(raw: RawTransaction, prevouts: readonly Output[]): void {
  const readable = { allowUnknownInputs: true, allowUnknownOutputs: true, allowUnknownVersion: true, disableScriptCheck: true }
  const transaction = Transaction.fromRaw(RawTx.encode(raw), readable)
  prevouts.forEach((prevout, index) => verifyInput({ raw, transaction, prevouts, prevout, index }))
}

interface InputCheck {
  readonly raw: RawTransaction
  readonly transaction: Transaction
  readonly prevouts: readonly Output[]
  readonly prevout: Output
  readonly index: number
}

function verifyInput(check: InputCheck): void {
  const { raw, prevout, index } = check
  const scriptSig = raw.inputs[index]?.finalScriptSig ?? new Uint8Array()
  const witness = raw.witnesses?.[index] ?? []
  const decoded = decodeScript(prevout.script)
  switch (decoded?.type) {
    case 'wpkh':
      if (scriptSig.length > 0) throw failed('Witness requires empty scriptSig')
      return verifyWitnessKeyHash(check, decoded.hash, witness)
    case 'sh': {
      const [redeem, ...rest] = pushes(scriptSig)
      if (!redeem || rest.length > 0 || !equal(hash160(redeem), decoded.hash)) throw failed(emptyStack)
      const inner = decodeScript(redeem)
      if (inner?.type !== 'wpkh') throw new TransactionRefusedError('bad-txns-nonstandard-inputs')
      return verifyWitnessKeyHash(check, inner.hash, witness)
    }
    case 'pkh':
      if (witness.length > 0) throw failed('Witness provided for non-witness script')
      return verifyKeyHash(check, decoded.hash, pushes(scriptSig))
    case 'tr':
      if (scriptSig.length > 0) throw failed('Witness requires empty scriptSig')
      return verifyTaproot(check, decoded.pubkey, witness)
    default:
      throw new TransactionRefusedError('bad-txns-nonstandard-inputs')
  }
}

function verifyWitnessKeyHash({ transaction, prevout, index }: InputCheck, hash: Uint8Array, witness: readonly Uint8Array[]): void {
  const [signature, publicKey] = witness
  if (witness.length === 0) throw failed('Witness program was passed an empty witness')
  if (!signature || !publicKey || witness.length !== 2) throw failed('Witness program hash mismatch')
  if (publicKey.length !== 33) throw failed('Using non-compressed keys in segwit')
  if (!equal(hash160(publicKey), hash)) throw failed('Script failed an OP_EQUALVERIFY operation')
  const script = OutScript.encode({ type: 'pkh', hash })
  verifyEcdsa(signature, publicKey, (hashType) => transaction.preimageWitnessV0(index, script, hashType, prevout.amount))
}

function verifyKeyHash({ raw, prevout, index }: InputCheck, hash: Uint8Array, [signature, publicKey, more]: Uint8Array[]): void {
  if (!signature || !publicKey || more) throw failed('Operation not valid with the current stack size')
  if (!equal(hash160(publicKey), hash)) throw failed('Script failed an OP_EQUALVERIFY operation')
  verifyEcdsa(signature, publicKey, (hashType) => legacyHash(raw, index, prevout.script, hashType))
}

function verifyTaproot({ transaction, prevouts, index }: InputCheck, outputKey: Uint8Array, witness: readonly Uint8Array[]): void {
  const [signature] = witness
  if (!signature) throw failed('Witness program was passed an empty witness')
  if (witness.length > 1) throw new TransactionRefusedError('bad-witness-nonstandard')
  if (signature.length !== 64 && signature.length !== 65) throw failed('Invalid Schnorr signature size')
  const hashType = signature.length === 65 ? signature[64] : 0
  // A hash type of 0 is only ever left out (BIP-341).
  if (hashType === undefined || (signature.length === 65 && !isHashType(hashType))) throw failed('Invalid Schnorr signature hash type')
  const scripts = prevouts.map(({ script }) => script)
  const amounts = prevouts.map(({ amount }) => amount)
  const digest = hashOrRefuse(() => transaction.preimageWitnessV1(index, scripts, hashType, amounts))
  if (!holds(() => schnorr.verify(signature.subarray(0, 64), digest, outputKey))) throw failed('Invalid Schnorr signature')
}

function verifyEcdsa(signature: Uint8Array, publicKey: Uint8Array, digest: (hashType: number) => Uint8Array): void {
  const hashType = signature.at(-1)
  if (hashType === undefined || !isHashType(hashType)) throw failed('Signature hash type missing or not understood')
  const der = signature.subarray(0, -1)
  if (!holds(() => secp256k1.Signature.fromBytes(der, 'der').toBytes('der').length === der.length)) {
    throw failed('Non-canonical DER signature')
  }
  if (holds(() => secp256k1.Signature.fromBytes(der, 'der').hasHighS())) {
    throw failed('Non-canonical signature: S value is unnecessarily high')
  }
  const hash = hashOrRefuse(() => digest(hashType))
  const options = { format: 'der', prehash: false } as const
  if (!holds(() => secp256k1.verify(der, hash, publicKey, options))) {
    throw failed('Signature must be zero for failed CHECK(MULTI)SIG operation')
  }
}

/** The digest that a signature before segwit covers, as Bitcoin has always made it. */
function legacyHash(raw: RawTransaction, index: number, script: Uint8Array, hashType: number): Uint8Array {
  const kind = hashType & 0x1f
  if (kind === SINGLE && index >= raw.outputs.length) throw new Error('There is no output to sign.')
  const own = raw.inputs[index]
  const empty = new Uint8Array()
  const covered = raw.inputs.map((input, at) => ({
    ...input,
    finalScriptSig: at === index ? script : empty,
    sequence: at !== index && (kind === NONE || kind === SINGLE) ? 0 : input.sequence,
  }))
  const inputs = hashType & ANYONE_CAN_PAY && own ? [{ ...own, finalScriptSig: script }] : covered
  const blank = { amount: 0xffff_ffff_ffff_ffffn, script: empty }
  const upTo = raw.outputs.slice(0, index + 1).map((output, at) => (at === index ? output : blank))
  const outputs = kind === NONE ? [] : kind === SINGLE ? upTo : raw.outputs
  const covers = RawTx.encode({ version: raw.version, lockTime: raw.lockTime, segwitFlag: false, inputs, outputs })
  return sha256x2(covers, new Uint8Array([hashType, 0, 0, 0]))
}

function isHashType(hashType: number): boolean {
  const kind = hashType & ~ANYONE_CAN_PAY
  return kind >= 1 && kind <= SINGLE
}

/** What a script pushes, when it does nothing else. */
function pushes(script: Uint8Array): Uint8Array[] {
  try {
    return Script.decode(script).filter((item) => item instanceof Uint8Array)
  } catch {
    return []
  }
}

function hashOrRefuse(make: () => Uint8Array): Uint8Array {
  try {
    return make()
  } catch {
    throw failed('Signature hash type missing or not understood')
  }
}

function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return compareBytes(one, other) === 0
}
