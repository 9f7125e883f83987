import type { Database } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { randomToken } from '@portico/service/secrets'
import * as z from 'zod/mini'
import type { SessionUser } from '../api.js'
import type { Services } from '../context.js'
import { normalEmail } from '../users/users.js'

/** Who somebody is, as a provider vouches for it. `issuer` and `subject` alone tell two people apart. */
export const identity = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** Only where the provider says that it has proven the address. */
  email: z.optional(z.string()),
  /** For display, cleaned. */
  name: z.optional(z.string()),
})
export type Identity = z.infer<typeof identity>

/**
 * The account of an identity, made at its first login. An account with the same e-mail address is another account: an address
 * that a provider names opens nothing here (S31). It is kept for mails to the owner, and nobody logs in by it.
 */
export async function userOf(
  trx: Database,
  { clock, secrets, users }: Services,
  { issuer, subject, email, name }: Identity,
): Promise<SessionUser> {
  const find = async (): Promise<SessionUser | undefined> => {
    // A write, so that it can't be removed from the account until the session that comes of it is there to be ended.
    const found = await trx
      .updateTable('identities')
      .set((row) => ({ created_at: row.ref('created_at') }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('user_id')
      .executeTakeFirst()
    return found && users.find(trx, found.user_id)
  }
  const found = await find()
  if (found) return found
  const id = randomToken(16)
  const sealed = email === undefined ? null : secrets.seal('email', normalEmail(email), id)
  await trx
    .insertInto('users')
    .values({ id, email_index: null, email: sealed, user_name: name ?? null, created_at: clock() })
    .execute()
  const made = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: id, created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  // Another request made the account a moment ago: this one's is not needed.
  if (!made) await trx.deleteFrom('users').where('id', '=', id).execute()
  const user = await find()
  if (!user) throw new Error('The account was not made.')
  return user
}

/** Adds an identity to the account that is logged in: both were proven. @returns also whether it is new there. @throws ApiError `social_taken` */
export async function linkIdentity(
  trx: Database,
  { clock, users }: Services,
  { issuer, subject }: Identity,
  userId: string,
): Promise<{ user: SessionUser; isNew: boolean }> {
  const added = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  const found = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const user = found?.user_id === userId ? await users.find(trx, userId) : undefined
  if (!user) throw new ApiError(409, 'social_taken', 'This account is connected to another wallet.')
  return { user, isNew: added !== undefined }
}

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu

/** A name as it may be shown: one line, without characters that are not seen or that turn the text around, 64 graphemes (S36). */
export function shownName(text: unknown): { name?: string } {
  if (typeof text !== 'string') return {}
  const clean = text.slice(0, 1024).replaceAll(/\s+/g, ' ').replaceAll(hidden, '').trim()
  const name = [...new Intl.Segmenter().segment(clean)]
    .slice(0, 64)
    .map(({ segment }) => segment)
    .join('')
  return name ? { name } : {}
}

/** An address that its provider has proven, or nothing. */
export function provenEmail(email: unknown, isVerified: unknown): { email?: string } {
  const parsed = z.email().check(z.maxLength(254)).safeParse(email)
  // Apple writes the flag as text.
  return parsed.success && (isVerified === true || isVerified === 'true') ? { email: parsed.data } : {}
}
