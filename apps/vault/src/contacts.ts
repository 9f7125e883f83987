/** Whom the vault writes to: told by the frame when the wallet is made, changed by its owner alone, with the knowledge of all. */
import type { Database } from '@portico/service/database'
import { type MailLocale, acceptedLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { type Account, contactSealer } from './accounts.js'
import type { VaultApp, VaultServices } from './context.js'
import { ownerLetter } from './letters.js'
import { vaultPage } from './mailPages.js'

export interface Contacts {
  /** The address that questions go to: the newest one that counts. */
  readonly find: (db: Database, account: Account) => Promise<string | undefined>
  /** All addresses, each once: whoever is told of a change. */
  readonly known: (db: Database, account: Account) => Promise<readonly string[]>
  /**
   * Takes an address that the owner has signed. It counts at once for an account that is made with it; else after the operator's
   * delay, of which all known addresses are told, or as soon as one of them agrees.
   */
  readonly add: (trx: Database, account: Account, told: { email: string; first: boolean; locale: MailLocale }) => Promise<void>
}

export function createContacts({ config, clock, secrets, mail, audit }: VaultServices): Contacts {
  const { seal, open } = contactSealer(secrets)
  const rows = async (at: Database, { walletId, eip155 }: Account) =>
    (
      await at
        .selectFrom('vault_contacts')
        .selectAll()
        .where('wallet_id', '=', walletId)
        .where('eip155', '=', eip155)
        .orderBy('created_at', 'desc')
        .execute()
    ).map((row) => ({ ...row, address: open(walletId, row.email) }))

  return {
    find: async (at, account) => (await rows(at, account)).find((row) => row.counts_from <= clock())?.address,
    known: async (at, account) => [...new Set((await rows(at, account)).map(({ address }) => address))],
    add: async (trx, account, { email, first, locale }) => {
      const known = await rows(trx, account)
      const now = clock()
      if (known[0]?.address === email) return
      const until = first ? now : now + config.ownerChangeSeconds * 1000
      const token = randomToken()
      // One change waits at a time.
      await trx
        .deleteFrom('vault_contacts')
        .where('wallet_id', '=', account.walletId)
        .where('eip155', '=', account.eip155)
        .where('counts_from', '>', now)
        .execute()
      await trx
        .insertInto('vault_contacts')
        .values({
          id: randomToken(16),
          wallet_id: account.walletId,
          eip155: account.eip155,
          email: seal(account, email),
          counts_from: until,
          answer_digest: first ? null : digest(token),
          created_at: now,
        })
        .execute()
      if (first) return
      await audit.write('contact.added', { wallet: account.walletId, delay: config.ownerChangeSeconds }, trx)
      for (const to of new Set(known.map(({ address }) => address))) {
        const letter = ownerLetter({ locale, url: `${config.publicUrl}/owner/${token}`, email, until })
        await mail.queue(trx, { to, letter, expiresIn: Math.max(86_400, config.ownerChangeSeconds) })
      }
    },
  }
}

/** The page of the mail to the known addresses. A GET changes nothing: mail scanners follow links. */
export function contactRoutes(app: VaultApp, { db, secrets, audit, clock }: VaultServices): void {
  const { open } = contactSealer(secrets)
  /** A change that counts already can't be refused any more, and needs no agreement. */
  const find = (token: string) =>
    db
      .selectFrom('vault_contacts')
      .selectAll()
      .where('answer_digest', '=', digest(token))
      .where('counts_from', '>', clock())
      .executeTakeFirst()

  app.get('/owner/:token', async (context) => {
    const locale = acceptedLocale(context.req.header('accept-language'))
    const row = await find(context.req.param('token'))
    if (!row) return vaultPage(context, { locale, page: 'ownerOver' })
    return vaultPage(context, { locale, page: 'owner', action: context.req.path, address: open(row.wallet_id, row.email) })
  })
  app.post('/owner/:token', async (context) => {
    const locale = acceptedLocale(context.req.header('accept-language'))
    const { decision } = await context.req.parseBody()
    const row = await find(context.req.param('token'))
    if (!row || (decision !== 'confirm' && decision !== 'decline')) return vaultPage(context, { locale, page: 'ownerOver' })
    const agreed = decision === 'confirm'
    const changed = agreed
      ? await db
          .updateTable('vault_contacts')
          .set({ counts_from: clock(), answer_digest: null })
          .where('id', '=', row.id)
          .where('answer_digest', '=', row.answer_digest)
          .returning('id')
          .executeTakeFirst()
      : await db
          .deleteFrom('vault_contacts')
          .where('id', '=', row.id)
          .where('answer_digest', '=', row.answer_digest)
          .returning('id')
          .executeTakeFirst()
    if (!changed) return vaultPage(context, { locale, page: 'ownerOver' })
    await audit.write(agreed ? 'contact.agreed' : 'contact.refused', { wallet: row.wallet_id })
    return vaultPage(context, { locale, page: agreed ? 'ownerConfirmed' : 'ownerDeclined' })
  })
}
