import { toBase58, toBase64 } from '../bytes.js'
import { JsonRpcError } from '../errors.js'
import type { Entry } from '../ledger.js'
import { type CompiledInstruction, isWritable } from '../transaction.js'

type Encoding = 'json' | 'jsonParsed' | 'base58' | 'base64'

export interface EncodeOptions {
  encoding: Encoding
  /** The newest version that the caller can read; without one, legacy alone. */
  maxVersion: number | undefined
}

/** A transaction of the history, as the API writes it. @throws JsonRpcError (-32015) */
export function encodeEntry(entry: Entry, { encoding, maxVersion }: EncodeOptions) {
  const { version } = entry.transaction.message
  if (version !== 'legacy' && (maxVersion === undefined || version > maxVersion)) {
    const hint = `"maxSupportedTransactionVersion": ${version}`
    throw new JsonRpcError(
      -32_015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: ${hint}`,
    )
  }
  return {
    slot: entry.slot,
    blockTime: entry.blockTime,
    meta: encodeMeta(entry, encoding),
    transaction: encodeBody(entry, encoding),
    ...(maxVersion !== undefined && { version }),
  }
}

function encodeMeta(entry: Entry, encoding: Encoding) {
  const { err, fee, keys, returnData } = entry
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee,
    preBalances: entry.preBalances,
    postBalances: entry.postBalances,
    preTokenBalances: entry.preTokenBalances,
    postTokenBalances: entry.postTokenBalances,
    innerInstructions: entry.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: encoding === 'jsonParsed' ? instructions.map((each) => named(entry, each)) : instructions,
    })),
    logMessages: entry.logs,
    computeUnitsConsumed: entry.unitsConsumed,
    rewards: [],
    loadedAddresses: encoding === 'jsonParsed' ? undefined : { writable: keys.writable, readonly: keys.readonly },
    ...(returnData && { returnData }),
  }
}

function encodeBody(entry: Entry, encoding: Encoding) {
  const { bytes, signatures, message } = entry.transaction
  if (encoding === 'base58') return [toBase58(bytes), 'base58']
  if (encoding === 'base64') return [toBase64(bytes), 'base64']

  const { recentBlockhash, lookups, header, staticKeys, version } = message
  const instructions = message.instructions.map(({ programIdIndex, accounts, data }: CompiledInstruction) => ({
    programIdIndex,
    accounts,
    data: toBase58(data),
    stackHeight: 1,
  }))
  const tables = version === 'legacy' ? {} : { addressTableLookups: lookups }
  const common = { recentBlockhash, ...tables }
  const body =
    encoding === 'json'
      ? { ...common, header, accountKeys: staticKeys, instructions }
      : { ...common, accountKeys: namedKeys(entry), instructions: instructions.map((each) => named(entry, each)) }
  return { signatures: signatures.map(toBase58), message: body }
}

/** An instruction with addresses in place of indexes, which is how `jsonParsed` writes one that it does not know. */
function named(
  { keys }: Entry,
  {
    programIdIndex,
    accounts,
    data,
    stackHeight,
  }: { programIdIndex: number; accounts: readonly number[]; data: string; stackHeight: number },
) {
  return { programId: keys.all[programIdIndex], accounts: accounts.map((index) => keys.all[index]), data, stackHeight }
}

function namedKeys({ keys, transaction: { message } }: Entry) {
  const inMessage = message.staticKeys.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numRequiredSignatures,
    writable: isWritable(message, index),
    source: 'transaction',
  }))
  const looked = (pubkeys: readonly string[], writable: boolean) =>
    pubkeys.map((pubkey) => ({ pubkey, signer: false, writable, source: 'lookupTable' }))
  return [...inMessage, ...looked(keys.writable, true), ...looked(keys.readonly, false)]
}
