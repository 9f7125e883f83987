import { InvalidOptionError } from '@portico/core'
import { readAddress, type ReadAddress } from './address.js'
import type { Chain } from './chains.js'

export const isTxid = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value)

/** An address that a host hands in. @throws InvalidOptionError, also for an address of another chain */
export async function parseAddress(value: unknown, option: string, chain: Chain): Promise<ReadAddress> {
  const found = await readAddress(value, chain)
  if (!found) throw new InvalidOptionError({ option, problem: `expected an address of ${chain.name}` })
  return found
}
