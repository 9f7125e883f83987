/** Both services and browsers of their owners, in one process: real databases, real calls, mails in a list. */
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { OutgoingMail } from '@portico/service/mail'
import { type Vault, type VaultOptions, createVault } from '@portico/vault'
import { errorAnswer } from '@portico/vault-wire'
import {
  type KeyApi,
  type KeyStore,
  type KeysOptions,
  type PageKeys,
  type Passkeys,
  createKeyApi,
  createKeys,
} from '../../../page/keys/index.js'
import type { StoredWallet } from '../../../page/keys/store.js'
import type { SecureSiteOptions } from '../../options.js'
import { type Answer, type TestBrowser, testBrowser } from '../../test/browser.js'
import { type TestSite, hostOrigin, publicUrl, testSite } from '../../test/site.js'

export const vaultUrl = 'https://vault.example'

export interface World {
  readonly site: TestSite
  readonly vault: Vault
  readonly vaultMails: OutgoingMail[]
  readonly vaultLog: string[]
  /** Moves both clocks. */
  readonly advance: (seconds: number) => void
  readonly visitor: (options?: VisitorOptions) => Promise<Visitor>
  /** Opens the newest link of the vault's mails and presses a button; undefined where there is no link. */
  readonly press: (decision: 'confirm' | 'decline') => Promise<string | undefined>
  readonly close: () => Promise<void>
}

export interface VisitorOptions {
  email?: string | null
  /** Logs in as this account. */
  userId?: string
  /** What the visitor typed, where that is not the address of the login. */
  typed?: string | null
  store?: KeyStore
  passkeys?: Passkeys
  /** Makes bytes of a passphrase. */
  stretch?: NonNullable<KeysOptions['stretch']>
  /** Wraps the calls, to fail some of them. */
  calls?: (api: KeyApi) => KeyApi
}

export interface Visitor {
  readonly keys: PageKeys
  readonly api: KeyApi
  readonly browser: TestBrowser
  readonly store: KeyStore
  /** A call as the page makes it, by the server's clock. */
  readonly call: (path: string, body: unknown) => Promise<Answer>
  readonly userId: string
}

export interface WorldOptions {
  database: string
  vaultDatabase: string
  site?: Partial<SecureSiteOptions>
  vault?: Partial<VaultOptions>
  /** Servers that are neither of the two. */
  outside?: typeof fetch
}

export async function createWorld({
  database,
  vaultDatabase,
  site: siteOptions,
  vault: vaultOptions,
  outside,
}: WorldOptions): Promise<World> {
  const vaultMails: OutgoingMail[] = []
  const vaultLog: string[] = []
  let offset = 0
  // Node does not know the services' names: their calls to each other stay in this process.
  const reach: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin } = new URL(request.url)
    if (outside && origin !== vaultUrl && origin !== publicUrl) return await outside(request)
    // As over a network: whoever asks again at once leaves what waits for the disk its turn.
    await setImmediate()
    return await (new URL(request.url).origin === vaultUrl ? vault.app.fetch(request) : site.app.fetch(request))
  }
  const site: TestSite = await testSite(database, { fetch: reach, ...siteOptions })
  const vault = createVault({
    publicUrl: vaultUrl,
    secureUrl: publicUrl,
    database: vaultDatabase,
    keys: [{ id: 'v1', bytes: randomBytes(32) }],
    mail: { send: async (mail) => void vaultMails.push(mail), close: () => {} },
    callsPerMinute: 1_000_000,
    clock: () => Date.now() + offset,
    fetch: reach,
    writeLog: (line) => void vaultLog.push(line),
    ...vaultOptions,
  })
  await vault.ready

  const visitor: World['visitor'] = async ({
    email = 'ada@example.com',
    userId,
    typed: typedAddress = email,
    store = lastingStore(),
    passkeys,
    stretch,
    calls = (same: KeyApi) => same,
  } = {}) => {
    const browser = await testBrowser(site.app)
    const { users, sessions, db } = site.services
    const known = userId === undefined ? undefined : await users.find(db, userId)
    const user = known ?? (email === null ? await users.create(db, { userName: 'ada' }) : await users.byEmail(db, email))
    const { token } = await sessions.start(db, {
      user,
      device: browser.device,
      site: { projectId: 'demo', origin: hostOrigin },
      method: 'email',
    })
    browser.token = token
    const call: Visitor['call'] = (path, body) => browser.post(path, body, { ahead: offset / 1000 })
    const post = async (path: string, body: unknown): Promise<unknown> => {
      const answer = await call(path, body)
      if (answer.status === 200) return answer.body
      throw new CallError(errorAnswer.parse(answer.body).error.code)
    }
    const api = calls(createKeyApi({ post, vaultUrl, fetch: reach }))
    const typed = async (): Promise<string | undefined> => typedAddress ?? undefined
    return {
      keys: createKeys({ api, store, typed, ...(passkeys && { passkeys }), ...(stretch && { stretch }) }),
      api,
      browser,
      store,
      call,
      userId: user.id,
    }
  }

  return {
    site,
    vault,
    vaultMails,
    vaultLog,
    visitor,
    advance: (seconds) => {
      offset += seconds * 1000
      site.advance(seconds)
    },
    press: async (decision) => {
      await vault.services.mail.flush()
      const link = [...vaultMails]
        .reverse()
        .map(({ text }) => /https:\/\/vault\.example\/\S+/.exec(text)?.[0])
        .find((url) => url !== undefined)
      if (!link) return undefined
      const body = new URLSearchParams({ decision })
      const answer = await vault.app.fetch(new Request(link, { method: 'POST', body }))
      return await answer.text()
    },
    close: async () => {
      await site.close()
      await vault.close()
    },
  }
}

/** A refused call of the auth service. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** What stays in a browser from one page to the next; `lose` is 'clear site data'. */
export function lastingStore(): KeyStore & { readonly lose: () => void; readonly wallets: Map<string, StoredWallet> } {
  const wallets = new Map<string, StoredWallet>()
  return {
    lasting: true,
    wallets,
    get: async (walletId) => wallets.get(walletId),
    put: async (walletId, wallet) => void wallets.set(walletId, wallet),
    remove: async (walletId) => void wallets.delete(walletId),
    lose: () => wallets.clear(),
  }
}

/** Authenticator that knows any number of passkeys, as a password manager that is on all devices of its owner. */
export function testPasskeys(): Passkeys {
  const secrets = new Map<string, Uint8Array>()
  return {
    create: async () => {
      const credentialId = randomBytes(16).toString('base64url')
      secrets.set(credentialId, new Uint8Array(randomBytes(32)))
      return { credentialId, secret: Uint8Array.from(secrets.get(credentialId) ?? []), here: false }
    },
    get: async ({ credentialIds }) => {
      const credentialId = credentialIds.find((id) => secrets.has(id)) ?? ''
      return { credentialId, secret: Uint8Array.from(secrets.get(credentialId) ?? []), here: false }
    },
  }
}
