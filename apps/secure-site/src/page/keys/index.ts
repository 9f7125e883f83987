export { createKeyApi, type KeyApi } from './api.js'
export {
  ExportNotReadyError,
  KeyServiceError,
  LastFactorError,
  PasskeyError,
  PassphraseError,
  RecoveryCodeError,
  RecoveryDelayedError,
  RecoveryRefusedError,
  RootMismatchError,
  WalletLockedError,
  WalletNotOpenError,
  WeakPassphraseError,
} from './errors.js'
export { createKeys, type Invitation, type KeysOptions, type PageKeys, type WalletBrowser } from './keys.js'
export type { WalletPasskey } from './factors.js'
export type { VaultIdentities } from './identities.js'
export { allowedBy, browserPasskeys, type Passkeys, warnOfForbidden } from './passkeys.js'
export { type KeyStore, memoryKeyStore, openKeyStore } from './store.js'
