import { SystemProgram, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { faucetPrivateKey, solanaAccounts } from './accounts.js'
import { toBase64 } from './bytes.js'
import { type Chain, createChain } from './chain.js'
import { JsonRpcError } from './errors.js'
import { createTokenAccount, mintTo, signTransaction, transferSol } from './instructions.js'
import { addressOf } from './keys.js'
import { createLedger } from './ledger.js'
import { dispatch } from './rpc/dispatch.js'
import { solanaTokens } from './tokens.js'
import { decodeTransaction, isSigned } from './transaction.js'

let chain: Chain
beforeAll(async () => {
  chain = createChain(await createLedger({ genesisHash: 'test' }), { onTransaction: () => {}, onUnknownMethod: () => {} })
})

const payer = addressOf(faucetPrivateKey)
const token = { payer, owner: solanaAccounts[0].address, ...solanaTokens[1] }

function legacy(): Uint8Array {
  const transfer = transferSol({ from: payer, to: solanaAccounts[1].address, lamports: 5n })
  const instructions = [createTokenAccount(token), mintTo({ ...token, units: 5n }), transfer]
  return signTransaction(instructions, { privateKey: faucetPrivateKey, blockhash: chain.ledger.blockhashes.at(1) }).bytes
}

function version0(): Uint8Array {
  const from = new PublicKey(payer)
  const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(token.owner), lamports: 5 })
  const recentBlockhash = chain.ledger.blockhashes.at(1)
  const message = new TransactionMessage({ payerKey: from, recentBlockhash, instructions: [transfer] })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}

const answer = z.union([
  z.object({ error: z.object({ code: z.number() }) }),
  z.object({ result: z.object({ value: z.object({ err: z.unknown() }) }) }),
])

test('reads what web3.js writes', () => {
  const read = decodeTransaction(version0())
  expect(read.message).toMatchObject({
    version: 0,
    staticKeys: [payer, token.owner, SystemProgram.programId.toBase58()],
    lookups: [],
  })
  expect(isSigned(read)).toBe(false)
  expect(isSigned(decodeTransaction(legacy()))).toBe(true)
})

test.each([
  ['legacy', legacy],
  ['version 0', version0],
])('no byte of a %s transaction can be changed so that the runtime ends the process', (_, make) => {
  const good = make()
  const outcomes = { refused: 0, failed: 0, ran: 0 }
  for (let at = 0; at < good.length; at += 1) {
    for (const byte of [0, 1, 2, 3, 0x7f, 0x80, 0xff]) {
      const bytes = Uint8Array.from(good)
      bytes[at] = byte
      const params = [toBase64(bytes), { encoding: 'base64', replaceRecentBlockhash: true }]
      const read = answer.parse(dispatch(chain, JSON.stringify({ id: 1, method: 'simulateTransaction', params })))
      if ('error' in read) {
        expect(read.error.code).toBe(-32_602)
        outcomes.refused += 1
      } else if (read.result.value.err === null) outcomes.ran += 1
      else outcomes.failed += 1
    }
  }
  expect(Math.min(outcomes.refused, outcomes.failed, outcomes.ran)).toBeGreaterThan(0)
})

test('a transaction that was cut short, or goes on, is refused', () => {
  const good = legacy()
  for (let length = 0; length < good.length; length += 1) {
    expect(() => decodeTransaction(good.subarray(0, length))).toThrow(JsonRpcError)
  }
  expect(() => decodeTransaction(Uint8Array.of(...good, 0))).toThrow('bytes are left over')
})

test('a length that is written longer than needed is refused, because the runtime would end the process', () => {
  const [first, ...rest] = legacy()
  expect(first).toBe(1)
  expect(() => decodeTransaction(Uint8Array.of(0x81, 0, ...rest))).toThrow('a length is not written as it should be')
})

test('a transaction is processed, then confirmed one slot later, then finalized after four', () => {
  const { address } = solanaAccounts[7]
  const { id } = chain.airdrop(address, 5n)
  const seenAt = (commitment: string) => {
    const history = { id: 1, method: 'getSignaturesForAddress', params: [address, { commitment }] }
    const { result } = z.object({ result: z.array(z.object({ signature: z.string() })) }).parse(dispatch(chain, JSON.stringify(history)))
    return result.some(({ signature }) => signature === id)
  }
  const status = () => {
    const text = JSON.stringify({ id: 1, method: 'getSignatureStatuses', params: [[id]] })
    const statuses = z.object({
      value: z.array(z.object({ confirmationStatus: z.string(), confirmations: z.nullable(z.number()) })),
    })
    return z.object({ result: statuses }).parse(dispatch(chain, text)).result.value[0]
  }
  expect([seenAt('confirmed'), seenAt('finalized')]).toEqual([false, false])
  expect(status()).toEqual({ confirmationStatus: 'processed', confirmations: 0 })
  chain.ledger.advance()
  expect([seenAt('confirmed'), seenAt('finalized')]).toEqual([true, false])
  expect(status()).toEqual({ confirmationStatus: 'confirmed', confirmations: 1 })
  chain.ledger.advance(3)
  expect([seenAt('confirmed'), seenAt('finalized')]).toEqual([true, true])
  expect(status()).toEqual({ confirmationStatus: 'finalized', confirmations: null })
})
