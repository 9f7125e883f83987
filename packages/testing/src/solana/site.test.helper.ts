import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import {
  SolanaSignAndSendTransaction,
  SolanaSignIn,
  SolanaSignMessage,
  SolanaSignTransaction,
  type SolanaSignAndSendTransactionFeature,
  type SolanaSignInFeature,
  type SolanaSignMessageFeature,
  type SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { Wallet, WalletWithFeatures } from '@wallet-standard/base'
import {
  StandardConnect,
  StandardDisconnect,
  StandardEvents,
  type StandardConnectFeature,
  type StandardDisconnectFeature,
  type StandardEventsFeature,
} from '@wallet-standard/features'

type AllFeatures = SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature

const all = [
  SolanaSignAndSendTransaction,
  SolanaSignIn,
  SolanaSignMessage,
  SolanaSignTransaction,
  StandardConnect,
  StandardDisconnect,
  StandardEvents,
]

function hasAll(wallet: Wallet): wallet is WalletWithFeatures<AllFeatures> {
  return all.every((feature) => feature in wallet.features)
}

/** The features as their published types have them. */
export function featuresOf(wallet: Wallet): AllFeatures {
  if (!hasAll(wallet)) throw new Error('The wallet lacks a feature.')
  return wallet.features
}

/** The wallet as sites with `@solana/wallet-adapter-react` use it. */
export function adapterOf(wallet: Wallet): StandardWalletAdapter {
  if (!isWalletAdapterCompatibleStandardWallet(wallet)) throw new Error('The wallet is not compatible.')
  return new StandardWalletAdapter({ wallet })
}

/** A blockhash of no block. */
const nowhere = PublicKey.default.toBase58()

export function legacyTransfer(from: string, to: string, lamports = 1000, recentBlockhash = nowhere): Transaction {
  const feePayer = new PublicKey(from)
  const instruction = SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: new PublicKey(to), lamports })
  return new Transaction({ feePayer, blockhash: recentBlockhash, lastValidBlockHeight: 1 }).add(instruction)
}

export function versionedTransfer(from: string, to: string, lamports = 1000, recentBlockhash = nowhere): VersionedTransaction {
  const payerKey = new PublicKey(from)
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })]
  return new VersionedTransaction(new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message())
}

export function bytesOf(transaction: Transaction | VersionedTransaction): Uint8Array {
  if (transaction instanceof VersionedTransaction) return transaction.serialize()
  return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It was answered.')
    },
    (error: unknown) => error,
  )
}
