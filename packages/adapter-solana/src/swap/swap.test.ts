import {
  associatedTokenAddress,
  bought,
  createTokenAccount,
  type Instruction,
  jupiterProgram,
  pools,
  routeThroughPool,
  type Solana,
  solanaAccounts,
  solanaPrivateKey,
  solanaTokens,
  unsignedTransaction,
  unwrapSol,
  wrapSol,
  wrappedSol,
} from '@portico/chains/solana'
import { TransactionRevertedError } from '@portico/core'
import { toBase64, type Adapter } from '@portico/core/kit'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { base58, concat, littleEndian } from '../implementation/bytes.js'
import { associatedTokenAddress as derive } from '../implementation/curve.js'
import { parseTransaction } from '../implementation/message.js'
import { computeUnitLimit, computeUnitPrice, systemProgram, tokenProgram } from '../implementation/programs.js'
import { solana } from '../networks.js'
import { testAdapter } from '../test/adapter.js'
import { startChain } from '../test/chain.js'
import { readSwap } from './readSwap.js'

const networkId = solana.id
const [user, thief] = [solanaAccounts[2].address, solanaAccounts[9].address]
const [usdc, pyusd] = solanaTokens
const sol = { mint: wrappedSol, program: tokenProgram }
const blockhash = base58.encode(new Uint8Array(32).fill(3))

/** Deriving an address takes a while, and there are few. */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const text = JSON.stringify(key, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const value = known.get(text) ?? make(key)
    known.set(text, value)
    return value
  }
}
const home = once(derive)
const ata = once(associatedTokenAddress)

interface Order {
  /** Undefined is SOL. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly units: bigint
  readonly quoted: bigint
  readonly slippage: number
}

const poolOf = ({ from = wrappedSol, to = wrappedSol }: Pick<Order, 'from' | 'to'>) =>
  pools.find(({ sides }) => [from, to].every((mint) => sides.some((side) => side.mint === mint))) ?? expect.fail()
const emptyRoute = once(({ from, to }: Pick<Order, 'from' | 'to'>) =>
  routeThroughPool({ pool: poolOf({ from, to }), user, mint: from ?? wrappedSol, units: 0n, quoted: 0n, slippage: 0 }),
)
const emptyWrapping = once((whose: string) => wrapSol(whose, 0n))
const unwrapping = once(unwrapSol)
const routeOf = ({ from, to, units, quoted, slippage }: Order): Instruction => {
  const route = emptyRoute({ from, to })
  const data = route.data.slice()
  data.set(concat(littleEndian(units, 8), littleEndian(quoted, 8), littleEndian(BigInt(slippage), 2)), 8)
  return { ...route, data }
}
const wrapping = (lamports: bigint): readonly Instruction[] =>
  emptyWrapping(user).map((each) =>
    each.program === systemProgram ? { ...each, data: concat([2, 0, 0, 0], littleEndian(lamports, 8)) } : each,
  )
const accountFor = once((parts: Parameters<typeof createTokenAccount>[0]) => createTokenAccount(parts))
const programOf = (mint = wrappedSol) => solanaTokens.find((token) => token.mint === mint)?.program ?? tokenProgram

/** A swap as a service writes it. */
const instructionsOf = (order: Order): readonly Instruction[] => [
  ...(order.from === undefined ? wrapping(order.units) : []),
  accountFor({ payer: user, owner: user, mint: order.to ?? wrappedSol, program: programOf(order.to) }),
  routeOf(order),
  ...(order.from === undefined || order.to === undefined ? [unwrapping(user)] : []),
]
const write = (instructions: readonly Instruction[], payer: string = user) => unsignedTransaction(instructions, { payer, blockhash })
const read = ({ from, to }: Pick<Order, 'from' | 'to'>, transaction: Uint8Array) =>
  readSwap({ transaction, address: user, from, to, derive: home })
const orders: readonly Order[] = [
  { from: undefined, to: usdc.mint, units: 2_000_000_000n, quoted: 290_000_000n, slippage: 100 },
  { from: usdc.mint, to: undefined, units: 300_000_000n, quoted: 1_900_000_000n, slippage: 50 },
  { from: usdc.mint, to: pyusd.mint, units: 5_000_000n, quoted: 4_900_000n, slippage: 0 },
]
const leastOf = ({ quoted, slippage }: Order) => (quoted * BigInt(10_000 - slippage)) / 10_000n

describe('what a transaction says', () => {
  test.each(orders)('$from for $to: both ends, the amount, the least that comes out, and who gets it', (order) => {
    const { from, to, units } = order
    expect(read(order, write(instructionsOf(order)))).toEqual({ from, to, units, minimum: leastOf(order), recipient: user })
    const paid = [computeUnitLimit(200_000n), computeUnitPrice(50_000n)].map((each) => ({ ...each, accounts: [] }))
    expect(read(order, write([...paid, ...instructionsOf(order)]))).toBeDefined()
  })

  test('each of the four exact swaps of the program is read by its own places', () => {
    const order = orders[2] ?? expect.fail()
    const [source, destination] = [usdc, pyusd].map((token) => ({
      address: associatedTokenAddress({ owner: user, ...token }),
      writable: true as const,
    }))
    const filler = (count: number) => Array.from({ length: count }, () => ({ address: systemProgram }))
    const self = { address: jupiterProgram }
    const signer = { address: user, signer: true as const }
    if (!source || !destination) throw new Error('There are two.')
    const plan = concat([2, 0, 0, 0], [7, 50, 0, 1, 9, 9, 1, 50, 1, 2])
    const tail = concat(littleEndian(order.units, 8), littleEndian(order.quoted, 8), [100, 0, 0])
    const head = concat(littleEndian(order.units, 8), littleEndian(order.quoted, 8), [100, 0, 0, 0, 0, 0])
    const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (each) => parseInt(each, 16))
    const written: readonly [accounts: Instruction['accounts'], data: Uint8Array][] = [
      [[self, signer, source, destination, self, ...filler(4)], concat(bytes('e517cb977ae3ad2a'), plan, tail)],
      [[self, self, signer, source, self, self, destination, ...filler(6)], concat(bytes('c1209b3341d69c81'), [4], plan, tail)],
      [[signer, source, destination, ...filler(4), self, ...filler(2)], concat(bytes('bb64facc31c4af14'), head, plan)],
      [[self, signer, source, self, self, destination, ...filler(6)], concat(bytes('d19853937cfed8e9'), [4], head, plan)],
    ]
    for (const [accounts, data] of written) {
      const route = { program: jupiterProgram, accounts, data }
      expect(read(order, write([route]))).toMatchObject({ units: order.units, minimum: (order.quoted * 9_900n) / 10_000n })
      expect(read(order, write([{ ...route, accounts: accounts.slice(1) }]))).toBeUndefined()
      expect(read(order, write([{ ...route, data: data.subarray(0, 26) }]))).toBeUndefined()
      expect(read({ from: order.to, to: order.from }, write([route]))).toBeUndefined()
    }
    // Swaps of an exact outcome may take more than was ordered.
    const exactOut = concat(bytes('d033ef977b2bed5c'), plan, tail)
    expect(read(order, write([{ program: jupiterProgram, accounts: written[0]?.[0] ?? [], data: exactOut }]))).toBeUndefined()
  })
})

/** What a service that means harm does to a swap. Each of it takes something, or gives it to somebody else. */
const harms: Readonly<Record<string, (order: Order, instructions: readonly Instruction[], some: bigint) => Uint8Array>> = {
  'sends SOL along': (_, all, lamports) => write([...all, move(user, thief, lamports)]),
  'sends SOL first': (_, all, lamports) => write([move(user, thief, lamports), ...all]),
  'wraps more than is swapped': (_, all, lamports) => write([move(user, ata({ owner: user, ...sol }), lamports), ...all]),
  'wraps after the swap': ({ units }, all) => write([...all, move(user, ata({ owner: user, ...sol }), units)]),
  'sends tokens along': ({ from }, all, units) => write([...all, tokenCall([3, ...littleEndian(units, 8)], from)]),
  'lets a stranger take tokens': ({ from }, all, units) => write([...all, tokenCall([4, ...littleEndian(units, 8)], from)]),
  'gives an account away': ({ from }, all) => write([...all, tokenCall([6, 2, 1, ...base58.decode(thief)], from)]),
  'closes an account into another': (_, all) => write([...all, { ...unwrapping(user), accounts: closeInto(thief) }]),
  'makes an account for a stranger': (_, all) => write([accountFor({ payer: user, owner: thief, ...usdc }), ...all]),
  'pays a stranger for an account': (_, all) =>
    write([{ ...accountFor({ payer: user, owner: user, ...usdc }), program: systemProgram }, ...all]),
  'pays a fortune to be first': (_, all, some) =>
    write([...[computeUnitLimit(1_400_000n), computeUnitPrice(10_000_000n + some)].map((each) => ({ ...each, accounts: [] })), ...all]),
  'swaps twice': (order, all) => write([...all, routeOf(order)]),
  'swaps nothing': (_, all) => write(all.filter(({ program }) => program !== jupiterProgram)),
  'calls another program': (order, all) => write([...all, { ...routeOf(order), program: thief }]),
  'pays into another account': (order, all) =>
    write(replaced(all, 2, ata({ owner: thief, mint: order.to ?? wrappedSol, program: programOf(order.to) }))),
  'names one more to be paid': (order, all) =>
    write(replaced(all, 7, ata({ owner: thief, mint: order.to ?? wrappedSol, program: programOf(order.to) }))),
  'pays from another account': (_, all) => write(replaced(all, 1, ata({ owner: user, ...pyusd, mint: thief }))),
  'takes more': (order, all, more) => write(replacedRoute(all, routeOf({ ...order, units: order.units + more }))),
  'promises less': (order, all, less) =>
    write(replacedRoute(all, routeOf({ ...order, quoted: order.quoted - 1n - (less % order.quoted) }))),
  'allows for more slippage': (order, all, some) =>
    write(replacedRoute(all, routeOf({ ...order, slippage: order.slippage + 1 + Number(some % 9_000n) }))),
  'keeps a fee': (order, all, some) => {
    const route = routeOf(order)
    const data = route.data.slice()
    data.set(littleEndian(1n + (some % 9_999n), 2), 26)
    return write(replacedRoute(all, { ...route, data }))
  },
  'has somebody else pay': (_, all) =>
    write([{ program: systemProgram, accounts: [{ address: user, signer: true }], data: Uint8Array.of() }, ...all], thief),
  'wants another signature': (_, all) => {
    const [first, ...rest] = all
    return first ? asTwo(write([first, ...rest])) : expect.fail()
  },
  'names the accounts in a table': (_, all) => tabled(write(all)),
  'is cut off': (_, all, some) => write(all).slice(0, -1 - Number(some % 30n)),
}

const move = (from: string, to: string, lamports: bigint): Instruction => ({
  program: systemProgram,
  accounts: [
    { address: from, signer: true, writable: true },
    { address: to, writable: true },
  ],
  data: concat([2, 0, 0, 0], littleEndian(lamports, 8)),
})
const tokenCall = (data: readonly number[], mint = wrappedSol): Instruction => ({
  program: tokenProgram,
  accounts: [
    { address: ata({ owner: user, mint, program: tokenProgram }), writable: true },
    { address: ata({ owner: thief, mint, program: tokenProgram }), writable: true },
    { address: user, signer: true },
  ],
  data: Uint8Array.from(data),
})
const closeInto = (whose: string): Instruction['accounts'] => [
  { address: ata({ owner: user, ...sol }), writable: true },
  { address: whose, writable: true },
  { address: user, signer: true },
]
const replacedRoute = (all: readonly Instruction[], route: Instruction) =>
  all.map((each) => (each.program === jupiterProgram ? route : each))
const replaced = (all: readonly Instruction[], place: number, address: string) =>
  all.map((each) =>
    each.program === jupiterProgram
      ? {
          ...each,
          accounts: each.accounts.map((account, at) => (at === place ? { ...account, address, writable: true as const } : account)),
        }
      : each,
  )
/** The same message for two signers. */
const asTwo = (wire: Uint8Array): Uint8Array => {
  const message = wire.slice(65)
  message[1] = 2
  return concat([2], new Uint8Array(128), message)
}
/** The route's destination stands in a lookup table instead. */
const tabled = (wire: Uint8Array): Uint8Array => {
  const { message } = parseTransaction(wire) ?? expect.fail()
  const route = message.instructions.find(({ program }) => base58.encode(message.accounts[program] ?? new Uint8Array()) === jupiterProgram)
  const at = wire.length - 1
  const body = wire.slice(0, at)
  const where = route ? findRoute(body, route.accounts) : -1
  body[where + 2] = message.accounts.length
  return concat(body, [1], base58.decode(thief), [1, 0, 0])
}
const findRoute = (wire: Uint8Array, accounts: readonly number[]): number =>
  wire.findIndex((_, at) => accounts.every((account, index) => wire[at + index] === account))

test('S18: of 10,000 tampered transactions none is a swap as it was ordered, and those that were not tampered with are', {
  timeout: 90_000,
}, () => {
  const kinds = Object.entries(harms)
  let accepted = 0
  const some = fc.bigInt({ min: 1n, max: 1_000_000_000n })
  const amounts = fc.record({
    units: fc.bigInt({ min: 1n, max: 2n ** 50n }),
    quoted: fc.bigInt({ min: 10_000n, max: 2n ** 49n }),
    slippage: fc.integer({ min: 0, max: 500 }),
  })
  fc.assert(
    fc.property(fc.constantFrom(...orders), amounts, fc.constantFrom(...kinds), some, (pair, numbers, [, harm], amount) => {
      const order = { ...pair, ...numbers }
      const instructions = instructionsOf(order)
      const asOrdered = (wire: Uint8Array) => {
        const said = read(order, wire)
        return said !== undefined && said.units === order.units && said.minimum >= leastOf(order)
      }
      if (amount % 4n === 0n) expect(asOrdered(write(instructions))).toBe(true)
      accepted += Number(asOrdered(harm(order, instructions, amount)))
      expect(accepted).toBe(0)
    }),
    { numRuns: 10_000 },
  )
})

describe('on the chain', () => {
  let chain: Solana
  let adapter: Adapter
  let stop: () => Promise<void>
  beforeAll(async () => {
    const started = await startChain(14_081)
    chain = started.chain
    const tested = await testAdapter(started.options)
    adapter = tested.adapter
    stop = async () => {
      tested.stop()
      await started.stop()
    }
  })
  afterAll(() => stop())
  beforeEach(() => chain.reset())

  const priced = (order: Order): Order => {
    const { sides } = poolOf(order)
    const reserve = (mint = wrappedSol) => chain.tokenBalanceOf(sides.find((side) => side.mint === mint)?.vault ?? '')
    return { ...order, quoted: bought(order.units, { in: reserve(order.from), out: reserve(order.to) }) }
  }
  const writeNow = (order: Order) => unsignedTransaction(instructionsOf(order), { payer: user, blockhash: chain.blockhash() })
  const said = async (order: Order, transaction: Uint8Array) =>
    (await adapter.readSwapTransaction?.({ transaction, address: user, networkId, from: order.from, to: order.to })) ?? expect.fail()
  const send = async (transaction: Uint8Array): Promise<string> => {
    const signature = ed25519.sign(transaction.subarray(65), solanaPrivateKey(2))
    const params = [toBase64(concat([1], signature, transaction.subarray(65))), { encoding: 'base64' }]
    const answer = await fetch(chain.urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
    })
    expect(await answer.json()).toMatchObject({ result: base58.encode(signature) })
    chain.mine(2)
    return base58.encode(signature)
  }

  test.each(orders)('$from for $to: tried before it is sent, and what came out is told', async (pair) => {
    const order = priced(pair)
    const transaction = writeNow(order)
    const meaning = await said(order, transaction)
    await adapter.simulateSwap?.({ transaction, networkId, meaning })
    const hash = await send(transaction)
    const received = await adapter.readReceived?.({ hash, token: order.to, address: user, router: jupiterProgram, networkId })
    expect(received).toBe(order.quoted)
  })

  test('S18: what would fail, or gives less than it says, is not sent', async () => {
    const order = priced(orders[0] ?? expect.fail())
    const dear = writeNow({ ...order, quoted: order.quoted * 2n, slippage: 0 })
    await expect(adapter.simulateSwap?.({ transaction: dear, networkId, meaning: await said(order, dear) })).rejects.toBeInstanceOf(
      TransactionRevertedError,
    )
    const transaction = writeNow(order)
    const meaning = await said(order, transaction)
    for (const other of [{ minimum: order.quoted + 1n }, { units: order.units - 20_000_000n }]) {
      const promised = { transaction, networkId, meaning: { ...meaning, ...other } }
      await expect(adapter.simulateSwap?.(promised)).rejects.toMatchObject({ name: 'TransactionRevertedError' })
    }
  })

  test('nothing is read of what is no transaction, nor told of one that is not there', async () => {
    const order = orders[0] ?? expect.fail()
    const request = { address: user, networkId, from: order.from, to: order.to }
    expect(await adapter.readSwapTransaction?.({ ...request, transaction: new Uint8Array(40) })).toBeUndefined()
    expect(await adapter.readSwapTransaction?.({ ...request, transaction: write(instructionsOf(order)), to: 'USDC' })).toBeUndefined()
    const absent = { hash: base58.encode(new Uint8Array(64).fill(5)), token: undefined, address: user, router: jupiterProgram, networkId }
    expect(await adapter.readReceived?.(absent)).toBeUndefined()
    await expect(adapter.readReceived?.({ ...absent, hash: '0x1' })).rejects.toMatchObject({ name: 'InvalidOptionError' })
  })
})
