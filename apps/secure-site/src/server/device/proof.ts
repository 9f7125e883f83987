import { type KeyObject, verify } from 'node:crypto'
import { type Database, type Migrations, unsynced } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { prepared } from '@portico/service/prepared'
import { digest } from '@portico/service/secrets'
import { together } from '@portico/service/together'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as z from 'zod/mini'
import type { ProofKeys } from './proofKeys.js'

declare module '@portico/service/database' {
  interface Tables {
    /** Proofs that were used, for as long as they could be used again. */
    proofs: { id: string; expires_at: number }
  }
}

export const proofMigrations: Migrations = {
  proofs_001: {
    up: async (db) => {
      await db.schema
        .createTable('proofs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('proofs_by_time').on('proofs').column('expires_at').execute()
    },
  },
}

/** How far the browser's clock may be from ours, in seconds. */
const tolerance = 60
/** A JWS of ES256 with a P-256 key is about 500 characters. */
const longest = 2048

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const header = z.strictObject({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  // Strict: a key with its private part, or with members of another meaning, is refused.
  jwk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
})
const claims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().check(z.regex(/^[\w-]{16,128}$/)),
  ath: z.optional(z.string()),
})

export interface ProofParameters {
  proof: string | undefined
  method: string
  /** Public URL of the path, without query and fragment. */
  url: string
  /** The session's token, where one goes along. */
  token?: string
}

/**
 * Checks a proof that the request comes from the holder of a device key (RFC 9449, 4.3) and that it is the first time.
 * @returns the key's thumbprint (RFC 7638, SHA-256, base64url): the device's name
 * @throws ApiError `invalid_proof`, `proof_replayed`, or `proof_time` with the server's clock, so that the browser corrects its own
 */
export async function checkProof(
  { clock, proofKeys, usedProofs }: { clock: () => number; proofKeys: ProofKeys; usedProofs: UsedProofs },
  { proof, method, url, token }: ProofParameters,
): Promise<string> {
  if (!proof || proof.length > longest) throw invalidProof()
  const { device, payload } = await verified(proof, proofKeys)
  const { htm, htu, iat, jti, ath } = payload
  if (htm !== method || htu !== url) throw invalidProof()
  if (token === undefined ? ath !== undefined : ath !== digest(token)) throw invalidProof()
  const now = clock()
  if (!(Math.abs(iat - now / 1000) <= tolerance)) {
    throw new ApiError(401, 'proof_time', 'The clock of this browser differs from the server.', { time: now / 1000 })
  }
  if (!(await usedProofs.take(`${device}.${jti}`))) throw new ApiError(401, 'proof_replayed', 'This proof was used before.')
  return device
}

/** What was used once, by all processes of the service. */
export interface UsedProofs {
  /** Whether it is the first time that somebody comes with this. */
  readonly take: (proof: string) => Promise<boolean>
}

const insertNew = prepared((at, { ids, expires }: { ids: readonly string[]; expires: number }) =>
  at
    .insertInto('proofs')
    .values(ids.map((id) => ({ id, expires_at: expires })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

export function createUsedProofs({ db, clock }: { db: Database; clock: () => number }): UsedProofs {
  const insert = together<string, boolean>(async (ids) => {
    const expires = clock() + 2 * tolerance * 1000
    // It could be used again for two minutes: not for as long as a machine takes to come back. In one order, so that two processes
    // that are brought the same never wait for each other.
    const rows = await unsynced(db, (at) => insertNew(at, { ids: ids.toSorted(), expires }))
    const isNew = new Set(rows.map(({ id }) => id))
    // Of two that come with the same at once, one is the first.
    return ids.map((id) => isNew.delete(id))
  })
  return { take: (proof) => insert(digest(proof)) }
}

async function verified(proof: string, keys: ProofKeys): Promise<{ device: string; payload: z.infer<typeof claims> }> {
  try {
    const { jwk } = header.parse(decodeProtectedHeader(proof))
    const { key, thumbprint: device } = await keys.find(jwk)
    // Time is checked above, for its answer says more.
    if (!isSigned(proof, key)) throw invalidProof()
    return { device, payload: claims.parse(decodeJwt(proof)) }
  } catch {
    throw invalidProof()
  }
}

/** ES256. In this thread: WebCrypto takes longer to hand a signature over to another one than the curve takes. */
function isSigned(proof: string, key: KeyObject): boolean {
  const end = proof.lastIndexOf('.')
  const signature = Buffer.from(proof.slice(end + 1), 'base64url')
  return verify('sha256', Buffer.from(proof.slice(0, end)), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function invalidProof(): ApiError {
  return new ApiError(401, 'invalid_proof', 'The proof of this browser is missing or wrong.')
}
