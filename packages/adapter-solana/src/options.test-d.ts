import type { Portico } from '@portico/core'
import type { AdapterDescription } from '@portico/core/kit'
import type { MessageModifyingSigner, TransactionModifyingSigner, TransactionSendingSigner } from '@solana/kit'
import type { WalletAdapterProps } from '@solana/wallet-adapter-base'
import type { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import { expectTypeOf, test } from 'vitest'
import { solana, type ExternalWallet, type SolanaOptions } from './index.js'
import { createKitSendingSigner, createKitSigner } from './kit.js'
import { solana as mainnet, solanaDevnet } from './networks.js'
import { walletAdapter } from './wallet-adapter.js'
import { createWeb3jsSigner } from './web3js.js'

declare const portico: Portico
declare const adapter: WalletAdapterProps

test('networks are the records, or own ones', () => {
  expectTypeOf(solana({ networks: [mainnet, solanaDevnet] })).toEqualTypeOf<AdapterDescription>()
  solana({ networks: [{ ...mainnet, id: 'solana:localnet', rpcUrls: ['http://127.0.0.1:8899'] }] })
  // @ts-expect-error a network of another family
  solana({ networks: [{ ...mainnet, id: 'eip155:1' }] })
  expectTypeOf<SolanaOptions>().not.toBeAny()
})

test('endpoints are URLs by network id', () => {
  solana({
    networks: [mainnet],
    rpcUrls: { [mainnet.id]: 'https://a.example', [solanaDevnet.id]: ['https://b.example', 'https://c.example'] },
  })
  solana({ networks: [mainnet], rpcUrls: { [mainnet.id]: { http: ['https://a.example'], ws: 'wss://a.example' } } })
  // @ts-expect-error a number is no endpoint
  solana({ networks: [mainnet], rpcUrls: { [mainnet.id]: 8899 } })
})

test('any adapter of wallet-adapter-base can be handed in, by its door', () => {
  expectTypeOf(walletAdapter(adapter)).toEqualTypeOf<ExternalWallet>()
  solana({ networks: [mainnet], wallets: [walletAdapter(adapter)] })
  // @ts-expect-error not as it is
  solana({ networks: [mainnet], wallets: [adapter] })
})

test('signers are those of their libraries', () => {
  const signer = createWeb3jsSigner(portico)
  expectTypeOf(signer.publicKey).toEqualTypeOf<PublicKey | null>()
  expectTypeOf(signer.signTransaction<Transaction>).returns.resolves.toEqualTypeOf<Transaction>()
  expectTypeOf(signer.signAllTransactions<VersionedTransaction>).returns.resolves.toEqualTypeOf<VersionedTransaction[]>()
  expectTypeOf(createKitSigner(portico)).toExtend<TransactionModifyingSigner & MessageModifyingSigner>()
  expectTypeOf(createKitSendingSigner(portico)).toExtend<TransactionSendingSigner>()
})
