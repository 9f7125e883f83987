import { base58, base64 } from '@scure/base'
import { u16, u32, u64 } from './bytes.js'
import { type Instruction, createTokenAccount } from './instructions.js'
import { associatedTokenAddress, concat, programAddress } from './keys.js'
import { poolCode } from './pool/artifact.js'
import { jupiterProgram, systemProgram, tokenProgram } from './programs.js'
import type { Program } from './runtime.js'
import type { AccountState } from './tokenState.js'
import { solanaTokens } from './tokens.js'

/** The mint that SOL is a token by. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'

/** One side of a pool. */
interface Side {
  readonly mint: string
  /** Address of the program that owns the mint. */
  readonly program: string
  /** Where the pool keeps it. */
  readonly vault: string
  /** How much of it is there after a reset, in the smallest unit. */
  readonly seeded: bigint
}

export interface Pool {
  readonly address: string
  readonly bump: number
  readonly sides: readonly [Side, Side]
}

const [usdc, pyusd] = solanaTokens
const sol = { mint: wrappedSol, program: tokenProgram }

/** What can be swapped after a reset: SOL at 150 dollars, and one kind of dollar for another. */
export const pools: readonly Pool[] = [
  poolOf([sol, 20_000n * 10n ** 9n], [usdc, 3_000_000n * 10n ** 6n]),
  poolOf([usdc, 1_000_000n * 10n ** 6n], [pyusd, 1_000_000n * 10n ** 6n]),
]

function poolOf(...sides: readonly [[Pick<Side, 'mint' | 'program'>, bigint], [Pick<Side, 'mint' | 'program'>, bigint]]): Pool {
  const mints = sides.map(([{ mint }]) => base58.decode(mint))
  const { address, bump } = programAddress(jupiterProgram, [new TextEncoder().encode('pool'), ...mints])
  const side = ([{ mint, program }, seeded]: (typeof sides)[number]): Side => ({
    mint,
    program,
    vault: associatedTokenAddress({ owner: address, mint, program }),
    seeded,
  })
  return { address, bump, sides: [side(sides[0]), side(sides[1])] }
}

/** The program of the pools, as `pool.c` has been built. */
export const poolProgram = (): Program => ({
  address: jupiterProgram,
  code: base64.decode(poolCode),
})

/** What `pool.c` reads of a pool. */
export function poolData({ bump, sides }: Pool): Uint8Array {
  const [one, other] = sides
  return concat([...[one.vault, other.vault, one.mint, other.mint].map((key) => base58.decode(key)), Uint8Array.of(bump)])
}

/** The mint of wrapped SOL, which every cluster has. */
export const wrappedSolMint = (rent: bigint): AccountState => ({
  lamports: rent,
  data: concat([new Uint8Array(36), u64(0n), Uint8Array.of(9, 1), new Uint8Array(36)]),
  owner: tokenProgram,
  executable: false,
})

/** What comes out of a pool with so much on either side, in the smallest units: three thousandths of what comes in are kept. */
export function bought(paid: bigint, reserves: { readonly in: bigint; readonly out: bigint }): bigint {
  const kept = paid * 997n
  return (kept * reserves.out) / (reserves.in * 1000n + kept)
}

export interface SwapParameters {
  readonly pool: Pool
  readonly user: string
  /** The mint that is paid in. */
  readonly mint: string
  readonly units: bigint
  /** What was promised to come out, of which as much may be missing as `slippage` says, in hundredths of a per cent. */
  readonly quoted: bigint
  readonly slippage: number
}

/** `route_v2` of the Jupiter aggregator, whose one step is a pool. */
export function routeThroughPool({ pool, user, mint, units, quoted, slippage }: SwapParameters): Instruction {
  const [one, other] = pool.sides
  const [from, to] = mint === one.mint ? [one, other] : [other, one]
  const noFees = [u16(0), u16(0)]
  const accounts: Instruction['accounts'] = [
    { address: user, signer: true },
    { address: associatedTokenAddress({ owner: user, ...from }), writable: true },
    { address: associatedTokenAddress({ owner: user, ...to }), writable: true },
    { address: from.mint },
    { address: to.mint },
    { address: from.program },
    { address: to.program },
    { address: jupiterProgram }, // nobody else is paid
    { address: eventAuthority },
    { address: jupiterProgram },
    { address: pool.address },
    { address: from.vault, writable: true },
    { address: to.vault, writable: true },
  ]
  const data = [Uint8Array.of(187, 100, 250, 204, 49, 196, 175, 20), u64(units), u64(quoted), u16(slippage), ...noFees, u32(1), step]
  return { program: jupiterProgram, accounts, data: concat(data) }
}

const eventAuthority = programAddress(jupiterProgram, [new TextEncoder().encode('__event_authority')]).address
/** The one step of a plan, all of it from the first token to the second. Which exchange it names is not looked at here. */
const step = Uint8Array.of(0, ...u16(10_000), 0, 1)

/** What turns SOL into a token before a swap of it. */
export function wrapSol(user: string, lamports: bigint): readonly Instruction[] {
  const account = associatedTokenAddress({ owner: user, ...sol })
  return [
    createTokenAccount({ payer: user, owner: user, ...sol }),
    {
      program: systemProgram,
      accounts: [
        { address: user, signer: true, writable: true },
        { address: account, writable: true },
      ],
      data: concat([u32(2), u64(lamports)]),
    },
    { program: tokenProgram, accounts: [{ address: account, writable: true }], data: Uint8Array.of(17) }, // SyncNative
  ]
}

/** What turns wrapped SOL back, all of it, after a swap. */
export const unwrapSol = (user: string): Instruction => ({
  program: tokenProgram,
  accounts: [
    { address: associatedTokenAddress({ owner: user, ...sol }), writable: true },
    { address: user, writable: true },
    { address: user, signer: true },
  ],
  data: Uint8Array.of(9), // CloseAccount
})
