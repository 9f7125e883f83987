export { cancelSignIn, confirmSignIn } from './answer.js'
export {
  SignatureDeclinedError,
  SignInCancelledError,
  SignInClockError,
  SignInNotConfiguredError,
  SignInRefusedError,
  SignInStartError,
  SignInUnavailableError,
  SmartAccountSignInError,
} from './errors.js'
export { getSession, sessionFrom, type Session } from './getSession.js'
export { refreshSession } from './refreshSession.js'
export type {
  AccountSession,
  SignedText,
  Signer,
  SignInText,
  SiwxConfig,
  SiwxMessage,
  SiwxMessageData,
  SiwxService,
  SiwxSession,
} from './service.js'
export { signIn } from './signIn.js'
export { signOut, type SignOutParameters } from './signOut.js'
export { siwx, type SiwxOptions } from './siwx.js'
export { sessionFor, siwxStore, type ShownText, type SignInQuestion, type SiwxState } from './store.js'
