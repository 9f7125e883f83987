import { ed25519 } from '@noble/curves/ed25519.js'
import {
  BaseMessageSignerWalletAdapter,
  WalletNotConnectedError,
  WalletReadyState,
  WalletSignTransactionError,
  type WalletName,
} from '@solana/wallet-adapter-base'
import { Keypair, Transaction, type PublicKey, type TransactionVersion, type VersionedTransaction } from '@solana/web3.js'
import { seedOf } from './keys.js'

/** The class is an event emitter, which its declarations do not show to every compiler. */
const emit = (wallet: object, ...event: readonly unknown[]): void => void Reflect.apply(Reflect.get(wallet, 'emit'), wallet, event)

/** How many listen to an event. */
export const listeners = (wallet: object, event: string): unknown => Reflect.apply(Reflect.get(wallet, 'listenerCount'), wallet, [event])

/** A wallet as sites had them before the Wallet Standard: a class of `@solana/wallet-adapter-base` around a key. */
export class KeyWalletAdapter extends BaseMessageSignerWalletAdapter {
  name = 'Key Wallet' as WalletName<'Key Wallet'>
  url = 'https://wallet.example'
  icon = 'data:image/svg+xml;base64,PHN2Zy8+'
  readyState = WalletReadyState.Loadable
  connecting = false
  declines = false
  supportedTransactionVersions: ReadonlySet<TransactionVersion> | null
  readonly #keypair: Keypair
  #publicKey: PublicKey | null = null

  constructor({
    index = 0,
    versions = new Set<TransactionVersion>(['legacy', 0]),
  }: { index?: number; versions?: ReadonlySet<TransactionVersion> | null } = {}) {
    super()
    this.#keypair = Keypair.fromSeed(seedOf(index))
    this.supportedTransactionVersions = versions
  }

  get publicKey() {
    return this.#publicKey
  }

  async connect() {
    this.#publicKey = this.#keypair.publicKey
    emit(this, 'connect', this.#publicKey)
  }

  async disconnect() {
    this.#publicKey = null
    emit(this, 'disconnect')
  }

  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    if (!this.#publicKey) throw new WalletNotConnectedError()
    if (this.declines) throw new WalletSignTransactionError('User rejected the request.')
    if (transaction instanceof Transaction) transaction.partialSign(this.#keypair)
    else transaction.sign([this.#keypair])
    return transaction
  }

  async signMessage(message: Uint8Array) {
    if (!this.#publicKey) throw new WalletNotConnectedError()
    return ed25519.sign(message, this.#keypair.secretKey.slice(0, 32))
  }
}
