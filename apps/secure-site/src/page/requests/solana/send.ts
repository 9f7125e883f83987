import { ed25519 } from '@noble/curves/ed25519.js'
import { toDecimal } from '@portico/core'
import { base58, base64, hex } from '@scure/base'
import * as z from 'zod/mini'
import type { DetailLine, FrameNetwork, PreparedRequest } from '../../types.js'
import { AccountMismatchError, InvalidParamsError, NodeAnswerError, WrongKeyError } from '../errors.js'
import { costFinding, spendingOf } from '../limits.js'
import { askNode } from '../node.js'
import { readChainNumber } from '../network.js'
import { type Finding, freeze, join, type PrepareContext, type SiteRequest, warning } from '../types.js'
import { fetchAccounts, readLookupTable, readTokenAccount, type SolanaAccount } from './chain.js'
import { describeSolana } from './describe.js'
import { decodeInstruction, programs } from './programs.js'
import { type SolanaSimulated, simulateSolana } from './simulate.js'
import { type Instruction, instructionsOf, parseTransaction, type SolanaMessage, type SolanaTransaction } from './transaction.js'

const mostTransactions = 20
const encodings = { base58, base64 }
type Encoding = keyof typeof encodings

const commitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const
const sendOptions = z.strictObject({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(z.enum(commitments)),
  maxRetries: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  minContextSlot: z.optional(z.int().check(z.minimum(0))),
})
const text = z.string().check(z.minLength(1), z.maxLength(4000))
const account = z.optional(z.string())
const one = z.strictObject({ transaction: text, pubkey: account, feePayer: account })
const several = z.strictObject({ transactions: z.array(text).check(z.minLength(1), z.maxLength(mostTransactions)), pubkey: account })
const sending = z.strictObject({
  transaction: text,
  pubkey: account,
  options: z.optional(sendOptions),
  sendOptions: z.optional(sendOptions),
})

interface Asked {
  readonly encoding: Encoding
  readonly transaction: SolanaTransaction
}

/**
 * Reads solana_signTransaction, solana_signAllTransactions and solana_signAndSendTransaction. Transactions come as base64 or
 * base58 of their bytes, and go back as they came. Approving answers `{ signature, transaction }`, `{ transactions }` or, once
 * sent, `{ signature }`; signatures are in base58.
 */
export async function prepareSolana(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = context.addresses.solana
  const { texts, options } = readParams(request, own)
  const asked = texts.map(readTransaction)
  for (const { transaction } of asked) if (signerIndex(transaction.message, own) < 0) throw new AccountMismatchError()
  const isSent = request.method === 'solana_signAndSendTransaction'
  if (isSent && !asked.every(({ transaction }) => isSignedByOthers(transaction, own))) {
    throw new InvalidParamsError({ problem: 'the transaction needs signatures that it does not have' })
  }
  const parts = await Promise.all(asked.map(({ transaction }, index) => readOne(transaction, network, context, { isLater: index > 0 })))
  const fees = parts.flatMap(({ fee }) => (fee === undefined ? [] : [fee]))
  const { decimals, symbol } = network.nativeCurrency
  const total = toDecimal(
    fees.reduce((sum, fee) => sum + fee, 0n),
    decimals,
  )
  const leaves = parts.map(({ simulated }) => simulated.leaves)
  const spending = spendingOf(leaves.includes(undefined) ? undefined : leaves.flatMap((each) => each ?? []), network, context)
  const single = parts.length === 1 ? parts[0] : undefined
  const detailed = parts.flatMap(({ details }, index) =>
    single ? details : details.map(({ path, value }) => ({ path: `transactions[${index}].${path}`, value })),
  )
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'solana',
    networkId: network.id,
    networkName: network.name,
    address: own,
    ...join(parts.map(({ finding }) => finding)),
    // Where somebody else pays for all of them nothing is asked of this account.
    ...(fees.length > 0 ? { fee: { expected: total, ceiling: total, symbol } } : { sponsored: true as const }),
    ...(spending && { spending }),
    // Several transactions change each other's balances: each of them alone says nothing.
    changes: single ? single.simulated.changes : 'failed',
    details: [...detailed, ...Object.entries(options ?? {}).map(([name, value]) => ({ path: `options.${name}`, value: String(value) }))],
    sign: async (keys) => {
      const signed = await keys.withKey('solana', (privateKey) => asked.map((each) => sign(each, own, privateKey)))
      const [one] = signed
      if (!one || request.method === 'solana_signAllTransactions') return { transactions: signed.map(({ encoded }) => encoded) }
      if (!isSent) return { signature: one.signature, transaction: one.encoded }
      // A transaction is known by its first signature, which is that of whoever pays.
      const id = base58.encode(one.bytes.subarray(1, 65))
      return { signature: await send(one.bytes, id, options ?? {}, network, context.fetch) }
    },
  } satisfies PreparedRequest)
}

type SendOptions = z.output<typeof sendOptions>

function readParams(
  { method, params }: SiteRequest,
  own: string,
): { readonly texts: readonly string[]; readonly options: SendOptions | undefined } {
  const invalid = (cause?: unknown) => new InvalidParamsError({ problem: `${method} was not given what it takes`, cause })
  const checkAccount = (key: string | undefined) => {
    if (key !== undefined && key !== own) throw new AccountMismatchError()
  }
  if (method === 'solana_signAllTransactions') {
    const { data, error } = several.safeParse(params)
    if (!data) throw invalid(error)
    checkAccount(data.pubkey)
    return { texts: data.transactions, options: undefined }
  }
  if (method === 'solana_signTransaction') {
    const { data, error } = one.safeParse(params)
    if (!data) throw invalid(error)
    checkAccount(data.pubkey)
    return { texts: [data.transaction], options: undefined }
  }
  const { data, error } = sending.safeParse(params)
  if (!data) throw invalid(error)
  checkAccount(data.pubkey)
  if (data.options && data.sendOptions) throw invalid()
  return { texts: [data.transaction], options: freeze(data.options ?? data.sendOptions) }
}

/** A transaction as base64 or base58: what reads as one is one. */
function readTransaction(encoded: string): Asked {
  for (const encoding of ['base64', 'base58'] as const) {
    try {
      const transaction = parseTransaction(encodings[encoding].decode(encoded))
      if (transaction) return { encoding, transaction }
    } catch {
      // Perhaps it is the other one.
    }
  }
  throw new InvalidParamsError({ problem: 'the transaction cannot be read' })
}

/** Which signature is the account's; -1 when none is. */
const signerIndex = ({ keys, signers }: SolanaMessage, own: string) => keys.slice(0, signers).indexOf(own)

/** Whether everybody else has signed, as far as a transaction that is to be sent needs it. */
function isSignedByOthers({ signatures, message }: SolanaTransaction, own: string): boolean {
  return message.keys.slice(0, message.signers).every((key, index) => {
    const signature = signatures[index]
    return key === own || (signature !== undefined && ed25519.verify(signature, message.bytes, base58.decode(key)))
  })
}

interface ReadTransaction {
  readonly finding: Finding
  readonly details: readonly DetailLine[]
  /** In lamports; undefined when somebody else pays. */
  readonly fee: bigint | undefined
  readonly simulated: SolanaSimulated
}

/** @param isLater others come before it, which its trial run knows nothing of */
async function readOne(
  transaction: SolanaTransaction,
  network: FrameNetwork,
  context: PrepareContext,
  { isLater }: { readonly isLater: boolean },
): Promise<ReadTransaction> {
  const { message } = transaction
  const { fetch } = context
  const own = context.addresses.solana
  const tables = await readTables(message, network, fetch)
  const instructions = instructionsOf(message, tables)
  const uses = instructions.flatMap(({ accounts }) => accounts)
  const named = [own, ...uses.flatMap(({ address }) => address ?? [])]
  const first = await fetchAccounts(named, network, fetch)
  const before = first && (await withMints(first, network, fetch))
  const written = uses.flatMap(({ address, writable }) => (writable && address !== undefined ? [address] : []))
  const payer = message.keys[0]
  const [fee, simulated] = await Promise.all([
    payer === own ? feeOf(message, instructions, network, fetch) : undefined,
    simulateSolana({ transaction, own, written, before, network, fetch }),
  ])
  const failure = simulated.changes !== 'failed' ? undefined : simulated.reverts === undefined || isLater ? 'cannotSimulate' : 'willFail'
  const finding = join([
    describeSolana(instructions, { network, context, accounts: before ?? new Map() }),
    // The fee is part of what a trial run takes. An account that is only named in a table that cannot be read is nobody's to judge.
    costFinding(
      { leaves: uses.some(({ address }) => address === undefined) ? undefined : simulated.leaves, remains: false },
      0n,
      network,
      context,
    ),
    { effects: [], warnings: failure ? [warning(failure)] : [], risk: 'normal' },
  ])
  return { finding, details: detailsOf(transaction, instructions), fee, simulated }
}

/** Accounts, and the mints of those that hold tokens, as far as the node tells. */
async function withMints(
  accounts: ReadonlyMap<string, SolanaAccount>,
  network: FrameNetwork,
  fetch: typeof globalThis.fetch,
): Promise<ReadonlyMap<string, SolanaAccount>> {
  const mints = [...accounts.values()].flatMap((each) => readTokenAccount(each)?.mint ?? []).filter((mint) => !accounts.has(mint))
  const found = await fetchAccounts(mints, network, fetch)
  return new Map([...accounts, ...(found ?? [])])
}

async function readTables(
  { lookups }: SolanaMessage,
  network: FrameNetwork,
  fetch: typeof globalThis.fetch,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await fetchAccounts(
    lookups.map(({ table }) => table),
    network,
    fetch,
  )
  return new Map(
    [...(found ?? [])].flatMap(([address, each]) => {
      const addresses = readLookupTable(each)
      return addresses ? [[address, addresses] as const] : []
    }),
  )
}

const answered = z.object({ value: z.nullable(z.unknown()) })
/** Lamports for each signature, and the units of work that an instruction may take by default. */
const perSignature = 5000n
const defaultUnits = 200_000n

/** The fee in lamports, of the node or, when it does not tell, as the protocol has it. */
async function feeOf(
  message: SolanaMessage,
  instructions: readonly Instruction[],
  network: FrameNetwork,
  fetch: typeof globalThis.fetch,
): Promise<bigint> {
  const params = [base64.encode(message.bytes), { commitment: 'confirmed' }]
  const answer = await askNode({ network, method: 'getFeeForMessage', params, fetch, retries: 1, timeout: 5000 }).catch(() => undefined)
  const own = ownFee(message, instructions)
  const told = readChainNumber(answered.safeParse(answer).data?.value) ?? 0n
  return told > own ? told : own
}

function ownFee({ signers }: SolanaMessage, instructions: readonly Instruction[]): bigint {
  const setting = (name: string) =>
    instructions
      .map(decodeInstruction)
      .flatMap((action) => (action.kind === 'known' && action.instruction === name ? [BigInt(action.values['value'] ?? 0)] : []))[0]
  const worked = instructions.filter(({ program }) => program !== programs.computeBudget).length
  const units = setting('setComputeUnitLimit') ?? defaultUnits * BigInt(worked)
  const price = setting('setComputeUnitPrice') ?? 0n
  return perSignature * BigInt(signers) + (units * price + 999_999n) / 1_000_000n
}

/** Each part of what is signed (S9). */
function detailsOf({ message, signatures }: SolanaTransaction, instructions: readonly Instruction[]): readonly DetailLine[] {
  const role = (index: number) => (index === 0 ? 'pays' : index < message.signers ? 'signs' : '')
  return [
    { path: 'version', value: String(message.version) },
    { path: 'header', value: `${message.signers}, ${message.readonlySigners}, ${message.readonlyOthers}` },
    { path: 'recentBlockhash', value: message.blockhash },
    ...message.keys.map((key, index) => ({ path: `accounts[${index}]`, value: [key, role(index)].filter(Boolean).join(' ') })),
    ...message.lookups.flatMap(({ table, writableIndexes, readonlyIndexes }, index) => [
      { path: `lookups[${index}].table`, value: table },
      { path: `lookups[${index}].writable`, value: writableIndexes.join(', ') },
      { path: `lookups[${index}].readonly`, value: readonlyIndexes.join(', ') },
    ]),
    ...instructions.flatMap(({ program, accounts, data }, index) => [
      { path: `instructions[${index}].program`, value: program },
      ...accounts.map(({ address }, at) => ({ path: `instructions[${index}].accounts[${at}]`, value: address ?? '?' })),
      { path: `instructions[${index}].data`, value: `0x${hex.encode(data)}` },
    ]),
    ...signatures.flatMap((signature, index) =>
      signature.some((byte) => byte !== 0) ? [{ path: `signatures[${index}]`, value: base58.encode(signature) }] : [],
    ),
  ]
}

interface Signed {
  readonly bytes: Uint8Array
  /** The bytes, as the transaction came. */
  readonly encoded: string
  /** The account's own, in base58. */
  readonly signature: string
}

/** The same bytes with the account's signature in its place, and nothing else changed. @throws WrongKeyError */
function sign({ encoding, transaction: { bytes, message } }: Asked, own: string, privateKey: Uint8Array): Signed {
  if (base58.encode(ed25519.getPublicKey(privateKey)) !== own) throw new WrongKeyError()
  const signature = ed25519.sign(message.bytes, privateKey)
  const signed = bytes.slice()
  // A transaction of one packet has less than 128 signatures: their count takes one byte.
  signed.set(signature, 1 + signerIndex(message, own) * 64)
  return { bytes: signed, encoded: encodings[encoding].encode(signed), signature: base58.encode(signature) }
}

const processedAlready = /already been processed|AlreadyProcessed/i

/** Sends the signed bytes, the same again where the node did not answer. 'Already processed' is sent (R8). */
async function send(
  bytes: Uint8Array,
  signature: string,
  options: SendOptions,
  network: FrameNetwork,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  try {
    await askNode({ network, method: 'sendTransaction', params: [base64.encode(bytes), { ...options, encoding: 'base64' }], fetch })
  } catch (error) {
    // A node that answers has said what became of it.
    const isSent = error instanceof NodeAnswerError ? processedAlready.test(error.message) : await isKnown(signature, network, fetch)
    if (!isSent) throw error
  }
  return signature
}

const statuses = z.object({ value: z.array(z.nullable(z.object({ slot: z.number() }))) })

async function isKnown(signature: string, network: FrameNetwork, fetch: typeof globalThis.fetch): Promise<boolean> {
  const answer = await askNode({ network, method: 'getSignatureStatuses', params: [[signature]], fetch, retries: 1 }).catch(() => undefined)
  return Boolean(statuses.safeParse(answer).data?.value[0])
}
