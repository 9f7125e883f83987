import { InsufficientFundsError, InvalidOptionError, type Portico } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import type { Solana } from '@portico/chains/solana'
import { reject } from '@portico/testing'
import { createLegacySolanaAdapter, createSolanaWallet, type HeadlessSolanaWallet } from '@portico/testing/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletAdapter } from '../wallet-adapter.js'
import type { SolanaOptions } from '../options.js'
import { solana as mainnet, solanaDevnet, solanaTestnet } from '../networks.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { startChain, useWebSocket } from '../test/chain.js'
import { bodyOf } from '../test/request.js'
import { addressOf, seedOf } from '../test/keys.js'
import { associatedTokenAddress } from './curve.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
let restoreSocket: () => void

beforeAll(async () => {
  restoreSocket = useWebSocket()
  ;({ chain, options, stop: stopChain } = await startChain(14_001))
}, 60_000)
afterAll(async () => {
  await stopChain()
  restoreSocket()
})

const networkId = mainnet.id
const signal = never()
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const fresh = (index: number) => Keypair.fromSeed(new Uint8Array(32).fill(index)).publicKey.toBase58()

/** The same wallet, as four kinds of host would have it. */
const kinds = {
  'a Wallet Standard wallet that sends': (wallet: HeadlessSolanaWallet) => wallet.wallet,
  'a Wallet Standard wallet that only signs': (wallet: HeadlessSolanaWallet) => wallet.wallet,
  'a StandardWalletAdapter': async (wallet: HeadlessSolanaWallet) => {
    if (!isWalletAdapterCompatibleStandardWallet(wallet.wallet)) throw new Error('unreachable: the wallet has what a wallet-adapter needs')
    // It takes itself for unsupported where there is no page.
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('document', {})
    const adapter = new StandardWalletAdapter({ wallet: wallet.wallet })
    vi.unstubAllGlobals()
    return walletAdapter(adapter).open(() => chain.urls.http)
  },
  'a legacy wallet-adapter': (wallet: HeadlessSolanaWallet) =>
    walletAdapter(createLegacySolanaAdapter(wallet, { publicKey: (bytes) => new PublicKey(bytes) })).open(() => chain.urls.http),
} as const

const features = ['standard:connect', 'standard:disconnect', 'standard:events', 'solana:signMessage', 'solana:signTransaction'] as const

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
  let wallet: HeadlessSolanaWallet
  let adapter: Adapter
  let portico: Portico
  let reports: unknown[][]
  let stop: () => void
  let provider: unknown

  beforeEach(async () => {
    await chain.reset()
    wallet = createSolanaWallet({
      accounts: 3,
      chains: { 'solana:mainnet': chain.urls.http, 'solana:devnet': 'http://127.0.0.1:1' },
      ...(kind.endsWith('only signs') && { features }),
    })
    provider = await kinds[kind](wallet)
    ;({ adapter, portico, reports, stop } = await testAdapter(options))
  })
  afterEach(() => {
    stop()
    wallet.close()
  })

  const isLegacy = kind === 'a legacy wallet-adapter'
  const isHanded = isLegacy || kind === 'a StandardWalletAdapter'
  const target = { connectorId, address: addressOf(0), networkId }
  const connected = () => adapter.connect({ connector: wayIn(provider), signal })
  const connection = async () => ({ blockhash: (await latest()).blockhash })
  const latest = async () => {
    const response = await fetch(chain.urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] }),
    })
    const { result }: { result: { value: { blockhash: string } } } = await response.json()
    return result.value
  }
  const transfer = (lamports: number, to = addressOf(1)) =>
    SystemProgram.transfer({ fromPubkey: new PublicKey(addressOf(0)), toPubkey: new PublicKey(to), lamports })
  const legacy = async (lamports: number) => {
    const transaction = new Transaction({
      feePayer: new PublicKey(addressOf(0)),
      ...(await connection()),
      lastValidBlockHeight: 1_000,
    }).add(transfer(lamports))
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false }))
  }
  const v0 = async (lamports: number) =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: new PublicKey(addressOf(0)),
        recentBlockhash: (await connection()).blockhash,
        instructions: [transfer(lamports)],
      }).compileToV0Message(),
    ).serialize()

  test('connects: the account in use first, on the network asked for', async () => {
    const grant = await adapter.connect({ connector: wayIn(provider), networkId, signal })
    expect(grant).toMatchObject({ addresses: [addressOf(0)], networkId })
    expect(grant.approvedNetworkIds).toContain(networkId)
    if (!isLegacy) expect(grant.approvedNetworkIds).not.toContain(solanaTestnet.id)
    expect(reports).toEqual([])
  })

  test('declined, it says so', async () => {
    wallet.script('standard:connect', reject())
    await expect(connected()).rejects.toMatchObject({ name: 'UserRejectedError' })
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('knows balances: SOL, and tokens of both programs with their names', async () => {
    await expect(adapter.getBalance({ address: addressOf(0), networkId })).resolves.toBe(1_000_000_000_000n)
    await expect(adapter.getTokenBalances?.({ address: addressOf(0), networkId })).resolves.toEqual([
      { address: usdc, symbol: 'USDC', name: 'USD Coin', units: 25_000_000_000n, decimals: 6 },
      { address: pyusd, symbol: 'PYUSD', name: 'PayPal USD', units: 10_000_000_000n, decimals: 6 },
    ])
    await expect(adapter.getBalance({ address: fresh(99), networkId })).resolves.toBe(0n)
    await expect(adapter.getTokenBalances?.({ address: fresh(99), networkId })).resolves.toEqual([])
  })

  test('signs a text and bytes, with a signature that anybody can check', async () => {
    await connected()
    for (const message of ['hello ✓', Uint8Array.of(1, 2, 3)]) {
      const signature = await adapter.signMessage({ ...target, message })
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      expect(ed25519.verify(base58.decode(typeof signature === 'string' ? signature : ''), bytes, base58.decode(addressOf(0)))).toBe(true)
    }
  })

  test('S16: does not get to see bytes that are a transaction', async () => {
    await connected()
    const before = wallet.log.length
    for (const wire of [await legacy(1), await v0(1)]) {
      await expect(adapter.signMessage({ ...target, message: wire.subarray(65) })).rejects.toMatchObject({
        name: 'TransactionMessageError',
      })
    }
    expect(wallet.log).toHaveLength(before)
  })

  test('signs one and many transactions, legacy and v0, in one request', async () => {
    await connected()
    const given = [await legacy(1), await v0(2), await legacy(3)]
    const [one] = (await adapter.signTransactions?.({ ...target, transactions: given.slice(0, 1) })) ?? []
    expect(one?.subarray(65)).toEqual(given[0]?.subarray(65))
    const before = wallet.log.filter(({ method }) => method === 'solana:signTransaction').length
    const signed = (await adapter.signTransactions?.({ ...target, transactions: given })) ?? []
    if (!isLegacy) expect(wallet.log.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(before + 1)
    expect(signed).toHaveLength(3)
    signed.forEach((wire, at) => {
      const transaction = VersionedTransaction.deserialize(wire)
      expect(wire.subarray(65)).toEqual(given[at]?.subarray(65))
      expect(
        ed25519.verify(transaction.signatures[0] ?? new Uint8Array(64), transaction.message.serialize(), base58.decode(addressOf(0))),
      ).toBe(true)
    })
  })

  // An adapter has no way to be told.
  if (!isHanded)
    test('S14: the chain is named in every request', async () => {
      await connected()
      await adapter.signTransactions?.({ ...target, transactions: [await legacy(1)] })
      await adapter.signAndSendTransaction?.({ ...target, transaction: await v0(1) })
      const asked = wallet.log
        .filter(({ method }) => /Transaction$/.test(method))
        .flatMap(({ params }) => (Array.isArray(params) ? params : []))
      expect(asked).toHaveLength(2)
      for (const input of asked) expect(input).toMatchObject({ chain: 'solana:mainnet' })
    })

  test.each([
    ['legacy', legacy],
    ['v0', v0],
  ])(
    'signs and sends a %s transaction, with each of the eight commitments',
    async (_, make) => {
      await connected()
      const commitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const
      const hashes: string[] = []
      let sum = 0n
      for (const [at, preflightCommitment] of commitments.entries()) {
        const transaction = await make(1_000 + at)
        sum += BigInt(1_000 + at)
        // A node that simulates on what is final does not know the newest blockhash yet.
        const skipPreflight = ['finalized', 'root', 'max'].includes(preflightCommitment)
        hashes.push(
          (await adapter.signAndSendTransaction?.({ ...target, transaction, options: { preflightCommitment, skipPreflight } })) ?? '',
        )
      }
      const receipts = await Promise.all(hashes.map(async (hash) => adapter.waitForReceipt?.({ hash, networkId })))
      expect(receipts.map((receipt) => [receipt?.outcome, receipt?.minedHash])).toEqual(hashes.map((hash) => ['success', hash]))
      expect(chain.balanceOf(addressOf(1))).toBe(1_000_000_000_000n + sum)
      const wrong = { ...target, transaction: await make(1), options: { preflightCommitment: 'final' as never } }
      await expect(adapter.signAndSendTransaction?.(wrong)).rejects.toBeInstanceOf(InvalidOptionError)
    },
    60_000,
  )

  test('sends SOL, and the receipt says in which slot', async () => {
    await connected()
    const to = fresh(40)
    const before = chain.balanceOf(addressOf(0))
    const hash = await adapter.sendTransaction?.({ ...target, to, value: 1_500_000_000n })
    const receipt = await adapter.waitForReceipt?.({ hash: hash ?? '', networkId })
    expect(receipt).toMatchObject({ hash, outcome: 'success', minedHash: hash })
    expect(receipt?.blockNumber).toBeGreaterThan(0n)
    expect(chain.balanceOf(to)).toBe(1_500_000_000n)
    expect(chain.balanceOf(addressOf(0))).toBe(before - 1_500_005_000n)
  })

  test.each([
    ['SPL', usdc, 2_039_280n],
    ['Token-2022', pyusd, 2_074_080n],
  ])('sends a %s token, and makes the account of a recipient that has none', async (_, token, rent) => {
    await connected()
    for (const [to, isNew] of [
      [addressOf(1), false],
      [fresh(41), true],
    ] as const) {
      const before = chain.balanceOf(addressOf(0))
      const held = (await adapter.getTokenBalances?.({ address: to, networkId }))?.find(({ address }) => address === token)?.units ?? 0n
      const fee = await adapter.estimateFee?.({ ...target, to, token, value: 1_234_567n })
      expect(fee).toEqual(isNew ? { expected: 5_000n + rent, maximum: 5_000n + rent } : { expected: 5_000n, maximum: 5_000n })
      const hash = await adapter.sendTransaction?.({ ...target, to, token, value: 1_234_567n })
      await expect(adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).resolves.toMatchObject({ outcome: 'success' })
      const now = (await adapter.getTokenBalances?.({ address: to, networkId }))?.find(({ address }) => address === token)?.units
      expect(now).toBe(held + 1_234_567n)
      expect(before - chain.balanceOf(addressOf(0))).toBe(fee?.expected)
    }
  })

  test('declined, nothing is signed and nothing is sent', async () => {
    await connected()
    const before = chain.balanceOf(addressOf(0))
    const transaction = await legacy(1)
    for (const method of ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'])
      wallet.script(method, reject(), reject(), reject(), reject())
    const asks = [
      () => adapter.signMessage({ ...target, message: 'x' }),
      () => adapter.signTransactions?.({ ...target, transactions: [transaction] }),
      () => adapter.signAndSendTransaction?.({ ...target, transaction }),
      () => adapter.sendTransaction?.({ ...target, to: addressOf(1), value: 1n }),
    ]
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ name: 'UserRejectedError', code: 4001 })
    expect(chain.balanceOf(addressOf(0))).toBe(before)
  })

  test('what the balance does not cover is an InsufficientFundsError, and less than an account has to hold an AmountTooSmallError', async () => {
    await connected()
    await expect(adapter.signAndSendTransaction?.({ ...target, transaction: await legacy(5_000_000_000_000) })).rejects.toBeInstanceOf(
      InsufficientFundsError,
    )
    await expect(adapter.sendTransaction?.({ ...target, to: fresh(43), value: 1n })).rejects.toMatchObject({
      name: 'AmountTooSmallError',
      least: 890_880n,
    })
  })

  test('what would leave an account with less than the chain asks for is refused before the wallet is asked', async () => {
    await connected()
    const prompts = () => wallet.log.filter(({ method }) => /sign/i.test(method)).length
    const before = prompts()
    const ask = async (order: { readonly to: string; readonly value: bigint; readonly token?: string }) => [
      await adapter.estimateFee?.({ ...target, ...order }).then(
        () => 'estimated',
        ({ name }: Error) => name,
      ),
      await adapter.sendTransaction?.({ ...target, ...order }).then(
        () => 'sent',
        ({ name }: Error) => name,
      ),
    ]
    const all = chain.balanceOf(addressOf(0))
    // One that is new.
    expect(await ask({ to: fresh(43), value: 890_879n })).toEqual(['AmountTooSmallError', 'AmountTooSmallError'])
    // One's own: it may be empty, but not nearly so.
    expect(await ask({ to: addressOf(1), value: all - 5_000n - 890_879n })).toEqual(['InsufficientFundsError', 'InsufficientFundsError'])
    expect(prompts()).toBe(before)
    expect(await ask({ to: fresh(43), value: 890_880n })).toEqual(['estimated', 'sent'])
    expect(await ask({ to: addressOf(0), value: 1n })).toEqual(['estimated', 'sent'])
    expect(await ask({ to: addressOf(1), value: chain.balanceOf(addressOf(0)) - 5_000n - 2_039_280n - 5_000n - 890_879n })).toEqual([
      'estimated',
      'sent',
    ])
    // Nor for the deposit of a token account.
    expect(await ask({ to: fresh(44), value: 1n, token: usdc })).toEqual(['InsufficientFundsError', 'InsufficientFundsError'])
    await chain.reset()
  })

  test('a transaction that fails on the chain has a receipt that says so', async () => {
    await connected()
    const hash = await adapter.signAndSendTransaction?.({
      ...target,
      transaction: await legacy(5_000_000_000_000),
      options: { skipPreflight: true },
    })
    await expect(adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).resolves.toMatchObject({ outcome: 'reverted', minedHash: hash })
  })

  test('the visitor chooses another account: it comes first from now on', async () => {
    await connected()
    wallet.selectAccount(2)
    await expect.poll(() => reports).toMatchObject([['changed', connectorId, { addresses: [addressOf(2)] }]])
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletRequestError', code: 4100 })
    await expect(adapter.signMessage({ ...target, address: addressOf(2), message: 'x' })).resolves.toBeTypeOf('string')
  })

  test('the visitor cuts the site off: the connection is over', async () => {
    await connected()
    wallet.disconnect()
    await expect.poll(() => reports).toMatchObject([['changed', connectorId, { addresses: [] }]])
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('disconnects, and reconnects without a prompt for as long as it lets the site in', async () => {
    await connected()
    await adapter.disconnect({ connectorId })
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
    await expect(adapter.disconnect({ connectorId })).resolves.toBeUndefined()
    wallet.setPolicy('manual')
    await expect(adapter.reconnect({ connector: wayIn(provider), signal })).resolves.toMatchObject({ addresses: [addressOf(0)], networkId })
    await adapter.disconnect({ connectorId })
    wallet.disconnect()
    await expect(adapter.reconnect({ connector: wayIn(provider), signal })).resolves.toBeUndefined()
    expect(wallet.pending).toEqual([])
  })

  test('what it agrees to after the visitor turned away and came back counts', async () => {
    wallet.setPolicy('manual')
    const turn = new AbortController()
    const left = adapter.connect({ connector: wayIn(provider), signal: turn.signal })
    await expect.poll(() => wallet.pending.length).toBe(1)
    turn.abort()
    await expect(left).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    const again = adapter.connect({ connector: wayIn(provider), signal })
    await new Promise((resolve) => setTimeout(resolve, 20))
    wallet.approve(wallet.pending[0]?.id)
    expect(await again).toMatchObject({ addresses: [addressOf(0)] })
    expect(await adapter.reconnect({ connector: wayIn(provider), signal })).toBeDefined() // nothing took it back
  })

  test('switches to a network that its account is for, and to no other', async () => {
    await connected()
    if (!isLegacy)
      await expect(adapter.switchNetwork({ connectorId, network: solanaTestnet })).rejects.toMatchObject({
        name: 'SwitchNotSupportedError',
      })
    await expect(adapter.switchNetwork({ connectorId, network: solanaDevnet })).resolves.toBeUndefined()
    expect(portico.networks).toHaveLength(3)
  })

  test('R18: listens only while the adapter is watched, and catches up afterwards', async () => {
    await connected()
    stop()
    wallet.selectAccount(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reports).toEqual([])
    stop = adapter.watch()
    await expect.poll(() => reports).toMatchObject([['changed', connectorId, { addresses: [addressOf(1)] }]])
  })
})

describe('a transfer that makes no sense is refused before the wallet is asked', () => {
  let wallet: HeadlessSolanaWallet
  let adapter: Adapter
  beforeAll(async () => {
    await chain.reset()
    wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
    ;({ adapter } = await testAdapter(options))
    await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  })
  afterEach(() => {
    expect(wallet.log.filter(({ method }) => method !== 'standard:connect')).toEqual([])
  })

  const to = addressOf(1)
  const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const home = associatedTokenAddress({ owner: addressOf(1), mint: pyusd, tokenProgram: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' })
  const derived = PublicKey.findProgramAddressSync([seedOf(0)], new PublicKey(program))[0].toBase58()
  test.each([
    ['no address', 'to', { to: 'bob' }],
    ['an address with a typing error', 'to', { to: to.slice(0, -1) + '0' }],
    ['an EVM address', 'to', { to: '0x000000000000000000000000000000000000dEaD' }],
    ['a number for an amount', 'value', { to, value: 1 as never }],
    ['a negative amount', 'value', { to, value: -1n }],
    ['more than 64 bits', 'value', { to, value: 2n ** 64n }],
    ['data', 'data', { to, data: '0x12' }],
    ['one item of a collection', 'tokenId', { to, token: addressOf(5), tokenId: 7n }],
    ['a token that is none', 'token', { to, token: 'usdc' }],
    ['a token that is an account', 'token', { to, token: addressOf(5) }],
    ['the account of another token', 'to', { to: home, token: usdc }],
    ['the mint itself', 'to', { to: usdc, token: usdc }],
    ['the account that it is in', 'to', { to: addressOf(0), token: usdc }],
    ["a program's address without an account", 'to', { to: derived, token: usdc }],
  ])('%s', async (_, option, over) => {
    const request = { connectorId, address: addressOf(0), networkId, value: 1n, ...over }
    await expect(adapter.sendTransaction?.(request)).rejects.toMatchObject({ name: 'InvalidOptionError', option })
    await expect(adapter.estimateFee?.(request)).rejects.toMatchObject({ name: 'InvalidOptionError', option })
  })

  test.each([
    ['SOL', {}, 1_000_000_000_000n],
    ['a token', { token: usdc }, 25_000_000_001n],
    ['a token that one has nothing of', { token: usdc, address: addressOf(0) }, 30_000_000_000n],
  ])('more %s than there is', async (_, over, value) => {
    const request = { connectorId, address: addressOf(0), networkId, to, value, ...over }
    await expect(adapter.sendTransaction?.(request)).rejects.toBeInstanceOf(InsufficientFundsError)
    await expect(adapter.estimateFee?.(request)).rejects.toBeInstanceOf(InsufficientFundsError)
  })

  test('transactions that are none, or are for another account', async () => {
    const strange = new Transaction({ feePayer: new PublicKey(addressOf(3)), blockhash: addressOf(9), lastValidBlockHeight: 1 }).add(
      SystemProgram.transfer({ fromPubkey: new PublicKey(addressOf(3)), toPubkey: new PublicKey(to), lamports: 1 }),
    )
    for (const transaction of [
      Uint8Array.of(),
      Uint8Array.of(1, 2, 3),
      new Uint8Array(2_000),
      Uint8Array.from(strange.serialize({ requireAllSignatures: false })),
    ]) {
      const target = { connectorId, address: addressOf(0), networkId }
      await expect(adapter.signTransactions?.({ ...target, transactions: [transaction] })).rejects.toMatchObject({
        name: 'InvalidOptionError',
        option: 'transactions[0]',
      })
      await expect(adapter.signAndSendTransaction?.({ ...target, transaction })).rejects.toMatchObject({
        name: 'InvalidOptionError',
        option: 'transaction',
      })
    }
  })

  test('S14: a network that the account is not for', async () => {
    const target = { connectorId, address: addressOf(0), networkId: solanaDevnet.id }
    await expect(adapter.sendTransaction?.({ ...target, to, value: 1n })).rejects.toMatchObject({ name: 'ChainMismatchError' })
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ChainMismatchError' })
  })
})

test('a token account as recipient is paid into', async () => {
  await chain.reset()
  const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
  const { adapter } = await testAdapter(options)
  await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  const to = associatedTokenAddress({ owner: addressOf(1), mint: usdc, tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })
  const hash = await adapter.sendTransaction?.({ connectorId, address: addressOf(0), networkId, to, token: usdc, value: 5n })
  await adapter.waitForReceipt?.({ hash: hash ?? '', networkId })
  const tokens = await adapter.getTokenBalances?.({ address: addressOf(1), networkId })
  expect(tokens?.find(({ address }) => address === usdc)?.units).toBe(25_000_000_005n)
})

test('reads addresses and tokens, and tells a person, a program and a token apart', async () => {
  await chain.reset()
  const { adapter } = await testAdapter(options)
  expect(await adapter.readAddress?.({ text: usdc, networkId })).toBe(usdc)
  for (const text of ['', 'noor.sol', `${usdc}0`, usdc.slice(4)]) expect(await adapter.readAddress?.({ text, networkId })).toBeUndefined()
  const kindOf = async (address: string) => adapter.inspectRecipient?.({ address, networkId })
  const home = associatedTokenAddress({ owner: addressOf(1), mint: usdc, tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })
  expect(await Promise.all([addressOf(1), fresh(77), usdc, pyusd, home].map(kindOf))).toEqual([
    'account',
    'account',
    'token',
    'token',
    'contract',
  ])
  // To these no key leads, whether there is something already or not.
  const unheld = associatedTokenAddress({ owner: fresh(76), mint: usdc, tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })
  const vault = PublicKey.findProgramAddressSync([seedOf(0)], new PublicKey(usdc))[0].toBase58()
  chain.airdrop(vault, 1_000_000_000n)
  expect(await Promise.all([unheld, vault].map(kindOf))).toEqual(['contract', 'contract'])
  const burnt = ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111']
  expect(await Promise.all(burnt.map(kindOf))).toEqual(['burn', 'burn'])
  const tokenOf = (token: string) => adapter.getToken?.({ address: fresh(78), token, networkId })
  expect(await tokenOf(usdc)).toEqual({ address: usdc, symbol: 'USDC', name: 'USD Coin', units: 0n, decimals: 6 })
  for (const none of [addressOf(1), home, 'USDC']) expect(await tokenOf(none)).toBeUndefined()
  const held = await adapter.getTokenBalances?.({ address: addressOf(0), networkId })
  expect(await adapter.getToken?.({ address: addressOf(0), token: pyusd, networkId })).toEqual(
    held?.find(({ address }) => address === pyusd),
  )
})

test('the most that can be sent leaves what the signature costs, and nothing else', async () => {
  await chain.reset()
  const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
  const { adapter } = await testAdapter(options)
  await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  const account = { connectorId, address: addressOf(0), networkId }
  const most = await adapter.getMaximum?.(account)
  const hash = await adapter.sendTransaction?.({ ...account, to: addressOf(1), ...(most !== undefined && { value: most }) })
  expect(await adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).toMatchObject({ outcome: 'success' })
  expect(chain.balanceOf(addressOf(0))).toBe(0n)
  expect(await adapter.getMaximum?.({ ...account, address: fresh(79) })).toBe(0n)
  await chain.reset()
})

test('two transfers that are the same, one right after the other or at once, are two', async () => {
  await chain.reset()
  const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
  // A node tells of one blockhash for a while.
  let [told, until] = ['', 0]
  const fetcher: typeof fetch = async (input, init) => {
    if (!(await new Request(input, init).text()).includes('getLatestBlockhash')) return fetch(input, init)
    if (Date.now() > until) [told, until] = [await (await fetch(input, init)).text(), Date.now() + 1_000]
    return new Response(told)
  }
  const { adapter } = await testAdapter(options, { fetch: fetcher })
  await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  const before = chain.balanceOf(addressOf(1))
  const send = () => adapter.sendTransaction?.({ connectorId, address: addressOf(0), networkId, to: addressOf(1), value: 7n })
  const hashes = [await send(), ...(await Promise.all([send(), send()]))]
  expect(new Set(hashes).size).toBe(3)
  for (const hash of hashes) expect(await adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).toMatchObject({ outcome: 'success' })
  expect(chain.balanceOf(addressOf(1)) - before).toBe(21n)
})

test('R8: what a node took is sent, though all of its answers got lost', async () => {
  await chain.reset()
  const wallet = createSolanaWallet({
    features: ['standard:connect', 'solana:signTransaction'],
    chains: { 'solana:mainnet': chain.urls.http },
  })
  const state = { forwards: true, asked: 0 }
  const fetcher: typeof fetch = async (input, init) => {
    if (bodyOf(init).method !== 'sendTransaction') return fetch(input, init)
    state.asked += 1
    if (state.forwards) await fetch(input, init)
    return new Response('', { status: 504 })
  }
  const { adapter } = await testAdapter(options, { fetch: fetcher })
  await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  const before = chain.balanceOf(addressOf(1))
  const send = () => adapter.sendTransaction?.({ connectorId, address: addressOf(0), networkId, to: addressOf(1), value: 7n })
  const hash = await send()
  expect(await adapter.waitForReceipt?.({ hash: hash ?? '', networkId })).toMatchObject({ outcome: 'success' })
  expect(chain.balanceOf(addressOf(1)) - before).toBe(7n)
  // What none has taken is not.
  state.forwards = false
  await expect(send()).rejects.toMatchObject({ name: 'EndpointError' })
}, 30_000)

test('a wallet without a feature answers with 4200, and says what it is that it cannot do', async () => {
  const wallet = createSolanaWallet({ features: ['standard:connect', 'solana:signMessage'], chains: { 'solana:mainnet': chain.urls.http } })
  const { adapter } = await testAdapter(options)
  await adapter.connect({ connector: wayIn(wallet.wallet), signal })
  const target = { connectorId, address: addressOf(0), networkId }
  await expect(adapter.sendTransaction?.({ ...target, to: addressOf(1), value: 1n })).rejects.toMatchObject({
    name: 'UnsupportedMethodError',
    code: 4200,
  })
  const other = createSolanaWallet({
    features: ['standard:connect', 'solana:signAndSendTransaction'],
    transactionVersions: ['legacy'],
    chains: { 'solana:mainnet': chain.urls.http },
  })
  await adapter.connect({ connector: wayIn(other.wallet), signal })
  await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({
    name: 'UnsupportedMethodError',
    code: 4200,
    method: 'signMessage',
  })
  await adapter.disconnect({ connectorId })
})

test('a payment code says the address, by Solana Pay', async () => {
  const { adapter } = await testAdapter(options)
  expect(adapter.paymentUri?.({ address: addressOf(0), networkId })).toBe(`solana:${addressOf(0)}`)
  expect(() => adapter.paymentUri?.({ address: 'bob' })).toThrow(InvalidOptionError)
})
