import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { TransactionRefusedError, refusals } from './errors.js'
import { readScript, scriptOf } from './script.js'
import { type Output, type RawTransaction, verifyInputs } from './verify.js'

/** Height and hash of the block that a fresh ledger starts after. */
const BASE_HEIGHT = 899_999

export interface Block {
  readonly height: number
  /** Big endian hex, as explorers write it. */
  readonly hash: string
  /** Seconds since 1970. */
  readonly time: number
  readonly txids: readonly string[]
}

/** A transaction that the ledger took. Amounts in satoshi, sizes in bytes. */
export interface LedgerTransaction {
  readonly txid: string
  readonly hex: string
  readonly raw: RawTransaction
  readonly isCoinbase: boolean
  /** The outputs it spends, in the order of its inputs. Empty for a coinbase. */
  readonly prevouts: readonly Output[]
  readonly fee: bigint
  readonly size: number
  readonly weight: number
  /** Counts up in the order of arrival. */
  readonly order: number
  /** The block it is in; undefined while it waits. */
  readonly block: Block | undefined
}

/** An output that nothing has spent. */
export interface Unspent extends Output {
  readonly txid: string
  readonly vout: number
}

/** What is needed to build a ledger again. */
export interface LedgerRecord {
  readonly blocks: readonly { readonly time: number; readonly transactions: readonly string[] }[]
  readonly mempool: readonly string[]
}

export interface Ledger {
  /** The newest block. */
  tip(): Block
  /** Takes a signed transaction into the mempool and answers its id. @throws TransactionRefusedError */
  accept(transactionHex: string): string
  /** Makes blocks; what waits goes into the first. Answers the new height. @param time seconds since 1970 */
  mine(blocks?: number, time?: number): number
  /** Makes coins out of nothing in a block of their own, which leaves what waits alone. @throws InvalidAddressError */
  coinbase(outputs: readonly { readonly address: string; readonly satoshi: bigint }[], time?: number): string
  get(txid: string): LedgerTransaction | undefined
  /** Transactions that pay or spend from a script, newest first, those that wait before all others. */
  history(script: Uint8Array): readonly LedgerTransaction[]
  /** Unspent outputs of a script, counting what waits. */
  unspent(script: Uint8Array): readonly Unspent[]
  waiting(): number
  record(): LedgerRecord
}

interface Entry extends Omit<LedgerTransaction, 'block'> {
  block: Block | undefined
}

/**
 * Bitcoin's bookkeeping without its network: coins, a mempool and blocks that need no work. Every transaction is checked
 * as a node would: its inputs exist and are unspent, their signatures hold, no coin is made, the fee is at least one
 * satoshi for each virtual byte, and no output is dust.
 */
export function createLedger(record?: LedgerRecord): Ledger {
  const transactions = new Map<string, Entry>()
  const unspent = new Map<string, Unspent>()
  const byScript = new Map<string, Set<string>>()
  const mempool = new Set<string>()
  const blocks: Block[] = [{ height: BASE_HEIGHT, hash: hashOf(0, 0, []), time: 0, txids: [] }]
  let coins = 0

  const tip = (): Block => blocks.at(-1) ?? { height: 0, hash: '', time: 0, txids: [] }

  const addBlock = (txids: readonly string[], time: number): Block => {
    const height = tip().height + 1
    const block = { height, hash: hashOf(height, time, [tip().hash, ...txids]), time, txids }
    blocks.push(block)
    for (const txid of txids) {
      const entry = transactions.get(txid)
      if (entry) entry.block = block
      mempool.delete(txid)
    }
    return block
  }

  const touch = (script: Uint8Array, txid: string): void => {
    const key = hex.encode(script)
    byScript.set(key, (byScript.get(key) ?? new Set()).add(txid))
  }

  const add = (entry: Entry): void => {
    const { txid, raw } = entry
    transactions.set(txid, entry)
    if (!entry.isCoinbase) for (const input of raw.inputs) unspent.delete(outpoint(hex.encode(input.txid), input.index))
    for (const { script } of entry.prevouts) touch(script, txid)
    raw.outputs.forEach(({ amount, script }, vout) => {
      touch(script, txid)
      if (readScript(script).form !== 'op_return') unspent.set(outpoint(txid, vout), { txid, vout, amount, script })
    })
  }

  /** The outputs that the inputs spend. @throws TransactionRefusedError */
  const findPrevouts = ({ inputs }: RawTransaction): Output[] => {
    const outpoints = inputs.map((input) => ({ txid: hex.encode(input.txid), vout: input.index }))
    if (new Set(outpoints.map(({ txid, vout }) => outpoint(txid, vout))).size < inputs.length) {
      throw new TransactionRefusedError('bad-txns-inputs-duplicate')
    }
    return outpoints.map(({ txid, vout }) => {
      const found = unspent.get(outpoint(txid, vout))
      if (found) return found
      if (isSpentInMempool(txid, vout)) throw new TransactionRefusedError('txn-mempool-conflict')
      throw new TransactionRefusedError('bad-txns-inputs-missingorspent', refusals.verify)
    })
  }

  const isSpentInMempool = (txid: string, vout: number): boolean =>
    [...mempool].some((id) => transactions.get(id)?.raw.inputs.some((input) => input.index === vout && hex.encode(input.txid) === txid))

  const accept = (transactionHex: string): string => {
    const { raw, text } = decode(transactionHex)
    const txid = txidOf(raw)
    const known = transactions.get(txid)
    if (known?.block) throw new TransactionRefusedError('Transaction outputs already in utxo set', refusals.alreadyInChain)
    if (known) throw new TransactionRefusedError('txn-already-in-mempool')
    const { size, weight, vsize } = measure(raw)
    assertStandard(raw, weight, tip().height)
    const prevouts = findPrevouts(raw)
    const paid = sum(prevouts)
    const spent = sum(raw.outputs)
    if (paid < spent) {
      throw new TransactionRefusedError(`bad-txns-in-belowout, value in (${btc(paid)}) < value out (${btc(spent)})`)
    }
    const fee = paid - spent
    if (fee < BigInt(vsize)) throw new TransactionRefusedError(`min relay fee not met, ${fee} < ${vsize}`)
    verifyInputs(raw, prevouts)
    add({ txid, hex: text, raw, isCoinbase: false, prevouts, fee, size, weight, order: transactions.size, block: undefined })
    mempool.add(txid)
    return txid
  }

  const addCoinbase = (raw: RawTransaction): string => {
    const { size, weight } = measure(raw)
    const txid = txidOf(raw)
    const text = hex.encode(RawTx.encode(raw))
    add({
      txid,
      hex: text,
      raw,
      isCoinbase: true,
      prevouts: [],
      fee: 0n,
      size,
      weight,
      order: transactions.size,
      block: undefined,
    })
    coins += 1
    return txid
  }

  const newestFirst = (one: LedgerTransaction, other: LedgerTransaction): number => {
    const heights = (other.block?.height ?? Infinity) - (one.block?.height ?? Infinity)
    return one.block === other.block ? other.order - one.order : heights
  }

  const ledger: Ledger = {
    tip,
    accept,
    mine(count = 1, time = now()) {
      for (let made = 0; made < count; made += 1) addBlock([...mempool], time)
      return tip().height
    },
    coinbase(outputs, time = now()) {
      const paid = outputs.map(({ address, satoshi }) => ({ amount: satoshi, script: scriptOf(address) }))
      const txid = addCoinbase(coinbaseOf(tip().height + 1, coins, paid))
      addBlock([txid], time)
      return txid
    },
    get: (txid) => transactions.get(txid),
    history(script) {
      const txids = byScript.get(hex.encode(script)) ?? []
      return [...txids].flatMap((txid) => transactions.get(txid) ?? []).toSorted(newestFirst)
    },
    unspent(script) {
      const wanted = hex.encode(script)
      return [...unspent.values()].filter((output) => hex.encode(output.script) === wanted)
    },
    waiting: () => mempool.size,
    record: () => ({
      blocks: blocks.slice(1).map(({ time, txids }) => ({ time, transactions: txids.map((txid) => transactions.get(txid)?.hex ?? '') })),
      mempool: Array.from(mempool, (txid) => transactions.get(txid)?.hex ?? ''),
    }),
  }

  for (const block of record?.blocks ?? []) {
    const txids = block.transactions.map((text) => {
      const { raw } = decode(text)
      return isCoinbase(raw) ? addCoinbase(raw) : accept(text)
    })
    addBlock(txids, block.time)
  }
  for (const text of record?.mempool ?? []) accept(text)
  return ledger
}

/** Refuses what nodes do not pass on. @throws TransactionRefusedError */
function assertStandard(raw: RawTransaction, weight: number, height: number): void {
  if (raw.inputs.length === 0) throw new TransactionRefusedError('bad-txns-vin-empty')
  if (raw.outputs.length === 0) throw new TransactionRefusedError('bad-txns-vout-empty')
  if (isCoinbase(raw)) throw new TransactionRefusedError('coinbase')
  if (raw.version < 1 || raw.version > 3) throw new TransactionRefusedError('version')
  if (weight > 400_000) throw new TransactionRefusedError('tx-size')
  const deadline = raw.lockTime < 500_000_000 ? height + 1 : now()
  if (raw.lockTime >= deadline && raw.inputs.some(({ sequence }) => sequence !== 0xffff_ffff)) {
    throw new TransactionRefusedError('non-final')
  }
  for (const { amount, script } of raw.outputs) {
    const { form } = readScript(script)
    if (form === 'unknown') throw new TransactionRefusedError('scriptpubkey')
    if (amount < dustLimits[form]) throw new TransactionRefusedError('dust')
  }
}

/** Below these amounts, in satoshi, an output costs more to spend than it is worth (Bitcoin Core's `GetDustThreshold`). */
const dustLimits = { p2pkh: 546n, p2sh: 540n, v0_p2wpkh: 294n, v0_p2wsh: 330n, v1_p2tr: 330n, op_return: 0n } as const

/** @throws TransactionRefusedError */
function decode(text: string): { raw: RawTransaction; text: string } {
  try {
    const bytes = hex.decode(text.trim())
    return { raw: RawTx.decode(bytes), text: hex.encode(bytes) }
  } catch {
    const why = 'TX decode failed. Make sure the tx has at least one input.'
    throw new TransactionRefusedError(why, refusals.deserialization)
  }
}

function isCoinbase({ inputs: [first, second] }: RawTransaction): boolean {
  return first !== undefined && second === undefined && first.index === 0xffff_ffff && hex.encode(first.txid) === '00'.repeat(32)
}

/** A coinbase as BIP-34 wants it, with its height; the number after it keeps two of one height apart. */
function coinbaseOf(height: number, serial: number, outputs: readonly Output[]): RawTransaction {
  const finalScriptSig = new Uint8Array([4, ...littleEndian(height), 4, ...littleEndian(serial)])
  const input = { txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig, sequence: 0xffff_ffff }
  return RawTx.decode(RawTx.encode({ version: 2, segwitFlag: false, inputs: [input], outputs: [...outputs], lockTime: 0 }))
}

function littleEndian(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff)
}

function txidOf(raw: RawTransaction): string {
  return hex.encode(sha256x2(withoutWitness(raw)).toReversed())
}

function withoutWitness({ version, inputs, outputs, lockTime }: RawTransaction): Uint8Array {
  return RawTx.encode({ version, inputs, outputs, lockTime, segwitFlag: false })
}

/** Size in bytes, weight and virtual size (BIP-141). */
function measure(raw: RawTransaction): { size: number; weight: number; vsize: number } {
  const size = RawTx.encode(raw).length
  const weight = withoutWitness(raw).length * 3 + size
  return { size, weight, vsize: Math.ceil(weight / 4) }
}

/** A block's hash: no work stands behind it, but it names its block and looks like one. */
function hashOf(height: number, time: number, contents: readonly string[]): string {
  const digest = sha256x2(new TextEncoder().encode([height, time, ...contents].join()))
  return `00000000000000000000${hex.encode(digest).slice(20)}`
}

function sum(outputs: readonly Output[]): bigint {
  return outputs.reduce((total, { amount }) => total + amount, 0n)
}

function btc(satoshi: bigint): string {
  return `${satoshi / 100_000_000n}.${String(satoshi % 100_000_000n).padStart(8, '0')}`
}

function outpoint(txid: string, vout: number): string {
  return `${txid}:${vout}`
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
