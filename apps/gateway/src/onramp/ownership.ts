import type { Database } from '@portico/service/database'
import { digest, randomToken } from '@portico/service/secrets'
import { parseSignInMessage } from '@portico/siwx'
import { type SiwxSession, type Verifiers, verifySignIn } from '@portico/siwx/server'
import { addressOn, namespaceOf } from '../chains/address.js'
import { OnrampRefusedError } from './errors.js'

/** What a visitor signs to show that an address is theirs, exactly. Either stands for both. */
export const ownershipStatements = ['Receive what I buy at this address.', 'Pay me for what I sell from this address.'] as const

/** An address that something is to be sent to or from, and what comes with the request to show whose it is. */
export interface Claim {
  /** CAIP-2. */
  readonly network: string
  readonly address: string
  /** Of the page that asks, as its browser says. */
  readonly origin: string | undefined
  /** A token of this gateway's sign-in. */
  readonly bearer?: string | undefined
  readonly proof?: { readonly message: string; readonly signature: string } | undefined
  /** What was given out for a proof before. */
  readonly grant?: string | undefined
}

export interface Ownership {
  readonly nonce: () => Promise<{ readonly nonce: string; readonly expiresAt: number }>
  /**
   * @returns what stands for the proof from now on; undefined where there is no page that it could be for
   * @throws OnrampRefusedError
   */
  readonly check: (claim: Claim) => Promise<string | undefined>
  readonly sweep: () => Promise<void>
}

export interface OwnershipParameters {
  db: Database
  /** Of each namespace that has any. */
  verifiers: Verifiers
  /** Origins of the pages that may ask; any where there are none. */
  origins: readonly string[]
  /** The sessions that a token of sign-in stands for: none for one that is not good. */
  sessionsOfToken: (token: string) => Promise<readonly SiwxSession[]>
  /** Milliseconds since 1970. */
  clock: () => number
}

/** Milliseconds. */
const nonceMs = 300_000
const grantMs = 86_400_000
const longestProof = 600_000
/** How far clocks may be apart. */
const tolerance = 60_000

/** Whether the visitor owns an address: nothing is bought for one that is not shown to be theirs, and nothing sold from one. */
export function createOwnership({ db, verifiers, origins, sessionsOfToken, clock }: OwnershipParameters): Ownership {
  const isOwn = (origin: string): boolean => origins.length === 0 || origins.includes(origin)

  const grantFor = async (claim: Claim, scope: SiwxSession['scope']): Promise<string | undefined> => {
    const { origin, network, address } = claim
    if (origin === undefined) return undefined
    const grant = randomToken()
    const namespace = namespaceOf(network)
    await db
      .insertInto('onramp_grants')
      .values({
        grant: digest(grant),
        origin,
        account: addressOn(namespace, address) ?? address,
        namespace,
        chain: scope === 'chain' ? network : '',
        expires_at: clock() + grantMs,
      })
      .execute()
    return grant
  }

  const isGranted = async ({ grant = '', origin, network, address }: Claim): Promise<boolean> => {
    if (origin === undefined || grant.length > 100) return false
    const row = await db
      .selectFrom('onramp_grants')
      .selectAll()
      .where('grant', '=', digest(grant))
      .where('expires_at', '>', clock())
      .executeTakeFirst()
    const namespace = namespaceOf(network)
    return (
      row !== undefined &&
      row.origin === origin &&
      row.namespace === namespace &&
      row.account === (addressOn(namespace, address) ?? address) &&
      (row.chain === '' || row.chain === network)
    )
  }

  const isSignedIn = async ({ bearer = '', network, address }: Claim): Promise<SiwxSession['scope'] | undefined> => {
    const namespace = namespaceOf(network)
    const own = addressOn(namespace, address)
    const sessions = await sessionsOfToken(bearer)
    return sessions.find(({ account, scope }) => {
      const at = account.lastIndexOf(':')
      const chain = account.slice(0, at)
      if (scope === 'chain' ? chain !== network : namespaceOf(chain) !== namespace) return false
      return addressOn(namespace, account.slice(at + 1)) === own
    })?.scope
  }

  const takeNonce = async (nonce: string): Promise<boolean> => {
    const row = await db.deleteFrom('onramp_nonces').where('nonce', '=', nonce).returning('expires_at').executeTakeFirst()
    return row !== undefined && row.expires_at > clock()
  }

  const prove = async (claim: Claim): Promise<SiwxSession['scope'] | undefined> => {
    const { proof, origin, network, address } = claim
    const text = proof && read(proof.message)
    if (!proof || !text || origin === undefined) return undefined
    // Before anything else is looked at: a nonce is good for one attempt, whatever comes of it.
    if (!(await takeNonce(text.nonce ?? ''))) return undefined
    const { statement, issuedAt, expirationTime } = text
    if (!ownershipStatements.some((each) => each === statement)) return undefined
    if (Date.parse(expirationTime ?? '') - Date.parse(issuedAt ?? '') > longestProof + tolerance) return undefined
    if (text.scheme === undefined ? false : !origin.startsWith(`${text.scheme}:`)) return undefined
    const result = await verifySignIn({ origins: [origin], chains: [network], verifiers }, proof)
    if (result.status === 'unavailable') throw new OnrampRefusedError('unverifiable', { retryAfter: 2 })
    const namespace = namespaceOf(network)
    if (result.status !== 'valid' || addressOn(namespace, result.message.address) !== addressOn(namespace, address)) return undefined
    return result.scope
  }

  return {
    nonce: async () => {
      // 128 bits in letters and digits.
      const nonce = randomToken(24).replaceAll(/[-_]/g, '0')
      const expiresAt = clock() + nonceMs
      await db.insertInto('onramp_nonces').values({ nonce: nonce, expires_at: expiresAt }).execute()
      return { nonce, expiresAt }
    },
    check: async (claim) => {
      const { origin, bearer, proof, grant } = claim
      if (origin !== undefined && !isOwn(origin)) throw new OnrampRefusedError('origin')
      if (grant !== undefined && (await isGranted(claim))) return grant
      const scope = (proof && (await prove(claim))) ?? (bearer === undefined ? undefined : await isSignedIn(claim))
      if (scope === undefined) throw new OnrampRefusedError('ownership')
      return grantFor(claim, scope)
    },
    sweep: async () => {
      for (const table of ['onramp_grants', 'onramp_nonces'] as const)
        await db.deleteFrom(table).where('expires_at', '<=', clock()).execute()
    },
  }
}

function read(text: string): ReturnType<typeof parseSignInMessage> | undefined {
  try {
    return parseSignInMessage(text)
  } catch {
    return undefined
  }
}
