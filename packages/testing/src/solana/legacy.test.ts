import { ed25519 } from '@noble/curves/ed25519.js'
import { createSolana, type Solana } from '@portico/chains/solana'
import { WalletReadyState } from '@solana/wallet-adapter-base'
import { Connection, PublicKey, Transaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { garbage, reject } from '../wallet/behaviours.js'
import { createSolanaWallet } from './createSolanaWallet.js'
import { createLegacySolanaAdapter } from './legacy.js'
import { failure, legacyTransfer, versionedTransfer } from './site.test.helper.js'

const ports = { port: 16003, wsPort: 16004 }
const url = `http://127.0.0.1:${ports.port}`
let solana: Solana
beforeAll(async () => {
  solana = createSolana(ports)
  await solana.start()
})
afterAll(() => solana.stop())

async function connected() {
  const wallet = createSolanaWallet({ accounts: 2 })
  const adapter = createLegacySolanaAdapter(wallet, { publicKey: (bytes) => new PublicKey(bytes) })
  await adapter.connect()
  const [address = '', other = ''] = wallet.accounts
  return { wallet, adapter, address, other }
}

test('it connects with the person, comes back silently, and follows the account', async () => {
  const wallet = createSolanaWallet({ accounts: 2, policy: 'manual' })
  const adapter = createLegacySolanaAdapter(wallet)
  expect(adapter.readyState).toBe(WalletReadyState.Installed)
  const heard = vi.fn()
  adapter.on('connect', heard)
  const connecting = adapter.connect()
  await wallet.waitFor('standard:connect')
  expect(adapter.connecting).toBe(true)
  wallet.approve()
  await connecting
  expect(adapter.publicKey?.toBase58()).toBe(wallet.accounts[0])
  wallet.selectAccount(1)
  expect(heard.mock.calls.map(([key]) => String(key))).toEqual(wallet.accounts)
  const again = createLegacySolanaAdapter(wallet)
  await again.autoConnect()
  expect(again.publicKey?.toBytes()).toEqual(bs58.decode(wallet.accounts[1] ?? ''))
})

test('it leaves by the site and by the wallet, and says so once', async () => {
  const { wallet, adapter } = await connected()
  const heard = vi.fn()
  adapter.on('disconnect', heard)
  await adapter.disconnect()
  expect([adapter.connected, heard.mock.calls.length]).toEqual([false, 1])
  await adapter.connect()
  wallet.forget()
  expect([adapter.publicKey, heard.mock.calls.length]).toEqual([null, 2])
})

test('failures are emitted, thrown, and named as the library names them', async () => {
  const { wallet, adapter, address } = await connected()
  const heard = vi.fn()
  adapter.on('error', heard)
  wallet.script('solana:signTransaction', reject(), garbage([{ signedTransaction: 'x' }]))
  const transaction = legacyTransfer(address, address)
  expect(await failure(adapter.signTransaction(transaction))).toMatchObject({ name: 'WalletSignTransactionError', error: { code: 4001 } })
  expect(await failure(adapter.signTransaction(transaction))).toMatchObject({ name: 'WalletSignTransactionError' })
  await adapter.disconnect()
  expect(await failure(adapter.signMessage(new Uint8Array(3)))).toMatchObject({ name: 'WalletNotConnectedError' })
  expect(heard).toHaveBeenCalledTimes(3)
  const absent = createLegacySolanaAdapter(wallet, { readyState: 'NotDetected' })
  expect(await failure(absent.connect())).toMatchObject({ name: 'WalletNotReadyError' })
})

test('it signs web3.js transactions in place, one and many, and messages', async () => {
  const { adapter, address, other } = await connected()
  const legacy = legacyTransfer(address, other)
  expect(await adapter.signTransaction(legacy)).toBe(legacy)
  expect(legacy.verifySignatures()).toBe(true)
  const [versioned] = await adapter.signAllTransactions([versionedTransfer(address, other)])
  const message = new TextEncoder().encode('Hello')
  const valid = [
    ed25519.verify(versioned?.signatures[0] ?? new Uint8Array(), versioned?.message.serialize() ?? message, bs58.decode(address)),
    ed25519.verify(await adapter.signMessage(message), message, bs58.decode(address)),
  ]
  expect(valid).toEqual([true, true])
})

test('it fills in a transaction and sends it through the connection of the site', async () => {
  const { adapter, address } = await connected()
  const to = PublicKey.unique()
  const transaction = new Transaction().add(...legacyTransfer(address, to.toBase58(), 3_000_000).instructions)
  const asked: Promise<unknown>[] = []
  const noted: typeof fetch = (...about) => {
    const answer = fetch(...about)
    asked.push(answer)
    return answer
  }
  const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: `ws://127.0.0.1:${ports.wsPort}`, fetch: noted })
  await connection.confirmTransaction(await adapter.sendTransaction(transaction, connection), 'confirmed')
  expect(solana.balanceOf(to.toBase58())).toBe(3_000_000n)
  await Promise.all(asked) // web3.js asks once more beside what it hears, and forgets about it: the node stays until then
})
