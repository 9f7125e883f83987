import { type ServerType, serve } from '@hono/node-server'
import { ServiceError } from '../../errors.js'
import { type Service, authority } from '../service.js'
import { type Catcher, catchMails } from './catcher.js'
import { inboxApp } from './inbox.js'

export interface MailServiceOptions {
  host: string
  /** Where mails are handed in: SMTP, without TLS and without a login. */
  smtpPort: number
  /** Where they are read: a page and JSON. */
  port: number
}

/** A mail server that delivers nothing, and the inbox of everybody. */
export function mailService({ host, smtpPort, port }: MailServiceOptions): Service {
  let catcher: Catcher | undefined
  let server: ServerType | undefined
  return {
    part: 'inbox',
    url: `http://${authority({ host, port })}`,
    start: async () => {
      try {
        catcher = await catchMails({ host, port: smtpPort })
        await new Promise<void>((resolve, reject) => {
          server = serve({ fetch: inboxApp(() => catcher).fetch, hostname: host, port }, () => resolve())
          server.once('error', reject)
        })
      } catch (cause) {
        throw new ServiceError('The mail catcher did not start.', { cause })
      }
    },
    stop: async () => {
      await Promise.all([catcher?.close(), new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))])
      catcher = undefined
      server = undefined
    },
    reset: async () => catcher?.clear(),
    health: async () => (catcher ? { mails: catcher.list().length } : undefined),
  }
}
