/**
 * What the page, the auth service and the recovery vault say to each other about ways in. Both ends of each wire parse the same
 * schema. Nothing here is secret by itself: halves travel sealed (HPKE, RFC 9180), tickets and receipts are signed (JWT, RFC 7519).
 */
import * as z from 'zod/mini'

/** An uncompressed P-256 point, base64url without padding. */
export const publicKey = z.string().check(z.regex(/^B[\w-]{86}$/))
/** `encapsulated key . ciphertext`, each base64url without padding. */
export const sealed = z.string().check(z.regex(/^[\w-]{87}\.[\w-]{22,1000}$/))
/** 32 bytes, base64url without padding. */
export const digest = z.string().check(z.regex(/^[\w-]{43}$/))
export const addresses = z.readonly(
  z.strictObject({
    eip155: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  }),
)
/** The root under a key of both halves: nonce, 32 bytes and tag, base64url without padding. */
export const sealedRoot = z.string().check(z.regex(/^[\w-]{80}$/))
export const walletMode = z.enum(['assisted', 'progressive', 'user'])
export type WalletMode = z.infer<typeof walletMode>

/** Something of the owner that opens the wallet: its secret makes a key pair, of which services only see this half. */
export const factor = z.strictObject({
  /** Of the way in that it is one half of. */
  id: z.uuid(),
  kind: z.enum(['passkey', 'recoveryCode', 'passphrase']),
  publicKey,
  /** There may be no assisted way beside this factor: what the owner was told when it was added. */
  only: z.boolean(),
  /** By a key of the wallet's root: a service can't add a factor of its own. */
  mac: digest,
  /** Which passkey, base64url. */
  credentialId: z.optional(z.string().check(z.regex(/^[\w-]{1,1400}$/))),
})
export type Factor = z.infer<typeof factor>
/** A factor of a wallet that was split into shares: the recovery share, sealed to it. */
export const sealedFactor = z.extend(factor, { sealed })
export type SealedFactor = z.infer<typeof sealedFactor>

/** A browser that kept a share of its own. */
export const shareDevice = z.strictObject({ id: z.uuid(), publicKey, mac: digest })
export type ShareDevice = z.infer<typeof shareDevice>

const maxFactors = 8
/** Browsers that a write makes ways for: this one, and those that a wallet of shares knows. */
const maxAdded = 24

const wayBase = {
  id: z.uuid(),
  /** Of the way: what it is bound to. */
  version: z.int().check(z.gte(1)),
  sealed: sealedRoot,
}
/** A way in, as the auth service keeps it. */
export const way = z.discriminatedUnion('kind', [
  z.strictObject({
    ...wayBase,
    kind: z.literal('device'),
    /** The auth service's half, sealed to it. */
    half: sealed,
    /** Name of the browser. A new way takes the place of that browser's last one. */
    device: z.uuid(),
    /** A browser that stores nothing has a way for its page's life. */
    lasting: z.boolean(),
    /** The browser's half, left for it by another browser, sealed to its key. */
    left: z.optional(sealed),
  }),
  z.strictObject({ ...wayBase, kind: z.literal('assisted'), half: sealed }),
  z.strictObject({
    ...wayBase,
    kind: z.literal('factor'),
    factor,
    /** The owner's half where it does not follow from the factor, sealed to the factor's key: made while the factor was not at hand. */
    enclosed: z.optional(sealed),
  }),
])
export type Way = z.infer<typeof way>

/** 65 bytes in hex, by the key of the wallet's EVM account: see statement.ts. */
const signature = z.string().check(z.regex(/^[0-9a-f]{130}$/))
const statementText = z.string().check(z.maxLength(60_000))

/** `POST /v1/wallet/open` */
export const openRequest = z.strictObject({ deviceId: z.optional(z.uuid()) })
export const openAnswer = z.object({
  walletId: z.uuid(),
  /** Of the account: the ways are bound to it. */
  userId: z.string(),
  /** Where halves for the auth service are sealed to. */
  publicKey,
  /** Whether the assisted way stays once there is a factor. */
  policy: z.enum(['assisted', 'progressive']),
  /** How the owner knows this login: for the passkey's name. */
  label: z.string(),
  /** Null until the wallet is made. */
  wallet: z.nullable(
    z.object({
      addresses,
      mode: walletMode,
      /** Counts the changes of its ways. */
      version: z.int().check(z.gte(1)),
      /** Tells the right root from a wrong one; says nothing about it. */
      check: digest,
      factors: z.array(factor),
      /** When and in which browser each factor was added. Absent where an instance of an earlier release answers. */
      added: z.optional(
        z.array(
          z.object({
            id: z.uuid(),
            /** Seconds since 1970; null where that is not known. */
            at: z.nullable(z.int()),
            /** How it called itself; null where that is not known. */
            browser: z.nullable(z.string()),
          }),
        ),
      ),
      /** Id of the assisted way. */
      assisted: z.nullable(z.uuid()),
      /** Browsers with a way in. */
      devices: z.array(
        z.object({
          id: z.uuid(),
          device: z.uuid(),
          /** How it called itself; null where that is not known. */
          browser: z.nullable(z.string()),
          /** Seconds since 1970, to the day. */
          usedAt: z.int(),
        }),
      ),
      /** What another browser left for this one. */
      left: z.nullable(z.object({ id: z.uuid(), half: sealed })),
      /** Until its first change a wallet of an earlier release is split into shares. */
      shares: z.nullable(
        z.object({
          attempt: z.uuid(),
          devices: z.array(shareDevice),
          /** This browser's share, sealed to its key. */
          own: z.nullable(sealed),
        }),
      ),
    }),
  ),
})
export type OpenAnswer = z.infer<typeof openAnswer>

/** What a ticket lets its holder ask of the vault. */
export const ticketPurpose = z.enum(['write', 'status', 'recover'])
export type TicketPurpose = z.infer<typeof ticketPurpose>
/** `POST /v1/wallet/ticket`. `frameKey`: the one key that the vault may seal to. */
export const ticketRequest = z.strictObject({ purpose: ticketPurpose, frameKey: z.optional(publicKey) })
export const ticketAnswer = z.object({ ticket: z.string() })

/** `POST /v1/wallet/way`: the auth service's half of a way, sealed to a key of this one call. */
export const wayRequest = z.strictObject({ id: z.uuid(), frameKey: publicKey })
export const wayAnswer = z.object({
  id: z.uuid(),
  version: z.int(),
  sealed: sealedRoot,
  /** Null for a factor's way. */
  half: z.nullable(sealed),
  enclosed: z.nullable(sealed),
})
export type WayAnswer = z.infer<typeof wayAnswer>

/** `POST /v1/wallet/share`, for a wallet that is split into shares. */
export const shareRequest = z.strictObject({ frameKey: publicKey })
export const shareAnswer = z.object({ attempt: z.uuid(), version: z.int(), share: sealed })
export type ShareAnswer = z.infer<typeof shareAnswer>

/** What the owner tells the auth service: all of it counts, or nothing. The first one makes the wallet. */
export const authStatement = z.strictObject({
  to: z.literal('auth'),
  wallet: z.uuid(),
  /** The version that it changes, 0 before the first: so nothing is said twice. */
  follows: z.int().check(z.gte(0)),
  addresses,
  check: digest,
  add: z.array(way).check(z.maxLength(maxAdded)),
  /** Ways that end. */
  remove: z.array(z.uuid()).check(z.maxLength(64)),
})
export type AuthStatement = z.infer<typeof authStatement>
/** `POST /v1/wallet/ways`; answers as `open` does. `receipt`: the vault's word that it holds its halves. */
export const waysRequest = z.strictObject({
  statement: statementText,
  signature,
  receipt: z.optional(z.string().check(z.maxLength(8000))),
  deviceId: z.optional(z.uuid()),
})
export type WaysRequest = z.infer<typeof waysRequest>

/** `POST /v1/wallet/export/start`, `/code`, `/way`. */
export const exportStartAnswer = z.discriminatedUnion('state', [
  /** Seconds since 1970, by the server's clock. */
  z.object({ state: z.literal('waiting'), notBefore: z.int(), now: z.int() }),
  /** Ask for the code now. `mailed`: this browser has, and what came still counts. */
  z.object({ state: z.literal('code'), mailed: z.optional(z.literal(true)) }),
  /** Open one of these with a factor and send back what is inside. */
  z.object({ state: z.literal('factor'), challenges: z.array(z.object({ factorId: z.uuid(), sealed })) }),
])
export type ExportStartAnswer = z.infer<typeof exportStartAnswer>
export const exportWayRequest = z.strictObject({
  id: z.uuid(),
  frameKey: publicKey,
  /** Six digits from the mail. */
  code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  /** What was inside a challenge. */
  proof: z.optional(digest),
})

/** What the auth service signs for the vault: a JWT (EdDSA), 60 s, used once. It says who is logged in, and opens nothing alone. */
export const ticketClaims = z.object({
  sub: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  wallet: z.uuid(),
  purpose: ticketPurpose,
  /** Thumbprint (RFC 7638) of the browser's device key. */
  device: z.string(),
  frameKey: z.optional(publicKey),
  /** Verified address of the login, where it has one. */
  email: z.optional(z.string()),
  /** Origin of the page that embeds the wallet. */
  origin: z.string(),
  /** How the browser calls itself, for the owner to recognise. */
  browser: z.string(),
  locale: z.string(),
})
export type TicketClaims = z.infer<typeof ticketClaims>

const vaultWayKind = z.enum(['assisted', 'passkey', 'recoveryCode', 'passphrase'])
/** What the vault signs for the auth service: a JWT (EdDSA), 10 minutes. The halves that it holds for an account of a wallet. */
export const receiptClaims = z.object({
  wallet: z.uuid(),
  eip155: z.string(),
  ways: z.array(z.object({ id: z.uuid(), kind: vaultWayKind })),
})
export type ReceiptClaims = z.infer<typeof receiptClaims>

const ticket = z.string().check(z.maxLength(4000))
const eip155 = addresses.def.innerType.shape.eip155
/**
 * An account elsewhere that the vault knows its owner by, beside mail: an ID token over a nonce of the vault's own and for a client
 * id of the vault's own (OpenID Connect Core 1.0), or a Farcaster signature over a nonce of its own (FIP-11).
 */
export const identityKind = z.enum(['google', 'apple', 'farcaster'])
export type IdentityKind = z.infer<typeof identityKind>
/** The vault's `GET /v1/info`. `identities`: what its operator has set up. */
export const vaultInfo = z.object({ publicKey, identities: z.array(identityKind) })
export type VaultInfo = z.infer<typeof vaultInfo>
/** What the owner tells the vault. */
export const vaultStatement = z.strictObject({
  to: z.literal('vault'),
  /** SHA-256 of the ticket that it comes with, base64url: good once. */
  ticket: digest,
  wallet: z.uuid(),
  eip155,
  /** Halves to keep: of a factor's way with the factor, else of the assisted way. */
  add: z.array(z.strictObject({ id: z.uuid(), half: sealed, factor: z.optional(factor) })).check(z.maxLength(maxFactors + 1)),
  /** All ways that the wallet has now: the others end, and so do the shares of earlier releases. */
  keep: z.optional(z.array(z.uuid()).check(z.maxLength(64))),
  /** The address that the visitor typed, sealed to the vault. */
  contact: z.optional(sealed),
  /** In `POST /v1/identities` alone: what kind of account is to be added, once its owner has shown it. */
  identity: z.optional(identityKind),
})
export type VaultStatement = z.infer<typeof vaultStatement>
/** The vault's `POST /v1/ways`. */
export const vaultWaysRequest = z.strictObject({ ticket, statement: statementText, signature })
export type VaultWaysRequest = z.infer<typeof vaultWaysRequest>
export const vaultWaysAnswer = z.object({ receipt: z.string() })
/** The vault's `POST /v1/status`. */
export const vaultStatusRequest = z.strictObject({ ticket, eip155 })
export const vaultStatus = z.object({
  /** Halves that it holds. */
  ways: z.array(z.uuid()),
  /** What it knows of factors, for a wallet whose auth service does not. */
  factors: z.array(factor),
  /** Whether it still holds shares of an earlier release. */
  shares: z.boolean(),
  /** Whether it can write to the owner now. */
  mail: z.boolean(),
  /** Accounts that it knows the owner by. One that does not count yet can still be refused by mail. */
  identities: z.array(z.object({ kind: identityKind, counts: z.boolean() })),
})
export type VaultStatus = z.infer<typeof vaultStatus>
/** The vault's `POST /v1/challenges`: a secret for each factor, which the factor opens. */
export const vaultChallengeRequest = z.strictObject({
  ticket,
  frameKey: publicKey,
  eip155,
  /** For the shares of an earlier release, which the auth service still has its part of. */
  split: z.boolean(),
})
export const vaultChallenges = z.object({ id: z.uuid(), factors: z.array(z.strictObject({ factor, challenge: sealed })) })
export type VaultChallenges = z.infer<typeof vaultChallenges>
/** The vault's `POST /v1/proofs`: what was inside. */
export const vaultProofRequest = z.strictObject({ id: z.uuid(), factorId: z.uuid(), proof: digest })
export type VaultProofRequest = z.infer<typeof vaultProofRequest>
/** What the vault lets out: its half of a way, or the recovery share of a wallet of an earlier release. */
export const vaultReleased = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('half'), id: z.uuid(), half: sealed }),
  /** Sealed to the factor that was proven, or to the page's key. */
  z.object({ kind: z.literal('share'), attempt: z.uuid(), share: sealed }),
])
export type VaultReleased = z.infer<typeof vaultReleased>
/**
 * The vault's `POST /v1/recoveries`: mails the owner, or asks for an account that it knows the owner by. `way`: the assisted way;
 * null for the share of an earlier release.
 */
export const vaultRecoverRequest = z.strictObject({
  ticket,
  frameKey: publicKey,
  eip155,
  way: z.nullable(z.uuid()),
  by: z.optional(identityKind),
})
export const vaultRecovery = z.object({
  id: z.uuid(),
  /** Shows the vault that who waits is who asked. */
  secret: digest,
  match: z.string().check(z.regex(/^\d{2}$/)),
  /** Seconds until the mailed link is void. */
  expiresIn: z.int(),
  /** Where the account is shown: a page of the vault for a window of its own, or what a phone with Farcaster opens. */
  url: z.optional(z.url()),
})
export type VaultRecovery = z.infer<typeof vaultRecovery>
/** The vault's `POST /v1/identities`: an account that the owner wants to be known by. Answers {@link vaultRecovery} with its `url`. */
export const vaultIdentityRequest = z.strictObject({ ticket, statement: statementText, signature })
export type VaultIdentityRequest = z.infer<typeof vaultIdentityRequest>
/** The vault's `POST /v1/identities/wait`: answers at once or after at most 20 s. */
export const vaultIdentityWaitAnswer = z.object({ status: z.enum(['pending', 'done', 'declined', 'failed', 'expired']) })
export type VaultIdentityWaitAnswer = z.infer<typeof vaultIdentityWaitAnswer>
/** The vault's `POST /v1/recoveries/wait`: answers at once or after at most 20 s. */
export const vaultWaitRequest = z.strictObject({ id: z.uuid(), secret: digest })
export const vaultWaitAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  /** Confirmed, but the operator lets wallets of this worth out only after a while. Seconds. */
  z.object({ status: z.literal('delayed'), seconds: z.int() }),
  z.object({ status: z.literal('declined') }),
  /** The account that was shown is not the one that the vault knows, or it could not be shown. */
  z.object({ status: z.literal('failed') }),
  z.object({ status: z.literal('expired') }),
  z.object({ status: z.literal('released'), released: vaultReleased }),
])
export type VaultWaitAnswer = z.infer<typeof vaultWaitAnswer>

/** An answer that is not 2xx. */
export const errorAnswer = z.object({
  error: z.object({ code: z.string(), message: z.string(), retryAfter: z.optional(z.number()) }),
})

/** What a sealed value is bound to, so that none can be put in another's place (HPKE `info` and `aad`). */
export const sealedFor = {
  /** A half on its way to who keeps it. */
  half: (to: 'auth' | 'vault' | 'device' | 'factor', walletId: string, wayId: string) => ({
    info: `portico/half/${to}`,
    aad: `${walletId}/${wayId}`,
  }),
  contact: (walletId: string, eip155: string) => ({ info: 'portico/contact', aad: `${walletId}/${eip155}` }),
  challenge: (walletId: string, factorId: string) => ({ info: 'portico/challenge', aad: `${walletId}/${factorId}` }),
  /** Shares of earlier releases. */
  device: (walletId: string, attempt: string, deviceId: string) => ({
    info: 'portico/share/device',
    aad: `${walletId}/${attempt}/${deviceId}`,
  }),
  factor: (walletId: string, attempt: string, factorId: string) => ({
    info: 'portico/share/factor',
    aad: `${walletId}/${attempt}/${factorId}`,
  }),
  /** `id`: of a way, or of the write that made a share. */
  fromAuth: (walletId: string, id: string) => ({ info: 'portico/release/auth', aad: `${walletId}/${id}` }),
  fromVault: (walletId: string, id: string) => ({ info: 'portico/release/vault', aad: `${walletId}/${id}` }),
  export: (walletId: string, factorId: string) => ({ info: 'portico/export', aad: `${walletId}/${factorId}` }),
} as const
