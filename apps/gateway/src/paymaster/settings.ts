import { accountFactory, accountImplementation } from '@portico/contracts'
import { inWords, OptionsError } from '@portico/service'
import { type Hex, toFunctionSelector } from 'viem'
import { z } from 'zod'
import { evmAccount as address, evmChain, keyHex, weiText } from '../bundler/settings.js'
import { endpoint, origin } from '../http/settings.js'

/** Simple7702Account 0.8, to which plain addresses delegate. */
const simple7702Account = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** `mint(address,uint256)`, its selector, or `0x` for coins that are sent without data. */
const method = z.string().transform((text, context): Hex => {
  if (/^0x([0-9a-fA-F]{8})?$/.test(text)) return `0x${text.slice(2).toLowerCase()}`
  try {
    if (/^\w+\(.*\)$/.test(text)) return toFunctionSelector(text)
  } catch {
    // Said below.
  }
  context.issues.push({ code: 'custom', message: 'is no method such as mint(address,uint256), no selector, and not 0x', input: undefined })
  return z.NEVER
})

const feeToken = z.strictObject({
  address,
  /** Who is paid. */
  receiver: address,
  decimals: z.int().min(0).max(36),
  /** What one coin of the network costs, in smallest units. By the gateway's prices and `markup`, unless told. */
  rate: z.optional(weiText.refine((value) => value > 0n, 'is 0')),
  /** Percent above what the coins are worth. */
  markup: z.int().min(0).max(100).default(10),
})
/** A token that network fees can be paid in. */
export type FeeToken = z.output<typeof feeToken>

const policy = z.strictObject({
  id: z.string().regex(/^[-a-z0-9]{1,64}$/, 'is not made of a-z, 0-9 and -'),
  /** Sites that it pays for; `*` for whoever asks. */
  origins: z.array(z.union([z.literal('*'), origin])).min(1),
  /** CAIP-2 ids. All that have a paymaster, unless told. */
  networks: z.optional(z.array(evmChain).min(1)),
  /** What may be called. Everything, unless told. */
  contracts: z.optional(z.array(z.strictObject({ address, methods: z.optional(z.array(method).min(1)) })).min(1)),
  /** What visitors pay with in the place of coins. Then the policy is for who does, and for nobody else. */
  tokens: z.optional(z.array(feeToken).min(1)),
  /** Wei a day (UTC), of all accounts together, and of each. */
  perDay: weiText,
  perAccount: weiText,
  /** Seconds that a promise to pay stands. */
  seconds: z.int().min(30).max(3600).default(300),
  /** Accounts whose call data means what it says: who makes them, and the code that they point to. */
  factories: z.array(address).default([accountFactory]),
  implementations: z.array(address).default([accountImplementation, simple7702Account]),
})
/** What the operator pays for. */
export type Policy = z.output<typeof policy>

const own = z.strictObject({
  chain: evmChain,
  /** PorticoPaymaster, with a deposit at the entry point. */
  address,
  /** The private key of its signer: 32 bytes in hex. It holds nothing. */
  signer: keyHex,
  /** Milliseconds between two looks at what was paid. */
  pollMs: z.int().min(50).max(60_000).default(5000),
})
const hosted = z.strictObject({ chain: evmChain, url: endpoint })

const sponsoring = z.strictObject({
  paymasters: z.array(z.union([own, hosted])).min(1),
  policies: z.array(policy).min(1),
  /** Origins of wallets that say truly, in `context.origin`, which site asked: those of our secure site. */
  wallets: z.array(origin).default([]),
  /** Whom wallets show as the one who pays. */
  name: z.optional(z.string().min(1).max(64)),
})

export type OwnPaymaster = z.output<typeof own>
export type Sponsoring = z.output<typeof sponsoring>
/** Who pays for operations, and for which. */
export type SponsoringOptions = z.input<typeof sponsoring>

/** The sponsoring of the options or the environment. @throws OptionsError naming what is wrong, without a key */
export function readSponsoring(value: unknown): Sponsoring {
  const parsed = sponsoring.safeParse(value, inWords())
  if (!parsed.success) throw new OptionsError(`sponsoring: ${z.prettifyError(parsed.error)}`)
  const { policies, paymasters } = parsed.data
  const names = [...policies.map(({ id }) => `policy ${id}`), ...paymasters.map(({ chain }) => `paymaster of ${chain}`)]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new OptionsError(`sponsoring: the ${twice} is there more than once`)
  return parsed.data
}
