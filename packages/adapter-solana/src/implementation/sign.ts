import {
  InvalidOptionError,
  UnsupportedMethodError,
  WalletAnswerError,
  type NetworkId,
  type PreflightCommitment,
  type SendOptions,
} from '@portico/core'
import { pause, toBase64, type AccountTarget, type SignMessageRequest } from '@portico/core/kit'
import { EndpointError, TransactionMessageError } from '../errors.js'
import { base58, isSame, readBytes } from './bytes.js'
import type { Connections, Usable } from './connections.js'
import { encodeTransaction } from './encode.js'
import { readDialect } from './dialect.js'
import { field } from './json.js'
import { loaded } from './loaded.js'
import { isSigned, isTransactionMessage, parseTransaction, signerIndex, transactionLimit, type Transaction } from './message.js'
import { commitment, type Rpc } from './rpc.js'
import { answered } from './wallet.js'

/** How sure a node must be of what it simulates on, in today's three words: the other five of the eight are their old names. */
const today: Readonly<Record<PreflightCommitment, 'processed' | 'confirmed' | 'finalized'>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
}

/** A transaction that was sent from here: its bytes may be sent again, and its blockhash tells when that is in vain. */
export interface Sent {
  readonly wire: Uint8Array
  readonly blockhash: string
  /** The host gave a number of retries of its own: nothing is sent again beside them. */
  readonly once: boolean
}

export interface SignParameters {
  readonly connections: Connections
  readonly rpc: Rpc
  /** By signature. */
  readonly sent: Map<string, Sent>
}

/** When to look for what a node may have taken, each after the one before, and how long that may take in all, in milliseconds. */
const [looks, lookTimeout] = [[0, 500, 1_500], 5_000]

/** Whether the wallet, and this account of it, can do something. */
export const can = ({ wallet, account }: Usable, feature: string, call: string): boolean =>
  wallet.has(feature, call) && (account.features?.includes(feature) ?? true)

/** What wallets are asked to sign. Each answer is checked before it is passed on. */
export function createSigning({ connections, rpc, sent }: SignParameters) {
  async function signMessage({ message, ...target }: SignMessageRequest): Promise<string> {
    const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : Uint8Array.from(message)
    if (isTransactionMessage(bytes)) throw new TransactionMessageError()
    const usable = connections.use(target)
    const { wallet, account } = usable
    const feature = 'solana:signMessage'
    if (!can(usable, feature, 'signMessage')) throw new UnsupportedMethodError({ wallet: wallet.name, method: 'signMessage' })
    const inputs = [{ account: account.handle, message: bytes.slice() }]
    const [answer] = await wallet.ask({ feature, call: 'signMessage', method: 'signMessage', inputs })
    const signature = readBytes(answered(answer, 'signature'), 64)
    if (signature?.length !== 64 || !(await isSignatureOf(signature, bytes, target.address)))
      throw new WalletAnswerError({ method: feature })
    return base58.encode(signature)
  }

  /** A transaction of the site, if the account is one of its signers. @throws InvalidOptionError */
  function parse(wire: Uint8Array, option: string, { address }: AccountTarget): Transaction {
    const transaction = wire instanceof Uint8Array ? parseTransaction(wire.slice()) : undefined
    if (!transaction)
      throw new InvalidOptionError({
        option,
        problem: `expected a serialised legacy or v0 transaction of at most ${transactionLimit} bytes`,
      })
    if (signerIndex(transaction.message, base58.decode(address)) < 0)
      throw new InvalidOptionError({ option, problem: `it does not ask for a signature of ${address}` })
    return transaction
  }

  function checkVersions({ wallet }: Usable, feature: string, transactions: readonly Transaction[], method: string) {
    const versions = wallet.versions(feature)
    if (!versions || transactions.every(({ message }) => versions.includes(message.version))) return
    throw new UnsupportedMethodError({ wallet: wallet.name, method, instead: 'Another kind of transaction, or another wallet, may work.' })
  }

  async function sign(
    target: AccountTarget,
    transactions: readonly Transaction[],
    method: string,
    options?: object,
  ): Promise<readonly Uint8Array[]> {
    const feature = 'solana:signTransaction'
    const usable = connections.use(target)
    const { wallet, account, chain } = usable
    if (!can(usable, feature, 'signTransaction'))
      throw new UnsupportedMethodError({ wallet: wallet.name, method, instead: 'It may be able to send the transaction itself.' })
    checkVersions(usable, feature, transactions, method)
    const inputs = transactions.map(({ signatures, bytes }) => ({
      account: account.handle,
      chain,
      transaction: encodeTransaction(signatures, bytes),
      ...(options && { options }),
    }))
    const answers = await wallet.ask({ feature, call: 'signTransaction', method, inputs })
    return Promise.all(
      transactions.map((transaction, at) => readSigned(transaction, answered(answers[at], 'signedTransaction'), target.address)),
    )
  }

  async function signTransactions({
    transactions,
    ...target
  }: AccountTarget & { readonly transactions: readonly Uint8Array[] }): Promise<readonly Uint8Array[]> {
    if (!Array.isArray(transactions)) throw new InvalidOptionError({ option: 'transactions', problem: 'expected an array' })
    const parsed = transactions.map((wire, at) => parse(wire, `transactions[${at}]`, target))
    return parsed.length > 0 ? sign(target, parsed, 'signTransactions') : []
  }

  async function signAndSendTransaction({
    transaction: wire,
    options = {},
    ...target
  }: AccountTarget & { readonly transaction: Uint8Array; readonly options?: SendOptions }): Promise<string> {
    const { preflightCommitment, skipPreflight, maxRetries, minContextSlot } = options
    if (preflightCommitment !== undefined && !Object.hasOwn(today, preflightCommitment)) {
      throw new InvalidOptionError({ option: 'preflightCommitment', problem: `expected one of ${Object.keys(today).join(', ')}` })
    }
    const transaction = parse(wire, 'transaction', target)
    const usable = connections.use(target)
    const feature = 'solana:signAndSendTransaction'
    const limits = {
      ...(preflightCommitment && { preflightCommitment: today[preflightCommitment] }),
      ...(minContextSlot !== undefined && { minContextSlot }),
    }
    const how = { ...limits, ...(skipPreflight !== undefined && { skipPreflight }), ...(maxRetries !== undefined && { maxRetries }) }
    if (!can(usable, feature, 'signAndSendTransaction')) {
      const [signed] = await sign(target, [transaction], 'signAndSendTransaction', Object.keys(limits).length > 0 ? limits : undefined)
      return send(target, signed ?? wire, how)
    }
    checkVersions(usable, feature, [transaction], 'signAndSendTransaction')
    const { wallet, account, chain } = usable
    const inputs = [
      {
        account: account.handle,
        chain,
        transaction: encodeTransaction(transaction.signatures, transaction.bytes),
        ...(Object.keys(how).length > 0 && { options: how }),
      },
    ]
    const [answer] = await wallet.ask({ feature, call: 'signAndSendTransaction', method: 'signAndSendTransaction', inputs })
    const signature = readBytes(answered(answer, 'signature'), 64)
    if (signature?.length !== 64 || !isSigned(signature)) throw new WalletAnswerError({ method: feature })
    return base58.encode(signature)
  }

  /** Hands a signed transaction to the network. It is known by its first signature. */
  async function send(
    { networkId }: Pick<AccountTarget, 'networkId'>,
    wire: Uint8Array,
    options: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const transaction = parseTransaction(wire)
    const signature = transaction?.signatures[0]
    if (!transaction || !signature || !isSigned(signature))
      throw new InvalidOptionError({ option: 'transaction', problem: 'the signature of its payer is missing' })
    const hash = base58.encode(signature)
    const params = [toBase64(wire), { encoding: 'base64', preflightCommitment: commitment, ...options }]
    await rpc.call({ networkId, method: 'sendTransaction', params }).catch(async (error: unknown) => {
      // An answer can get lost, and the transaction be there all the same.
      const isThere = isKnown(error) || (error instanceof EndpointError && (await isOnChain(networkId, hash)))
      if (!isThere) throw error
    })
    if (sent.size >= 100) for (const oldest of [...sent.keys()].slice(0, 50)) sent.delete(oldest)
    sent.set(hash, { wire, blockhash: base58.encode(transaction.message.blockhash), once: options['maxRetries'] !== undefined })
    return hash
  }

  /** Whether the network knows a transaction, at once or within two seconds. */
  async function isOnChain(networkId: NetworkId, hash: string): Promise<boolean> {
    const signal = AbortSignal.timeout(lookTimeout)
    for (const milliseconds of looks) {
      await pause(milliseconds, signal)
      const answer = await rpc.call({ networkId, method: 'getSignatureStatuses', params: [[hash]], signal }).catch(() => undefined)
      if (answer === undefined) return false
      if (field(answer, 'value', 0)) return true
    }
    return false
  }

  return { signMessage, signTransactions, signAndSendTransaction, send }
}

/** R8: the same bytes a second time. The node has them already. */
function isKnown(error: unknown): boolean {
  const { words, texts } = readDialect(error)
  return words.includes('AlreadyProcessed') || texts.some((text) => /already (been )?processed/i.test(text))
}

async function isSignatureOf(signature: Uint8Array, message: Uint8Array, address: string): Promise<boolean> {
  const { verify } = await loaded(import('./curve.js'))
  return verify(signature, message, base58.decode(address))
}

/**
 * What a wallet made of a transaction: the same message, signed by the account that was asked. Signatures that were there
 * before stay where the wallet left them out. To what nobody has signed yet, wallets may add instructions of their own, such
 * as a fee or a guard: then it is what the wallet signed that counts, as long as the same account pays for it.
 * @throws WalletAnswerError
 */
async function readSigned(transaction: Transaction, answer: unknown, address: string): Promise<Uint8Array> {
  const wire = readBytes(answer, transactionLimit)
  const signed = wire && parseTransaction(wire)
  const signature = signed?.signatures[signerIndex(signed.message, base58.decode(address))]
  const isGiven = signed !== undefined && isSame(signed.bytes, transaction.bytes)
  const isSound =
    signed && signature && (isGiven || mayBecome(transaction, signed)) && (await isSignatureOf(signature, signed.bytes, address))
  if (!isSound) throw new WalletAnswerError({ method: 'solana:signTransaction' })
  const signatures = signed.signatures.map((now, at) => {
    const before = isGiven ? transaction.signatures[at] : undefined
    return isSigned(now) ? now : (before ?? now)
  })
  return encodeTransaction(signatures, signed.bytes)
}

/** Whether a wallet may make one transaction of another: no signature is lost by it, and the payer stays who it was. */
function mayBecome(given: Transaction, signed: Transaction): boolean {
  const [[payer], [payerNow]] = [given.message.accounts, signed.message.accounts]
  return !given.signatures.some(isSigned) && payer !== undefined && payerNow !== undefined && isSame(payer, payerNow)
}
