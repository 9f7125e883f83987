import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginTest, recordPromise } from '../../../scripts/lib/promises.mjs'
import { accountAbi, accountAddress } from './index.js'
import { type Choice, steps } from './test/fuzz/steps.js'
import { type Expected, type World, makeWorld, mineInOrder } from './test/fuzz/world.js'
import { tokensOf } from './test/permissions.js'

let world: World
beforeAll(async () => void (world = await makeWorld()), 60_000)
afterAll(() => world.chain.stop())

/** `pnpm --filter @portico/contracts fuzz` does a hundred times as many. */
const operations = Number(process.env['PORTICO_FUZZ_OPERATIONS'] ?? 10_000)
const seed = Number(process.env['PORTICO_FUZZ_SEED'] ?? 20_261_123)
const together = 100
/** Nothing of these goes through, whoever owns the account by then. */
const attacks = ['wrongKey', 'replay', 'otherChain', 'otherAccount', 'altered', 'plainMessage', 'direct', 'abuseGrant'] as const

const kinds = Object.keys(steps) as (keyof typeof steps)[]
const choice: fc.Arbitrary<Choice> = fc.record({ who: fc.nat(), other: fc.nat(), how: fc.nat(), amount: fc.bigInt(0n, 10n ** 9n) })

/** Without an end; the same for the same seed. */
function* choose() {
  for (let part = 0; ; part += 1) yield* fc.sample(fc.tuple(fc.constantFrom(...kinds), choice), { seed: seed + part, numRuns: 1000 })
}

/** Each account has what the model says, and belongs to whom it says. */
async function compare(): Promise<void> {
  const { chain, accounts, token } = world
  for (const { address, owner, tokens, ether, firstOwner } of accounts) {
    expect(await tokensOf(chain, token, address)).toBe(tokens)
    expect(await chain.reader.getBalance({ address })).toBe(ether)
    expect(await chain.reader.readContract({ address, abi: accountAbi, functionName: 'owner' })).toBe(owner.address)
    expect(accountAddress(firstOwner.address)).toBe(address)
  }
}

test(
  `S20, S23: in ${operations} operations, attacks and mistakes in any order, nobody but the owner or a permission moves anything`,
  async () => {
    beginTest()
    const codes = await Promise.all(world.accounts.map(({ address }) => world.chain.reader.getCode({ address })))
    const seen = new Map<string, number>()
    let done = 0
    let block: (Expected & { kind: string })[] = []
    for (const [kind, choices] of choose()) {
      const step = await steps[kind](world, choices)
      if (!step) continue
      block.push({ ...step, kind })
      done += 1
      if (block.length < together && done < operations) continue
      const outcomes = await mineInOrder(world, block)
      for (const [index, { kind, outcome }] of block.entries()) {
        const at = `operation ${done - block.length + index}, ${kind}, seed ${seed}`
        expect(`${at}: ${outcomes[index]}`).toBe(`${at}: ${outcome}`)
        seen.set(`${kind} ${outcomes[index]}`, (seen.get(`${kind} ${outcomes[index]}`) ?? 0) + 1)
      }
      block = []
      await compare()
      if (done >= operations) break
    }

    expect(done).toBe(operations)
    // Nothing is proved by refusing everything: the good went through as well, and each kind was tried.
    for (const happened of [
      'spend done',
      'spend failed',
      'rotate done',
      'useGrant done',
      'useGrant refused',
      'stopGrant done',
      'replay refused',
    ]) {
      expect(seen.get(happened), happened).toBeGreaterThan(operations / 400)
    }
    expect(await Promise.all(world.accounts.map(({ address }) => world.chain.reader.getCode({ address })))).toEqual(codes)

    const count = (kind: string, outcomes: readonly Expected['outcome'][]) =>
      outcomes.reduce((sum, outcome) => sum + (seen.get(`${kind} ${outcome}`) ?? 0), 0)
    const tried = attacks.map((kind) => [kind, count(kind, ['done', 'failed', 'refused'])] as const)
    recordPromise({
      id: 'S20',
      name: 'operations and permissions of others, replayed, altered, of other chains and accounts',
      runs: tried.reduce((sum, [, runs]) => sum + runs, 0),
      accepted: attacks.reduce((sum, kind) => sum + count(kind, ['done', 'failed']), 0),
      more: Object.fromEntries(tried),
    })
  },
  Math.max(120_000, operations * 30),
)
