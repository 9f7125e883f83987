/** Showing the 24 words, after what the auth service asks for: a waiting time and a code, or a factor. */
import { type ExportStartAnswer, sealedFor, unseal } from '@portico/vault-wire'
import { base64urlnopad } from '@scure/base'
import { type KeysContext, current } from './context.js'
import { ExportNotReadyError } from './errors.js'
import { factorKeys } from './factor.js'
import { factorKinds, openCode, openPasskey, openPassphrase } from './factors.js'
import { type Ask, withRoot } from './open.js'
import type { PasskeyOptions } from './passkeys.js'
import { wordsOf } from './phrase.js'
import { zero } from './root.js'

/** Where an export is: after the waiting time a code (or, in `user` mode, a factor) is asked for. */
export type ExportStep =
  /** Milliseconds since 1970, by the server's clock. */
  | { readonly step: 'wait'; readonly notBefore: number }
  /** `mailed`: an earlier page has asked for it, and it still counts. */
  | { readonly step: 'code'; readonly mailed?: true }
  | { readonly step: 'factor'; readonly passkey: boolean; readonly recoveryCode: boolean; readonly passphrase: boolean }

export interface ExportGiven extends PasskeyOptions {
  /** Six digits from the mail. */
  readonly code?: string
  /** In `user` mode, in the place of a passkey. */
  readonly recoveryCode?: string
  /** The same. */
  readonly passphrase?: string
}

/** Asks for the words: the owner is told by mail. */
export async function startExport(context: KeysContext): Promise<ExportStep> {
  const answer = await context.api.exportStart()
  if (answer.state === 'waiting') return { step: 'wait', notBefore: answer.notBefore * 1000 }
  if (answer.state === 'code') return { step: 'code', ...(answer.mailed && { mailed: true }) }
  return { step: 'factor', ...factorKinds(context) }
}

/** @throws ExportNotReadyError saying what is missing; WalletLockedError */
export async function exportWords(context: KeysContext, { code, ...typed }: ExportGiven): Promise<readonly string[]> {
  const answer = await context.api.exportStart()
  if (answer.state === 'waiting') throw new ExportNotReadyError('wait', answer.notBefore * 1000)
  if (answer.state === 'code' && !code) throw new ExportNotReadyError('code')
  const proof = answer.state === 'factor' ? await proofOf(context, answer, typed) : undefined
  const given = proof ? { proof } : code ? { code } : {}
  const ask: Ask = (request) => context.api.exportWay({ ...request, ...given })
  return await withRoot(context, ({ root }) => wordsOf(root), { ask })
}

/** What is inside the challenge that a factor opens. */
async function proofOf(
  context: KeysContext,
  { challenges }: Extract<ExportStartAnswer, { state: 'factor' }>,
  { recoveryCode, passphrase, signal }: Omit<ExportGiven, 'code'>,
): Promise<string> {
  const { walletId, wallet } = current(context)
  const { factors } = wallet
  const open = () => {
    if (recoveryCode !== undefined) return openCode(context, factors, recoveryCode)
    if (passphrase !== undefined) return openPassphrase(context, factors, passphrase)
    if (factorKinds(context).passkey) return openPasskey(context, factors, { signal })
    throw new ExportNotReadyError('factor')
  }
  const { factor, secret } = await open()
  const keys = await factorKeys(secret, factor.kind, walletId)
  zero(secret)
  const challenge = challenges.find(({ factorId }) => factorId === factor.id)
  if (!challenge) throw new ExportNotReadyError('factor')
  return base64urlnopad.encode(await unseal(challenge.sealed, keys, sealedFor.export(walletId, factor.id)))
}
