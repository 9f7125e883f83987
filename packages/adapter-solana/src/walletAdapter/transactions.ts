import { base58 } from '@scure/base'
import { Connection, Transaction, VersionedTransaction } from '@solana/web3.js'
import { call, peek } from './adapter.js'

// The one place of the adapter that knows a chain library: adapters take its objects.

/** A serialised transaction as adapters take it: `Transaction` for legacy ones, `VersionedTransaction` for others. */
export function read(wire: Uint8Array): Transaction | VersionedTransaction {
  const versioned = VersionedTransaction.deserialize(wire)
  return versioned.version === 'legacy' ? Transaction.from(wire) : versioned
}

/** What an adapter gave back, serialised; undefined for what is no transaction. It is checked by whoever asked. */
export function write(signed: unknown): unknown {
  const isVersioned = typeof peek(signed, 'version') === 'number'
  return isVersioned ? call(signed, 'serialize') : call(signed, 'serialize', { requireAllSignatures: false, verifySignatures: false })
}

/** The bytes of a signature in base58; undefined for anything else. */
export function readSignature(signature: unknown): Uint8Array | undefined {
  return typeof signature === 'string' && signature.length < 100 ? base58.decode(signature) : undefined
}

export const connect = (url: string): Connection => new Connection(url, 'confirmed')
