import { type Hex, pad, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ethereum, nodeDouble, own, tokenAnswers } from '../kit.test.helper.js'
import type { Action } from './action.js'
import type { FullTransaction } from './fill.js'
import { simulate } from './simulate.js'
import { chainReader } from './tokens.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

const transaction: FullTransaction = {
  chainId: 1,
  from: own,
  to: alice,
  value: 5n,
  data: '0x',
  nonce: 0,
  gas: 21_000n,
  fees: { gasPrice: 1n },
}
const topic = (address: Hex) => pad(address).toLowerCase() as Hex
const words = (...values: readonly bigint[]) => `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join('')}`
const moved = (address: Hex, from: Hex, to: Hex, units: bigint) => ({
  address,
  topics: [transferTopic, topic(from), topic(to)],
  data: words(units),
})

const run = async (answers: Record<string, unknown>, actions: readonly Action[] = []) => {
  const node = nodeDouble(answers)
  return simulate({
    transactions: [{ ...transaction, value: 0n }],
    actions,
    network: ethereum,
    fetch: node.fetch,
    chain: chainReader(ethereum, node.fetch),
  })
}
const ran = (...logs: readonly unknown[]) => ({ eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] })

describe('eth_simulateV1', () => {
  test('is asked for the very transaction, with transfers traced', async () => {
    const node = nodeDouble(ran())
    await simulate({
      transactions: [{ ...transaction, data: '0xab', accessList: [] }],
      actions: [],
      network: ethereum,
      fetch: node.fetch,
      chain: chainReader(ethereum, node.fetch),
    })
    expect(node.calls[0]).toMatchObject({
      url: ethereum.rpcUrl,
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [{ calls: [{ from: own, to: alice, value: '0x5', data: '0xab', gas: '0x5208', accessList: [] }] }],
          traceTransfers: true,
          validation: false,
        },
        'latest',
      ],
    })
  })

  test('tells what comes and goes, summed by token', async () => {
    const logs = [
      moved(native, own, alice, 2n * 10n ** 18n),
      moved(native, alice, own, 5n * 10n ** 17n),
      moved(token.toLowerCase() as Hex, alice, own, 1_500_000n),
      moved(token.toLowerCase() as Hex, alice, alice, 9n),
    ]
    expect(await run(ran(...logs), [{ kind: 'transfer', token, to: alice, amount: 1n }])).toMatchObject({
      changes: [
        { symbol: 'ETH', amount: '-1.5' },
        { symbol: 'USDC', amount: '1.5' },
      ],
    })
  })

  test('names a token that the request does not by its address as well', async () => {
    expect(await run(ran(moved(token, alice, own, 1_000_000n)))).toMatchObject({ changes: [{ symbol: `USDC (${token})`, amount: '1' }] })
  })

  test('leaves out what comes to nothing', async () => {
    expect(await run(ran(moved(token, alice, own, 7n), moved(token, own, alice, 7n), moved(token, own, own, 7n)))).toMatchObject({
      changes: [],
    })
    expect(await run(ran())).toMatchObject({ changes: [] })
    expect(await run({ eth_simulateV1: [{ calls: [{ status: '0x1' }] }] })).toMatchObject({ changes: [] })
  })

  test('tells of NFTs', async () => {
    const nft = { address: token, topics: [transferTopic, topic(own), topic(alice), toHex(42n, { size: 32 })], data: '0x' }
    const multi = { address: token, topics: [singleTopic, topic(alice), topic(alice), topic(own)], data: words(7n, 3n) }
    expect(await run({ ...ran(nft, multi), ...tokenAnswers({ symbol: 'APE', isNft: true }) })).toMatchObject({
      changes: [
        { symbol: `APE (${token}) #42`, amount: '-1' },
        { symbol: `APE (${token}) #7`, amount: '3' },
      ],
    })
  })

  test('names a token that says nothing of itself by its address, in its smallest units', async () => {
    expect(await run({ ...ran(moved(token, own, alice, 7n)), eth_call: new Error('reverted') })).toMatchObject({
      changes: [{ symbol: `${token} (smallest units)`, amount: '-7' }],
    })
  })

  test('S11: counts what a call hands over by its own words where no log can be read of it, as of the first NFTs', async () => {
    // Transfer(address,address,uint256) with all three in the data.
    const unindexed = { address: token, topics: [transferTopic], data: words(BigInt(own), BigInt(alice), 42n) }
    const from = { kind: 'nft', collection: token, from: own, to: alice, tokenId: 42n, amount: 1n } as const
    const old = { ...ran(unindexed), ...tokenAnswers({ symbol: 'CK' }) }
    const leaving = { asset: `eip155:1/erc20:${token.toLowerCase()}`, units: 42n }
    const stated: Action = { kind: 'transfer', token, to: alice, amount: 42n }
    expect(await run(old, [stated])).toMatchObject({ leaves: [leaving], changes: [{ amount: '-0.000042' }] })
    expect(await run(old, [{ ...stated, from: own }])).toMatchObject({ leaves: [leaving] })
    expect(await run(old, [from])).toMatchObject({ leaves: [{ units: 1n }], changes: [{ symbol: `CK (${token}) #42`, amount: '-1' }] })
    // Of somebody else's, and to oneself, nothing leaves.
    expect(
      await run(old, [
        { ...stated, from: alice },
        { ...from, from: alice },
        { ...stated, to: own },
      ]),
    ).toMatchObject({ leaves: [] })
    expect(await run(ran(moved(token, own, alice, 40n)), [stated])).toMatchObject({ leaves: [{ ...leaving, units: 40n }] })
    const burn: Action = { kind: 'function', to: token, name: 'burn', values: { shares: '42' }, value: 0n }
    expect(await run(old, [burn])).toMatchObject({ leaves: [leaving], changes: [{ amount: '-0.000042' }] })
    expect(await run(ran(moved(token, own, zeroAddress, 41n)), [burn])).toMatchObject({ leaves: [{ ...leaving, units: 41n }] })
  })

  test('S11: counts all that goes, whatever comes back in a trial run: a contract can tell one from the transaction itself', async () => {
    const usdc = `eip155:1/erc20:${token.toLowerCase()}`
    const returned = [
      moved(native, own, alice, 9n),
      moved(native, alice, own, 9n),
      moved(token, own, alice, 5n),
      moved(token, alice, own, 5n),
    ]
    expect(await run(ran(...returned))).toMatchObject({
      changes: [],
      leaves: [
        { asset: 'eip155:1', units: 9n },
        { asset: usdc, units: 5n },
      ],
    })
  })

  test('S11: counts what may be spent on the way, though nothing is taken in a trial run and it is taken back at the end', async () => {
    const usdc = `eip155:1/erc20:${token.toLowerCase()}`
    const approve = (amount: bigint): Action => ({ kind: 'approve', token, spender: alice, amount })
    const all = [approve(7n), { kind: 'function', to: alice, name: 'claim', values: {}, value: 0n }, approve(8n), approve(0n)] as const
    const zero = words(0n)
    const node = (...logs: readonly unknown[]) => ({
      eth_simulateV1: ([{ blockStateCalls }]: readonly [{ blockStateCalls: readonly [{ calls: readonly unknown[] }] }]) => [
        { calls: blockStateCalls[0].calls.map((_, at) => ({ status: '0x1', logs: at === 0 ? logs : [], returnData: zero })) },
      ],
    })
    expect(await run(node(), all)).toMatchObject({ remains: false, leaves: [{ asset: usdc, units: 15n }] })
    // What is spent of it is not counted twice.
    expect(await run(node(moved(token, own, alice, 15n)), all)).toMatchObject({ leaves: [{ asset: usdc, units: 15n }] })
    expect(await run(node(moved(token, own, alice, 16n)), all)).toMatchObject({ leaves: [{ asset: usdc, units: 16n }] })
    expect(await run({ ...node(), ...tokenAnswers({ isNft: true }) }, all)).toMatchObject({ leaves: [{ units: 15n }] })
  })

  test('passes over other logs', async () => {
    const other = { address: token, topics: [toHex(1n, { size: 32 }), topic(own), topic(alice)], data: words(5n) }
    const bare = { address: token, topics: [], data: '0x' }
    const cut = { address: token, topics: [transferTopic, topic(own)], data: words(5n) }
    const empty = { address: token, topics: [transferTopic, topic(own), topic(alice)], data: '0x' }
    const short = { address: token, topics: [singleTopic, topic(alice), topic(own)], data: words(5n, 5n) }
    const halved = { address: token, topics: [singleTopic, topic(alice), topic(own), topic(alice)], data: words(5n) }
    expect(await run(ran(other, bare, cut, empty, short, halved))).toMatchObject({ changes: [] })
  })

  test('tells why it would fail', async () => {
    expect(await run({ eth_simulateV1: [{ calls: [{ status: '0x0', error: { message: 'x'.repeat(400) } }] }] })).toMatchObject({
      changes: 'failed',
      reverts: 'x'.repeat(300),
    })
    expect(await run({ eth_simulateV1: [{ calls: [{ status: '0x0' }] }] })).toMatchObject({ changes: 'failed', reverts: '' })
  })
})

describe('without it', () => {
  const plain: readonly Action[] = [
    { kind: 'native', to: alice, amount: 5n * 10n ** 17n },
    { kind: 'transfer', token, to: alice, amount: 2_000_000n },
  ]

  test.each([undefined, 'x', [], [{ calls: [] }], [{ calls: [{ status: 'ok' }] }], [{ calls: [{ status: '0x1', logs: [{}] }] }]])(
    '(%j) plain transfers tell what they change',
    async (answer) => {
      expect(await run({ eth_simulateV1: answer }, plain)).toMatchObject({
        changes: [
          { symbol: 'ETH', amount: '-0.5' },
          { symbol: 'USDC', amount: '-2' },
        ],
      })
    },
  )

  test('what goes to the account itself changes nothing', async () => {
    expect(
      await run({}, [
        { kind: 'native', to: own, amount: 5n },
        { kind: 'transfer', token, to: own, amount: 5n },
      ]),
    ).toMatchObject({ changes: [] })
  })

  test.each<[string, Action]>([
    ['an unknown call', { kind: 'call', to: alice, selector: '0x12345678', value: 0n }],
    ['a permission', { kind: 'approve', token, spender: alice, amount: 5n }],
    ["somebody else's tokens", { kind: 'transfer', token, from: alice, to: own, amount: 5n }],
  ])('nobody can say what %s changes', async (_, action) => {
    expect(await run({}, [...plain, action])).toMatchObject({ changes: 'failed' })
  })

  test('a call that fails says why', async () => {
    expect(await run({ eth_call: new Error('execution reverted: no') }, plain)).toMatchObject({
      changes: 'failed',
      reverts: 'execution reverted: no',
    })
  })

  test('R9: a node that is gone says nothing', async () => {
    const fetchDouble: typeof fetch = async () => Promise.reject(new TypeError('fetch failed'))
    expect(
      await simulate({
        transactions: [transaction],
        actions: plain,
        network: ethereum,
        fetch: fetchDouble,
        chain: chainReader(ethereum, fetchDouble),
      }),
    ).toMatchObject({ changes: 'failed' })
  })
})
