import { randomBytes } from 'node:crypto'
import type { OutgoingMail } from '@portico/service/mail'
import type { BuiltPage } from '../frame/page.js'
import type { SecureSiteOptions } from '../options.js'
import { type SecureSite, createSecureSite } from '../secureSite.js'

export const hostOrigin = 'https://shop.example'
export const otherOrigin = 'https://other.example'
export const publicUrl = 'https://secure.example'

/** A page of nearly nothing, for tests that don't look at it. */
export const emptyPage: BuiltPage = {
  files: new Map([['main.js', { body: new Uint8Array(), type: 'text/javascript; charset=utf-8', integrity: 'sha384-AAAA' }]]),
  entries: { frame: { file: 'main.js', imports: [] }, window: { file: 'main.js', imports: [] } },
}

export interface TestSite extends SecureSite {
  /** Mails that were sent, the newest last. */
  readonly mails: OutgoingMail[]
  /** Waits for mails that are on their way. */
  readonly mailed: () => Promise<readonly OutgoingMail[]>
  readonly log: string[]
  /** Moves the server's clock. */
  readonly advance: (seconds: number) => void
}

/** A secure site of its own, up to date and not listening. Close it after the test. */
export async function testSite(database: string, options: Partial<SecureSiteOptions> = {}): Promise<TestSite> {
  const mails: OutgoingMail[] = []
  const log: string[] = []
  let offset = 0
  const site = createSecureSite({
    publicUrl,
    vaultUrl: 'https://vault.example',
    database,
    keys: [{ id: 'k1', bytes: randomBytes(32) }],
    projects: [
      { id: 'demo', origins: [hostOrigin, otherOrigin] },
      { id: 'second', origins: ['https://second.example'] },
    ],
    networks: [
      {
        id: 'eip155:1',
        name: 'Ethereum',
        rpcUrl: 'http://127.0.0.1:8545',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    mail: { send: async (mail) => void mails.push(mail), close: () => {} },
    page: emptyPage,
    limits: { callsPerMinute: 1_000_000 },
    clock: () => Date.now() + offset,
    writeLog: (line) => void log.push(line),
    ...options,
  })
  await site.ready
  return {
    ...site,
    mails,
    mailed: async () => {
      await site.services.mail.flush()
      return mails
    },
    log,
    advance: (seconds) => {
      offset += seconds * 1000
    },
  }
}

/** The code of a mail. */
export function codeIn(mail: OutgoingMail | undefined): string {
  const [code] = /^\d{6}$/m.exec(mail?.text ?? '') ?? []
  if (!code) throw new Error('There is no code in this mail.')
  return code
}

/** The link of a mail. */
export function linkIn(mail: OutgoingMail | undefined): string {
  const [link] = /^https?:\/\/\S+$/m.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error('There is no link in this mail.')
  return link
}
