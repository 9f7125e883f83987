import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { zeroAddress } from '../indexer/decodeLogs.js'
import type { TransferKind } from '../indexer/tables.js'
import { type HeldTransfer, classify, namedMethods } from './classify.js'

const me = '0xme'
const you = '0xyou'

/** `eth 5 me>you`, `usd 7 0>me`, `approval usd 9 me>you`. */
function moved(text: string): HeldTransfer {
  const parts = text.split(' ')
  const isApproval = parts[0] === 'approval'
  const [asset = '', amount = '0', way = ''] = isApproval ? parts.slice(1) : parts
  const [sender = '', recipient = ''] = way.split('>').map((name) => ({ me, you, '0': zeroAddress })[name] ?? name)
  const kind: TransferKind = isApproval ? 'approval' : asset === 'eth' ? 'native' : 'erc20'
  const [token = '', token_id = ''] = asset === 'eth' ? [] : asset.split('#')
  return { kind, token, token_id, sender, recipient, amount, spread: 1, sub: 0 }
}

const of = (transfers: readonly string[], more: Partial<Parameters<typeof classify>[0]['transaction']> = {}) =>
  classify({
    viewer: me,
    transaction: { sender: me, recipient: you, method: '', value: '0', status: 1, ...more },
    transfers: transfers.map(moved),
  })

test.each([
  ['send', ['eth 5 me>you'], {}],
  ['send', ['usd 5 me>you'], { method: '0xa9059cbb' }],
  ['send', ['eth 5 me>me'], { recipient: me }],
  ['receive', ['usd 5 you>me'], { sender: you }],
  ['receive', ['usd 5 you>me', 'ape#1 1 0>me'], { sender: you }],
  ['mint', ['ape#1 1 0>me'], {}],
  ['burn', ['usd 5 me>0'], {}],
  ['trade', ['usd 5 me>you', 'eth 1 you>me'], {}],
  ['trade', ['eth 5 me>you', 'eth 1 you>me', 'usd 9 you>me'], {}],
  ['send', ['eth 5 me>you', 'eth 1 you>me'], {}],
  ['approve', ['approval usd 9 me>you'], { method: '0x095ea7b3' }],
  ['trade', ['approval usd 9 me>you', 'usd 5 me>you', 'eth 1 you>me'], {}],
  ['deploy', [], { recipient: null, method: '0x60806040' }],
  ['execute', [], { method: '0x12345678' }],
  ['cancel', [], { recipient: me }],
  ['deposit', ['eth 5 me>you', 'weth 5 0>me'], { method: '0xd0e30db0' }],
  ['claim', ['usd 5 you>me'], { method: '0x4e71d92d' }],
  ['send', ['usd 5 me>you'], { method: '0x4e71d92d' }],
  ['receive', ['usd 5 you>me'], { method: '0x4e71d92d', sender: you }],
  ['send', [], { status: 0, value: '5' }],
  ['execute', [], { status: 0, method: '0x12345678' }],
  ['deploy', [], { status: 0, recipient: null }],
] as const)('%s: %j %j', (type, transfers, more) => {
  expect(of(transfers, more)).toBe(type)
})

test('the four bytes of named methods are those of their signatures', () => {
  for (const [selector, { signature }] of Object.entries(namedMethods)) expect(toFunctionSelector(signature), signature).toBe(selector)
})
