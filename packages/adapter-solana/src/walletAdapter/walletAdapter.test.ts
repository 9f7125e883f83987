import { PorticoError } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import type { Solana } from '@portico/chains/solana'
import { createLegacySolanaAdapter, createSolanaWallet } from '@portico/testing/solana'
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solana as mainnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { startChain, useWebSocket } from '../test/chain.js'
import { KeyWalletAdapter, listeners } from '../test/keyWallet.js'
import { addressOf } from '../test/keys.js'
import { walletAdapter } from './walletAdapter.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
let restoreSocket: () => void
let adapter: Adapter
let reports: unknown[][]

beforeAll(async () => {
  restoreSocket = useWebSocket()
  ;({ chain, options, stop: stopChain } = await startChain(14_018))
}, 60_000)
afterAll(async () => {
  await stopChain()
  restoreSocket()
})
beforeEach(async () => {
  await chain.reset()
  ;({ adapter, reports } = await testAdapter(options))
})

const networkId = mainnet.id
const target = { connectorId, address: addressOf(0), networkId }
const endpointOf = (named: string) => (named === 'solana:mainnet' ? chain.urls.http : undefined)
const pay = SystemProgram.transfer({ fromPubkey: new PublicKey(addressOf(0)), toPubkey: new PublicKey(addressOf(1)), lamports: 3 })
const legacy = () =>
  Uint8Array.from(
    new Transaction({ feePayer: new PublicKey(addressOf(0)), blockhash: addressOf(9), lastValidBlockHeight: 1 })
      .add(pay)
      .serialize({ requireAllSignatures: false }),
  )
const v0 = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: new PublicKey(addressOf(0)),
      recentBlockhash: addressOf(9),
      instructions: [pay],
    }).compileToV0Message(),
  ).serialize()

describe('a class of @solana/wallet-adapter-base', () => {
  test('connects, signs, sends, is told goodbye and comes back', async () => {
    const wallet = new KeyWalletAdapter()
    const handed = walletAdapter(wallet)
    expect(handed).toMatchObject({ name: 'Key Wallet' })
    expect(handed.readyState()).toBe('Loadable')
    const provider = await handed.open(endpointOf)
    await expect(adapter.connect({ connector: wayIn(provider), signal: never() })).resolves.toEqual({
      addresses: [addressOf(0)],
      networkId,
      approvedNetworkIds: [networkId],
    })
    await expect(adapter.signMessage({ ...target, message: 'hello' })).resolves.toBeTypeOf('string')
    await expect(adapter.signTransactions?.({ ...target, transactions: [legacy(), v0()] })).resolves.toHaveLength(2)
    for (const token of [undefined, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']) {
      const hash = await adapter.sendTransaction?.({ ...target, to: addressOf(1), value: 5n, ...(token && { token }) })
      await expect(adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).resolves.toMatchObject({ outcome: 'success' })
    }
    wallet.declines = true
    await expect(adapter.signTransactions?.({ ...target, transactions: [v0()] })).rejects.toMatchObject({ name: 'UserRejectedError' })
    await adapter.disconnect({ connectorId })
    expect(wallet.connected).toBe(false)
    await expect(adapter.reconnect({ connector: wayIn(provider), signal: never() })).resolves.toMatchObject({ addresses: [addressOf(0)] })
    await wallet.disconnect()
    expect(reports).toEqual([['changed', connectorId, { addresses: [] }]])
    expect([listeners(wallet, 'connect'), listeners(wallet, 'disconnect')]).toEqual([0, 0])
  })

  test('that knows only legacy transactions is not handed others', async () => {
    const provider = await walletAdapter(new KeyWalletAdapter({ versions: null })).open(endpointOf)
    await adapter.connect({ connector: wayIn(provider), signal: never() })
    await expect(adapter.signTransactions?.({ ...target, transactions: [legacy()] })).resolves.toHaveLength(1)
    await expect(adapter.signTransactions?.({ ...target, transactions: [legacy(), v0()] })).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
    })
  })

  test('that uses another account by now is not asked for the first one', async () => {
    const wallet = new KeyWalletAdapter()
    const provider = await walletAdapter(wallet).open(endpointOf)
    await adapter.connect({ connector: wayIn(provider), signal: never() })
    Object.defineProperty(wallet, 'publicKey', { value: new PublicKey(addressOf(2)) })
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletRequestError', code: 4100 })
  })
})

test('an adapter that cannot sign, but send, sends by the endpoint of the network that is named', async () => {
  const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
  const whole = createLegacySolanaAdapter(wallet, { publicKey: (bytes) => new PublicKey(bytes) })
  const sender = new Proxy(whole, { get: (subject, name) => (/^sign/.test(String(name)) ? undefined : Reflect.get(subject, name)) })
  await adapter.connect({ connector: wayIn(await walletAdapter(sender).open(endpointOf)), signal: never() })
  const hash = await adapter.sendTransaction?.({ ...target, to: addressOf(1), value: 5n })
  await expect(adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).resolves.toMatchObject({ outcome: 'success' })
  await expect(adapter.signTransactions?.({ ...target, transactions: [legacy()] })).rejects.toMatchObject({
    name: 'UnsupportedMethodError',
  })
  await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'UnsupportedMethodError' })
})

describe('an adapter that lies', () => {
  const nonsense: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['text', 'signed'],
    ['a number', 7],
    ['an object', {}],
    ['the bytes of another one', { serialize: () => v0() }],
    [
      'an object that throws',
      {
        serialize: () => {
          throw new Error('no')
        },
      },
    ],
  ]

  test.each(nonsense)('R2: and signs with %s ends in a typed error', async (_, said) => {
    const liar = Object.assign(new KeyWalletAdapter(), {
      signTransaction: async () => said,
      signAllTransactions: async () => said,
      signMessage: async () => said,
    })
    await adapter.connect({ connector: wayIn(await walletAdapter(liar).open(endpointOf)), signal: never() })
    await expect(adapter.signTransactions?.({ ...target, transactions: [legacy()] })).rejects.toBeInstanceOf(PorticoError)
    await expect(adapter.signTransactions?.({ ...target, transactions: [legacy(), legacy()] })).rejects.toBeInstanceOf(PorticoError)
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('R2: or has a public key that is none, or properties that throw, connects to nothing', async () => {
    const keys = [undefined, null, 'key', {}, { toBase58: () => 7 }, { toBase58: () => 'bob' }]
    for (const publicKey of keys) {
      const liar = new Proxy(new KeyWalletAdapter(), {
        get(subject, name) {
          const own: unknown = name === 'publicKey' ? publicKey : Reflect.get(subject, name, subject)
          return typeof own === 'function' ? own.bind(subject) : own
        },
      })
      await expect(
        adapter.connect({ connector: wayIn(await walletAdapter(liar).open(endpointOf)), signal: never() }),
      ).rejects.toMatchObject({ name: 'WalletAnswerError' })
    }
    const rude = {
      name: 'Rude',
      icon: '',
      readyState: 'Installed',
      connect: () => Promise.reject(new Error('no')),
      disconnect: () => Promise.reject(new Error('no')),
      on: () => {
        throw new Error('no')
      },
    }
    const handed = walletAdapter(rude)
    expect(() => handed.follow(() => undefined)()).not.toThrow()
    await expect(adapter.connect({ connector: wayIn(await handed.open(endpointOf)), signal: never() })).rejects.toMatchObject({
      name: 'WalletRequestError',
    })
  })
})
