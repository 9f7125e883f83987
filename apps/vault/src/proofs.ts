/** Letting the vault's half of a factor's way out: who opens a secret that is sealed to the factor has the factor. */
import { ApiError } from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { digest, randomToken, sameText } from '@portico/service/secrets'
import { type TicketClaims, type VaultChallenges, type VaultProofRequest, type VaultReleased, seal, sealedFor } from '@portico/vault-wire'
import { type Account, accountOf } from './accounts.js'
import type { Askers } from './askers.js'
import type { Contacts } from './contacts.js'
import type { VaultServices } from './context.js'
import { releasedLetter } from './letters.js'
import type { VaultShares } from './shares.js'
import type { VaultWays } from './ways.js'

const proofMs = 10 * 60_000
const limits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]

export interface Proofs {
  /** @param asked `network`: where the call comes from. @throws ApiError `rate_limit` */
  readonly start: (
    claims: TicketClaims,
    asked: { frameKey: string; eip155: string; split: boolean; network: string },
  ) => Promise<VaultChallenges>
  /** @throws ApiError `wrong_proof` */
  readonly answer: (proof: VaultProofRequest) => Promise<VaultReleased>
  /** Drops what is over. */
  readonly sweep: () => Promise<void>
}

export function createProofs({
  services,
  askers,
  shares,
  ways,
  contacts,
}: {
  services: VaultServices
  askers: Askers
  shares: VaultShares
  ways: VaultWays
  contacts: Contacts
}): Proofs {
  const { db, clock, audit, mail } = services

  /** Factors of ways; of a wallet of shares, those that a share is sealed to. Which of both counts the auth service knows. */
  const factorsOf = async (account: Account, split: boolean) => {
    if (!split) {
      const held = await ways.list(db, account)
      return held.flatMap((way) => (way.factor ? [{ factor: way.factor, way, share: undefined }] : []))
    }
    const share = await shares.find(db, account)
    return (share?.factors ?? []).map(({ sealed, ...factor }) => ({
      factor,
      way: undefined,
      share: { attempt: share?.attempt ?? '', sealed },
    }))
  }

  return {
    start: async ({ wallet, device, origin, browser, locale }, { frameKey, eip155, split, network }) => {
      const account = accountOf(wallet, eip155)
      await askers.take('proof', { account, device, network }, limits)
      const factors = await factorsOf(account, split)
      const secret = randomToken()
      const id = crypto.randomUUID()
      const bytes = Buffer.from(secret, 'base64url')
      const challenges = await Promise.all(
        factors.map(async ({ factor }) => ({
          factor,
          challenge: await seal(bytes, factor.publicKey, sealedFor.challenge(wallet, factor.id)),
        })),
      )
      await db
        .insertInto('vault_challenges')
        .values({
          id,
          wallet_id: wallet,
          eip155: account.eip155,
          proof_digest: digest(secret),
          frame_key: frameKey,
          split: split ? 1 : 0,
          origin,
          browser,
          locale: mailLocale(locale),
          expires_at: clock() + proofMs,
        })
        .execute()
      return { id, factors: challenges }
    },
    answer: async ({ id, factorId, proof }) => {
      // One answer for each question, right or wrong.
      const row = await db
        .deleteFrom('vault_challenges')
        .where('id', '=', id)
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!row || !sameText(row.proof_digest, digest(proof))) throw wrongProof()
      const account = accountOf(row.wallet_id, row.eip155)
      const proven = (await factorsOf(account, row.split === 1)).find(({ factor }) => factor.id === factorId)
      if (!proven) throw wrongProof()
      await db.transaction().execute(async (trx) => {
        await audit.write('half.released', { wallet: row.wallet_id, by: proven.factor.kind }, trx)
        const email = await contacts.find(trx, account)
        if (email === undefined) return
        const letter = releasedLetter({ locale: mailLocale(row.locale), origin: row.origin, browser: row.browser })
        await mail.queue(trx, { to: email, letter, expiresIn: 86_400 })
      })
      void mail.flush()
      if (!proven.way) return { kind: 'share', attempt: proven.share.attempt, share: proven.share.sealed }
      const half = await ways.open(account, proven.way)
      const sealed = await seal(half, row.frame_key, sealedFor.fromVault(row.wallet_id, factorId))
      half.fill(0)
      return { kind: 'half', id: factorId, half: sealed }
    },
    sweep: async () => {
      await db.deleteFrom('vault_challenges').where('expires_at', '<=', clock()).execute()
    },
  }
}

function wrongProof(): ApiError {
  return new ApiError(401, 'wrong_proof', 'This factor was not shown.')
}
