import { done, requestHeld, requestPlace, requestSpent } from '../../server/api.js'
import type { PreparedRequest } from '../types.js'
import type { Api } from './api.js'
import { NotLoggedInError, QueueFullError, ServerRefusedError, TooManyRequestsError } from './errors.js'

/** A request's place in the line of this wallet and site. */
export interface Place {
  readonly id: string
  /** It may be shown now. */
  readonly turn: boolean
  /** What may still leave today with approvals in frames, in millionths of the limit for one request. */
  readonly left: number
}

/** The line of requests, which the server keeps: there are other frames and tabs of this site (S12). */
export interface Places {
  /** @throws QueueFullError -32002, TooManyRequestsError -32005, NotLoggedInError 4100, ServerUnreachableError */
  readonly take: () => Promise<Place>
  /** Says that this page is still there. `turn`: which may be shown; `over`: which have no place any more. */
  readonly hold: (ids: readonly string[], options: { readonly away: boolean }) => Promise<{ turn: string | null; over: readonly string[] }>
  /** Gives places back, also when the page is about to be gone. Never rejects. */
  readonly end: (ids: readonly string[]) => Promise<void>
  /** Counts what leaves with an approval in the frame. False where it is for a window (S11). @throws ServerUnreachableError, ServerRefusedError */
  readonly spend: (id: string, request: Pick<PreparedRequest, 'networkId' | 'spending'>) => Promise<boolean>
}

/** Milliseconds that the visitor and the site wait for the server's word. */
const patience = 10_000

/** @param isLoggedIn nobody else has a line */
export function serverPlaces({ call }: Pick<Api, 'call'>, isLoggedIn: () => boolean): Places {
  return {
    async take() {
      if (!isLoggedIn()) throw new NotLoggedInError()
      return call('/v1/requests', {}, requestPlace, { patience }).catch((error: unknown) => {
        throw ownError(error)
      })
    },
    hold: (ids, { away }) => call('/v1/requests/hold', { ids, away }, requestHeld, { patience, keepalive: away }),
    end: (ids) =>
      call('/v1/requests/end', { ids }, done, { keepalive: true }).then(
        () => {},
        () => {},
      ),
    async spend(id, { networkId, spending }) {
      const leaves = (spending?.leaves ?? []).map(({ asset, units }) => ({ units: String(units), ...(asset !== undefined && { asset }) }))
      const { status } = await call('/v1/requests/spend', { id, networkId, leaves }, requestSpent, { patience })
      return status === 'counted'
    },
  }
}

function ownError(error: unknown): unknown {
  if (!(error instanceof ServerRefusedError)) return error
  if (error.reason === 'queue_full') return new QueueFullError()
  if (error.reason === 'no_session') return new NotLoggedInError()
  return error.reason === 'rate_limit' ? new TooManyRequestsError({ retryAfter: error.retryAfter ?? 60 }) : error
}
