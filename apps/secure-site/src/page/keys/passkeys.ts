/** Passkeys as a recovery factor: the PRF extension (WebAuthn level 3) gives 32 bytes that only this passkey can give. */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { PasskeyError } from './errors.js'

export interface PasskeySecret {
  /** Base64url. */
  readonly credentialId: string
  /** 32 bytes. */
  readonly secret: Uint8Array
  /** This device has it, and no other one that stood beside it, as a phone or a key (`authenticatorAttachment`). */
  readonly here: boolean
}

export interface PasskeyOptions {
  /** The question goes with the screen that asks it. */
  readonly signal?: AbortSignal | undefined
}

export interface Passkeys {
  /** @throws PasskeyError */
  readonly create: (options: PasskeyOptions & { walletId: string; label: string; exclude: readonly string[] }) => Promise<PasskeySecret>
  /** @throws PasskeyError */
  readonly get: (options: PasskeyOptions & { walletId: string; credentialIds: readonly string[] }) => Promise<PasskeySecret>
}

/** What a page has to be allowed by the one around it. */
const features = ['publickey-credentials-create', 'publickey-credentials-get'] as const
type PasskeyFeature = (typeof features)[number]

/** Whether the page around this one allows it something; undefined in browsers that do not tell. */
export function allowedBy(document: object, feature: PasskeyFeature): boolean | undefined {
  // Chromium alone tells, by the name from before Permissions-Policy.
  const policy: unknown = Reflect.get(document, 'permissionsPolicy') ?? Reflect.get(document, 'featurePolicy')
  if (typeof policy !== 'object' || policy === null || !('allowsFeature' in policy)) return undefined
  return typeof policy.allowsFeature === 'function' ? policy.allowsFeature(feature) === true : undefined
}

/** Tells a site's developer, whom the browser tells nothing, that the site's own page forbids passkeys. */
export function warnOfForbidden(document: object, origin: string): void {
  const forbidden = features.filter((feature) => allowedBy(document, feature) === false)
  if (forbidden.length === 0) return
  const allowing = forbidden.map((feature) => `${feature}=(self "${origin}")`).join(', ')
  console.warn(`Portico: this page keeps its wallet from using passkeys. Send with it: Permissions-Policy: ${allowing}`)
}

export interface BrowserPasskeysOptions {
  readonly credentials: CredentialsContainer
  /** Host of the secure site. */
  readonly rpId: string
  /** Whether the page around allows it; undefined where the browser does not tell. */
  readonly allowed?: (feature: PasskeyFeature) => boolean | undefined
}

/** The browser's passkeys. */
export function browserPasskeys({ credentials, rpId, allowed = () => undefined }: BrowserPasskeysOptions): Passkeys {
  const salt = (walletId: string) => Uint8Array.from(sha256(utf8ToBytes(`portico/passkey/${walletId}`)))
  // Nobody checks the signature: what counts is the secret, which only the passkey can give.
  const challenge = () => crypto.getRandomValues(new Uint8Array(32))

  // A browser refuses what is forbidden as if the visitor had.
  const check = (feature: PasskeyFeature) => {
    if (allowed(feature) === false) throw new PasskeyError('passkey_forbidden')
  }

  const get: Passkeys['get'] = async ({ walletId, credentialIds, signal }) => {
    check('publickey-credentials-get')
    const publicKey: PublicKeyCredentialRequestOptions = {
      challenge: challenge(),
      rpId,
      allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: bytes(id) })),
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt(walletId) } } },
    }
    const credential = await asked(() => credentials.get({ publicKey, ...(signal && { signal }) }))
    const secret = prfOf(credential)
    if (!secret) throw new PasskeyError('unsupported')
    return { credentialId: base64urlnopad.encode(new Uint8Array(credential.rawId)), secret, here: isHere(credential) }
  }

  const create: Passkeys['create'] = async ({ walletId, label, exclude, signal }) => {
    // Its secret may be had only by asking a second time.
    for (const feature of features) check(feature)
    const publicKey: PublicKeyCredentialCreationOptions = {
      challenge: challenge(),
      rp: { id: rpId, name: rpId },
      user: { id: Uint8Array.from(utf8ToBytes(walletId)), name: label, displayName: label },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      excludeCredentials: exclude.map((id) => ({ type: 'public-key', id: bytes(id) })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      extensions: { prf: { eval: { first: salt(walletId) } } },
    }
    const credential = await asked(() => credentials.create({ publicKey, ...(signal && { signal }) }), { making: true })
    const credentialId = base64urlnopad.encode(new Uint8Array(credential.rawId))
    const secret = prfOf(credential)
    if (secret) return { credentialId, secret, here: isHere(credential) }
    if (!credential.getClientExtensionResults().prf?.enabled) throw new PasskeyError('passkey_unsupported')
    // Many authenticators give the secret only when they are asked a second time.
    return await get({ walletId, credentialIds: [credentialId], signal })
  }

  return { create, get }
}

async function asked(ask: () => Promise<Credential | null>, { making = false } = {}): Promise<PublicKeyCredential> {
  const unsupported = () => new PasskeyError(making ? 'passkey_unsupported' : 'unsupported')
  let credential: Credential | null
  try {
    credential = await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError' && making) throw new PasskeyError('passkey_exists') // it has one of those to exclude
    if (name === 'NotSupportedError' || name === 'SecurityError') throw unsupported()
    throw new PasskeyError(making ? 'passkey_not_added' : 'cancelled')
  }
  if (!(credential instanceof PublicKeyCredential)) throw unsupported()
  return credential
}

function prfOf(credential: PublicKeyCredential): Uint8Array | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  const secret = ArrayBuffer.isView(first) ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength) : new Uint8Array(first)
  return secret.length === 32 ? secret : undefined
}

function isHere({ authenticatorAttachment }: PublicKeyCredential): boolean {
  return authenticatorAttachment === 'platform'
}

function bytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(base64urlnopad.decode(id))
}
