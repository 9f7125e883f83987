import { toHex } from 'viem'
import { z } from 'zod'
import { RefusedError, bundlerCodes } from './errors.js'
import { entryPoint } from './operation.js'

/** One method of JSON-RPC. @throws RefusedError */
export type Method = (params: readonly unknown[], caller: Caller) => Promise<unknown>
export type Methods = ReadonlyMap<string, Method>

/** Who asks. */
export interface Caller {
  /** The page's, as its browser says; undefined for what is no page. */
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/** Methods of ERC-7769, which a bundler elsewhere is asked too. */
export const bundlerMethods = [
  'eth_sendUserOperation',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_supportedEntryPoints',
  'eth_chainId',
] as const

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/** @throws RefusedError (-32602) */
export function readHash(value: unknown): string {
  const parsed = hash.safeParse(value)
  if (parsed.success) return parsed.data.toLowerCase()
  throw new RefusedError(bundlerCodes.invalid, 'The first parameter is no hash of an operation.')
}

/** @throws RefusedError (-32602) for any entry point but ours */
export function checkEntryPoint(value: unknown): void {
  if (typeof value === 'string' && value.toLowerCase() === entryPoint.toLowerCase()) return
  throw new RefusedError(bundlerCodes.invalid, `Operations of EntryPoint 0.8 (${entryPoint}) alone are taken.`)
}

/** Whole numbers as JSON-RPC has them. */
export function inHex(values: Readonly<Record<string, bigint | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, toHex(value)]])))
}

/** What a chain's bundler and its paymaster answer together. */
export function mergeMethods(...all: readonly ReadonlyMap<string, Methods>[]): ReadonlyMap<string, Methods> {
  const chains = new Set(all.flatMap((each) => [...each.keys()]))
  return new Map([...chains].map((chain) => [chain, new Map(all.flatMap((each) => [...(each.get(chain) ?? [])]))]))
}
