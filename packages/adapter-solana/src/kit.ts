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
import {
  address as asAddress,
  assertIsTransactionWithinSizeLimit,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  signatureBytes,
  type MessageModifyingSigner,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
  type Transaction,
  type TransactionWithLifetime,
} from '@solana/kit'
import { AccountChangedError } from './errors.js'

export interface KitSignerOptions {
  /** Network that everything is for. What is asked for while the wallet is on another one is refused (S14). Default: the one in use. */
  readonly networkId?: NetworkId
}

type SignerConfig = Readonly<{ abortSignal?: AbortSignal; minContextSlot?: bigint }>

/**
 * A signer for a site on `@solana/kit`: it signs transactions and messages, and the site sends them. It is for the account
 * in use now; make a new one when the account changes.
 * @example const signer = createKitSigner(portico)
 * @throws ConnectorNotConnectedError without an account. Its methods throw core's errors, and AccountChangedError
 */
export function createKitSigner(portico: Portico, options: KitSignerOptions = {}): TransactionModifyingSigner & MessageModifyingSigner {
  const { address, check, where } = accountOf(portico, options)
  return Object.freeze({
    address,
    async modifyAndSignTransactions(
      transactions: readonly (Transaction | (Transaction & TransactionWithLifetime))[],
      config: SignerConfig = {},
    ) {
      check(config)
      const encoder = getTransactionEncoder()
      const decoder = getTransactionDecoder()
      const signed = await signTransactions(portico, {
        ...where,
        transactions: transactions.map((transaction) => Uint8Array.from(encoder.encode(transaction))),
      })
      config.abortSignal?.throwIfAborted()
      const finished = signed.map(async (wire, at) => {
        const decoded = decoder.decode(wire)
        assertIsTransactionWithinSizeLimit(decoded)
        const given = transactions[at]
        // A wallet that added something of its own may have taken a newer lifetime too.
        const isGiven = given && isSame(given.messageBytes, decoded.messageBytes)
        const lifetimeConstraint = isGiven && 'lifetimeConstraint' in given ? given.lifetimeConstraint : await lifetimeOf(decoded)
        return Object.freeze({ ...decoded, lifetimeConstraint })
      })
      return Promise.all(finished)
    },
    async modifyAndSignMessages(messages, config = {}) {
      const signed = []
      for (const message of messages) {
        check(config)
        const signature = await signMessage(portico, { ...where, message: Uint8Array.from(message.content) })
        config.abortSignal?.throwIfAborted()
        signed.push(
          Object.freeze({
            ...message,
            signatures: Object.freeze({ ...message.signatures, [address]: signatureBytes(getBase58Encoder().encode(signature)) }),
          }),
        )
      }
      return Object.freeze(signed)
    },
  })
}

/**
 * A signer for a site on `@solana/kit` that sends what it signs: by the wallet where it can, else by the adapter's own
 * endpoints. Apart from {@link createKitSigner}, because kit sends with whichever signer can.
 * @example const signer = createKitSendingSigner(portico)
 * @throws ConnectorNotConnectedError without an account. Its methods throw core's errors, and AccountChangedError
 */
export function createKitSendingSigner(
  portico: Portico,
  { sendOptions, ...options }: KitSignerOptions & { readonly sendOptions?: SendOptions } = {},
): TransactionSendingSigner {
  const { address, check, where } = accountOf(portico, options)
  return Object.freeze({
    address,
    async signAndSendTransactions(transactions: readonly Transaction[], config: SignerConfig = {}) {
      const signatures = []
      for (const transaction of transactions) {
        check(config)
        const minContextSlot = config.minContextSlot === undefined ? {} : { minContextSlot: Number(config.minContextSlot) }
        const request = {
          ...where,
          transaction: Uint8Array.from(getTransactionEncoder().encode(transaction)),
          options: { ...sendOptions, ...minContextSlot },
        }
        signatures.push(signatureBytes(getBase58Encoder().encode(await signAndSendTransaction(portico, request))))
      }
      return signatures
    },
  })
}

const isSame = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  one.length === other.length && Array.from(one).every((byte, at) => byte === other[at])

/** How long a transaction is good for, as far as its message tells. @throws InvalidOptionError */
async function lifetimeOf({ messageBytes }: Transaction) {
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (!('lifetimeToken' in message))
    throw new InvalidOptionError({ option: 'transactions', problem: 'expected transactions with a lifetime' })
  return getTransactionLifetimeConstraintFromCompiledTransactionMessage(message)
}

function accountOf(portico: Portico, { networkId }: KitSignerOptions) {
  const current = () => activeConnection(connectionStore(portico).getState(), 'solana')?.addresses[0]
  const now = current()
  if (now === undefined) throw new ConnectorNotConnectedError()
  const address = asAddress(now)
  /** @throws AccountChangedError, and the signal's reason */
  const check = ({ abortSignal }: Pick<SignerConfig, 'abortSignal'>) => {
    abortSignal?.throwIfAborted()
    if (current() !== address) throw new AccountChangedError({ wanted: address, actual: current() })
  }
  return { address, check, where: { namespace: 'solana' as const, ...(networkId && { networkId }) } }
}
