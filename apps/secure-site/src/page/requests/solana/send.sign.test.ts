import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { bodyOf, keys, ownSolana, solana, solanaKey } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import { memoProgram, message, other, otherKey, pay, transaction } from './build.test.helper.js'
import { setUp, to } from './send.test.helper.js'

const ask = (method: string, params: unknown, answers: Record<string, unknown> = {}) => {
  const { node, context } = setUp(answers)
  return { node, request: prepareRequest({ id: 'r', method, params }, context) }
}
const plain = () => message([pay(to, 5n)])
const signed = () => ed25519.sign(plain(), solanaKey)

describe('what is signed', () => {
  test('is signed with the key of Solana', async () => {
    const request = await ask('solana_signTransaction', { transaction: base64.encode(transaction(plain())) }).request
    const asked: string[] = []
    await request.sign({ withKey: async (namespace, run) => (asked.push(namespace), run(solanaKey)) })
    expect(asked).toEqual(['solana'])
  })

  test('is read as base58 where it could be base64 as well', async () => {
    // Every letter of base58 is one of base64: only the length tells whether it can be read so.
    const memos = Array.from({ length: 24 }, (_, length) => [pay(to, 5n), { program: memoProgram, data: new Uint8Array(length).fill(97) }])
    const text = memos.map((calls) => base58.encode(transaction(message(calls)))).find((each) => each.length % 4 === 0) ?? ''
    expect(() => base64.decode(text)).not.toThrow()
    const request = await ask('solana_signTransaction', { transaction: text }).request
    const { transaction: answer } = (await request.sign(keys)) as { transaction: string }
    expect(base58.decode(answer).slice(65)).toEqual(base58.decode(text).slice(65))
  })

  test('one of several answers in a list as well', async () => {
    const request = await ask('solana_signAllTransactions', { transactions: [base64.encode(transaction(plain()))], pubkey: ownSolana })
      .request
    expect(await request.sign(keys)).toEqual({ transactions: [base64.encode(transaction(plain(), { 0: signed() }))] })
    expect(request.details[0]?.path).toBe('version')
    expect(request.changes).toEqual([])
  })
})

describe('what is sent', () => {
  const method = 'solana_signAndSendTransaction'
  const shared = () => message([pay(to, 5n)], { payer: other })
  const params = (bytes: Uint8Array) => ({ transaction: base64.encode(bytes) })

  test('has all its signatures, and is known by that of whoever pays', async () => {
    const theirs = ed25519.sign(shared(), otherKey)
    const { node, request } = ask(method, params(transaction(shared(), { 0: theirs })), { sendTransaction: 'signature' })
    expect(await (await request).sign(keys)).toEqual({ signature: base58.encode(theirs) })
    const whole = transaction(shared(), { 0: theirs, 1: ed25519.sign(shared(), solanaKey) })
    expect(node.calls.at(-1)).toEqual({
      url: solana.rpcUrl,
      method: 'sendTransaction',
      params: [base64.encode(whole), { encoding: 'base64' }],
    })
  })

  test.each<[string, () => Uint8Array]>([
    ['without a signature of another signer', () => transaction(shared())],
    ['with a signature of something else', () => transaction(shared(), { 0: ed25519.sign(plain(), otherKey) })],
    ['with a signature of somebody else', () => transaction(shared(), { 0: ed25519.sign(shared(), solanaKey) })],
    ['with a signature that is none', () => transaction(shared(), { 0: new Uint8Array(64).fill(255) })],
  ])('is not sent %s', async (_, bytes) => {
    await expect(ask(method, params(bytes())).request).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: 'Invalid parameters: the transaction needs signatures that it does not have.',
    })
  })

  /** Signs where the node does not answer what it is sent, and tells or does not tell what became of it. */
  const sendSilently = async (status: unknown) => {
    const { node, context } = setUp({ getSignatureStatuses: status })
    const silent: typeof fetch = async (url, init) =>
      bodyOf(init).includes('"sendTransaction"') ? new Response('<html>') : node.fetch(url, init)
    const request = await prepareRequest({ id: 'r', method, params: params(transaction(plain())) }, { ...context, fetch: silent })
    return { node, answer: request.sign(keys) }
  }
  const unanswered = { name: 'NodeUnreachableError', message: expect.stringContaining('did not answer sendTransaction') }

  test('is sent where the node went silent and the chain knows it', async () => {
    const { node, answer } = await sendSilently({ value: [{ slot: 5 }] })
    const signature = base58.encode(signed())
    expect(await answer).toEqual({ signature })
    expect(node.calls.at(-1)).toEqual({ url: solana.rpcUrl, method: 'getSignatureStatuses', params: [[signature]] })
  })

  test.each<[string, unknown]>([
    ['does not know it', { value: [null] }],
    ['tells of nothing', { value: [] }],
    ['talks nonsense', 5],
    ['fails', new Error('busy')],
  ])('is not said to be sent where the node went silent and then %s', async (_, status) => {
    await expect((await sendSilently(status)).answer).rejects.toMatchObject(unanswered)
  })

  test('is refused where the node says so, and nobody is asked again', async () => {
    const answers = { sendTransaction: new Error('Blockhash not found'), getSignatureStatuses: { value: [{ slot: 5 }] } }
    const { node, request } = ask(method, params(transaction(plain())), answers)
    await expect((await request).sign(keys)).rejects.toMatchObject({ name: 'NodeAnswerError', message: 'Blockhash not found' })
    expect(node.calls.at(-1)?.method).toBe('sendTransaction')
  })
})

describe('what is refused, and in which words', () => {
  const text = () => base64.encode(transaction(plain()))
  const methods = { one: 'solana_signTransaction', several: 'solana_signAllTransactions', sent: 'solana_signAndSendTransaction' }

  test.each<[string, string, () => unknown]>([
    ['no object', methods.one, () => [text()]],
    ['an empty transaction', methods.one, () => ({ transaction: '' })],
    ['a transaction of more than 4000 characters', methods.one, () => ({ transaction: 'A'.repeat(4001) })],
    ['options of one that is not sent', methods.one, () => ({ transaction: text(), options: {} })],
    ['a list with an empty one', methods.several, () => ({ transactions: [text(), ''] })],
    ['no list', methods.several, () => ({ transactions: text() })],
    ['no transaction to send', methods.sent, () => ({})],
    ['options twice', methods.sent, () => ({ transaction: text(), options: {}, sendOptions: {} })],
    ['a fraction of a retry', methods.sent, () => ({ transaction: text(), options: { maxRetries: 0.5 } })],
    ['less than no retry', methods.sent, () => ({ transaction: text(), options: { maxRetries: -1 } })],
    ['more than a thousand retries', methods.sent, () => ({ transaction: text(), options: { maxRetries: 1001 } })],
    ['a slot before the first', methods.sent, () => ({ transaction: text(), options: { minContextSlot: -1 } })],
  ])('%s', async (_, method, params) => {
    await expect(ask(method, params()).request).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: `Invalid parameters: ${method} was not given what it takes.`,
    })
  })

  test('why the parameters are not what it takes is kept for the developer', async () => {
    await expect(ask(methods.one, {}).request).rejects.toMatchObject({ cause: { issues: [{ path: ['transaction'] }] } })
  })

  test.each(['AAAA', '!!', 'A'.repeat(4000)])('%j, which is no transaction', async (transactionText) => {
    await expect(ask(methods.one, { transaction: transactionText }).request).rejects.toMatchObject({
      name: 'InvalidParamsError',
      message: 'Invalid parameters: the transaction cannot be read.',
    })
  })

  test.each<[string, string, () => unknown]>([
    // It is named, and does not sign.
    [
      'a transaction that only pays the account',
      methods.one,
      () => ({ transaction: base64.encode(transaction(message([pay(ownSolana, 5n, other)], { payer: other }))) }),
    ],
    [
      'one of several',
      methods.several,
      () => ({ transactions: [text(), base64.encode(transaction(message([pay(to, 5n, other)], { payer: other })))] }),
    ],
    ['a transaction for another account', methods.sent, () => ({ transaction: text(), pubkey: other })],
  ])('%s, as another account’s', async (_, method, params) => {
    await expect(ask(method, params()).request).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })

  test('nothing at the bounds of the options', async () => {
    const options = { maxRetries: 1000, minContextSlot: 0 }
    const request = await ask(methods.sent, { transaction: text(), options }).request
    expect(request.details.slice(-2)).toEqual([
      { path: 'options.maxRetries', value: '1000' },
      { path: 'options.minContextSlot', value: '0' },
    ])
  })

  test('nothing of twenty transactions', async () => {
    const request = await ask(methods.several, { transactions: Array.from({ length: 20 }, text) }).request
    expect(request.effects).toHaveLength(20)
  })
})
