import { base58 } from '@scure/base'
import { beforeEach, expect, test } from 'vitest'
import { solanaAccounts, solanaPrivateKey } from './accounts.js'
import { type Instruction, createTokenAccount, signTransaction } from './instructions.js'
import { associatedTokenAddress } from './keys.js'
import { type Pool, bought, poolProgram, pools, routeThroughPool, unwrapSol, wrapSol, wrappedSol } from './pools.js'
import { type Runtime, createRuntime } from './runtime.js'
import { seedAccounts } from './seed.js'
import { readTokenAccount } from './tokenState.js'
import { solanaTokens } from './tokens.js'
import { tokenProgram } from './programs.js'

const user = solanaAccounts[2].address
const privateKey = solanaPrivateKey(2)
const blockhash = base58.encode(new Uint8Array(32).fill(7))
const [usdc, pyusd] = solanaTokens

let runtime: Runtime
beforeEach(async () => {
  runtime = await createRuntime([poolProgram()])
  for (const [address, account] of seedAccounts(runtime.rent)) runtime.setAccount(address, account)
})

const units = (address: string): bigint => {
  const account = runtime.account(address)
  return (account && readTokenAccount(account)?.amount) ?? 0n
}
const held = (mint: string, program: string = tokenProgram) => units(associatedTokenAddress({ owner: user, mint, program }))
const run = (...instructions: readonly Instruction[]) => runtime.execute(signTransaction(instructions, { privateKey, blockhash }).bytes)
const poolAt = (index: number): Pool => pools[index] ?? expect.fail()
const reserves = ({ sides: [one, other] }: Pool, mint: string) =>
  one.mint === mint ? { in: units(one.vault), out: units(other.vault) } : { in: units(other.vault), out: units(one.vault) }

test('SOL become dollars and dollars SOL, to the unit that the product says', () => {
  const pool = poolAt(0)
  for (const paid of [1_000_000_000n, 12_345n, 777_000_000_000n]) {
    const [before, quoted] = [held(usdc.mint), bought(paid, reserves(pool, wrappedSol))]
    const { err } = run(
      ...wrapSol(user, paid),
      routeThroughPool({ pool, user, mint: wrappedSol, units: paid, quoted, slippage: 0 }),
      unwrapSol(user),
    )
    expect(err).toBeNull()
    expect(held(usdc.mint) - before).toBe(quoted)
    expect(held(wrappedSol)).toBe(0n)
  }
  const [lamports, paid] = [runtime.account(user)?.lamports ?? 0n, 300_000_000n]
  const quoted = bought(paid, reserves(pool, usdc.mint))
  const sol = { payer: user, owner: user, mint: wrappedSol, program: tokenProgram }
  const route = routeThroughPool({ pool, user, mint: usdc.mint, units: paid, quoted, slippage: 0 })
  const { err, fee } = run(createTokenAccount(sol), route, unwrapSol(user))
  expect(err).toBeNull()
  expect((runtime.account(user)?.lamports ?? 0n) - lamports).toBe(quoted - BigInt(fee))
})

test('tokens of both token programs change hands in one pool', () => {
  const pool = poolAt(1)
  const [before, paid] = [held(pyusd.mint, pyusd.program), 5_000_000n]
  const quoted = bought(paid, reserves(pool, usdc.mint))
  expect(run(routeThroughPool({ pool, user, mint: usdc.mint, units: paid, quoted, slippage: 100 })).err).toBeNull()
  expect(held(pyusd.mint, pyusd.program) - before).toBe(quoted)
  const back = { pool, user, mint: pyusd.mint, units: paid, quoted: bought(paid, reserves(pool, pyusd.mint)), slippage: 0 }
  expect(run(routeThroughPool(back)).err).toBeNull()
})

test('nothing moves for less than what was promised, and into or out of nothing but the pool', () => {
  const pool = poolAt(1)
  const paid = 5_000_000n
  const quoted = bought(paid, reserves(pool, usdc.mint))
  const route = (change: object = {}) => routeThroughPool({ pool, user, mint: usdc.mint, units: paid, quoted, slippage: 0, ...change })
  const instead = (index: number, address: string): Instruction => {
    const { accounts, ...rest } = route()
    return { ...rest, accounts: accounts.map((account, at) => (at === index ? { ...account, address } : account)) }
  }
  const own = associatedTokenAddress({ owner: user, ...usdc })
  const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })
  const before = [held(usdc.mint), held(pyusd.mint, pyusd.program)]
  expect(run(route({ quoted: quoted + 1n })).err).toEqual(custom(7))
  expect(run(route({ quoted: (quoted * 10_200n) / 10_000n, slippage: 100 })).err).toEqual(custom(7))
  expect(run(route({ units: 0n })).err).toEqual(custom(6))
  expect(run(instead(10, own)).err).toEqual(custom(3))
  expect(run(instead(10, poolAt(0).address)).err).toEqual(custom(4))
  expect(run(instead(11, own)).err).toEqual(custom(4))
  expect(run(instead(12, own)).err).toEqual(custom(4))
  expect(run(instead(5, pyusd.program)).err).toEqual(custom(4))
  expect(run(instead(3, pyusd.mint)).err).toEqual(custom(4))
  expect(run(instead(7, own)).err).toEqual(custom(1))
  // Of somebody who has not signed.
  expect(run(instead(1, associatedTokenAddress({ owner: solanaAccounts[3].address, ...usdc }))).err).not.toBeNull()
  const { accounts, ...rest } = route()
  const unsigned = { ...rest, accounts: accounts.map((each, at) => (at === 0 ? { address: solanaAccounts[3].address } : each)) }
  expect(run(unsigned).err).toEqual(custom(5))
  expect(run(route({ units: 10n ** 14n, quoted: 0n })).err).not.toBeNull()
  expect([held(usdc.mint), held(pyusd.mint, pyusd.program)]).toEqual(before)
})
