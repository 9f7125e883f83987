/** What the owner adds to recover by: passkeys, one recovery code, and one passphrase. */
import { type Factor, publicKeyOf } from '@portico/vault-wire'
import { type KeysContext, adopt, current, exclusive } from './context.js'
import { note } from './device.js'
import { LastFactorError, PassphraseError, PasskeyError, RecoveryCodeError, WeakPassphraseError } from './errors.js'
import { factorHalf, factorKeys, isOwnFactor, signFactor } from './factor.js'
import { withRoot } from './open.js'
import type { PasskeyOptions, Passkeys } from './passkeys.js'
import { createRecoveryCode, decodeRecoveryCode } from './recoveryCode.js'
import { zero } from './root.js'
import { moveToWays, statusOf, tidy } from './tidy.js'
import { change, makeFactorWay, vaultIds } from './write.js'

/** A factor and the secret that opens it. Fill the secret with zeros when done. */
export interface OpenFactor {
  readonly factor: Factor
  readonly secret: Uint8Array
}

/** Which kinds of factors the wallet has. */
export function factorKinds(context: KeysContext): Readonly<Record<Factor['kind'], boolean>> {
  const kinds = new Set(current(context).wallet.factors.map(({ kind }) => kind))
  return { passkey: kinds.has('passkey'), recoveryCode: kinds.has('recoveryCode'), passphrase: kinds.has('passphrase') }
}

/** @throws PasskeyError */
export async function addPasskey(context: KeysContext, { signal }: PasskeyOptions): Promise<void> {
  const { walletId, label, wallet } = current(context)
  const exclude = wallet.factors.flatMap(({ credentialId }) => credentialId ?? [])
  const { credentialId, secret, here } = await passkeysOf(context, 'passkey_unsupported').create({ walletId, label, exclude, signal })
  try {
    await addFactor(context, { kind: 'passkey', secret, credentialId }, () => true)
  } finally {
    zero(secret)
  }
  if (here) await noteHere(context, credentialId)
}

/** A passkey, as far as anybody knows it: it has no name, which a service would see. */
export interface WalletPasskey {
  readonly id: string
  /** This device has it. */
  readonly here: boolean
  /** Milliseconds since 1970; undefined where that is not known. */
  readonly addedAt: number | undefined
  /** How the browser called itself in which it was added, where that is known. */
  readonly browser: string | undefined
  /** False for the last factor of a wallet that nothing else brings back. */
  readonly removable: boolean
}

export async function listPasskeys(context: KeysContext): Promise<readonly WalletPasskey[]> {
  const { walletId, wallet } = adopt(context, await context.api.open())
  const { factors, added = [], assisted } = wallet
  const { passkeys: known = [] } = (await context.store.get(walletId).catch(() => undefined)) ?? {}
  return factors
    .filter(({ kind }) => kind === 'passkey')
    .map(({ id, publicKey, credentialId = '' }) => {
      const { at = null, browser = null } = added.find((each) => each.id === id) ?? {}
      const addedAt = at === null ? undefined : at * 1000
      const removable = assisted !== null || factors.length > 1
      // By its key: its way may be made anew, under another id, while the list is looked at.
      return { id: publicKey, here: known.includes(credentialId), addedAt, browser: browser ?? undefined, removable }
    })
}

/** Ends a passkey's way in. One that has ended already is no failure. @throws LastFactorError where nothing else brings the wallet back */
export async function removePasskey(context: KeysContext, id: string): Promise<void> {
  await removeFactors(context, 'last_passkey', ({ kind, publicKey }) => kind === 'passkey' && publicKey === id)
}

/** Makes a code that counts once it was typed again. */
export function newRecoveryCode(context: KeysContext): { code: string; confirm: (typed: string) => Promise<void> } {
  current(context)
  const code = createRecoveryCode()
  const confirm = async (typed: string): Promise<void> => {
    const secret = decodeRecoveryCode(typed)
    const shown = decodeRecoveryCode(code)
    try {
      if (!shown.every((byte, index) => byte === secret[index])) throw new RecoveryCodeError()
      // One code counts at a time.
      await addFactor(context, { kind: 'recoveryCode', secret }, ({ kind }) => kind !== 'recoveryCode')
    } finally {
      zero(secret, shown)
    }
  }
  return { code, confirm }
}

/** In the place of one that was there. How good it is has been judged. @throws WeakPassphraseError when it is short */
export async function addPassphrase(context: KeysContext, typed: string): Promise<void> {
  const secret = await context.stretch(typed, current(context).walletId)
  try {
    await addFactor(context, { kind: 'passphrase', secret }, ({ kind }) => kind !== 'passphrase')
  } finally {
    zero(secret)
  }
}

/** @throws LastFactorError where nothing else brings the wallet back */
export async function removePassphrase(context: KeysContext): Promise<void> {
  await removeFactors(context, 'last_passphrase', ({ kind }) => kind === 'passphrase')
}

async function removeFactors(context: KeysContext, reason: LastFactorError['reason'], ends: (factor: Factor) => boolean): Promise<void> {
  await withRoot(context, async (opened) => {
    await moveToWays(context, opened)
    await exclusive(context, async () => {
      if (!adopt(context, await context.api.open()).wallet.factors.some(ends)) return
      // What is to bring the wallet back needs its half at the vault, too: one that was lost there is made anew first.
      const { ways } = await statusOf(context)
      if (vaultIds(current(context)).some((id) => !ways.includes(id))) await tidy(context, opened)
      await change(context, opened, async ({ wallet: { factors, assisted } }) => {
        const stays = factors.some((factor) => !ends(factor) && isOwnFactor(opened.root, factor))
        if (!stays && assisted === null) throw new LastFactorError(reason)
        return { add: [], remove: factors.filter(ends).map(({ id }) => id) }
      })
    })
  })
}

/** Asks for one of the wallet's passkeys. @throws PasskeyError */
export async function openPasskey(context: KeysContext, factors: readonly Factor[], { signal }: PasskeyOptions = {}): Promise<OpenFactor> {
  const credentialIds = factors.flatMap(({ credentialId }) => credentialId ?? [])
  if (credentialIds.length === 0) throw new PasskeyError('unknown')
  const { credentialId, secret, here } = await passkeysOf(context, 'unsupported').get({
    walletId: current(context).walletId,
    credentialIds,
    signal,
  })
  const factor = factors.find((candidate) => candidate.credentialId === credentialId)
  if (factor) {
    if (here) await noteHere(context, credentialId)
    return { factor, secret }
  }
  zero(secret)
  throw new PasskeyError('unknown')
}

/** So that the owner knows this device's passkey from others. Nobody but this browser is told. */
async function noteHere(context: KeysContext, credentialId: string): Promise<void> {
  const { walletId } = current(context)
  const { lasting, get } = context.store
  if (!lasting) return
  const { passkeys = [] } = (await get(walletId).catch(() => undefined)) ?? {}
  await note(context, walletId, { passkeys: [...passkeys.filter((id) => id !== credentialId), credentialId] }).catch(() => {})
}

/** Finds the factor of a recovery code. @throws RecoveryCodeError */
export async function openCode(context: KeysContext, factors: readonly Factor[], code: string): Promise<OpenFactor> {
  const secret = decodeRecoveryCode(code)
  const publicKey = await publicKeyOf(await factorKeys(secret, 'recoveryCode', current(context).walletId))
  const factor = factors.find((candidate) => candidate.kind === 'recoveryCode' && candidate.publicKey === publicKey)
  if (factor) return { factor, secret }
  zero(secret)
  throw new RecoveryCodeError()
}

/** Finds the factor of a passphrase. @throws PassphraseError */
export async function openPassphrase(context: KeysContext, factors: readonly Factor[], typed: string): Promise<OpenFactor> {
  const { walletId } = current(context)
  const secret = await context.stretch(typed, walletId).catch((error: unknown) => {
    throw error instanceof WeakPassphraseError ? new PassphraseError() : error
  })
  const publicKey = await publicKeyOf(await factorKeys(secret, 'passphrase', walletId))
  const factor = factors.find((candidate) => candidate.kind === 'passphrase' && candidate.publicKey === publicKey)
  if (factor) return { factor, secret }
  zero(secret)
  throw new PassphraseError()
}

/** Makes a way in by another factor. In `progressive` mode the assisted way ends with it. */
async function addFactor(
  context: KeysContext,
  { kind, secret, credentialId }: { readonly kind: Factor['kind']; readonly secret: Uint8Array; readonly credentialId?: string },
  keep: (factor: Factor) => boolean,
): Promise<void> {
  const { walletId, policy } = current(context)
  const publicKey = await publicKeyOf(await factorKeys(secret, kind, walletId))
  const only = policy === 'progressive'
  await withRoot(context, async (opened) => {
    await moveToWays(context, opened)
    const { root } = opened
    await exclusive(context, () =>
      change(context, opened, async (answer) => {
        const id = crypto.randomUUID()
        const added = signFactor(root, { id, kind, publicKey, only, ...(credentialId && { credentialId }) })
        const half = factorHalf(secret, kind, walletId)
        const way = await makeFactorWay({ root, answer }, added, half)
        zero(half)
        const { factors, assisted } = answer.wallet
        // What a service slipped in goes, too.
        const ended = factors.filter((factor) => !keep(factor) || !isOwnFactor(root, factor)).map((factor) => factor.id)
        return { add: [way], remove: [...ended, ...(only && assisted !== null ? [assisted] : [])] }
      }),
    )
  })
}

function passkeysOf({ passkeys }: KeysContext, otherwise: 'unsupported' | 'passkey_unsupported'): Passkeys {
  if (!passkeys) throw new PasskeyError(otherwise)
  return passkeys
}
