import { invalidParams } from '../wallet/params.js'
import { LegacyWalletError } from './legacyErrors.js'
import { readTransaction } from './transaction.js'
import type { HeadlessSolanaWallet } from './types.js'

/** The part of web3.js's `PublicKey` that sites use of an adapter. */
export interface LegacyPublicKey {
  toBase58(): string
  toBytes(): Uint8Array
  toString(): string
  equals(other: { toBase58(): string }): boolean
}

/** The part of a web3.js transaction that is used: a `Transaction`, or a `VersionedTransaction`, which has a version. */
export interface LegacyTransaction {
  serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array
}

/** The part of web3.js's `Connection` that is used. */
export interface LegacyConnection {
  getLatestBlockhash(config?: object): Promise<{ blockhash: string }>
  sendRawTransaction(transaction: Uint8Array, options?: object): Promise<string>
}

export interface LegacyAdapterOptions<PublicKey> {
  /** Default: the wallet's name. */
  readonly name?: string
  readonly readyState?: 'Installed' | 'NotDetected' | 'Loadable' | 'Unsupported'
  /** Makes the public keys, for sites that need those of web3.js itself: `(bytes) => new PublicKey(bytes)`. */
  readonly publicKey?: (bytes: Uint8Array) => PublicKey
}

type Listener = (...payload: unknown[]) => void

/** A wallet in the form of `@solana/wallet-adapter-base`: what sites used before the Wallet Standard. */
export interface LegacySolanaAdapter<PublicKey = LegacyPublicKey> {
  readonly name: string
  readonly url: string
  readonly icon: string
  readonly readyState: 'Installed' | 'NotDetected' | 'Loadable' | 'Unsupported'
  readonly publicKey: PublicKey | null
  readonly connecting: boolean
  readonly connected: boolean
  readonly supportedTransactionVersions: ReadonlySet<'legacy' | 0>
  autoConnect(): Promise<void>
  connect(): Promise<void>
  disconnect(): Promise<void>
  sendTransaction(transaction: LegacyTransaction, connection: LegacyConnection, options?: object): Promise<string>
  signTransaction<T extends LegacyTransaction>(transaction: T): Promise<T>
  signAllTransactions<T extends LegacyTransaction>(transactions: readonly T[]): Promise<T[]>
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** `connect`, `disconnect`, `error`, `readyStateChange`. */
  on(event: string, listener: Listener): LegacySolanaAdapter<PublicKey>
  once(event: string, listener: Listener): LegacySolanaAdapter<PublicKey>
  off(event: string, listener: Listener): LegacySolanaAdapter<PublicKey>
  removeListener(event: string, listener: Listener): LegacySolanaAdapter<PublicKey>
  removeAllListeners(event?: string): LegacySolanaAdapter<PublicKey>
  emit(event: string, ...payload: unknown[]): boolean
  listenerCount(event: string): number
}

/**
 * A legacy adapter over a headless wallet, with the same person and script behind it: its requests are those of the Wallet
 * Standard side. Transactions of web3.js are signed in place; web3.js itself is not needed.
 * @example const adapter = createLegacySolanaAdapter(wallet, { publicKey: (bytes) => new PublicKey(bytes) })
 */
export function createLegacySolanaAdapter(wallet: HeadlessSolanaWallet): LegacySolanaAdapter
export function createLegacySolanaAdapter<PublicKey = LegacyPublicKey>(
  wallet: HeadlessSolanaWallet,
  options: LegacyAdapterOptions<PublicKey>,
): LegacySolanaAdapter<PublicKey | LegacyPublicKey>
export function createLegacySolanaAdapter<PublicKey>(
  wallet: HeadlessSolanaWallet,
  options: LegacyAdapterOptions<PublicKey> = {},
): LegacySolanaAdapter<PublicKey | LegacyPublicKey> {
  const { readyState = 'Installed' } = options
  const makeKey = options.publicKey ?? plainKey
  const port = wallet.port(wallet.origin)
  const listeners = new Map<string, Set<{ readonly listener: Listener; readonly once: boolean }>>()
  let address: string | undefined
  let publicKey: PublicKey | LegacyPublicKey | null = null
  let connecting = false

  const emit = (event: string, ...payload: unknown[]) => {
    const heard = [...(listeners.get(event) ?? [])]
    for (const entry of heard) {
      if (entry.once) listeners.get(event)?.delete(entry)
      entry.listener(...payload)
    }
    return heard.length > 0
  }
  const listen = (event: string, listener: Listener, once: boolean) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known.add({ listener, once }))
    return adapter
  }
  const unlisten = (event: string, listener: Listener) => {
    for (const entry of [...(listeners.get(event) ?? [])]) if (entry.listener === listener) listeners.get(event)?.delete(entry)
    return adapter
  }
  const become = (account: unknown) => {
    const bytes: unknown = Reflect.get(Object(account), 'publicKey')
    const next: unknown = Reflect.get(Object(account), 'address')
    if (!(bytes instanceof Uint8Array) || typeof next !== 'string') throw new LegacyWalletError('WalletAccountError')
    if (address === next) return
    address = next
    publicKey = makeKey(bytes)
    emit('connect', publicKey)
  }
  const leave = () => {
    if (address === undefined) return
    address = undefined
    publicKey = null
    emit('disconnect')
  }
  port.on('change', (payload) => {
    const accounts: unknown = Reflect.get(Object(payload), 'accounts')
    if (address === undefined || !Array.isArray(accounts)) return
    if (accounts.length === 0) leave()
    else become(accounts[0])
  })

  /** Every failure is emitted as well as thrown, and wrapped in an error of this kind. */
  const failing = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const failure = error instanceof LegacyWalletError ? error : new LegacyWalletError(name, error)
      emit('error', failure)
      throw failure
    }
  }
  const connect = (silent: boolean) =>
    failing('WalletConnectionError', async () => {
      if (address !== undefined || connecting) return
      if (readyState !== 'Installed' && readyState !== 'Loadable') throw new LegacyWalletError('WalletNotReadyError')
      connecting = true
      try {
        const answer = await port.request({ method: 'standard:connect', params: silent ? [{ silent }] : [] })
        const accounts: unknown = Reflect.get(Object(answer), 'accounts')
        become(Array.isArray(accounts) ? accounts[0] : undefined)
      } finally {
        connecting = false
      }
    })
  const account = () => {
    if (address === undefined) throw new LegacyWalletError('WalletNotConnectedError')
    return address
  }
  const signAll = (transactions: readonly LegacyTransaction[]) =>
    failing('WalletSignTransactionError', async () => {
      const signer = account()
      const params = transactions.map((transaction) => ({ account: signer, transaction: bytesOf(transaction) }))
      const outputs = await port.request({ method: 'solana:signTransaction', params })
      for (const [index, transaction] of transactions.entries()) {
        const output: unknown = Array.isArray(outputs) ? outputs[index] : undefined
        putSignature(transaction, signer, Reflect.get(Object(output), 'signedTransaction'))
      }
    })

  const adapter: LegacySolanaAdapter<PublicKey | LegacyPublicKey> = {
    name: options.name ?? wallet.info.name,
    url: 'https://wallet.example',
    icon: wallet.config.icon,
    readyState,
    get publicKey() {
      return publicKey
    },
    get connecting() {
      return connecting
    },
    get connected() {
      return publicKey !== null
    },
    supportedTransactionVersions: new Set(['legacy', 0] as const),
    connect: () => connect(false),
    autoConnect: () => connect(true),
    async disconnect() {
      await failing('WalletDisconnectionError', () => port.request({ method: 'standard:disconnect', params: [] }))
      leave()
    },
    async signTransaction(transaction) {
      await signAll([transaction])
      return transaction
    },
    async signAllTransactions(transactions) {
      await signAll(transactions)
      return [...transactions]
    },
    signMessage: (message) =>
      failing('WalletSignMessageError', async () => {
        const answer = await port.request({ method: 'solana:signMessage', params: [{ account: account(), message }] })
        const signature: unknown = Reflect.get(Object(Array.isArray(answer) ? answer[0] : undefined), 'signature')
        if (!(signature instanceof Uint8Array)) throw new LegacyWalletError('WalletSignMessageError')
        return signature
      }),
    sendTransaction: (transaction, connection, sendOptions = {}) =>
      failing('WalletSendTransactionError', async () => {
        account()
        if (!isVersioned(transaction)) {
          if (!Reflect.get(transaction, 'feePayer')) Reflect.set(transaction, 'feePayer', publicKey)
          if (!Reflect.get(transaction, 'recentBlockhash')) {
            Reflect.set(transaction, 'recentBlockhash', (await connection.getLatestBlockhash()).blockhash)
          }
        }
        await signAll([transaction])
        return connection.sendRawTransaction(transaction.serialize(), sendOptions)
      }),
    on: (event, listener) => listen(event, listener, false),
    once: (event, listener) => listen(event, listener, true),
    off: unlisten,
    removeListener: unlisten,
    removeAllListeners(event) {
      if (event === undefined) listeners.clear()
      else listeners.delete(event)
      return adapter
    },
    emit,
    listenerCount: (event) => listeners.get(event)?.size ?? 0,
  }
  return adapter

  function plainKey(bytes: Uint8Array): LegacyPublicKey {
    const text = address ?? ''
    const toBase58 = () => text
    return { toBase58, toString: toBase58, toBytes: () => bytes.slice(), equals: (other) => other.toBase58() === text }
  }
}

function isVersioned(transaction: LegacyTransaction): boolean {
  return 'version' in transaction
}

function bytesOf(transaction: LegacyTransaction): Uint8Array {
  const config = { requireAllSignatures: false, verifySignatures: false }
  return Uint8Array.from(isVersioned(transaction) ? transaction.serialize() : transaction.serialize(config))
}

/** Both kinds keep one place for each signer; the older one knows it by its public key. */
function putSignature(transaction: LegacyTransaction, signer: string, signed: unknown): void {
  if (!(signed instanceof Uint8Array)) throw invalidParams('The wallet returned no transaction.')
  const { signatures, message } = readTransaction(signed)
  const place = message.accounts.indexOf(signer)
  const places: unknown = Reflect.get(transaction, 'signatures')
  if (!Array.isArray(places)) throw invalidParams('The transaction has no places for signatures.')
  if (isVersioned(transaction)) {
    places[place] = signatures[place]
    return
  }
  const add: unknown = Reflect.get(transaction, 'addSignature')
  if (typeof add === 'function') add.call(transaction, Reflect.get(Object(places[place]), 'publicKey'), signatures[place])
}
