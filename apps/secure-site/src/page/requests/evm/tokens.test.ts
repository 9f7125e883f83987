import { encodeAbiParameters, pad, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { ethereum, nodeDouble, tokenAnswers } from '../kit.test.helper.js'
import { chainReader } from './tokens.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const facts = (answers: Record<string, unknown>) => chainReader(ethereum, nodeDouble(answers).fetch).token(token)
const symbolOnly = (symbol: unknown) => ({
  eth_call: ([call]: readonly unknown[]) => ((call as { data: string }).data === '0x95d89b41' ? symbol : new Error('reverted')),
})

test('a token says its symbol, decimals and supply', async () => {
  expect(await facts({})).toEqual({ symbol: 'USDC', decimals: 6, supply: 10n ** 24n, isNft: false, mixedScript: false })
})

test('a collection has no decimals', async () => {
  expect(await facts(tokenAnswers({ symbol: 'APE', supply: 10_000n, isNft: true }))).toEqual({
    symbol: 'APE',
    supply: 10_000n,
    isNft: true,
    mixedScript: false,
  })
})

test.each<[string, unknown, string | undefined]>([
  ['32 bytes, as the first tokens have it', pad(stringToHex('MKR'), { dir: 'right', size: 32 }), 'MKR'],
  ['32 bytes with a zero between two spaces', pad('0x4120002042', { dir: 'right', size: 32 }), 'A B'],
  ['nothing', '0x', undefined],
  ['an empty text', encodeAbiParameters([{ type: 'string' }], ['']), undefined],
  ['a text of what is not seen', encodeAbiParameters([{ type: 'string' }], ['\u200b\u202e']), undefined],
  ['32 bytes that are no text', `0x${'ff'.repeat(32)}`, undefined],
  ['32 bytes of zeros', `0x${'00'.repeat(32)}`, undefined],
  ['bytes that lie about their length', `0x${'11'.repeat(96)}`, undefined],
  ['endless bytes', encodeAbiParameters([{ type: 'string' }], ['x'.repeat(20_000)]), undefined],
  ['no bytes', 5, undefined],
])('a symbol of %s', async (_, answer, expected) => {
  expect((await facts(symbolOnly(answer))).symbol).toBe(expected)
})

test.each([
  [36n, 36],
  [37n, undefined],
  [2n ** 200n, undefined],
])('%s decimals are %s', async (decimals, expected) => {
  expect((await facts(tokenAnswers({ decimals }))).decimals).toBe(expected)
})

test('each thing is read once', async () => {
  const node = nodeDouble()
  const chain = chainReader(ethereum, node.fetch)
  await Promise.all([chain.token(token), chain.token(token), chain.code(token), chain.code(token)])
  expect(node.calls.map(({ method }) => method).toSorted()).toEqual(['eth_call', 'eth_call', 'eth_call', 'eth_call', 'eth_getCode'])
})

test('R9: a node that lies or dies leaves things unknown', async () => {
  expect(await facts({ eth_call: { no: 'hex' } })).toEqual({ isNft: false, mixedScript: false })
  const gone: typeof fetch = async () => Promise.reject(new TypeError('fetch failed'))
  expect(await chainReader(ethereum, gone).code(token)).toBeUndefined()
})

test('is asked for its four facts, and whether it is there, as of now', async () => {
  const node = nodeDouble()
  const chain = chainReader(ethereum, node.fetch)
  await Promise.all([chain.token(token), chain.code(token)])
  const asked = node.calls.map(({ method, params }) => [method, ...params])
  const call = (data: string) => ['eth_call', { to: token, data }, 'latest']
  expect(asked).toHaveLength(5)
  expect(asked).toEqual(
    expect.arrayContaining([
      ['eth_getCode', token, 'latest'],
      ...['0x95d89b41', '0x313ce567', '0x18160ddd', `0x01ffc9a780ac58cd${'0'.repeat(56)}`].map(call),
    ]),
  )
})

test('what it does not say is not there', async () => {
  expect(await facts({ eth_call: new Error('reverted') })).toStrictEqual({ isNft: false, mixedScript: false })
})

test('a symbol of more letters than a word has, and one within as much as is read', async () => {
  const encoded = encodeAbiParameters([{ type: 'string' }], ['A'.repeat(33)])
  expect((await facts(symbolOnly(encoded))).symbol).toMatch(/^A+…?$/)
  const short = encodeAbiParameters([{ type: 'string' }], ['ABC'])
  expect((await facts(symbolOnly(short.padEnd(20_000, '0')))).symbol).toBe('ABC')
  expect(await facts(symbolOnly(short.padEnd(20_002, '0')))).toStrictEqual({ isNft: false, mixedScript: false })
})
