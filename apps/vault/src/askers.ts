/** Limits of what a ticket alone asks for: by asker first, so that whoever has only a login uses up nothing of its owner's. */
import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import type { RateLimit } from '@portico/service/rates'
import type { Account } from './accounts.js'
import type { VaultServices } from './context.js'

/** How many askers' worth all strangers together may ask for, of one wallet. */
const strangers = 4
/** How long a browser that has signed with the wallet's key is known, in milliseconds. */
const knownMs = 400 * 86_400_000

export interface Asker {
  readonly account: Account
  /** Thumbprint of the browser's device key, as the ticket says it. */
  readonly device: string
  /** Where the call comes from, as the vault itself sees it. */
  readonly network: string
}

export interface Askers {
  /**
   * Counts a question. A browser that has signed with the wallet's key has a share of its own; everybody else has one for each
   * network, and all of them together four.
   * @param gap between two of one asker, in seconds
   * @throws ApiError 429 `rate_limit`; `cooldown` for `gap`
   */
  readonly take: (kind: string, asker: Asker, limits: readonly RateLimit[], gap?: number) => Promise<void>
  /** Notes that this browser has signed with the wallet's key. */
  readonly know: (trx: Database, account: Account, device: string) => Promise<void>
  /** Drops what is over. */
  readonly sweep: () => Promise<void>
}

export function createAskers({ db, clock, rates, secrets }: Pick<VaultServices, 'db' | 'clock' | 'rates' | 'secrets'>): Askers {
  return {
    take: async (kind, { account: { walletId, eip155 }, device, network }, limits, gap) => {
      // Anybody with the login can have an account of another address under the same id.
      const counted = `${kind}:${walletId}/${eip155}`
      const known = await db
        .selectFrom('vault_devices')
        .select('device')
        .where('wallet_id', '=', walletId)
        .where('eip155', '=', eip155)
        .where('device', '=', device)
        .executeTakeFirst()
      const asker = known ? device : secrets.index('network', network)
      const between: RateLimit[] = gap === undefined ? [] : [{ limit: 1, seconds: gap }]
      const own = { key: `${counted}:${asker}`, limits: [...between, ...limits] }
      const all = {
        key: `${counted}:strangers`,
        limits: limits.map(({ limit, seconds }) => ({ limit: strangers * limit, seconds })),
      }
      const taken = await rates.take(known ? [own] : [own, all])
      if (taken.status === 'taken') return
      const { limit, retryAfter } = taken
      if (limit.seconds === gap) throw new ApiError(429, 'cooldown', `Please try again after ${retryAfter} seconds`, { retryAfter })
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter })
    },
    know: async (trx, { walletId, eip155 }, device) => {
      const seen = { seen_at: clock() }
      await trx
        .insertInto('vault_devices')
        .values({ wallet_id: walletId, eip155, device, ...seen })
        .onConflict((conflict) => conflict.columns(['wallet_id', 'eip155', 'device']).doUpdateSet(seen))
        .execute()
    },
    sweep: async () => {
      await db
        .deleteFrom('vault_devices')
        .where('seen_at', '<=', clock() - knownMs)
        .execute()
    },
  }
}
