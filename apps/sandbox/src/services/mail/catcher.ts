import { once } from 'node:events'
import type { Server } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail that was caught. */
export interface CaughtMail {
  /** Grows by one with each mail since the start. */
  id: number
  /** When it arrived, in milliseconds since 1970. */
  receivedAt: number
  from: string
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** The first run of six digits that stands alone in the text: the code of a login. */
  code?: string
  /** http and https links of the text. */
  links: readonly string[]
}

export interface Catcher {
  /** Newest first; of one recipient where `to` is given, upper and lower case alike. */
  list(filter?: { to?: string }): readonly CaughtMail[]
  /** Resolves with the next mail that `matches` and is not there yet after `after`. Rejects after `timeoutMs`. */
  next(matches: (mail: CaughtMail) => boolean, options?: { after?: number; timeoutMs?: number }): Promise<CaughtMail>
  clear(): void
  close(): Promise<void>
}

/** Mails kept. Older ones are dropped. */
const kept = 500
const maxBytes = 1024 * 1024

/** A mail server that takes every mail, for anybody, and delivers none. Rejects where the port can't be listened on. */
export async function catchMails({ host, port }: { host: string; port: number }): Promise<Catcher> {
  let mails: CaughtMail[] = []
  let lastId = 0
  const waiting = new Set<(mail: CaughtMail) => void>()

  const take = async (raw: Buffer, recipients: readonly string[]): Promise<void> => {
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
    const code = /(?<![\d#/=-])\d{6}(?![\d-])/.exec(text.replaceAll(/https?:\S+/g, ''))?.[0]
    const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
    lastId += 1
    const mail = {
      id: lastId,
      receivedAt: Date.now(),
      from: from?.address ?? '',
      to: recipients,
      subject,
      text,
      html,
      links,
      ...(code !== undefined && { code }),
    }
    mails = [mail, ...mails].slice(0, kept)
    for (const told of [...waiting]) told(mail)
  }

  /** What the client is told: nothing, or why its mail was not taken. */
  const takeOrRefuse = async (raw: Buffer, recipients: readonly string[]): Promise<Error | null> => {
    try {
      await take(raw, recipients)
      return null
    } catch (cause) {
      return new Error('The mail can’t be read.', { cause })
    }
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxBytes,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', (error: Error) => done(error))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const end = async () => done(await takeOrRefuse(Buffer.concat(chunks), recipients))
        void end()
      })
    },
  })
  // A client that hangs up in the middle is its own affair.
  server.on('error', () => {})
  const listening: Server = server.listen(port, host)
  await once(listening, 'listening')

  const list = ({ to }: { to?: string } = {}) =>
    to === undefined ? mails : mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
  return {
    list,
    next: (matches, { after = lastId, timeoutMs = 10_000 } = {}) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(look)
        }
        const look = (mail: CaughtMail) => {
          if (mail.id <= after || !matches(mail)) return
          end()
          resolve(mail)
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`No such mail came within ${timeoutMs / 1000} s.`))
        }, timeoutMs)
        waiting.add(look)
        for (const mail of [...mails].reverse()) look(mail)
      }),
    clear: () => {
      mails = []
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
