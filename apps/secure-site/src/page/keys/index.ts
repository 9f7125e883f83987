export { createKeyApi, type KeyApi, type KeyApiOptions } from './api.js'
export {
  ExportNotReadyError,
  KeyServiceError,
  PasskeyError,
  RecoveryCodeError,
  RecoveryDelayedError,
  RecoveryRefusedError,
  ShareMismatchError,
  WalletLockedError,
  WalletNotOpenError,
} from './errors.js'
export type { ExportGiven, ExportStep } from './exportWords.js'
export { createKeys, type KeysOptions, type PageKeys } from './keys.js'
export { browserPasskeys, type Passkeys, type PasskeySecret } from './passkeys.js'
export { type KeyStore, memoryKeyStore, openKeyStore } from './store.js'
