import { connect, createPortico, disconnect, mount, waitForReceipt, type Portico } from '@portico/core'
import type { Solana } from '@portico/chains/solana'
import { garbage, memoryStorage, reject } from '@portico/testing'
import { createSolanaWallet, registerStandard, type HeadlessSolanaWallet } from '@portico/testing/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  assertIsMessageModifyingSigner,
  assertIsTransactionModifyingSigner,
  assertIsTransactionSendingSigner,
  blockhash,
  createSignableMessage,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isTransactionModifyingSigner,
  isTransactionSendingSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKitSendingSigner, createKitSigner } from './kit.js'
import { solana as mainnet, solanaDevnet } from './networks.js'
import type { SolanaOptions } from './options.js'
import { solana } from './solana.js'
import { startChain, useWebSocket } from './test/chain.js'
import { addressOf, seedOf } from './test/keys.js'
import { createWeb3jsSigner } from './web3js.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
let restoreSocket: () => void
let portico: Portico
let wallet: HeadlessSolanaWallet
const stops: (() => void)[] = []

beforeAll(async () => {
  restoreSocket = useWebSocket()
  const page = new EventTarget()
  Object.assign(globalThis, {
    window: Object.assign(page, { addEventListener: page.addEventListener.bind(page), dispatchEvent: page.dispatchEvent.bind(page) }),
  })
  ;({ chain, options, stop: stopChain } = await startChain(14_015))
}, 60_000)
afterAll(async () => {
  await stopChain()
  restoreSocket()
})
beforeEach(async () => {
  await chain.reset()
  wallet = createSolanaWallet({ accounts: 2, chains: { 'solana:mainnet': chain.urls.http } })
  portico = createPortico({ adapters: [solana(options)], storage: memoryStorage() })
  stops.push(mount(portico), registerStandard(wallet))
  await connect(portico, { connectorId: 'standard:Test Solana Wallet' })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const confirmed = (hash: string) => waitForReceipt(portico, { hash, networkId: mainnet.id })

describe('a host on @solana/web3.js', () => {
  const connection = () => new Connection(chain.urls.http, 'confirmed')
  const pay = (lamportCount: number, from = addressOf(0)) =>
    SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(addressOf(1)), lamports: lamportCount })
  const legacy = async (count: number) => {
    const { blockhash: recent, lastValidBlockHeight } = await connection().getLatestBlockhash()
    return new Transaction({ feePayer: new PublicKey(addressOf(0)), blockhash: recent, lastValidBlockHeight }).add(pay(count))
  }
  const versioned = async (count: number) => {
    const { blockhash: recentBlockhash } = await connection().getLatestBlockhash()
    return new VersionedTransaction(
      new TransactionMessage({ payerKey: new PublicKey(addressOf(0)), recentBlockhash, instructions: [pay(count)] }).compileToV0Message(),
    )
  }

  test('has the account in use as its public key, at every moment', async () => {
    const signer = createWeb3jsSigner(portico)
    expect(signer.publicKey?.toBase58()).toBe(addressOf(0))
    wallet.selectAccount(1)
    await expect.poll(() => signer.publicKey?.toBase58()).toBe(addressOf(1))
    await disconnect(portico)
    expect(signer.publicKey).toBeNull()
    await expect(signer.signMessage(Uint8Array.of(1))).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
    await expect(signer.signTransaction(await legacy(1))).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('signs legacy and versioned transactions in place, which web3.js can send itself', async () => {
    const signer = createWeb3jsSigner(portico)
    const [one, two] = [await legacy(1), await versioned(2)]
    expect(await signer.signTransaction(one)).toBe(one)
    expect(one.verifySignatures()).toBe(true)
    expect(await signer.signTransaction(two)).toBe(two)
    for (const transaction of [one, two]) {
      const hash = await connection().sendRawTransaction(transaction.serialize())
      await expect(confirmed(hash)).resolves.toMatchObject({ outcome: 'success' })
    }
    expect(chain.balanceOf(addressOf(1))).toBe(1_000_000_000_003n)
  })

  test.each(['legacy', 'versioned'] as const)(
    'takes over what a wallet adds of its own to a %s transaction that nobody has signed',
    async (kind) => {
      const payer = Keypair.fromSeed(seedOf(0))
      const given = kind === 'legacy' ? await legacy(5) : await versioned(5)
      const { blockhash: recentBlockhash } = await connection().getLatestBlockhash()
      const instructions = [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7 }), pay(5)]
      const guarded =
        kind === 'legacy'
          ? new Transaction({ feePayer: payer.publicKey, recentBlockhash }).add(...instructions)
          : new VersionedTransaction(
              new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions }).compileToV0Message(),
            )
      if (guarded instanceof Transaction) guarded.sign(payer)
      else guarded.sign([payer])
      wallet.script('solana:signTransaction', garbage([{ signedTransaction: Uint8Array.from(guarded.serialize()) }]))

      await createWeb3jsSigner(portico).signTransaction(given)
      expect(given.serialize()).toEqual(guarded.serialize())
      await expect(confirmed(await connection().sendRawTransaction(given.serialize()))).resolves.toMatchObject({ outcome: 'success' })
    },
  )

  test('refuses another transaction where somebody has signed already, where somebody else pays, and where it is not signed', async () => {
    const [payer, other] = [Keypair.fromSeed(seedOf(0)), Keypair.fromSeed(seedOf(2))]
    const { blockhash: recentBlockhash } = await connection().getLatestBlockhash()
    const bySomebodyElse = new Transaction({ feePayer: other.publicKey, recentBlockhash }).add(pay(1))
    bySomebodyElse.sign(other, payer)
    const unsigned = (await legacy(2)).serialize({ requireAllSignatures: false })
    const another = await legacy(3)
    another.sign(payer)
    const signedBefore = new Transaction({ feePayer: payer.publicKey, recentBlockhash }).add(
      pay(1),
      SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
    )
    signedBefore.partialSign(other)
    for (const [given, answer] of [
      [await legacy(1), bySomebodyElse.serialize()],
      [await legacy(1), unsigned],
      [signedBefore, another.serialize()],
    ] as const) {
      wallet.script('solana:signTransaction', garbage([{ signedTransaction: Uint8Array.from(answer) }]))
      await expect(createWeb3jsSigner(portico).signTransaction(given)).rejects.toMatchObject({ name: 'WalletAnswerError' })
    }
  })

  test('signs several of both kinds in one request', async () => {
    const signer = createWeb3jsSigner(portico)
    const all = [await legacy(1), await versioned(2), await legacy(3)]
    await expect(signer.signAllTransactions(all)).resolves.toEqual(all)
    expect(wallet.log.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(1)
    for (const transaction of all) expect(() => transaction.serialize()).not.toThrow()
  })

  test('signs a message', async () => {
    const message = new TextEncoder().encode('hello')
    const signature = await createWeb3jsSigner(portico).signMessage(message)
    expect(ed25519.verify(signature, message, base58.decode(addressOf(0)))).toBe(true)
  })

  test('sends, with a blockhash of the connection and with keys of the site where they are needed', async () => {
    const signer = createWeb3jsSigner(portico)
    const bare = new Transaction().add(pay(10))
    const hash = await signer.sendTransaction(bare, connection())
    await expect(connection().confirmTransaction(hash, 'confirmed')).resolves.toMatchObject({ value: { err: null } })
    const made = Keypair.generate()
    const account = new Transaction().add(
      SystemProgram.createAccount({
        fromPubkey: new PublicKey(addressOf(0)),
        newAccountPubkey: made.publicKey,
        lamports: 1_000_000,
        space: 8,
        programId: SystemProgram.programId,
      }),
    )
    await expect(confirmed(await signer.sendTransaction(account, connection(), { signers: [made] }))).resolves.toMatchObject({
      outcome: 'success',
    })
    await expect(
      confirmed(await signer.sendTransaction(await versioned(5), undefined, { preflightCommitment: 'recent', maxRetries: 3 })),
    ).resolves.toMatchObject({ outcome: 'success' })
    expect(chain.balanceOf(made.publicKey.toBase58())).toBe(1_000_000n)
  })

  test("throws core's typed errors", async () => {
    const signer = createWeb3jsSigner(portico)
    wallet.script('solana:signTransaction', reject())
    await expect(signer.signTransaction(await legacy(1))).rejects.toMatchObject({ name: 'UserRejectedError' })
    await expect(signer.signTransaction(new Transaction().add(pay(1)))).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'transaction',
    })
    await expect(createWeb3jsSigner(portico, { networkId: solanaDevnet.id }).signTransaction(await legacy(1))).rejects.toMatchObject({
      name: 'ChainMismatchError',
    })
    const transaction = await legacy(1)
    await expect(signer.signMessage(transaction.serializeMessage())).rejects.toMatchObject({ name: 'TransactionMessageError' })
  })
})

describe('a host on @solana/kit', () => {
  const rpc = () => createSolanaRpc(chain.urls.http)
  async function message(signer: TransactionSigner, count: bigint) {
    const { value } = await rpc().getLatestBlockhash().send()
    const data = Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([count]).buffer)])
    const accounts = [{ address: signer.address, role: 3, signer } as const, { address: address(addressOf(1)), role: 1 } as const]
    return pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(signer, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(value, made),
      (made) => appendTransactionMessageInstruction({ programAddress: address('11111111111111111111111111111111'), accounts, data }, made),
    )
  }

  test('gets signers that kit takes for what they are, each of one kind', () => {
    const [signing, sending] = [createKitSigner(portico), createKitSendingSigner(portico)]
    expect(() => assertIsTransactionModifyingSigner(signing)).not.toThrow()
    expect(() => assertIsMessageModifyingSigner(signing)).not.toThrow()
    expect(() => assertIsTransactionSendingSigner(sending)).not.toThrow()
    expect([isTransactionSendingSigner(signing), isTransactionModifyingSigner(sending)]).toEqual([false, false])
    expect(signing.address).toBe(addressOf(0))
  })

  test('signs, and the host sends', async () => {
    const signed = await signTransactionMessageWithSigners(await message(createKitSigner(portico), 11n))
    expect(signed.lifetimeConstraint).toMatchObject({ lastValidBlockHeight: expect.any(BigInt) })
    await rpc().sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
    await expect(confirmed(getSignatureFromTransaction(signed))).resolves.toMatchObject({ outcome: 'success' })
    expect(
      (
        await rpc()
          .getBalance(address(addressOf(1)))
          .send()
      ).value,
    ).toBe(lamports(1_000_000_000_011n))
  })

  test('signs and sends', async () => {
    const signature = await signAndSendTransactionMessageWithSigners(
      await message(createKitSendingSigner(portico, { sendOptions: { preflightCommitment: 'processed' } }), 12n),
    )
    await expect(confirmed(base58.encode(Uint8Array.from(signature)))).resolves.toMatchObject({ outcome: 'success' })
    expect(chain.balanceOf(addressOf(1))).toBe(1_000_000_000_012n)
  })

  test('signs messages, beside signatures that are there', async () => {
    const other = createSignableMessage('hello', { [address(addressOf(5))]: new Uint8Array(64).fill(1) as never })
    const [signed] = await createKitSigner(portico).modifyAndSignMessages([other])
    const signature = signed?.signatures[address(addressOf(0))]
    expect(ed25519.verify(Uint8Array.from(signature ?? []), Uint8Array.from(other.content), base58.decode(addressOf(0)))).toBe(true)
    expect(signed?.signatures[address(addressOf(5))]).toEqual(new Uint8Array(64).fill(1))
  })

  test('a transaction without a lifetime of its own gets that of its message', async () => {
    const signer = createKitSigner(portico)
    const compiled = await signTransactionMessageWithSigners(await message(signer, 1n))
    const { lifetimeConstraint, ...bare } = compiled
    const [signed] = await signer.modifyAndSignTransactions([bare])
    expect(signed?.lifetimeConstraint).toMatchObject({
      blockhash: 'blockhash' in lifetimeConstraint ? lifetimeConstraint.blockhash : blockhash(addressOf(1)),
    })
  })

  test('is for one account: another one in use is an AccountChangedError, and none a ConnectorNotConnectedError', async () => {
    const signer = createKitSigner(portico)
    const made = await message(signer, 1n)
    wallet.selectAccount(1)
    await expect(signTransactionMessageWithSigners(made)).rejects.toMatchObject({ name: 'AccountChangedError' })
    await disconnect(portico)
    expect(() => createKitSigner(portico)).toThrow(expect.objectContaining({ name: 'ConnectorNotConnectedError' }))
    expect(() => createKitSendingSigner(portico)).toThrow(expect.objectContaining({ name: 'ConnectorNotConnectedError' }))
  })

  test("throws core's typed errors, and the reason of an abort", async () => {
    wallet.script('solana:signTransaction', reject())
    await expect(signTransactionMessageWithSigners(await message(createKitSigner(portico), 1n))).rejects.toMatchObject({
      name: 'UserRejectedError',
    })
    await expect(
      signTransactionMessageWithSigners(await message(createKitSigner(portico, { networkId: solanaDevnet.id }), 1n)),
    ).rejects.toMatchObject({ name: 'ChainMismatchError' })
    await expect(
      signTransactionMessageWithSigners(await message(createKitSigner(portico), 1n), {
        abortSignal: AbortSignal.abort(new Error('enough')),
      }),
    ).rejects.toThrow('enough')
  })
})
