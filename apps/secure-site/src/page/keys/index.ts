export { createKeyApi, type KeyApi } from './api.js'
export {
  ExportNotReadyError,
  KeyServiceError,
  PasskeyError,
  RecoveryCodeError,
  RecoveryDelayedError,
  RecoveryRefusedError,
  RootMismatchError,
  WalletLockedError,
  WalletNotOpenError,
} from './errors.js'
export { createKeys, type PageKeys, type WalletBrowser } from './keys.js'
export type { VaultIdentities } from './identities.js'
export { browserPasskeys, type Passkeys } from './passkeys.js'
export { type KeyStore, memoryKeyStore, openKeyStore } from './store.js'
