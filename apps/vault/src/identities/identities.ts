/** Accounts elsewhere that the vault knows owners by: added with the wallet's own key, and shown to the vault itself each time. */
import type { Database } from '@portico/service/database'
import { type MailLocale, acceptedLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import type { IdentityKind } from '@portico/vault-wire'
import { type Account, accountOf } from '../accounts.js'
import type { Contacts } from '../contacts.js'
import type { VaultApp, VaultServices } from '../context.js'
import { identityLetter } from '../letters.js'
import { vaultPage } from '../mailPages.js'
import type { VaultWays } from '../ways.js'
import { type Identity, identity as identitySchema } from './openid.js'

export const identityNames: Readonly<Record<IdentityKind, string>> = { google: 'Google', apple: 'Apple', farcaster: 'Farcaster' }

export interface KnownIdentity extends Identity {
  readonly kind: IdentityKind
  /** Whether it lets the vault's half out already. */
  readonly counts: boolean
}

export interface Identities {
  readonly list: (db: Database, account: Account) => Promise<readonly KnownIdentity[]>
  /**
   * Takes an account that its owner has shown, and whose addition the wallet's key has signed. It counts at once for a wallet that
   * nothing else could bring back; else after the operator's delay, of which all known addresses are told.
   */
  readonly add: (trx: Database, account: Account, shown: Identity & { kind: IdentityKind; locale: MailLocale }) => Promise<void>
}

/** More than anybody has; the oldest ones stay. */
const most = 8

export function createIdentities({
  services: { config, clock, secrets, mail, audit },
  contacts,
  ways,
}: {
  services: VaultServices
  contacts: Contacts
  ways: VaultWays
}): Identities {
  const list: Identities['list'] = async (at, { walletId, eip155 }) => {
    const rows = await at
      .selectFrom('vault_identities')
      .selectAll()
      .where('wallet_id', '=', walletId)
      .where('eip155', '=', eip155)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => ({
      kind: kindOf(row.kind),
      ...identitySchema.parse(JSON.parse(secrets.open('identity', row.identity, row.id))),
      counts: row.counts_from <= clock(),
    }))
  }
  return {
    list,
    add: async (trx, account, { kind, issuer, subject, locale }) => {
      const known = await list(trx, account)
      if (known.length >= most || known.some((each) => each.issuer === issuer && each.subject === subject)) return
      const now = clock()
      const addresses = await contacts.known(trx, account)
      const factors = (await ways.list(trx, account)).some(({ factor, confirmed }) => factor !== undefined && confirmed)
      const first = addresses.length === 0 && known.length === 0 && !factors
      const until = first ? now : now + config.ownerChangeSeconds * 1000
      const [id, token] = [randomToken(16), randomToken()]
      await trx
        .insertInto('vault_identities')
        .values({
          id,
          wallet_id: account.walletId,
          eip155: account.eip155,
          kind,
          identity: secrets.seal('identity', JSON.stringify({ issuer, subject }), id),
          counts_from: until,
          answer_digest: first ? null : digest(token),
          created_at: now,
        })
        .execute()
      await audit.write('identity.added', { wallet: account.walletId, kind, delay: first ? 0 : config.ownerChangeSeconds }, trx)
      for (const to of first ? [] : addresses) {
        const url = `${config.publicUrl}/identities/answer/${token}`
        const letter = identityLetter({ locale, url, name: identityNames[kind], until })
        await mail.queue(trx, { to, letter, expiresIn: Math.max(86_400, config.ownerChangeSeconds) })
      }
    },
  }
}

/** The page of the mail about a new account. A GET changes nothing: mail scanners follow links. */
export function identityAnswerRoutes(app: VaultApp, { db, audit, clock }: VaultServices): void {
  const find = (token: string) =>
    db
      .selectFrom('vault_identities')
      .selectAll()
      .where('answer_digest', '=', digest(token))
      .where('counts_from', '>', clock())
      .executeTakeFirst()

  app.get('/identities/answer/:token', async (context) => {
    const locale = acceptedLocale(context.req.header('accept-language'))
    const row = await find(context.req.param('token'))
    if (!row) return vaultPage(context, { locale, page: 'ownerOver' })
    return vaultPage(context, { locale, page: 'identity', action: context.req.path, account: identityNames[kindOf(row.kind)] })
  })
  app.post('/identities/answer/:token', async (context) => {
    const locale = acceptedLocale(context.req.header('accept-language'))
    const { decision } = await context.req.parseBody()
    const row = await find(context.req.param('token'))
    if (!row || (decision !== 'confirm' && decision !== 'decline')) return vaultPage(context, { locale, page: 'ownerOver' })
    const agreed = decision === 'confirm'
    const changed = agreed
      ? await db
          .updateTable('vault_identities')
          .set({ counts_from: clock(), answer_digest: null })
          .where('id', '=', row.id)
          .where('answer_digest', '=', row.answer_digest)
          .returning('id')
          .executeTakeFirst()
      : await db
          .deleteFrom('vault_identities')
          .where('id', '=', row.id)
          .where('answer_digest', '=', row.answer_digest)
          .returning('id')
          .executeTakeFirst()
    if (!changed) return vaultPage(context, { locale, page: 'ownerOver' })
    await audit.write(agreed ? 'identity.agreed' : 'identity.refused', { wallet: accountOf(row.wallet_id, row.eip155).walletId })
    return vaultPage(context, { locale, page: agreed ? 'identityAdded' : 'identityRefused' })
  })
}

/** @throws Error for what no release has written */
export function kindOf(text: string): IdentityKind {
  if (text === 'google' || text === 'apple' || text === 'farcaster') return text
  throw new Error('There is no such kind of account.')
}
