import { ChainMismatchError, InvalidOptionError, type TypedData } from '@portico/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainIdOf, checkChains } from './agree.js'
import { readChainId } from './provider.js'
import { serializeTypedData } from './typedData.js'

const types = { Mail: [{ name: 'text', type: 'string' }] }
const typed = (domain: Record<string, unknown>): TypedData => ({ domain, types, primaryType: 'Mail', message: { text: 'hi' } })

describe('S14: request, wallet and typed data name one chain', () => {
  test('10,000 mixes: nothing passes in which two of them differ', () => {
    const chain = fc.constantFrom(1, 10, 8453, 137)
    const form = fc.constantFrom<(id: number) => unknown>(
      (id) => id,
      (id) => BigInt(id),
      String,
      (id) => `0x${id.toString(16)}`,
      (id) => `0X${id.toString(16)}`,
    )
    const odd = fc.oneof(
      fc.anything(),
      fc.constantFrom<unknown>('', ' 1', '1 ', '1e0', '0x', '-1', 1.5, NaN, [1], [[1]], { valueOf: () => 1 }, true, null, '1n', 2 ** 53),
    )
    const named = fc.oneof(
      fc.tuple(chain, form).map(([id, as]) => ({ id, domain: { chainId: as(id) } })),
      odd.map((chainId) => ({ id: undefined, domain: { chainId } })),
      fc.constant(undefined),
    )
    let passed = 0
    fc.assert(
      fc.property(chain, chain, named, (requested, wallet, naming) => {
        const run = () => checkChains({ requested, wallet, domain: naming?.domain })
        const claimed = naming?.id ?? (naming && readChainId(naming.domain.chainId))
        const agree = requested === wallet && (!naming || claimed === requested)
        if (agree) {
          run()
          passed += 1
        } else expect(run).toThrow(ChainMismatchError)
      }),
      { numRuns: 10_000 },
    )
    expect(passed).toBeGreaterThan(100)
  })

  test.each([
    ' 1',
    '1 ',
    '1e0',
    '0x',
    '',
    '-1',
    '1.0',
    1.5,
    0,
    -1,
    NaN,
    Infinity,
    true,
    null,
    undefined,
    [1],
    { valueOf: () => 1 },
    '9'.repeat(17),
  ])('%j is no chain id', (value) => {
    expect(readChainId(value)).toBeUndefined()
  })

  test('what is checked is the very text that is signed, however the data changes when it is read again', () => {
    let reads = 0
    const { text, domain } = serializeTypedData(
      typed({
        name: 'x',
        get chainId() {
          return (reads += 1) === 1 ? 1 : 666
        },
      }),
    )
    expect(JSON.parse(text).domain).toEqual(domain)
    checkChains({ requested: 1, wallet: 1, domain })
  })

  test('toJSON cannot smuggle another chain past the check', () => {
    const { domain } = serializeTypedData(typed({ chainId: { toJSON: () => 666 } }))
    expect(() => checkChains({ requested: 1, wallet: 1, domain })).toThrow(ChainMismatchError)
  })

  test('typed data without a chain binds itself to none', () => {
    const { text, domain } = serializeTypedData(typed({ name: 'x' }))
    checkChains({ requested: 1, wallet: 1, domain })
    expect(JSON.parse(text).types.EIP712Domain).toEqual([{ name: 'name', type: 'string' }])
  })

  test('bigints become decimal text, and malformed data names its option', () => {
    expect(JSON.parse(serializeTypedData(typed({ chainId: 10n })).text).domain.chainId).toBe('10')
    expect(() => serializeTypedData({ ...typed({}), primaryType: 'Nothing' })).toThrow(InvalidOptionError)
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(() => serializeTypedData({ ...typed({}), message: cycle })).toThrow(/typedData.message/)
  })

  test('an id of another namespace is refused', () => {
    expect(chainIdOf('eip155:8453')).toBe(8453)
    for (const id of ['solana:1', 'eip155:', 'eip155:x', 'eip155:1:2']) expect(() => chainIdOf(id)).toThrow(ChainMismatchError)
  })
})
