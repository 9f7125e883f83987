import { inWords, OptionsError } from '@portico/service'
import { getAddress, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { endpoint } from '../http/settings.js'

/** A number in wei, in decimal digits: JSON has no whole numbers that long. */
export const weiText = z
  .string()
  .regex(/^\d{1,36}$/, 'is not a whole number of wei, as text')
  .transform(BigInt)

/** A private key that is used for this alone: 32 bytes in hex. */
export const keyHex = z.string().transform((text, context) => {
  const key = text.startsWith('0x') ? text : `0x${text}`
  if (isHex(key) && key.length === 66 && BigInt(key) > 0n) return privateKeyToAccount(key)
  context.issues.push({ code: 'custom', message: 'is not 32 bytes in hex', input: undefined })
  return z.NEVER
})

/** With its checksum. */
export const evmAccount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is no address')
  .transform((text) => getAddress(text.toLowerCase()))

/** EVM chains alone have operations. */
export const evmChain = z.string().regex(/^eip155:\d{1,15}$/, 'is not a chain such as eip155:1')

const own = z.strictObject({
  chain: evmChain,
  /** Keys that send the transactions and are paid for them. Each holds coins of the chain, and is used for nothing else. */
  executors: z.array(keyHex).min(1).max(16),
  /** Wei for a unit of gas that an operation leaves to who mines it, at least. */
  leastPriorityFee: weiText.default(0n),
  /** Wei for a unit of gas that no transaction offers more than, however long it waits. */
  highestFee: weiText.default(500_000_000_000n),
  /** Gas of one transaction. */
  bundleGas: z.int().min(500_000).max(60_000_000).default(15_000_000),
  /** Operations of one transaction. */
  bundleSize: z.int().min(1).max(100).default(20),
  /** Milliseconds between two looks for a transaction's receipt. */
  pollMs: z.int().min(10).max(60_000).default(1000),
  /** Milliseconds after which a transaction that is not mined is sent again with higher fees. */
  stuckMs: z.int().min(500).max(3_600_000).default(30_000),
  /** Seconds after which an operation that nobody could send is refused. */
  lifetime: z.int().min(10).max(86_400).default(1800),
  /**
   * How an operation is looked at before it is taken: by a call alone, or also by the rules of ERC-7562, for which the node has to have
   * `debug_traceCall` with tracers in JavaScript.
   */
  simulation: z.enum(['call', 'trace']).default('call'),
  /** Wei of a stake that counts, and seconds for which it is locked. */
  leastStake: weiText.default(100_000_000_000_000_000n),
  leastUnstakeDelay: z.int().min(1).max(31_536_000).default(86_400),
  /** Factories and paymasters that need no stake: the operator's own. */
  trusted: z.array(evmAccount).max(64).default([]),
})
const hosted = z.strictObject({ chain: evmChain, url: endpoint })

/** A chain's bundler: our own, or one at a URL. */
export type BundlerOptions = z.input<typeof own> | z.input<typeof hosted>
export type OwnBundler = z.output<typeof own>
export type HostedBundler = z.output<typeof hosted>

/** The bundlers of the options or the environment. @throws OptionsError naming what is wrong, without a key */
export function readBundlers(value: unknown): readonly (OwnBundler | HostedBundler)[] {
  const entries = z.array(z.looseObject({ url: z.optional(z.unknown()) })).safeParse(value, inWords())
  if (!entries.success) throw new OptionsError(`bundlers: ${z.prettifyError(entries.error)}`)
  const bundlers = entries.data.map((entry, at) => {
    const parsed = (entry.url === undefined ? own : hosted).safeParse(entry, inWords())
    if (!parsed.success) throw new OptionsError(`bundlers[${at}]: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  })
  const chains = bundlers.map(({ chain }) => chain)
  const twice = chains.find((chain, at) => chains.indexOf(chain) !== at)
  if (twice !== undefined) throw new OptionsError(`bundlers: ${twice} is there more than once`)
  for (const bundler of bundlers) {
    if (!('executors' in bundler)) continue
    const keys = bundler.executors.map(({ address }) => address)
    if (new Set(keys).size < keys.length) throw new OptionsError(`bundlers: ${bundler.chain} has an executor more than once`)
  }
  return bundlers
}
