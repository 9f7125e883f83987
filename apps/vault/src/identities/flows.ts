/**
 * Showing the vault an account elsewhere. Each step is one conditional update, so that a replay finds nothing to change: the nonce
 * of a question is good for one answer, in the browser that opened it.
 */
import { ApiError } from '@portico/service/http'
import type { Database } from '@portico/service/database'
import type { MailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { createFarcasterRelay, farcasterIssuer, verifyFarcaster } from '@portico/service/farcaster'
import type { IdentityKind } from '@portico/vault-wire'
import type { Account } from '../accounts.js'
import type { VaultServices } from '../context.js'
import { kindOf } from './identities.js'
import { type Identity, type OpenIdKind, createIdTokens } from './openid.js'
import type { IdentityFlow } from '../tables.js'

/** How long a question is open, in milliseconds. */
export const flowMs = 600_000
/** How often Farcaster's relay is asked, in milliseconds. */
const askMs = 1000

export interface Begin {
  /** `release`: of the vault's half, with the same id. `add`: to the accounts that it knows the owner by. */
  readonly purpose: 'release' | 'add'
  readonly id: string
  readonly account: Account
  readonly kind: IdentityKind
  /** Shows the vault that who waits is who asked; a release has its own. */
  readonly secret?: string
  readonly locale: MailLocale
}

export interface Shown {
  readonly flow: IdentityFlow
  readonly kind: IdentityKind
  /** Undefined where what was shown is not believed. */
  readonly identity: Identity | undefined
}

export interface IdentityFlows {
  /** What the operator has set up. */
  readonly kinds: readonly IdentityKind[]
  /** @returns where the account is shown. @throws ApiError `no_identity`, `identity_away` */
  readonly begin: (asked: Begin) => Promise<string>
  readonly find: (id: string) => Promise<IdentityFlow | undefined>
  /** Binds the question to a browser, and tells where it goes on. Opened again it is bound anew. */
  readonly open: (id: string) => Promise<{ flow: IdentityFlow; url: string; browser: string } | undefined>
  /** What a provider's form brought, once, by the browser that opened the question. */
  readonly takeBack: (kind: OpenIdKind, form: URLSearchParams, browser: (id: string) => string | undefined) => Promise<Shown | undefined>
  /** Looks whether the phone has answered; undefined while it has not, or for what is no question to Farcaster. */
  readonly poll: (id: string) => Promise<Shown | undefined>
  /** @param at where what goes with it is written as well. @returns false where something else came first */
  readonly end: (id: string, status: 'done' | 'declined' | 'failed', at?: Database) => Promise<boolean>
  /** Drops what is over. */
  readonly sweep: () => Promise<void>
}

export function createIdentityFlows({ config, db, clock, log, fetch }: VaultServices): IdentityFlows {
  const { identities, publicUrl } = config
  const idTokens = createIdTokens({ config: identities, publicUrl, clock, fetch })
  const { farcaster } = identities
  const relay = farcaster && createFarcasterRelay({ relayUrl: farcaster.relayUrl, fetch })
  const asked = new Map<string, number>()
  const warn = (event: string, kind: string, error: unknown): undefined => {
    // Providers' own texts may repeat values.
    log('warn', event, { kind, name: error instanceof Error ? error.name : 'unknown' })
    return undefined
  }
  const kinds = (['google', 'apple', 'farcaster'] as const).filter((kind) => identities[kind] !== undefined)
  const open = (id: string) => db.selectFrom('vault_identity_flows').selectAll().where('id', '=', id).where('expires_at', '>', clock())
  /** The phone shows who asks: the vault, by its own name. A login at the auth service has another one, and counts for nothing here. */
  const expected = { domain: new URL(publicUrl).host, uri: publicUrl }

  return {
    kinds,
    begin: async ({ purpose, id, account, kind, secret, locale }) => {
      if (!kinds.includes(kind)) throw new ApiError(409, 'no_identity', 'This kind of account is not taken here.')
      const now = clock()
      // Letters and digits alone, as EIP-4361 wants it: 256 bits in hex.
      const nonce = Buffer.from(randomToken(), 'base64url').toString('hex')
      const question = { siweUri: expected.uri, domain: expected.domain, nonce, expirationTime: new Date(now + flowMs).toISOString() }
      const channel =
        kind === 'farcaster' && relay
          ? await relay.open(question).catch((error: unknown) => {
              warn('identity.unreachable', kind, error)
              throw new ApiError(502, 'identity_away', 'Farcaster does not answer. Please try again.')
            })
          : undefined
      await db
        .insertInto('vault_identity_flows')
        .values({
          id,
          purpose,
          wallet_id: account.walletId,
          eip155: account.eip155,
          kind,
          status: 'started',
          secret_digest: secret === undefined ? null : digest(secret),
          state_digest: null,
          browser_digest: null,
          nonce,
          channel: channel?.channelToken ?? null,
          locale,
          expires_at: now + flowMs,
        })
        .execute()
      return channel?.url ?? `${publicUrl}/identities/${id}`
    },
    find: (id) => open(id).executeTakeFirst(),
    open: async (id) => {
      const [state, browser] = [`${id}.${randomToken()}`, randomToken()]
      const flow = await db
        .updateTable('vault_identity_flows')
        .set({ status: 'opened', state_digest: digest(state), browser_digest: digest(browser) })
        .where('id', '=', id)
        .where('kind', '<>', 'farcaster')
        .where('status', 'in', ['started', 'opened'])
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!flow) return undefined
      const kind = kindOf(flow.kind)
      if (kind === 'farcaster') return undefined
      const url = await idTokens
        .authorize(kind, { state, nonce: flow.nonce })
        .catch((error: unknown) => warn('identity.unreachable', kind, error))
      return url === undefined ? undefined : { flow, url, browser }
    },
    takeBack: async (kind, form, browser) => {
      const state = form.get('state') ?? ''
      const [id = ''] = state.split('.')
      const flow = await db
        .updateTable('vault_identity_flows')
        .set({ status: 'returned', state_digest: null })
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('status', '=', 'opened')
        .where('state_digest', '=', digest(state))
        .where('browser_digest', '=', digest(browser(id) ?? ''))
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!flow) return undefined
      const identity = await idTokens
        .verify(kind, form.get('id_token') ?? '', flow.nonce)
        .catch((error: unknown) => warn('identity.failed', kind, error))
      return { flow, kind, identity }
    },
    poll: async (id) => {
      if (!farcaster || !relay) return undefined
      const now = performance.now()
      if ((asked.get(id) ?? 0) > now) return undefined
      asked.set(id, now + askMs)
      const flow = await open(id).where('kind', '=', 'farcaster').where('status', '=', 'started').executeTakeFirst()
      if (!flow?.channel) return undefined
      // A relay that is away for a moment is asked again: the phone's answer waits there.
      const answer = await relay.status(flow.channel).catch((error: unknown) => warn('identity.unreachable', 'farcaster', error))
      if (!answer) return undefined
      const said = { ...answer, expected: { ...expected, nonce: flow.nonce }, began: flow.expires_at - flowMs, now: clock() }
      const { rpcUrl } = farcaster
      const fid = await verifyFarcaster({ ...said, rpcUrl, fetch }).catch((error: unknown) => warn('identity.failed', 'farcaster', error))
      const identity = fid === undefined ? undefined : { issuer: farcasterIssuer, subject: String(fid) }
      const taken = await db
        .updateTable('vault_identity_flows')
        .set({ status: 'returned', channel: null })
        .where('id', '=', id)
        .where('status', '=', 'started')
        .returning('id')
        .executeTakeFirst()
      return taken && { flow, kind: 'farcaster', identity }
    },
    end: async (id, status, at = db) => {
      const ended = await at
        .updateTable('vault_identity_flows')
        .set({ status })
        .where('id', '=', id)
        .where('status', '=', 'returned')
        .returning('id')
        .executeTakeFirst()
      return ended !== undefined
    },
    sweep: async () => {
      asked.clear()
      await db.deleteFrom('vault_identity_flows').where('expires_at', '<=', clock()).execute()
    },
  }
}
