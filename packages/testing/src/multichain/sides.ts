import { isMeant } from '../bitcoin/names.js'
import type { Behaviour } from '../wallet/behaviours.js'
import type { HeadlessWallet, PendingRequest, RequestMatch, WalletRequest } from '../wallet/types.js'
import type { ChainFamily, MultiChainPendingRequest, MultiChainRequest } from './types.js'

/** What every side has, whatever its chain. */
export type AnySide = Pick<
  HeadlessWallet,
  'pending' | 'log' | 'script' | 'approve' | 'reject' | 'setPolicy' | 'lock' | 'unlock' | 'setOnline' | 'subscribe' | 'reset' | 'close'
> & {
  readonly state: Pick<HeadlessWallet['state'], 'policy' | 'locked' | 'online' | 'permitted'>
  disconnect(options?: { readonly origin?: string }): void
}

export interface Side {
  readonly family: ChainFamily
  readonly wallet: AnySide
}

/** The requests of several sides as one list: an id for each, in the order of arrival. */
export interface Requests {
  /** Looks for new requests. */
  look(): void
  log(): readonly MultiChainRequest[]
  pending(): readonly MultiChainPendingRequest[]
  /** The request with this id, else the oldest that waits. @throws when none waits */
  find(id?: number): { readonly side: Side; readonly id: number }
}

export function createRequests(sides: readonly Side[]): Requests {
  const ids = new Map<string, number>()
  let last = 0
  const keyOf = ({ family }: Side, { id }: WalletRequest) => `${family} ${id}`
  const idOf = (side: Side, request: WalletRequest): number => {
    const key = keyOf(side, request)
    const known = ids.get(key)
    if (known !== undefined) return known
    last += 1
    ids.set(key, last)
    return last
  }
  const gather = <Request extends WalletRequest>(list: (side: Side) => readonly Request[]) =>
    sides
      .flatMap((side) => list(side).map((request) => ({ ...request, family: side.family, id: idOf(side, request) })))
      .toSorted((one, other) => one.id - other.id)

  const requests: Requests = {
    look() {
      for (const side of sides) for (const request of side.wallet.log) idOf(side, request)
    },
    log: () => gather(({ wallet }) => wallet.log),
    pending: () => gather<PendingRequest>(({ wallet }) => wallet.pending),
    find(id) {
      for (const waiting of requests.pending()) {
        if (id !== undefined && waiting.id !== id) continue
        const side = sides.find(({ family }) => family === waiting.family)
        const inner = side?.wallet.pending.find((request) => idOf(side, request) === waiting.id)
        if (side && inner) return { side, id: inner.id }
      }
      throw new Error(id === undefined ? 'No request is waiting.' : `No request ${id} is waiting.`)
    },
  }
  return requests
}

/** Puts each behaviour before every side, and takes it away everywhere once one of them has used it. */
export function scriptAll(sides: readonly Side[], match: RequestMatch, behaviours: readonly Behaviour[]): () => void {
  const offs = behaviours.flatMap((behaviour) => {
    let used = false
    return sides.map(({ wallet }) =>
      wallet.script((request) => {
        if (used || !isMeant(match, request)) return false
        used = behaviour.type !== 'always'
        return true
      }, behaviour),
    )
  })
  return () => {
    for (const off of offs) off()
  }
}
