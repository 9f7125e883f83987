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

/**
 * The browser's passkeys.
 * @param rpId host of the secure site
 */
export function browserPasskeys({ credentials, rpId }: { credentials: CredentialsContainer; rpId: string }): Passkeys {
  const salt = (walletId: string) => Uint8Array.from(sha256(utf8ToBytes(`portico/passkey/${walletId}`)))
  // Nobody checks the signature: what counts is the secret, which only the passkey can give.
  const challenge = () => crypto.getRandomValues(new Uint8Array(32))

  const get: Passkeys['get'] = async ({ walletId, credentialIds, signal }) => {
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
