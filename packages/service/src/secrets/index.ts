export { type Generations, createGenerations, sayBackups } from './generations.js'
export { type Kms, type KmsConfig, type KmsOptions, createKms, kmsKeyWrapper, kmsSchema } from './kms/kms.js'
export { type PassingSecret, type PassingSecrets, createPassingSecrets, passingMigrations } from './passing.js'
export {
  type KeyedColumn,
  type KeysLeft,
  type Rotated,
  checkKeys,
  countUnder,
  keysLeft,
  resealColumns,
  sayRotated,
} from './rotation.js'
export { type OperatorKey, type Secrets, createSecrets, digest, randomToken, sameText } from './secrets.js'
export { type KeyWrapper, type ShareContext, type WrappedShare, operatorKeyWrapper, rewrapKey, unwrapShare, wrapShare } from './wrapping.js'
