import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  address as kitAddress,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  type TokenBalance,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { seededLamports, solanaAccounts, solanaPrivateKey } from './accounts.js'
import { pools } from './pools.js'
import { addressOf, associatedTokenAddress } from './keys.js'
import { genesisHashes } from './networks.js'
import { createSolana } from './solana.js'
import { solanaTokens } from './tokens.js'

const folders: string[] = []
const warnings: unknown[] = []
const log = (level: string, event: string, facts?: Record<string, unknown>) => {
  if (level !== 'info') warnings.push({ event, ...facts })
}
const solana = createSolana({ port: 11_899, wsPort: 11_900, log })
/** web3.js finds the WebSocket by itself, one port above. */
const connection = new Connection(solana.urls.http, 'confirmed')
const rpc = createSolanaRpc(solana.urls.http)
const rpcSubscriptions = createSolanaRpcSubscriptions(solana.urls.ws)
const keypair = (index: number) => Keypair.fromSeed(solanaPrivateKey(index))
const stranger = () => Keypair.generate().publicKey
const ask = async (body: string) => (await fetch(solana.urls.http, { method: 'POST', body })).json()
const call = (method: string, params?: unknown) => ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))

beforeAll(() => solana.start())
beforeEach(() => solana.reset())
afterAll(async () => {
  await solana.stop()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const transferOf = (to: PublicKey, amount: number, from = keypair(0)) =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: amount }))

test('has the accounts that the seeds give, with SOL and tokens, on the usual chain ids', async () => {
  expect(solanaAccounts.map(({ address }) => address)).toEqual(solanaAccounts.map(({ index }) => addressOf(solanaPrivateKey(index))))
  const infos = await connection.getMultipleAccountsInfo(solanaAccounts.map(({ address }) => new PublicKey(address)))
  expect(infos.map((info) => info?.lamports)).toEqual(solanaAccounts.map(() => 1000 * LAMPORTS_PER_SOL))
  expect(solana.balanceOf(solanaAccounts[9].address)).toBe(seededLamports)
  expect((await connection.getGenesisHash()).slice(0, 32)).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(genesisHashes.devnet.slice(0, 32)).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
})

test('web3.js: an airdrop arrives and is confirmed over the WebSocket', async () => {
  const to = stranger()
  const signature = await connection.requestAirdrop(to, 2 * LAMPORTS_PER_SOL)
  const latest = await connection.getLatestBlockhash()
  expect((await connection.confirmTransaction({ signature, ...latest }, 'confirmed')).value).toEqual({ err: null })
  expect(await connection.getBalance(to)).toBe(2 * LAMPORTS_PER_SOL)
})

test('web3.js: legacy and v0 transfers are confirmed, and the sender pays the fee that was foretold', async () => {
  const from = keypair(0)
  const to = stranger()
  const { context, value: latest } = await connection.getLatestBlockhashAndContext()
  expect(latest.lastValidBlockHeight).toBe(context.slot + 150)
  const legacy = transferOf(to, LAMPORTS_PER_SOL)
  legacy.recentBlockhash = latest.blockhash
  legacy.feePayer = from.publicKey
  const fee = await legacy.getEstimatedFee(connection)
  expect(fee).toBe(5000)
  const signature = await connection.sendTransaction(legacy, [from])
  await connection.confirmTransaction({ signature, ...latest }, 'confirmed')
  expect(await connection.getBalance(from.publicKey)).toBe(999 * LAMPORTS_PER_SOL - 5000)

  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 })
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 })
  const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL })
  const message = new TransactionMessage({
    payerKey: from.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [price, limit, transfer],
  }).compileToV0Message()
  expect((await connection.getFeeForMessage(message)).value).toBe(6000)
  const v0 = new VersionedTransaction(message)
  v0.sign([from])
  const second = await connection.sendTransaction(v0)
  await connection.confirmTransaction({ signature: second, ...latest }, 'finalized')
  expect(await connection.getBalance(to)).toBe(2 * LAMPORTS_PER_SOL)
  expect(await connection.getBalance(from.publicKey)).toBe(998 * LAMPORTS_PER_SOL - 11_000)
})

test('kit: a transfer is sent and confirmed by the stock factory', async () => {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(solanaPrivateKey(1))
  const to = kitAddress(stranger().toBase58())
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(signer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) =>
      appendTransactionMessageInstructions(
        [getTransferSolInstruction({ source: signer, destination: to, amount: lamports(1_500_000_000n) })],
        each,
      ),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(transaction)
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
  expect((await rpc.getBalance(to).send()).value).toBe(1_500_000_000n)
  const [status] = (await rpc.getSignatureStatuses([getSignatureFromTransaction(transaction)]).send()).value
  expect(status?.err).toBeNull()
})

test.each(solanaTokens)('kit: $symbol goes to somebody who has no account for it yet', async (token) => {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(solanaPrivateKey(2))
  const owner = kitAddress(stranger().toBase58())
  const mint = kitAddress(token.mint)
  const tokenProgram = kitAddress(token.program)
  const [source] = await findAssociatedTokenPda({ owner: signer.address, mint, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ owner, mint, tokenProgram })
  expect(source).toBe(associatedTokenAddress({ owner: signer.address, ...token }))
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const create = await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: signer, owner, mint, tokenProgram })
  const parameters = { source, mint, destination, authority: signer, amount: 12_345_678n, decimals: 6 }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(signer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) =>
      appendTransactionMessageInstructions([create, getTransferCheckedInstruction(parameters, { programAddress: tokenProgram })], each),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(transaction)
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })

  const { value: held } = await rpc.getTokenAccountBalance(destination).send()
  expect(held).toEqual({ amount: '12345678', decimals: 6, uiAmount: 12.345678, uiAmountString: '12.345678' })
  const { value: accounts } = await rpc.getTokenAccountsByOwner(owner, { programId: tokenProgram }, { encoding: 'jsonParsed' }).send()
  expect(accounts.map(({ pubkey }) => pubkey)).toEqual([destination])
  expect(accounts[0]?.account.data.parsed.info).toMatchObject({
    mint,
    owner,
    state: 'initialized',
    tokenAmount: { amount: '12345678' },
  })
  const inPools = pools.flatMap(({ sides }) => sides).filter((side) => side.mint === mint)
  const supply = inPools.reduce((sum, { seeded }) => sum + seeded, token.seeded * BigInt(solanaAccounts.length))
  expect((await rpc.getTokenSupply(mint).send()).value.amount).toBe(supply.toString())

  const parsed = await connection.getParsedTransaction(getSignatureFromTransaction(transaction), {
    maxSupportedTransactionVersion: 0,
  })
  const change = (balances: TokenBalance[] | null | undefined) =>
    balances?.map(({ owner: of, uiTokenAmount }) => [of, uiTokenAmount.amount])
  expect(change(parsed?.meta?.preTokenBalances)).toEqual([[signer.address, token.seeded.toString()]])
  expect(change(parsed?.meta?.postTokenBalances)).toContainEqual([owner, '12345678'])
})

test('web3.js: a mint of Token-2022 tells its name and symbol, and its accounts belong to their owner for good', async () => {
  const { mint, symbol, name, program } = solanaTokens[1]
  const parsed = await connection.getParsedAccountInfo(new PublicKey(mint))
  expect(parsed.value?.data).toMatchObject({
    program: 'spl-token-2022',
    parsed: {
      type: 'mint',
      info: {
        decimals: 6,
        extensions: [{ extension: 'metadataPointer' }, { extension: 'tokenMetadata', state: { name, symbol, mint } }],
      },
    },
  })
  const owner = new PublicKey(solanaAccounts[6].address)
  const { value } = await connection.getParsedTokenAccountsByOwner(owner, { programId: new PublicKey(program) })
  expect(value[0]?.account.data.parsed).toMatchObject({ info: { extensions: [{ extension: 'immutableOwner' }] } })
})

test('a transfer that can not be paid is refused before it is sent, with the error and the logs', async () => {
  const from = keypair(3)
  const failing = connection.sendTransaction(transferOf(stranger(), 5000 * LAMPORTS_PER_SOL, from), [from])
  const error = await failing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SendTransactionError)
  expect(error).toMatchObject({
    transactionError: { message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1' },
  })
  const transaction = transferOf(stranger(), 5000 * LAMPORTS_PER_SOL, from)
  transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
  transaction.sign(from)
  const answer = await call('sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }])
  expect(answer).toMatchObject({
    error: {
      code: -32_002,
      data: {
        err: { InstructionError: [0, { Custom: 1 }] },
        logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
      },
    },
  })
  expect(await connection.getBalance(from.publicKey)).toBe(1000 * LAMPORTS_PER_SOL)
})

test('without preflight it is in a block, failed, and has cost its fee', async () => {
  const from = keypair(3)
  const options = { skipPreflight: true }
  const signature = await connection.sendTransaction(transferOf(stranger(), 5000 * LAMPORTS_PER_SOL, from), [from], options)
  const told = await new Promise((resolve) => connection.onSignature(signature, resolve, 'confirmed'))
  expect(told).toEqual({ err: { InstructionError: [0, { Custom: 1 }] } })
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(found?.meta).toMatchObject({ fee: 5000, err: { InstructionError: [0, { Custom: 1 }] } })
  expect(found?.meta?.logMessages?.join()).toContain('insufficient lamports')
  expect(await connection.getBalance(from.publicKey)).toBe(1000 * LAMPORTS_PER_SOL - 5000)
})

test('the history of an address is newest first, in pages, with amounts', async () => {
  const to = stranger()
  const signatures: string[] = []
  for (const amount of [1, 2, 3]) signatures.unshift(solana.airdrop(to.toBase58(), BigInt(amount * LAMPORTS_PER_SOL)))
  solana.mine(4)
  const all = await connection.getSignaturesForAddress(to, {}, 'finalized')
  expect(all.map(({ signature }) => signature)).toEqual(signatures)
  expect(all[0]).toMatchObject({ err: null, memo: null, confirmationStatus: 'finalized' })
  expect(Math.abs((all[0]?.blockTime ?? 0) - Date.now() / 1000)).toBeLessThan(10)
  const page = await connection.getSignaturesForAddress(to, { before: signatures[0] ?? '', limit: 1 })
  expect(page.map(({ signature }) => signature)).toEqual([signatures[1]])
  const newer = await connection.getSignaturesForAddress(to, { until: signatures[2] ?? '' })
  expect(newer).toHaveLength(2)

  const parsed = await connection.getParsedTransaction(signatures[0] ?? '', 'finalized')
  const keys = parsed?.transaction.message.accountKeys.map(({ pubkey }) => pubkey.toBase58()) ?? []
  const at = keys.indexOf(to.toBase58())
  expect((parsed?.meta?.postBalances[at] ?? 0) - (parsed?.meta?.preBalances[at] ?? 0)).toBe(3 * LAMPORTS_PER_SOL)
  expect(parsed?.transaction.message.instructions[0]).toMatchObject({ programId: SystemProgram.programId })
})

test('a transaction of version 0 is kept from a client that can not read it', async () => {
  const from = keypair(4)
  const { blockhash } = await connection.getLatestBlockhash()
  const instructions = [SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: stranger(), lamports: LAMPORTS_PER_SOL })]
  const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: blockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([from])
  const signature = await connection.sendTransaction(transaction)
  solana.mine()
  await expect(connection.getTransaction(signature, {})).rejects.toThrow('maxSupportedTransactionVersion')
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(found?.version).toBe(0)
})

test('addresses of a lookup table are used and shown', async () => {
  const from = keypair(5)
  const to = stranger()
  const send = async (instructions: TransactionMessage['instructions'], tables: AddressLookupTableAccount[] = []) => {
    const latest = await connection.getLatestBlockhash()
    const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: latest.blockhash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message(tables))
    transaction.sign([from])
    const signature = await connection.sendTransaction(transaction)
    solana.mine(2)
    return signature
  }
  const recentSlot = (await connection.getSlot('finalized')) - 1
  const parameters = { authority: from.publicKey, payer: from.publicKey, recentSlot }
  const [create, table] = AddressLookupTableProgram.createLookupTable(parameters)
  const extend = { lookupTable: table, authority: from.publicKey, payer: from.publicKey, addresses: [to] }
  await send([create, AddressLookupTableProgram.extendLookupTable(extend)])
  const { value } = await connection.getAddressLookupTable(table)
  expect(value?.state.addresses).toEqual([to])

  const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL })
  const signature = await send([transfer], value ? [value] : [])
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(found?.meta?.loadedAddresses?.writable).toEqual([to])
})

test('two equal transfers, one after the other, are two transactions', async () => {
  const from = keypair(0)
  const to = stranger()
  const send = async () => {
    const transaction = transferOf(to, LAMPORTS_PER_SOL, from)
    transaction.recentBlockhash = (await connection.getLatestBlockhash('finalized')).blockhash
    transaction.sign(from)
    return connection.sendRawTransaction(transaction.serialize())
  }
  const signatures = [await send(), await send(), await send()]
  expect(new Set(signatures).size).toBe(3)
  expect(await connection.getBalance(to)).toBe(3 * LAMPORTS_PER_SOL)
})

test('the same transaction counts once', async () => {
  const from = keypair(0)
  const to = stranger()
  const transaction = transferOf(to, LAMPORTS_PER_SOL, from)
  transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
  transaction.sign(from)
  const bytes = transaction.serialize()
  const signature = await connection.sendRawTransaction(bytes)
  await expect(connection.sendRawTransaction(bytes)).rejects.toThrow('already been processed')
  expect(await connection.sendRawTransaction(bytes, { skipPreflight: true })).toBe(signature)
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
})

test('a blockhash is good for 150 slots and refused after them', async () => {
  const from = keypair(0)
  const latest = await connection.getLatestBlockhash('processed')
  const transaction = transferOf(stranger(), LAMPORTS_PER_SOL, from)
  transaction.recentBlockhash = latest.blockhash
  transaction.sign(from)
  const options = { preflightCommitment: 'processed' } as const
  solana.mine(latest.lastValidBlockHeight - (await connection.getBlockHeight('processed')) - 20)
  expect((await connection.isBlockhashValid(latest.blockhash)).value).toBe(true)
  solana.mine(21)
  expect((await connection.isBlockhashValid(latest.blockhash)).value).toBe(false)
  await expect(connection.sendRawTransaction(transaction.serialize(), options)).rejects.toThrow('Blockhash not found')

  const signature = await connection.sendRawTransaction(transaction.serialize(), { ...options, skipPreflight: true })
  const confirmation = connection.confirmTransaction({ signature, ...latest }, 'confirmed')
  await expect(confirmation).rejects.toThrow(TransactionExpiredBlockheightExceededError)
  expect(await connection.getBalance(from.publicKey)).toBe(1000 * LAMPORTS_PER_SOL)
})

test('a blockhash of another cluster is not found here', async () => {
  const devnet = createSolana({ port: 11_901, wsPort: 11_902, genesisHash: genesisHashes.devnet })
  await devnet.start()
  const other = new Connection(devnet.urls.http)
  expect((await other.getGenesisHash()).slice(0, 32)).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  const { blockhash } = await other.getLatestBlockhash()
  await devnet.stop()
  const transaction = transferOf(stranger(), LAMPORTS_PER_SOL)
  transaction.recentBlockhash = blockhash
  transaction.sign(keypair(0))
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow('Blockhash not found')
})

test('a transaction that is not signed as it says is refused, and without preflight never happens', async () => {
  const from = keypair(0)
  const transaction = transferOf(stranger(), LAMPORTS_PER_SOL, from)
  transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
  transaction.sign(from)
  const bytes = transaction.serialize()
  bytes[10] = (bytes[10] ?? 0) ^ 1
  const send = (options: object) => call('sendTransaction', [bytes.toString('base64'), { encoding: 'base64', ...options }])
  expect(await send({})).toMatchObject({ error: { code: -32_003 } })
  expect(await send({ skipPreflight: true })).toHaveProperty('result')
  expect(await connection.getBalance(from.publicKey)).toBe(1000 * LAMPORTS_PER_SOL)
})

test('a simulation says what would happen, and it does not', async () => {
  const from = keypair(0)
  const to = stranger()
  const { blockhash } = await connection.getLatestBlockhash()
  const instructions = [SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL })]
  const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: blockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  const { value } = await connection.simulateTransaction(transaction, {
    accounts: { encoding: 'base64', addresses: [to.toBase58()] },
  })
  expect(value).toMatchObject({ err: null, accounts: [{ lamports: LAMPORTS_PER_SOL }], unitsConsumed: 150 })
  expect((await connection.simulateTransaction(transaction, { sigVerify: true })).value.err).toBe('SignatureFailure')
  expect(await connection.getBalance(to)).toBe(0)
})

test('a change of an account, and slots, are told to who subscribed, until they unsubscribe', async () => {
  const to = stranger()
  const heard: number[] = []
  const slots: number[] = []
  const id = connection.onAccountChange(to, ({ lamports: held }) => heard.push(held), { commitment: 'confirmed' })
  const slotId = connection.onSlotChange(({ slot }) => slots.push(slot))
  await expect.poll(() => slots.length, { timeout: 5000 }).toBeGreaterThan(0)
  solana.airdrop(to.toBase58(), 7_000_000n)
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([7_000_000])
  await connection.removeAccountChangeListener(id)
  await connection.removeSlotChangeListener(slotId)
  expect(slots).toEqual([...slots].sort((a, b) => a - b))
  solana.airdrop(to.toBase58(), 7_000_000n)
  solana.mine(5)
  await connection.getSlot()
  expect(heard).toEqual([7_000_000])
})

test('a reset brings back balances, tokens, slot and blockhashes, and forgets what happened', async () => {
  const state = async () => ({
    balance: solana.balanceOf(solanaAccounts[0].address),
    tokens: await connection.getTokenAccountBalance(new PublicKey(usdcOf(solanaAccounts[0].address))),
    blockhash: (await rpc.getLatestBlockhash().send()).value.blockhash,
  })
  const before = await state()
  const signature = solana.mintTo(solanaTokens[0].mint, solanaAccounts[0].address, 1n)
  solana.mine(10)
  expect((await state()).tokens.value.amount).toBe('25000000001')
  await solana.reset()
  expect(await state()).toMatchObject({ balance: before.balance, tokens: { value: before.tokens.value } })
  expect((await connection.getSignatureStatuses([signature])).value).toEqual([null])
  await solana.reset()
  expect((await connection.isBlockhashValid(before.blockhash)).value).toBe(true)
  // The same first transaction has the same signature after every reset.
  await solana.reset()
  const first = solana.airdrop(solanaAccounts[0].address, 5n)
  await solana.reset()
  expect(solana.airdrop(solanaAccounts[0].address, 5n)).toBe(first)
})

test('speaks JSON-RPC: batches, unknown methods, broken JSON, wrong parameters, preflight requests of browsers', async () => {
  expect(await call('getHealth')).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 })
  expect(await call('getMoon')).toMatchObject({ error: { code: -32_601 }, id: 1 })
  expect(warnings).toEqual([{ event: 'method.unknown', method: 'getMoon' }])
  warnings.length = 0
  expect(await ask('{"jsonrpc"')).toMatchObject({ error: { code: -32_700 }, id: null })
  expect(await ask('7')).toMatchObject({ error: { code: -32_600 } })
  expect(await ask('[]')).toMatchObject({ error: { code: -32_600 } })
  const batch = ['getSlot', 'getMoon'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
  expect(await ask(JSON.stringify(batch))).toMatchObject([
    { id: 0, result: expect.any(Number) },
    { id: 1, error: { code: -32_601 } },
  ])
  warnings.length = 0
  const options = await fetch(solana.urls.http, { method: 'OPTIONS', headers: { origin: 'http://localhost:5173' } })
  expect(options.headers.get('access-control-allow-origin')).toBe('*')
  expect((await fetch(solana.urls.http, { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) })).status).toBe(413)
})

test.each([
  ['getBalance', []],
  ['getBalance', ['not an address']],
  ['getBalance', [solanaAccounts[0].address, { commitment: 'maybe' }]],
  ['getAccountInfo', [solanaAccounts[0].address, { encoding: 'base64+zstd' }]],
  ['requestAirdrop', [solanaAccounts[0].address, -1]],
  ['requestAirdrop', [solanaAccounts[0].address, 1.5]],
  ['getSignatureStatuses', [['short']]],
  ['getSignatureStatuses', ['no list']],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }]],
  ['sendTransaction', ['?', { encoding: 'base64' }]],
  ['sendTransaction', [Buffer.alloc(1300).toString('base64'), { encoding: 'base64' }]],
  ['simulateTransaction', [Buffer.alloc(200, 0xff).toString('base64'), { encoding: 'base64' }]],
  ['getFeeForMessage', ['']],
  ['getTokenAccountsByOwner', [solanaAccounts[0].address, {}]],
  ['getTokenAccountBalance', [solanaAccounts[0].address]],
  ['getTokenSupply', [solanaAccounts[0].address]],
  ['getTransaction', ['x']],
])('refuses %s with parameters such as %# as invalid parameters', async (method, params) => {
  expect(await call(method, params)).toMatchObject({ error: { code: -32_602 } })
})

test('survives garbage on the WebSocket', async () => {
  const socket = new WebSocket(solana.urls.ws)
  await once(socket, 'open')
  const answers: unknown[] = []
  socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString())))
  for (const text of ['{', '7', '{"id":1,"method":"getMoon"}', '{"id":2,"method":"signatureSubscribe","params":["x"]}']) socket.send(text)
  socket.send('{"id":3,"method":"signatureUnsubscribe","params":[99]}')
  socket.send('{"id":4,"method":"toString"}')
  await expect.poll(() => answers.length).toBe(6)
  expect(answers).toMatchObject([
    { error: { code: -32_700 } },
    { error: { code: -32_600 } },
    { id: 1, error: { code: -32_601 } },
    { id: 2, error: { code: -32_602 } },
    { id: 3, error: { code: -32_602 } },
    { id: 4, error: { code: -32_601 } },
  ])
  socket.close()
  warnings.length = 0
})

test('keeps balances and history in a file when told to, and forgets them on reset', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-solana-'))
  folders.push(folder)
  const persist = join(folder, 'solana.json')
  const to = stranger().toBase58()
  const open = async () => {
    const chain = createSolana({ port: 11_901, wsPort: 11_902, persist })
    await chain.start()
    return chain
  }
  const first = await open()
  const signature = first.airdrop(to, 42_000_000n)
  await first.stop()
  const second = await open()
  expect(second.balanceOf(to)).toBe(42_000_000n)
  const found = await new Connection(second.urls.http).getTransaction(signature, { commitment: 'confirmed' })
  expect(found?.meta?.fee).toBe(5000)
  await second.reset()
  await second.stop()
  await writeFile(persist, '{ "format": 0 }')
  const third = await open()
  expect(third.balanceOf(to)).toBe(0n)
  await third.stop()
})

test('has said nothing about unknown methods while the clients above were at work', () => {
  expect(warnings).toEqual([])
})

function usdcOf(owner: string): string {
  return associatedTokenAddress({ owner, ...solanaTokens[0] })
}
