import { encodeAbiParameters } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../../scripts/lib/promises.mjs'
import { en as english } from '../../i18n/en.js'
import { sayEffect } from '../../screens/effects.js'
import type { PreparedRequest } from '../../types.js'
import { nodeDouble, own, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import { callFixtures } from './calls.test.helper.js'
import { alice, apes, dai, router, typedFixtures, usdc, weth } from './fixtures.test.helper.js'
import { protocolCalls, protocolMessages } from './protocols.test.helper.js'

const tokens: Readonly<Record<string, readonly [symbol: string, decimals: bigint | undefined]>> = {
  [usdc.toLowerCase()]: ['USDC', 6n],
  [dai.toLowerCase()]: ['DAI', 18n],
  [weth.toLowerCase()]: ['WETH', 18n],
  [apes.toLowerCase()]: ['BAYC', undefined],
}

/** A node that knows four tokens, of which one is a collection, and two people. */
const node = nodeDouble({
  eth_getCode: ([address]: readonly unknown[]) => (address === alice ? '0x' : '0x60'),
  eth_call: ([call]: readonly unknown[]) => {
    const { data = '', to = '', from } = call as { data?: string; to?: string; from?: string }
    if (from !== undefined) return '0x'
    if (to === router && data === '0x4aa4a4fc') return encodeAbiParameters([{ type: 'address' }], [weth])
    const [symbol, decimals] = tokens[to.toLowerCase()] ?? []
    if (symbol === undefined) return new Error('execution reverted')
    if (data.startsWith('0x95d89b41')) return encodeAbiParameters([{ type: 'string' }], [symbol])
    if (data.startsWith('0x313ce567') && decimals !== undefined) return encodeAbiParameters([{ type: 'uint256' }], [decimals])
    if (data.startsWith('0x18160ddd')) return encodeAbiParameters([{ type: 'uint256' }], [10n ** 30n])
    if (data.startsWith('0x01ffc9a7')) return encodeAbiParameters([{ type: 'bool' }], [decimals === undefined])
    return new Error('execution reverted')
  },
})
const context = testContext({ fetch: node.fetch, addresses: { ...testContext().addresses, eip155: own } })

/** The sentences of a request as a person reads them, and where it is approved. */
function read({ effects, risk }: PreparedRequest): string {
  const said = effects.map((effect) => {
    const { sentence, parts } = sayEffect(effect, english)
    return sentence.replace(/\{(\w+)\}/g, (_, name: string) => parts[name]?.text ?? '')
  })
  return `${said.join(' · ')}${risk === 'risky' ? '' : ' (in the frame)'}`
}

const all: readonly (readonly [title: string, method: string, params: unknown])[] = [
  ...callFixtures.map(
    ([title, to, data, value]) => [`call: ${title}`, 'eth_sendTransaction', [{ to, data, value: `0x${value.toString(16)}` }]] as const,
  ),
  ...protocolCalls.map(
    ([title, to, data, value]) => [title, 'eth_sendTransaction', [{ to, data, value: `0x${value.toString(16)}` }]] as const,
  ),
  ...typedFixtures.map(([title, data]) => [`typed: ${title}`, 'eth_signTypedData_v4', [own, data]] as const),
  ...protocolMessages.map(([title, data]) => [title, 'eth_signTypedData_v4', [own, data]] as const),
]

describe('S15: what real requests say', () => {
  test('each of at least 150 payloads is said in the sentence that stands beside it', async () => {
    const lines: string[] = []
    let unsaid = 0
    for (const [title, method, params] of all) {
      const request = await prepareRequest({ id: 'r', method, params }, context)
      lines.push(`${title}\n    ${read(request)}`)
      if (request.effects.length === 0) unsaid += 1
      // What cannot be read is not approved in the frame, and neither is anything that a signature gives away.
      const unread = request.warnings.some(({ kind }) => kind === 'unknownCall' || kind === 'unreadable')
      if (unread || method === 'eth_signTypedData_v4') expect([title, request.risk]).toEqual([title, 'risky'])
    }
    expect(new Set(all.map(([title]) => title)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect(unsaid).toBe(0)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('sentences.txt')
    recordPromise({
      id: 'S15',
      name: 'payloads of real protocols, each with the sentence that it must show',
      runs: all.length,
      accepted: unsaid,
      more: { decoded: '100 %' },
    })
  })
})
