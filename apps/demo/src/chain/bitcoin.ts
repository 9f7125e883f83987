import { isRecord } from '@portico/core/kit'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { toDecimal, type NetworkId } from '@portico/core'
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2pkh, p2sh, p2wpkh, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { compareBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { bitcoinUrl } from '../nodes.js'
import type { ChainFacts, SignedText } from './load.js'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat('en')

/** What the sandbox's esplora says. @throws when it knows nothing of it */
async function ask(path: string): Promise<unknown> {
  const answer = await fetch(`${bitcoinUrl}${path}`)
  if (!answer.ok) throw new Error(`Esplora answered ${answer.status}.`)
  return answer.json()
}

export function isAddress(text: string): boolean {
  try {
    Address().decode(text)
    return true
  } catch {
    return false
  }
}

const scriptOf = (address: string): Uint8Array => OutScript.encode(Address().decode(address))

/**
 * Whether a text was signed with the key of an address: by a recoverable ECDSA signature of 65 bytes, as wallets have always
 * made them, or by a witness (BIP-322, simple). Both are base64.
 */
export async function verifyText({ address, message, signature, protocol }: SignedText): Promise<boolean> {
  const bytes = base64.decode(signature)
  try {
    return protocol === 'ecdsa' ? verifyEcdsa(address, message, bytes) : verifyWitness(address, message, bytes)
  } catch {
    return false
  }
}

function verifyEcdsa(address: string, message: string, signature: Uint8Array): boolean {
  const [header = 0] = signature
  const text = new TextEncoder().encode(message)
  const hash = sha256x2(new TextEncoder().encode('\x18Bitcoin Signed Message:\n'), compactSize(text.length), text)
  const recovered = new Uint8Array([(header - 27) & 3, ...signature.subarray(1)])
  const key = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(hash).toBytes(true)
  return [p2wpkh(key), p2pkh(key), p2sh(p2wpkh(key))].some((payment) => payment.address === address)
}

function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  return Uint8Array.of(0xfd, length & 0xff, length >> 8) // no card takes more than 65,535 bytes
}

function verifyWitness(address: string, message: string, signature: Uint8Array): boolean {
  const script = scriptOf(address)
  const digest = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
  const empty = new Uint8Array()
  const common = { version: 0, lockTime: 0, segwitFlag: false } as const
  const toSpend = RawTx.encode({
    ...common,
    inputs: [{ txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Uint8Array.of(0, 32, ...digest), sequence: 0 }],
    outputs: [{ amount: 0n, script }],
  })
  const toSign = RawTx.encode({
    ...common,
    inputs: [{ txid: sha256x2(toSpend).reverse(), index: 0, finalScriptSig: empty, sequence: 0 }],
    outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
  })
  const transaction = Transaction.fromRaw(toSign, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  })
  const [proof = empty, key = empty] = RawWitness.decode(signature)
  const decoded = OutScript.decode(script)
  if (decoded.type === 'wpkh') {
    if (compareBytes(p2wpkh(key).script, script) !== 0) return false
    const hash = transaction.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash: decoded.hash }), proof.at(-1) ?? 1, 0n)
    return secp256k1.verify(proof.subarray(0, -1), hash, key, { format: 'der', prehash: false })
  }
  if (decoded.type !== 'tr') return false
  const hash = transaction.preimageWitnessV1(0, [script], proof.length === 65 ? (proof[64] ?? 0) : 0, [0n])
  return schnorr.verify(proof.subarray(0, 64), hash, decoded.pubkey)
}

/** A transaction as esplora tells it. */
export async function readTransactionFacts({ hash }: { networkId: NetworkId; hash: string }): Promise<ChainFacts> {
  const transaction = await ask(`/tx/${hash}`)
  if (!isRecord(transaction) || !isRecord(transaction['status'])) throw new Error('Esplora gave no transaction.')
  const { fee, weight, status } = transaction
  const { confirmed, block_height: height, block_time: at } = transaction['status']
  const size = Math.ceil(Number(weight) / 4)
  return [
    ['Block', status && confirmed === true ? whole.format(Number(height)) : 'Waiting for one'],
    ...(confirmed === true ? [['Time', time.format(new Date(Number(at) * 1000))] as const] : []),
    ['Size', `${whole.format(size)} vB`],
    ['Fee', `${whole.format(Number(fee))} sat, ${(Number(fee) / size).toFixed(1)} for each vB`],
  ]
}

/** What esplora knows of an address. */
export async function readAddressFacts({ address }: { networkId: NetworkId; address: string }): Promise<ChainFacts> {
  const [known, unspent] = await Promise.all([ask(`/address/${address}`), coinsOf(address)])
  const stats = isRecord(known) && isRecord(known['chain_stats']) ? known['chain_stats'] : {}
  return [
    [
      'Balance',
      `${toDecimal(
        unspent.reduce((sum, { value }) => sum + value, 0n),
        8,
      )} BTC`,
    ],
    ['Coins', String(unspent.length)],
    ['Transactions', String(Number(stats['tx_count'] ?? 0))],
  ]
}

export interface Coin {
  readonly txid: string
  readonly vout: number
  /** In satoshi. */
  readonly value: bigint
}

/** The unspent outputs of an address. */
export async function coinsOf(address: string): Promise<readonly Coin[]> {
  const list = await ask(`/address/${address}/utxo`)
  if (!Array.isArray(list)) throw new Error('Esplora gave no list.')
  return list.flatMap((one: unknown) =>
    isRecord(one) && typeof one['txid'] === 'string' && typeof one['vout'] === 'number' && typeof one['value'] === 'number'
      ? [{ txid: one['txid'], vout: one['vout'], value: BigInt(one['value']) }]
      : [],
  )
}

/** Satoshi that the treasury's own transaction leaves to the miners. */
const fee = 500n

export interface Payment {
  readonly from: string
  /** Public key of `from` as hex, where the wallet gave it: a taproot address is spent with it. */
  readonly publicKey?: string
  readonly to: string
  /** In satoshi. */
  readonly amount: bigint
}

/**
 * A PSBT (BIP-174, base64) that pays from an address, with what is left over back to it: as a site makes one that builds
 * its transactions itself. `inputs` are the ones to sign. @throws when the address holds too little
 */
export async function createPsbt({
  from,
  publicKey,
  to,
  amount,
}: Payment): Promise<{ readonly psbt: string; readonly inputs: readonly number[]; readonly fee: bigint }> {
  const script = scriptOf(from)
  const isTaproot = OutScript.decode(script).type === 'tr'
  const transaction = new Transaction()
  let held = 0n
  for (const { txid, vout, value } of (await coinsOf(from)).toSorted((one, other) => (one.value < other.value ? 1 : -1))) {
    if (held >= amount + fee) break
    held += value
    const tapInternalKey = isTaproot && publicKey ? hex.decode(publicKey).slice(-32) : undefined
    transaction.addInput({ txid, index: vout, witnessUtxo: { amount: value, script }, ...(tapInternalKey && { tapInternalKey }) })
  }
  if (held < amount + fee) throw Object.assign(new Error('Too little.'), { shown: 'Not enough funds for the amount and the network fee' })
  transaction.addOutputAddress(to, amount)
  if (held - amount - fee > 546n) transaction.addOutputAddress(from, held - amount - fee)
  return { psbt: base64.encode(transaction.toPSBT()), inputs: Array.from({ length: transaction.inputsLength }, (_, at) => at), fee }
}

/** Which inputs of a PSBT bear a signature, by a library that is not the wallet's. */
export function signedInputs(psbt: string): readonly number[] {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  return Array.from({ length: transaction.inputsLength }, (_, at) => at).filter((at) => {
    const { partialSig, tapKeySig, finalScriptWitness } = transaction.getInput(at)
    return Boolean(partialSig?.length || tapKeySig || finalScriptWitness?.length)
  })
}
