import { supportedNetworks } from '@portico/embedded/protocol'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { ethereum, solana } from './kit.test.helper.js'
import { coinLimits, costFinding, isLargeCoin, isLargeToken, shareOf, spendingOf } from './limits.js'

const networks = Object.entries(supportedNetworks).map(([id, name]) => ({ ...(id.startsWith('solana') ? solana : ethereum), id, name }))
const riskOf = (network: typeof ethereum, units: bigint, riskyAbove?: Readonly<Record<string, string>>) =>
  costFinding({ leaves: [{ asset: network.id, units }], remains: false }, 0n, network, riskyAbove ? { riskyAbove } : {}).risk

/** US dollars that a coin may come to cost before its limit is worth more than a hundred of them. */
const prices: Readonly<Record<string, number>> = { ETH: 10_000, BNB: 2_500, SOL: 500, AVAX: 100, POL: 2, CELO: 2, XDAI: 4 }
const symbols: Readonly<Record<string, string>> = {
  'eip155:56': 'BNB',
  'eip155:100': 'XDAI',
  'eip155:137': 'POL',
  'eip155:42220': 'CELO',
  'eip155:43114': 'AVAX',
}

describe('S11: what may leave of a coin where the operator has set nothing', () => {
  test('every network that is served by default has a limit, and each is worth 100 dollars at the most', () => {
    const unlisted = networks.filter(({ id }) => !Object.hasOwn(coinLimits, id))
    expect(unlisted).toEqual([])
    let tooMuch = 0
    for (const network of networks) {
      const limit = coinLimits[network.id as keyof typeof coinLimits] ?? 0n
      expect([network.id, riskOf(network as typeof ethereum, limit)]).toEqual([network.id, 'normal'])
      expect([network.id, riskOf(network as typeof ethereum, (limit * 101n) / 100n)]).toEqual([network.id, 'risky'])
      if (/test|sepolia|amoy|alfajores|fuji|chiado|devnet/i.test(network.name)) continue
      const symbol = network.id.startsWith('solana') ? 'SOL' : (symbols[network.id] ?? 'ETH')
      const coins = Number(limit) / 10 ** network.nativeCurrency.decimals
      if (coins * (prices[symbol] ?? Infinity) > 100) tooMuch += 1
    }
    expect(tooMuch).toBe(0)
    recordPromise({
      id: 'S11',
      name: 'coins whose default limit is worth more than 100 dollars',
      runs: networks.length,
      accepted: tooMuch,
    })
  })

  test('a coin that nobody has thought about leaves in a window alone, until the operator lists it', () => {
    const strange = { ...ethereum, id: 'eip155:31337' } as const
    expect(riskOf(strange, 1n)).toBe('risky')
    expect(isLargeCoin(strange.id, 1n, {})).toBe(true)
    expect(riskOf(strange, 1n, { 'eip155:31337': '5' })).toBe('normal')
    expect(riskOf(strange, 6n, { 'eip155:31337': '5' })).toBe('risky')
  })
})

describe('what the operator has set', () => {
  test.each(['', ' 5', '5 ', '-5', '5.0', '0x5', 'x5', '9'.repeat(79)])('counts for nothing where it is no number: %j', (set) => {
    expect(isLargeCoin(ethereum.id, 10n ** 16n, { riskyAbove: { [ethereum.id]: set } })).toBe(false)
    expect(isLargeCoin(ethereum.id, 10n ** 16n + 1n, { riskyAbove: { [ethereum.id]: set } })).toBe(true)
  })

  test('counts up to the largest number of a contract', () => {
    const limits = { riskyAbove: { [ethereum.id]: '9'.repeat(78) } }
    expect([10n ** 78n - 1n, 10n ** 78n].map((units) => isLargeCoin(ethereum.id, units, limits))).toEqual([false, true])
  })

  test('a token is large above its limit, and above a thousand where nothing is said of it', () => {
    const asset = `${ethereum.id}/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`
    const isLarge = (units: bigint, limits = {}) => isLargeToken(asset, units, 6, limits)
    expect([isLarge(1_000_000_000n), isLarge(1_000_000_001n)]).toEqual([false, true])
    const set = { riskyAbove: { [asset]: '5' } }
    expect([isLarge(5n, set), isLarge(6n, set)]).toEqual([false, true])
  })
})

describe('how much of a limit leaves', () => {
  const share = (leaves: Parameters<typeof shareOf>[0], limit = '100') =>
    shareOf(leaves, ethereum, { riskyAbove: { [ethereum.id]: limit } })
  const coins = (units: bigint) => ({ asset: ethereum.id, units })

  test.each<[string, () => Parameters<typeof shareOf>[0], string, ReturnType<typeof shareOf>]>([
    ['nothing', () => [], '100', { millionths: 0, unlisted: false }],
    ['a half', () => [coins(50n)], '100', { millionths: 500_000, unlisted: false }],
    ['a third, rounded up', () => [coins(1n)], '3', { millionths: 333_334, unlisted: false }],
    ['what comes back makes nothing less', () => [coins(50n), coins(-50n)], '100', { millionths: 500_000, unlisted: false }],
    ['nothing of a coin that may not leave', () => [coins(0n)], '0', { millionths: 0, unlisted: false }],
    ['the least of a coin that may not leave', () => [coins(1n)], '0', { millionths: 1_000_001, unlisted: false }],
    ['what is not listed', () => [{ units: 1n }], '100', { millionths: 0, unlisted: true }],
    ['more than can be counted', () => [coins(2n ** 250n)], '1', { millionths: Number.MAX_SAFE_INTEGER, unlisted: false }],
  ])('%s', (_, leaves, limit, expected) => {
    expect(share(leaves(), limit)).toEqual(expected)
  })

  test('is told with what leaves, where that is known', () => {
    const limits = { riskyAbove: { [ethereum.id]: '100' } }
    expect(spendingOf([coins(25n)], ethereum, limits)).toEqual({ leaves: [coins(25n)], millionths: 250_000 })
    expect(spendingOf(undefined, ethereum, limits)).toBeUndefined()
  })

  test('above the whole is said to be large, and what is risky for another reason is not', () => {
    const limits = { riskyAbove: { [ethereum.id]: '100' } }
    const found = (units: bigint, remains = false) => costFinding({ leaves: [coins(units)], remains }, 0n, ethereum, limits)
    expect(found(100n)).toEqual({ effects: [], warnings: [], risk: 'normal' })
    expect(found(101n)).toEqual({ effects: [], warnings: [{ kind: 'largeValue' }], risk: 'risky' })
    expect(found(1n, true)).toEqual({ effects: [], warnings: [], risk: 'risky' })
    expect(costFinding({ leaves: undefined, remains: false }, 0n, ethereum, limits)).toEqual({ effects: [], warnings: [], risk: 'risky' })
  })
})

describe('S11: what may leave together with one approval in the frame', () => {
  const usdc = `${ethereum.id}/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`
  const riskyAbove = { [ethereum.id]: '100', [usdc]: '1000' }
  const risk = (leaves: Parameters<typeof costFinding>[0]['leaves'], more: { fee?: bigint; remains?: boolean } = {}) =>
    costFinding({ leaves, remains: more.remains ?? false }, more.fee ?? 0n, ethereum, { riskyAbove }).risk
  const coins = (units: bigint) => ({ asset: ethereum.id, units })
  const tokens = (units: bigint) => ({ asset: usdc, units })

  test('half of one and half of another is a whole, and a fee counts', () => {
    expect(risk([coins(50n), tokens(500n)])).toBe('normal')
    expect(risk([coins(51n), tokens(500n)])).toBe('risky')
    expect(risk([coins(50n), tokens(510n)])).toBe('risky')
    expect(risk([coins(50n), coins(51n)])).toBe('risky')
    expect(risk([coins(50n), tokens(500n)], { fee: 1n })).toBe('risky')
    expect(risk([], { fee: 100n })).toBe('normal')
    expect(risk([], { fee: 101n })).toBe('risky')
  })

  test('what could not be tried out, is not listed, or leaves a permission behind is a window’s, however little it is', () => {
    expect(risk([coins(1n)])).toBe('normal')
    expect(risk([coins(1n)], { remains: true })).toBe('risky')
    expect(risk([], { remains: true })).toBe('risky')
    expect(risk(undefined)).toBe('risky')
    expect(risk([{ units: 1n }])).toBe('risky')
    expect(risk([coins(1n), { asset: `${ethereum.id}/erc20:0x${'9'.repeat(40)}`, units: 1n }])).toBe('risky')
    // What the operator wants in a window in any case.
    expect(costFinding({ leaves: [tokens(1n)], remains: false }, 0n, ethereum, { riskyAbove: { [usdc]: '0' } }).risk).toBe('risky')
  })
})
