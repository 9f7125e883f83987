import { type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { ethereum, testContext } from '../kit.test.helper.js'
import type { Finding, Risk, Warning } from '../types.js'
import type { Action } from './action.js'
import { describe } from './describe.js'
import { alice, apes, dai, router, usdc, weth } from './fixtures.test.helper.js'
import type { ChainReader, TokenFacts } from './tokens.js'

export const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const safe = '0x1111111111111111111111111111111111111111'
export const gone = '0x2222222222222222222222222222222222222222'
export const dark = '0x3333333333333333333333333333333333333333'
/** A contract that says nothing of itself. */
export const bare = '0x4444444444444444444444444444444444444444'
export const whole = 10n ** 6n
export const ether = 10n ** 18n

const none = { isNft: false, mixedScript: false }
const tokens: Readonly<Record<string, TokenFacts>> = {
  [usdc]: { symbol: 'USDC', decimals: 6, supply: 10n ** 20n, ...none },
  [dai]: { symbol: 'DАI', decimals: 18, supply: 0n, isNft: false, mixedScript: true },
  [weth]: { symbol: 'WETH', decimals: 18, ...none },
  [apes]: { symbol: 'BAYC', supply: 10_000n, isNft: true, mixedScript: false },
}
const codes: Readonly<Record<string, Hex | undefined>> = { [alice]: '0x', [gone]: '0x', [dark]: undefined }

const chainOf = (wrapped?: Hex): ChainReader => ({
  call: async (to, data) => (to === router && data === '0x4aa4a4fc' ? wrapped : undefined),
  code: async (address) => (address in codes ? codes[address] : '0x60'),
  coins: async () => undefined,
  token: async (address) => {
    expect(address).toMatch(/^0x/)
    return tokens[address] ?? none
  },
})
const context = testContext({
  knownAddresses: [friend],
  riskyAbove: { [ethereum.id]: String(ether), [`${ethereum.id}/erc20:${dai.toLowerCase()}`]: '5' },
})
export const describer = (wrapped?: Hex) => ({ network: ethereum, context, chain: chainOf(wrapped) })
export const read = (action: Action, wrapped?: Hex) => describe([action], describer(wrapped))

export const usd = { symbol: 'USDC', unverified: 'true', token: usdc }
export const ape = { symbol: 'BAYC', unverified: 'true' }
export const nameless = { symbol: '', unverified: 'true', units: 'smallest', token: bare }
export const eth = (amount: string) => ({ amount, symbol: 'ETH' })
export const isNew = (address: Address): Warning => ({ kind: 'newRecipient', values: { address } })
export const unverified = (address: Address, reason: string): Warning => ({ kind: 'unverifiedContract', values: { address, reason } })
export const large: Warning = { kind: 'largeValue' }
export const unlimited = (spender: Address): Warning => ({ kind: 'unlimited', values: { spender } })

export type Row = readonly [
  title: string,
  action: Action,
  risk: Risk,
  values: Readonly<Record<string, string>>,
  ...warnings: readonly Warning[],
]
export const each = (kind: Finding['effects'][number]['kind'], rows: readonly Row[]) =>
  test.each(rows.map((row) => [row[0], row] as const))('%s', async (_, [, action, risk, values, ...warnings]) => {
    expect(await read(action)).toStrictEqual({ effects: [{ kind, values }], warnings, risk })
  })
