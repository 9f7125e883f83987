/** What the owner adds to recover by: passkeys, one recovery code, and one passphrase. */
import { type Factor, publicKeyOf } from '@portico/vault-wire'
import { type KeysContext, current, exclusive } from './context.js'
import { LastFactorError, PassphraseError, PasskeyError, RecoveryCodeError, WeakPassphraseError } from './errors.js'
import { factorHalf, factorKeys, isOwnFactor, signFactor } from './factor.js'
import { withRoot } from './open.js'
import type { Passkeys } from './passkeys.js'
import { createRecoveryCode, decodeRecoveryCode } from './recoveryCode.js'
import { zero } from './root.js'
import { moveToWays } from './tidy.js'
import { change, makeFactorWay } from './write.js'

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

export async function addPasskey(context: KeysContext): Promise<void> {
  const { walletId, label, wallet } = current(context)
  const exclude = wallet.factors.flatMap(({ credentialId }) => credentialId ?? [])
  const { credentialId, secret } = await passkeysOf(context).create({ walletId, label, exclude })
  try {
    await addFactor(context, { kind: 'passkey', secret, credentialId }, () => true)
  } finally {
    zero(secret)
  }
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
  await withRoot(context, async (opened) => {
    await moveToWays(context, opened)
    await exclusive(context, () =>
      change(context, opened, async ({ wallet: { factors, assisted } }) => {
        const stays = factors.some((factor) => factor.kind !== 'passphrase' && isOwnFactor(opened.root, factor))
        if (!stays && assisted === null) throw new LastFactorError()
        return { add: [], remove: factors.filter(({ kind }) => kind === 'passphrase').map(({ id }) => id) }
      }),
    )
  })
}

/** Asks for one of the wallet's passkeys. @throws PasskeyError */
export async function openPasskey(context: KeysContext, factors: readonly Factor[]): Promise<OpenFactor> {
  const credentialIds = factors.flatMap(({ credentialId }) => credentialId ?? [])
  if (credentialIds.length === 0) throw new PasskeyError('unknown')
  const { credentialId, secret } = await passkeysOf(context).get({ walletId: current(context).walletId, credentialIds })
  const factor = factors.find((candidate) => candidate.credentialId === credentialId)
  if (factor) return { factor, secret }
  zero(secret)
  throw new PasskeyError('unknown')
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

function passkeysOf({ passkeys }: KeysContext): Passkeys {
  if (!passkeys) throw new PasskeyError('unsupported')
  return passkeys
}
