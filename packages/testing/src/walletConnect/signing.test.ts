import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { Connection, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import { createSolana } from '@portico/chains/solana'
import { Verifier } from 'bip322-js'
import { createPublicClient, http, isHex, parseEther, verifyTypedData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { finalizeAndSend, makePsbt, useLedger } from '../bitcoin/ledger.test.helper.js'
import { legacyTransfer, versionedTransfer } from '../solana/site.test.helper.js'
import { startAnvil, type Anvil } from '../wallet/anvil.test.helper.js'
import { bitcoin, ethereum, meet, solana, useRelay } from './site.test.helper.js'

const relay = useRelay()
const { ledger, url: esplora } = useLedger(15_112)
const nodes = createSolana({ port: 15_110, wsPort: 15_111 })
let anvil: Anvil
beforeAll(async () => {
  ;[anvil] = await Promise.all([startAnvil(1), nodes.start()])
})
afterAll(() => Promise.all([anvil.stop(), nodes.stop()]))

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function connected(accounts = 2) {
  const networks = { [ethereum]: anvil.url, [solana]: 'http://127.0.0.1:15110', [bitcoin]: esplora }
  const met = meet(relay.url, { networks, accounts })
  await met.connect()
  const [account, other] = met.wallet.accounts
  if (!account || !other) throw new Error('There are two accounts.')
  return { ...met, account, other }
}

const text = (value: unknown, field?: string): string => {
  const found: unknown = field === undefined ? value : Reflect.get(Object(value), field)
  if (typeof found !== 'string') throw new Error('It is no text.')
  return found
}
const hexOf = (value: unknown): Hex => (isHex(value) ? value : expect.unreachable('It is not hexadecimal.'))

describe('eip155', () => {
  test('sends a transaction through the node of its chain', async () => {
    const { ask } = await connected()
    const client = createPublicClient({ transport: http(anvil.url) })
    const before = await client.getBalance({ address: second })
    const hash = hexOf(await ask(ethereum, 'eth_sendTransaction', [{ from: first, to: second, value: '0xde0b6b3a7640000' }]))
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    expect((await client.getBalance({ address: second })) - before).toBe(parseEther('1'))
  })

  test('signs typed data, and refuses those of another chain', async () => {
    const { ask } = await connected()
    const types = { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Note: [{ name: 'text', type: 'string' }] } as const
    const data = (chainId: bigint) => ({ domain: { chainId }, types, primaryType: 'Note', message: { text: 'hi' } }) as const
    const asText = (value: object) => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
    const signature = hexOf(await ask(ethereum, 'eth_signTypedData_v4', [first, asText(data(1n))]))
    await expect(verifyTypedData({ ...data(1n), address: first, signature })).resolves.toBe(true)
    await expect(ask(ethereum, 'eth_signTypedData_v4', [first, asText(data(8453n))])).rejects.toMatchObject({ code: -32602 })
  })

  test('sends a batch of calls (EIP-5792)', async () => {
    const { ask } = await connected()
    const calls = [
      { to: second, value: '0x1' },
      { to: second, value: '0x2' },
    ]
    const id = text(
      await ask(ethereum, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: first, atomicRequired: false, calls }]),
      'id',
    )
    await vi.waitFor(
      async () => expect(await ask(ethereum, 'wallet_getCallsStatus', [id])).toMatchObject({ status: 200, receipts: [{}, {}] }),
      5_000,
    )
  })
})

describe('solana', () => {
  const node = new Connection('http://127.0.0.1:15110', { wsEndpoint: 'ws://127.0.0.1:15111', commitment: 'confirmed' })
  const wire = (transaction: Transaction | VersionedTransaction) =>
    base64.encode(
      transaction instanceof Transaction
        ? Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
        : transaction.serialize(),
    )

  test('signs a message', async () => {
    const { ask, account } = await connected()
    const message = new TextEncoder().encode('hello')
    const answer = await ask(solana, 'solana_signMessage', { message: base58.encode(message), pubkey: account.solana })
    expect(ed25519.verify(base58.decode(text(answer, 'signature')), message, base58.decode(account.solana))).toBe(true)
  })

  test('signs one transaction, and several at once', async () => {
    const { ask, account, other } = await connected()
    const one = await ask(solana, 'solana_signTransaction', {
      transaction: wire(versionedTransfer(account.solana, other.solana)),
      pubkey: account.solana,
    })
    const signed = VersionedTransaction.deserialize(base64.decode(text(one, 'transaction')))
    expect(base58.encode(signed.signatures[0] ?? new Uint8Array())).toBe(text(one, 'signature'))
    expect(ed25519.verify(base58.decode(text(one, 'signature')), signed.message.serialize(), base58.decode(account.solana))).toBe(true)

    const transactions = [1, 2].map((lamports) => wire(legacyTransfer(account.solana, other.solana, lamports)))
    const many: unknown = Reflect.get(Object(await ask(solana, 'solana_signAllTransactions', { transactions })), 'transactions')
    if (!Array.isArray(many)) throw new Error('It is no list.')
    expect(many.map((signedOne) => Transaction.from(base64.decode(text(signedOne))).verifySignatures())).toEqual([true, true])
  })

  test('signs and sends', async () => {
    const { ask, account, other } = await connected()
    const to = new PublicKey(other.solana)
    const before = await node.getBalance(to)
    const { blockhash } = await node.getLatestBlockhash()
    const transaction = wire(versionedTransfer(account.solana, other.solana, 12_345, blockhash))
    const answer = await ask(solana, 'solana_signAndSendTransaction', { transaction, sendOptions: { preflightCommitment: 'confirmed' } })
    await vi.waitFor(async () => expect((await node.getSignatureStatus(text(answer, 'signature'))).value?.err).toBeNull(), 5_000)
    expect((await node.getBalance(to)) - before).toBe(12_345)
  })

  test('S16: refuses a transaction that passes for a message, and one that it is no signer of', async () => {
    const { ask, account, other } = await connected()
    const message = legacyTransfer(account.solana, other.solana).serializeMessage()
    await expect(ask(solana, 'solana_signMessage', { message: base58.encode(Uint8Array.from(message)) })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(
      ask(solana, 'solana_signTransaction', { transaction: wire(legacyTransfer(other.solana, account.solana)) }),
    ).rejects.toMatchObject({ code: -32602 })
  })
})

describe('bip122', () => {
  test('tells the addresses of its account, by intention', async () => {
    const { ask, account } = await connected()
    const { payment, ordinals } = account.bip122
    const params = { account: payment.address }
    await expect(ask(bitcoin, 'getAccountAddresses', params)).resolves.toMatchObject([
      { address: payment.address, intention: 'payment' },
      { address: ordinals.address, intention: 'ordinal' },
    ])
    await expect(ask(bitcoin, 'getAccountAddresses', { ...params, intentions: ['ordinal'] })).resolves.toMatchObject([
      { address: ordinals.address },
    ])
  })

  test('signs messages of both addresses', async () => {
    const { ask, account } = await connected()
    for (const [{ address }, protocol] of [
      [account.bip122.payment, undefined],
      [account.bip122.payment, 'bip322'],
      [account.bip122.ordinals, undefined],
    ] as const) {
      const answer = await ask(bitcoin, 'signMessage', {
        account: account.bip122.payment.address,
        address,
        message: 'hello',
        ...(protocol && { protocol }),
      })
      expect(text(answer, 'address')).toBe(address)
      expect(Verifier.verifySignature(address, 'hello', base64.encode(hex.decode(text(answer, 'signature'))))).toBe(true)
    }
  })

  test('signs a PSBT that the ledger takes, and sends one itself', async () => {
    const { ask, account, other } = await connected()
    const { payment } = account.bip122
    const make = () => base64.encode(makePsbt(ledger, { from: payment, to: other.bip122.payment.address }))
    const signInputs = [{ address: payment.address, index: 0 }]
    const signed = await ask(bitcoin, 'signPsbt', { account: payment.address, psbt: make(), signInputs })
    await expect(finalizeAndSend(esplora, base64.decode(text(signed, 'psbt')))).resolves.toMatchObject({ status: 200 })
    const sent = await ask(bitcoin, 'signPsbt', { account: payment.address, psbt: make(), broadcast: true })
    expect((await fetch(`${esplora}/tx/${text(sent, 'txid')}`)).status).toBe(200)
  })

  test('sends satoshi, and nothing with a memo', async () => {
    const { ask, account, other } = await connected()
    const request = { account: account.bip122.payment.address, recipientAddress: other.bip122.payment.address, amount: '1000' }
    const answer = await ask(bitcoin, 'sendTransfer', request)
    expect((await fetch(`${esplora}/tx/${text(answer, 'txid')}`)).status).toBe(200)
    await expect(ask(bitcoin, 'sendTransfer', { ...request, memo: '00' })).rejects.toMatchObject({ code: -32602 })
  })
})
