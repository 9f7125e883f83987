/** Jupiter's aggregator, which swaps as it is told and passes what comes out on to who ordered it. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** What Jupiter's program is told to do, in the smallest units. */
export interface Route {
  /** Who pays. */
  readonly user: number
  /** Token accounts that are paid from and into. Numbers are places in the message's accounts. */
  readonly source: number
  readonly destination: number
  readonly units: bigint
  /** What comes out at the least: with less nothing happens. */
  readonly minimum: bigint
}

/** How one of its instructions is written: the places of accounts among its own, and where the amounts begin. */
interface Shape {
  readonly user: number
  readonly source: number
  readonly destination: number
  /** Another account in the place of `destination`, where the program's own address says that there is none. */
  readonly instead?: number
  /** How many accounts there are at the least. */
  readonly accounts: number
  /** Of the four that are at the end of the data, behind a plan of any length; or where they begin. */
  readonly amounts: 'end' | number
}

/** By its first eight bytes, in hex: the first eight of SHA-256 of `global:` and its name (Anchor). All of them swap an exact amount. */
const shapes: Readonly<Record<string, Shape>> = {
  // route
  e517cb977ae3ad2a: { user: 1, source: 2, destination: 3, instead: 4, accounts: 9, amounts: 'end' },
  // shared_accounts_route
  c1209b3341d69c81: { user: 2, source: 3, destination: 6, accounts: 13, amounts: 'end' },
  // route_v2
  bb64facc31c4af14: { user: 0, source: 1, destination: 2, instead: 7, accounts: 10, amounts: 8 },
  // shared_accounts_route_v2, whose amounts follow the number of the program's own account
  d19853937cfed8e9: { user: 1, source: 2, destination: 5, accounts: 12, amounts: 9 },
}

const whole = 10_000n

/**
 * Reads an instruction of Jupiter's program; undefined for one that is not known, or that pays somebody else.
 * @param accounts places in the message's accounts
 * @param self the place of the program itself
 */
export function readRoute(accounts: readonly number[], data: Uint8Array, self: number): Route | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const name = [...data.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (!shape || accounts.length < shape.accounts) return undefined
  // Amount, promise, slippage and fee, of which the older two instructions write the fee in one byte.
  const isAtEnd = shape.amounts === 'end'
  const at = shape.amounts === 'end' ? data.length - 19 : shape.amounts
  if (at < 8 || at + (isAtEnd ? 19 : 22) > data.length) return undefined
  const [user, source, destination] = [accounts[shape.user], accounts[shape.source], accounts[shape.destination]]
  const isElsewhere = shape.instead !== undefined && ![self, destination].includes(accounts[shape.instead])
  if (user === undefined || source === undefined || destination === undefined || isElsewhere) return undefined
  const [units, promised] = [view.getBigUint64(at, true), view.getBigUint64(at + 8, true)]
  const slippage = BigInt(view.getUint16(at + 16, true))
  const fee = BigInt(isAtEnd ? view.getUint8(at + 18) : view.getUint16(at + 18, true))
  if (slippage > whole || fee > whole) return undefined
  // Whether the fee is off the promise already is the service's word: it is taken off once more.
  return { user, source, destination, units, minimum: (((promised * (whole - slippage)) / whole) * (whole - fee)) / whole }
}
