import {
  activeConnection,
  connectionStore,
  ConnectorNotConnectedError,
  InvalidOptionError,
  signAndSendTransaction,
  signMessage,
  signTransactions,
  type NetworkId,
  type Portico,
  type SendOptions,
} from '@portico/core'
import { base58 } from '@scure/base'
import { PublicKey, Transaction, VersionedTransaction, type Connection, type Signer } from '@solana/web3.js'
import { AccountChangedError } from './errors.js'

export interface Web3jsSignerOptions {
  /** Network that everything is for. What is asked for while the wallet is on another one is refused (S14). Default: the one in use. */
  readonly networkId?: NetworkId
}

export interface Web3jsSendOptions extends SendOptions {
  /** Keys of the site itself that sign as well, before the wallet does. */
  readonly signers?: readonly Signer[]
}

/** A signer in the form that programs on `@solana/web3.js` 1.x, and Anchor, take. */
export interface Web3jsSigner {
  /** The account in use, at the moment of reading; null without one. */
  readonly publicKey: PublicKey | null
  /** Signs a transaction in place and resolves with it. */
  readonly signTransaction: <T extends Transaction | VersionedTransaction>(transaction: T) => Promise<T>
  /** Signs transactions in one request of the wallet. */
  readonly signAllTransactions: <T extends Transaction | VersionedTransaction>(transactions: T[]) => Promise<T[]>
  /** Resolves with the 64 bytes of the signature. */
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array>
  /**
   * Signs and sends, by the wallet or by the adapter's own endpoints. Resolves with the signature in base58. A legacy
   * transaction without a blockhash takes one from `connection`.
   */
  readonly sendTransaction: (
    transaction: Transaction | VersionedTransaction,
    connection?: Connection,
    options?: Web3jsSendOptions,
  ) => Promise<string>
}

/**
 * A signer for a site on `@solana/web3.js` 1.x. It follows the account in use, so that one signer does for the whole visit.
 * Its errors are core's: `UserRejectedError`, `ConnectorNotConnectedError`, `UnsupportedMethodError`, `ChainMismatchError` …
 * @example
 * const signer = createWeb3jsSigner(portico)
 * const signature = await signer.sendTransaction(transaction, connection)
 */
export function createWeb3jsSigner(portico: Portico, { networkId }: Web3jsSignerOptions = {}): Web3jsSigner {
  const where = { namespace: 'solana' as const, ...(networkId && { networkId }) }
  const address = () => activeConnection(connectionStore(portico).getState(), 'solana')?.addresses[0]

  function account(): PublicKey {
    const now = address()
    if (now === undefined) throw new ConnectorNotConnectedError()
    return new PublicKey(now)
  }

  async function signAllTransactions<T extends Transaction | VersionedTransaction>(transactions: T[]): Promise<T[]> {
    const payer = account()
    const wires = transactions.map((transaction) => write(transaction, payer))
    const signed = await signTransactions(portico, { ...where, transactions: wires })
    transactions.forEach((transaction, at) => take(transaction, signed[at]))
    return [...transactions]
  }

  return {
    get publicKey() {
      const now = address()
      return now === undefined ? null : new PublicKey(now)
    },
    signAllTransactions,
    async signTransaction(transaction) {
      await signAllTransactions([transaction])
      return transaction
    },
    signMessage: async (message) => base58.decode(await signMessage(portico, { ...where, message })),
    async sendTransaction(transaction, connection, { signers = [], ...options } = {}) {
      const payer = account()
      if (transaction instanceof Transaction && !transaction.recentBlockhash && !transaction.nonceInfo && connection) {
        transaction.feePayer ??= payer
        transaction.recentBlockhash = (await connection.getLatestBlockhash('confirmed')).blockhash
        const now = address()
        if (now !== payer.toBase58()) throw new AccountChangedError({ wanted: payer.toBase58(), actual: now })
      }
      write(transaction, payer)
      if (signers.length > 0) {
        if (transaction instanceof Transaction) transaction.partialSign(...signers)
        else transaction.sign([...signers])
      }
      return signAndSendTransaction(portico, { ...where, transaction: write(transaction, payer), options })
    },
  }
}

/** Serialises a transaction as it is, with the account as its payer where it has none. @throws InvalidOptionError */
function write(transaction: Transaction | VersionedTransaction, payer: PublicKey): Uint8Array {
  try {
    if (transaction instanceof VersionedTransaction) return transaction.serialize()
    transaction.feePayer ??= payer
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
  } catch (cause) {
    throw new InvalidOptionError({ option: 'transaction', problem: cause instanceof Error ? cause.message : 'it cannot be serialised' })
  }
}

/** Makes the caller's transaction the one that was signed: its signatures, and what the wallet may have added of its own. */
function take(transaction: Transaction | VersionedTransaction, wire: Uint8Array | undefined) {
  if (!wire) return
  if (transaction instanceof VersionedTransaction) {
    const { message, signatures } = VersionedTransaction.deserialize(wire)
    Object.assign(transaction, { message, signatures })
    return
  }
  const signed = Transaction.from(wire)
  if (!signed.serializeMessage().equals(transaction.serializeMessage())) {
    const { feePayer, recentBlockhash, instructions } = signed
    Object.assign(transaction, { feePayer, recentBlockhash, instructions })
  }
  transaction.signatures = signed.signatures
}
