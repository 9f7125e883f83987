export type { WithHeaders } from './cookie.js'
export { SiwxOptionsError } from './errors.js'
export { findProblem, type SignInProblem, type SignInRules } from './policy.js'
export { createSiwx, type SignedInAccount, type Siwx, type SiwxOptions } from './siwx.js'
export { memoryStore } from './stores/memory.js'
export { redisStore, type RedisStoreOptions } from './stores/redis.js'
export {
  ownerOf,
  type SignedText,
  type SiwxSession,
  type SiwxStore,
  type Verdict,
  type Verifier,
  type Verifiers,
} from './types.js'
export { type SignInProof, type SignInResult, verifySignIn, type VerifySignInOptions } from './verify/signIn.js'
