/** This browser has no way in: `unlockStep` says what brings one. */
export class WalletLockedError extends Error {
  override readonly name = 'WalletLockedError'
  constructor() {
    super('This browser cannot sign before the wallet is recovered here.')
  }
}

/** The wallet was not opened yet. */
export class WalletNotOpenError extends Error {
  override readonly name = 'WalletNotOpenError'
  constructor() {
    super('Log in before the wallet is used.')
  }
}

/** What was opened is not this wallet's root: a half is another's, or damaged. */
export class RootMismatchError extends Error {
  override readonly name = 'RootMismatchError'
  constructor() {
    super('What was opened does not belong to this wallet.')
  }
}

/** What was typed is not a recovery code, or not this wallet's. */
export class RecoveryCodeError extends Error {
  override readonly name = 'RecoveryCodeError'
  constructor() {
    super('This is not the recovery code of this wallet.')
  }
}

/** What was typed is not this wallet's passphrase. */
export class PassphraseError extends Error {
  override readonly name = 'PassphraseError'
  constructor() {
    super('This is not the passphrase of this wallet.')
  }
}

/** A new passphrase is too short, or can be guessed. */
export class WeakPassphraseError extends Error {
  override readonly name = 'WeakPassphraseError'
  readonly reason: 'passphrase_short' | 'passphrase_guessable'
  constructor(reason: 'passphrase_short' | 'passphrase_guessable') {
    super(
      reason === 'passphrase_short'
        ? 'Take at least 12 characters.'
        : 'This is too easy to guess. Take four words that do not belong together.',
    )
    this.reason = reason
  }
}

/** Without this factor nothing but the browsers that can sign would open the wallet. */
export class LastFactorError extends Error {
  override readonly name = 'LastFactorError'
  readonly reason: 'last_passphrase' | 'last_passkey'
  constructor(reason: 'last_passphrase' | 'last_passkey') {
    super(
      reason === 'last_passphrase'
        ? 'Add a passkey or a recovery code first: without the passphrase nothing would bring the wallet back.'
        : 'Add another passkey, a recovery code or a passphrase first: without this passkey nothing would bring the wallet back.',
    )
    this.reason = reason
  }
}

/** Why a passkey did not do. */
type PasskeyFailure =
  | 'unsupported'
  | 'cancelled'
  | 'unknown'
  | 'passkey_exists'
  | 'passkey_forbidden'
  | 'passkey_not_added'
  | 'passkey_unsupported'

/** The browser or the passkey can't do it (no PRF extension), the site forbids it, the device has one of this wallet already, or the visitor stopped. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: PasskeyFailure
  constructor(reason: PasskeyFailure) {
    super(
      {
        unsupported: 'This passkey cannot protect the wallet. Try another one, or a recovery code.',
        cancelled: 'The passkey was not used.',
        unknown: 'This passkey does not belong to the wallet.',
        passkey_not_added: 'No passkey was added.',
        passkey_unsupported: 'This browser or device has no passkeys that can protect the wallet.',
        passkey_forbidden: 'The Permissions-Policy of the site’s page forbids passkeys.',
        passkey_exists: 'This device already has a passkey for this wallet.',
      }[reason],
    )
    this.reason = reason
  }
}

/** The owner refused, did not answer in time, or showed an account that does not open the wallet. */
export class RecoveryRefusedError extends Error {
  override readonly name = 'RecoveryRefusedError'
  readonly reason: 'declined' | 'expired' | 'failed'
  constructor(reason: 'declined' | 'expired' | 'failed') {
    super(
      {
        declined: 'The recovery was declined.',
        expired: 'The question is over.',
        failed: 'This account does not open the wallet.',
      }[reason],
    )
    this.reason = reason
  }
}

/** The owner agreed, but the operator lets a wallet that holds much out only after a while: ask again then. */
export class RecoveryDelayedError extends Error {
  override readonly name = 'RecoveryDelayedError'
  readonly seconds: number
  constructor(seconds: number) {
    const hours = Math.ceil(seconds / 3600)
    super(`This wallet holds much. Come back in ${hours === 1 ? 'an hour' : `${hours} hours`} to open it here.`)
    this.seconds = seconds
  }
}

/** A service answered that it will not, or did not answer as agreed. `code` is the service's. */
export class KeyServiceError extends Error {
  override readonly name = 'KeyServiceError'
  readonly code: string
  /** Seconds. */
  readonly retryAfter: number | undefined
  constructor({ code, message, retryAfter }: { code: string; message: string; retryAfter?: number | undefined }) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The keys can be shown only later, or only with more than was given. */
export class ExportNotReadyError extends Error {
  override readonly name = 'ExportNotReadyError'
  readonly step: 'wait' | 'code' | 'factor'
  /** Milliseconds since 1970, by the server's clock; set with `wait`. */
  readonly notBefore: number | undefined
  constructor(step: 'wait' | 'code' | 'factor', notBefore?: number) {
    super(
      step === 'wait'
        ? 'The words can be shown after the waiting time.'
        : step === 'code'
          ? 'Enter the code from the mail.'
          : 'Use a passkey, the recovery code or the passphrase.',
    )
    this.step = step
    this.notBefore = notBefore
  }
}

/** No key of this wallet has the address that is to sign: the smart account was given to a key of another wallet. */
export class KeyUnknownError extends Error {
  override readonly name = 'KeyUnknownError'
  constructor() {
    super('No key of this wallet has this address.')
  }
}
