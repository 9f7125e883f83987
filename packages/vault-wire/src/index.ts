export * from './schema.js'
export { type SealContext, UnsealError, createSealingKeys, deriveSealingKeys, publicKeyOf, seal, unseal } from './seal.js'
export { type KeySource, type ServiceKeys, createServiceKeys } from './serviceKeys.js'
