/**
 * What the page, the auth service and the recovery vault say to each other about shares. Both ends of each wire parse the same
 * schema. Nothing here is secret by itself: shares travel sealed (HPKE, RFC 9180), tickets and receipts are signed (JWT, RFC 7519).
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
export const walletMode = z.enum(['assisted', 'progressive', 'user'])
export type WalletMode = z.infer<typeof walletMode>

/** Something of the owner that opens the recovery share: its secret makes a key pair, of which services only see this half. */
export const factor = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['passkey', 'recoveryCode']),
  publicKey,
  /** The vault may keep no copy that it can read beside this factor: what the owner was told when it was added. */
  only: z.boolean(),
  /** By a key of the wallet's root: a service can't add a factor of its own. */
  mac: digest,
  /** Which passkey, base64url. */
  credentialId: z.optional(z.string().check(z.regex(/^[\w-]{1,1400}$/))),
})
export type Factor = z.infer<typeof factor>
export const sealedFactor = z.extend(factor, { sealed })
export type SealedFactor = z.infer<typeof sealedFactor>

/** A browser that keeps a share of its own. */
export const device = z.strictObject({ id: z.uuid(), publicKey, mac: digest })
export type Device = z.infer<typeof device>

const maxFactors = 8
/** Browsers whose share is made anew with each re-share; the longest known ones fall out. */
export const maxDevices = 12

/** `POST /v1/wallet/open` */
export const openRequest = z.strictObject({ deviceId: z.optional(z.uuid()) })
export const openAnswer = z.object({
  walletId: z.uuid(),
  /** Where shares for the auth service are sealed to. */
  publicKey,
  /** Whether the vault keeps a copy that it can read itself once there is a factor. */
  policy: z.enum(['assisted', 'progressive']),
  /** How the owner knows this login: for the passkey's name. */
  label: z.string(),
  /** Null until the wallet is made. */
  wallet: z.nullable(
    z.object({
      addresses,
      mode: walletMode,
      /** Of the shares: each re-share counts one up. */
      version: z.int().check(z.gte(1)),
      /** Which write made this version. */
      attempt: z.uuid(),
      /** Tells the right root from a wrong one; says nothing about it. */
      check: digest,
      factors: z.array(z.object({ id: z.uuid(), kind: factor.shape.kind })),
    }),
  ),
  devices: z.array(device),
  /** This browser's share, sealed to its key; null where it has none of this version. */
  deviceShare: z.nullable(sealed),
})
export type OpenAnswer = z.infer<typeof openAnswer>

/** What a ticket lets its holder ask of the vault. */
export const ticketPurpose = z.enum(['stage', 'status', 'factors', 'recover'])
export type TicketPurpose = z.infer<typeof ticketPurpose>
/** `POST /v1/wallet/ticket`. `frameKey`: the one key that the vault may seal a share to. */
export const ticketRequest = z.strictObject({ purpose: ticketPurpose, frameKey: z.optional(publicKey) })
export const ticketAnswer = z.object({ ticket: z.string() })

/** `POST /v1/wallet/share` */
export const shareRequest = z.strictObject({ purpose: z.enum(['sign', 'reshare']), frameKey: publicKey })
export const shareAnswer = z.object({ attempt: z.uuid(), version: z.int(), share: sealed })
export type ShareAnswer = z.infer<typeof shareAnswer>

/** `POST /v1/wallet/stage`: what the next version will be; nothing counts before the commit. */
export const stageRequest = z.strictObject({
  attempt: z.uuid(),
  /** One more than the version that it follows. */
  version: z.int().check(z.gte(1)),
  addresses,
  check: digest,
  share: sealed,
  devices: z.array(z.extend(device, { sealed })).check(z.maxLength(maxDevices)),
  /** The vault's word that it holds the recovery share of this attempt. */
  receipt: z.string().check(z.maxLength(8000)),
})
export type StageRequest = z.infer<typeof stageRequest>
/** `POST /v1/wallet/commit`; answers as `open` does. */
export const commitRequest = z.strictObject({ attempt: z.uuid(), deviceId: z.optional(z.uuid()) })

/** `POST /v1/wallet/export/start`, `/code`, `/share`. */
export const exportStartAnswer = z.discriminatedUnion('state', [
  /** Seconds since 1970, by the server's clock. */
  z.object({ state: z.literal('waiting'), notBefore: z.int(), now: z.int() }),
  /** Ask for the code now. */
  z.object({ state: z.literal('code') }),
  /** Open one of these with a factor and send back what is inside. */
  z.object({ state: z.literal('factor'), challenges: z.array(z.object({ factorId: z.uuid(), sealed })) }),
])
export type ExportStartAnswer = z.infer<typeof exportStartAnswer>
export const exportShareRequest = z.strictObject({
  frameKey: publicKey,
  /** Six digits from the mail. */
  code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  /** What was inside a challenge. */
  proof: z.optional(digest),
})

/** What the auth service signs for the vault: a JWT (EdDSA), 60 s, used once. */
export const ticketClaims = z.object({
  sub: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  wallet: z.uuid(),
  purpose: ticketPurpose,
  /** Thumbprint (RFC 7638) of the browser's device key. */
  device: z.string(),
  /** The committed version, 0 before the first. */
  version: z.int().check(z.gte(0)),
  attempt: z.nullable(z.uuid()),
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

/** What the vault signs for the auth service: a JWT (EdDSA), 10 minutes. */
export const receiptClaims = z.object({
  wallet: z.uuid(),
  attempt: z.uuid(),
  version: z.int().check(z.gte(1)),
  /** Whether the vault can read the share by itself. */
  readable: z.boolean(),
  factors: z.array(z.object({ id: z.uuid(), kind: factor.shape.kind, publicKey })),
})
export type ReceiptClaims = z.infer<typeof receiptClaims>

const ticket = z.string().check(z.maxLength(4000))
/** The vault's `GET /v1/info`. */
export const vaultInfo = z.object({ publicKey })
/** The vault's `POST /v1/stage`. Readable, by factors, or both. */
export const vaultStageRequest = z.strictObject({
  ticket,
  attempt: z.uuid(),
  version: z.int().check(z.gte(1)),
  /** What the shares are worth is looked up by these, where the operator delays releases of much. */
  addresses,
  readable: z.optional(sealed),
  factors: z.array(sealedFactor).check(z.maxLength(maxFactors)),
})
export type VaultStageRequest = z.infer<typeof vaultStageRequest>
export const vaultStageAnswer = z.object({ receipt: z.string() })
/** The vault's `POST /v1/status`. `known`: it holds the committed version. `mail`: it can write to the owner. */
export const vaultTicketRequest = z.strictObject({ ticket })
export const vaultStatus = z.object({ known: z.boolean(), readable: z.boolean(), mail: z.boolean() })
export type VaultStatus = z.infer<typeof vaultStatus>
/** The vault's `POST /v1/factors`. */
export const vaultFactors = z.object({ attempt: z.uuid(), factors: z.array(sealedFactor) })
export type VaultFactors = z.infer<typeof vaultFactors>
/** The vault's `POST /v1/recoveries`: mails the owner. */
export const vaultRecoverRequest = z.strictObject({ ticket, frameKey: publicKey })
export const vaultRecovery = z.object({
  id: z.uuid(),
  /** Shows the vault that who waits is who asked. */
  secret: digest,
  match: z.string().check(z.regex(/^\d{2}$/)),
  /** Seconds until the mailed link is void. */
  expiresIn: z.int(),
})
export type VaultRecovery = z.infer<typeof vaultRecovery>
/** The vault's `POST /v1/recoveries/wait`: answers at once or after at most 20 s. */
export const vaultWaitRequest = z.strictObject({ id: z.uuid(), secret: digest })
export const vaultWaitAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  /** Confirmed, but the operator lets shares of this worth out only after a while. Seconds. */
  z.object({ status: z.literal('delayed'), seconds: z.int() }),
  z.object({ status: z.literal('declined') }),
  z.object({ status: z.literal('expired') }),
  z.object({ status: z.literal('released'), attempt: z.uuid(), share: sealed }),
])
export type VaultWaitAnswer = z.infer<typeof vaultWaitAnswer>

/** An answer that is not 2xx. */
export const errorAnswer = z.object({
  error: z.object({ code: z.string(), message: z.string(), retryAfter: z.optional(z.number()) }),
})

/** What a sealed share is bound to, so that none can be put in another's place (HPKE `info` and `aad`). */
export const sealedFor = {
  auth: (walletId: string, attempt: string) => ({ info: 'portico/share/auth', aad: `${walletId}/${attempt}` }),
  vault: (walletId: string, attempt: string) => ({ info: 'portico/share/vault', aad: `${walletId}/${attempt}` }),
  device: (walletId: string, attempt: string, deviceId: string) => ({
    info: 'portico/share/device',
    aad: `${walletId}/${attempt}/${deviceId}`,
  }),
  factor: (walletId: string, attempt: string, factorId: string) => ({
    info: 'portico/share/factor',
    aad: `${walletId}/${attempt}/${factorId}`,
  }),
  fromAuth: (walletId: string, attempt: string) => ({ info: 'portico/release/auth', aad: `${walletId}/${attempt}` }),
  fromVault: (walletId: string, attempt: string) => ({ info: 'portico/release/vault', aad: `${walletId}/${attempt}` }),
  export: (walletId: string, factorId: string) => ({ info: 'portico/export', aad: `${walletId}/${factorId}` }),
} as const
