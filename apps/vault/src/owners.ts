/** Whom the vault writes to: told by the first ticket, changed only with the old mailbox's knowledge. */
import type { Database } from '@portico/service/database'
import { type MailLocale, mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import type { VaultApp, VaultServices } from './context.js'
import { ownerLetter } from './letters.js'
import { vaultPage } from './mailPages.js'

export interface Owners {
  /** Takes the login's address from a ticket: at once where there is none, else after the old mailbox agreed or did not answer. */
  readonly tell: (trx: Database, told: { wallet: string; email: string | undefined; locale: MailLocale }) => Promise<void>
  readonly find: (db: Database, wallet: string) => Promise<string | undefined>
}

export function createOwners({ config, clock, secrets, mail, audit }: VaultServices): Owners {
  const seal = (wallet: string, email: string) => secrets.seal('owner', email, wallet)
  const open = (wallet: string, sealed: string) => secrets.open('owner', sealed, wallet)

  return {
    tell: async (trx, { wallet, email, locale }) => {
      if (email === undefined) return
      await trx
        .insertInto('vault_owners')
        .values({
          wallet_id: wallet,
          email: seal(wallet, email),
          pending: null,
          pending_digest: null,
          pending_until: null,
          declined: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await trx.selectFrom('vault_owners').selectAll().where('wallet_id', '=', wallet).executeTakeFirstOrThrow()
      const current = open(wallet, row.email)
      if (current === email) {
        if (row.pending !== null) {
          await trx.updateTable('vault_owners').set(nothingPending).where('wallet_id', '=', wallet).execute()
        }
        return
      }
      const now = clock()
      if (row.declined === secrets.index('owner', email)) return
      if (row.pending !== null && open(wallet, row.pending) === email) {
        if ((row.pending_until ?? 0) > now) return
        await trx
          .updateTable('vault_owners')
          .set({ ...nothingPending, email: row.pending })
          .where('wallet_id', '=', wallet)
          .execute()
        await audit.write('owner.changed', { wallet, by: 'time' }, trx)
        return
      }
      const token = randomToken()
      const until = now + config.ownerChangeSeconds * 1000
      await trx
        .updateTable('vault_owners')
        .set({ pending: seal(wallet, email), pending_digest: digest(token), pending_until: until })
        .where('wallet_id', '=', wallet)
        .execute()
      await audit.write('owner.change_asked', { wallet }, trx)
      const letter = ownerLetter({ locale, url: `${config.publicUrl}/owner/${token}`, email, until })
      await mail.queue(trx, { to: current, letter, expiresIn: Math.max(86_400, config.ownerChangeSeconds) })
    },
    find: async (at, wallet) => {
      const row = await at.selectFrom('vault_owners').select('email').where('wallet_id', '=', wallet).executeTakeFirst()
      return row && open(wallet, row.email)
    },
  }
}

const nothingPending = { pending: null, pending_digest: null, pending_until: null } as const

/** The page of the mail to the old address. A GET changes nothing: mail scanners follow links. */
export function ownerRoutes(app: VaultApp, { db, secrets, audit }: VaultServices): void {
  const find = (token: string) => db.selectFrom('vault_owners').selectAll().where('pending_digest', '=', digest(token)).executeTakeFirst()

  app.get('/owner/:token', async (context) => {
    const locale = mailLocale(context.req.header('accept-language'))
    const row = await find(context.req.param('token'))
    if (!row?.pending) return vaultPage(context, { locale, page: 'ownerOver' })
    const address = secrets.open('owner', row.pending, row.wallet_id)
    return vaultPage(context, { locale, page: 'owner', action: context.req.path, address })
  })
  app.post('/owner/:token', async (context) => {
    const locale = mailLocale(context.req.header('accept-language'))
    const { decision } = await context.req.parseBody()
    const row = await find(context.req.param('token'))
    if (!row?.pending || (decision !== 'confirm' && decision !== 'decline')) return vaultPage(context, { locale, page: 'ownerOver' })
    const agreed = decision === 'confirm'
    const declined = agreed ? null : secrets.index('owner', secrets.open('owner', row.pending, row.wallet_id))
    const changed = await db
      .updateTable('vault_owners')
      .set({ ...nothingPending, declined, ...(agreed && { email: row.pending }) })
      .where('wallet_id', '=', row.wallet_id)
      .where('pending_digest', '=', row.pending_digest)
      .returning('wallet_id')
      .executeTakeFirst()
    if (!changed) return vaultPage(context, { locale, page: 'ownerOver' })
    await audit.write(agreed ? 'owner.changed' : 'owner.change_declined', { wallet: row.wallet_id, by: 'owner' })
    return vaultPage(context, { locale, page: agreed ? 'ownerConfirmed' : 'ownerDeclined' })
  })
}
