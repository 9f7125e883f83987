import type { Log } from '@portico/service'
import { encodeFunctionData } from 'viem'
import { ProviderError } from '../../providers/errors.js'
import type { Multicall, Read } from '../../rpc/multicall.js'
import { decode } from '../../rpc/multicall.js'
import { evmAddress, hexData } from '../../rpc/node.js'
import { router02Abi, v2Abi } from './abi.js'

/** Pools of one kind, and the router by which they are swapped with. */
export type Venue = V2Venue | V3Venue
export interface V2Venue {
  readonly kind: 'v2'
  readonly router: string
  readonly factory: string
  /** The chain's own coin as a token. */
  readonly wrapped: string
  /** A `SwapRouter02` that knows the same pools: then all goes by that one, so that a split is one transaction, and one allowance is enough. */
  readonly router02: string | undefined
}
export interface V3Venue {
  readonly kind: 'v3'
  readonly quoter: string
  readonly router: string
  readonly factory: string
  readonly wrapped: string
}

export interface ReadVenuesParameters {
  readonly v2: readonly string[]
  readonly v3: readonly { readonly quoter: string; readonly router: string }[]
  readonly multicall: Multicall
  readonly log: Log
}

/**
 * What routers say of themselves, which never changes. One that does not answer as a router does is left out, and the log names it.
 * @throws ProviderError where none does, NodeUnavailableError, RpcError
 */
export async function readVenues({ v2, v3, multicall, log }: ReadVenuesParameters): Promise<readonly Venue[]> {
  const reads = [
    ...v2.flatMap((to) => v2Words.map((word) => v2Read(to, word))),
    ...v3.flatMap(({ router: to }) => v3Words.map((word) => v3Read(to, word))),
  ] // prettier-ignore
  const answers = await multicall(reads)
  const told = (at: number, abi: typeof v2Abi | typeof router02Abi, word: string) => decode(abi, word, answers[at], evmAddress)
  const warn = (router: string): void => log('warn', 'swap.router-unknown', { router })

  const factoriesV2 = new Map<string, string>()
  const concentrated = v3.flatMap(({ quoter, router }, index): V3Venue[] => {
    const [factory, wrapped, factoryV2] = v3Words.map((word, at) => told(v2.length * 2 + index * 3 + at, router02Abi, word))
    if (factory === undefined || wrapped === undefined) {
      warn(router)
      return []
    }
    if (factoryV2 !== undefined && !factoriesV2.has(factoryV2)) factoriesV2.set(factoryV2, router)
    return [{ kind: 'v3', quoter, router, factory, wrapped }]
  })
  const plain = v2.flatMap((router, index): V2Venue[] => {
    const [factory, wrapped] = v2Words.map((word, at) => told(index * 2 + at, v2Abi, word))
    if (factory !== undefined && wrapped !== undefined) {
      return [{ kind: 'v2', router, factory, wrapped, router02: factoriesV2.get(factory) }]
    }
    warn(router)
    return []
  })
  const venues = [...concentrated, ...plain]
  if (venues.length === 0) throw new ProviderError('unavailable', 'No router of the chain answers.')
  return venues
}

/** The contract by which a venue's swaps go. */
export const targetOf = (venue: Venue): string => (venue.kind === 'v2' ? (venue.router02 ?? venue.router) : venue.router)

const v2Words = ['factory', 'WETH'] as const
const v3Words = ['factory', 'WETH9', 'factoryV2'] as const

const v2Read = (to: string, functionName: (typeof v2Words)[number]): Read => ({
  to,
  data: encodeFunctionData({ abi: v2Abi, functionName }),
})
const v3Read = (to: string, functionName: (typeof v3Words)[number]): Read => ({
  to,
  data: encodeFunctionData({ abi: router02Abi, functionName }),
})

/** An address as calls are encoded with it. */
export const hexOf = (text: string): `0x${string}` => hexData.parse(text)
