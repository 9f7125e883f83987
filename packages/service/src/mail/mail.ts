import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { type Database, type Migrations, unsynced } from '../database/database.js'
import type { Log } from '../log.js'
import type { Secrets } from '../secrets/secrets.js'
import { type Letter, composeMail } from './letter.js'

declare module '../database/database.js' {
  interface Tables {
    /** Mails on their way. `sealed` holds recipient and text, and is gone once the mail server has taken them. */
    outbox: { id: string; sealed: string; tries: number; due_at: number; expires_at: number }
  }
}

export const mailMigrations: Migrations = {
  mail_001: {
    up: async (db) => {
      await db.schema
        .createTable('outbox')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('outbox_by_time').on('outbox').column('due_at').execute()
    },
  },
}

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Hands a mail to a mail server. Rejects when it was not taken. */
export interface MailTransport {
  readonly send: (mail: OutgoingMail) => Promise<void>
  readonly close: () => void
}

export interface Mail {
  /**
   * Puts a mail into the outbox, as part of `trx`: it goes out once the transaction stands, also after a crash, and at most
   * `expiresIn` seconds later. The answer to a request never waits for a mail server, so its time tells nothing (S29).
   */
  readonly queue: (trx: Database, mail: { readonly to: string; readonly letter: Letter; readonly expiresIn: number }) => Promise<void>
  /** Sends what is due now; called after a transaction with a mail, and now and then for what failed. */
  readonly flush: () => Promise<void>
  /** Lets what is on its way end. */
  readonly close: () => Promise<void>
}

/** Milliseconds after which a mail that was not taken is tried again; it doubles. */
const againMs = 5000
/** Milliseconds that a process has for a mail, longer than any of the transport's own limits. After that it has died. */
const leaseMs = 60_000
const outgoing = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })

export interface MailParameters {
  db: Database
  clock: () => number
  secrets: Secrets
  transport: MailTransport
  log: Log
  newId: () => string
  /** Told what became of each try. */
  onOutcome?: (outcome: 'sent' | 'failed' | 'expired') => void
}

export function createMail({ db, clock, secrets, transport, log, newId, onOutcome = () => {} }: MailParameters): Mail {
  let running: Promise<void> | undefined
  let again = false

  /** Takes one mail that is due, for this process alone. */
  const claim = async () => {
    const now = clock()
    const due = await db.selectFrom('outbox').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(8).execute()
    for (const { id, due_at, tries } of due) {
      // After a power failure nobody is sending it any more.
      const mine = await unsynced(db, (at) =>
        at
          .updateTable('outbox')
          .set({ tries: tries + 1, due_at: now + leaseMs })
          .where('id', '=', id)
          .where('due_at', '=', due_at)
          .returningAll()
          .executeTakeFirst(),
      )
      if (mine) return mine
    }
    return undefined
  }

  const sendAll = async (): Promise<void> => {
    for (let mail = await claim(); mail; mail = await claim()) {
      const { id, sealed, tries, expires_at } = mail
      if (expires_at <= clock()) {
        log('warn', 'mail.expired', { tries })
        onOutcome('expired')
        await db.deleteFrom('outbox').where('id', '=', id).execute()
        continue
      }
      try {
        await transport.send(outgoing.parse(JSON.parse(secrets.open('outbox', sealed, id))))
        onOutcome('sent')
        // A mail that came twice, because a power failure was between, harms nobody.
        await unsynced(db, (at) => at.deleteFrom('outbox').where('id', '=', id).execute())
      } catch (error) {
        // A mail server's message may repeat the address.
        log('error', 'mail.failed', { tries, code: codeOf(error) })
        onOutcome('failed')
        const due = clock() + againMs * 2 ** Math.min(tries - 1, 10)
        await db.updateTable('outbox').set({ due_at: due }).where('id', '=', id).execute()
      }
    }
  }

  const flush = (): Promise<void> => {
    again = true
    running ??= (async () => {
      try {
        while (again) {
          again = false
          await sendAll()
        }
      } catch (error) {
        log('error', 'outbox.failed', { code: codeOf(error) })
      } finally {
        running = undefined
      }
    })()
    return running
  }

  return {
    queue: async (trx, { to, letter, expiresIn }) => {
      const id = newId()
      const sealed = secrets.seal('outbox', JSON.stringify({ to, ...(await composeMail(letter)) }), id)
      const now = clock()
      await trx
        .insertInto('outbox')
        .values({ id, sealed, tries: 0, due_at: now, expires_at: now + expiresIn * 1000 })
        .execute()
    },
    flush,
    close: async () => {
      await running
      transport.close()
    },
  }
}

/** Mail by SMTP: `smtp://user:password@host:587` or `smtps://…`. @param from `Name <address>` */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail, disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => transport.close(),
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
