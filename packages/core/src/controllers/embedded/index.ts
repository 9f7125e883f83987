export { answerAccountType, setPreferredAccountType } from './accountType.js'
export { embeddedConnector, type EmbeddedConnector } from './connector.js'
export { resendCode, startEmailLogin, submitOtp } from './emailLogin.js'
export { cancelEmailUpdate, resendEmailUpdate, startEmailUpdate, submitPrimaryOtp, submitSecondaryOtp } from './emailUpdate.js'
export { EmbeddedNotConfiguredError, InvalidEmailError, LoginExpiredError, UntrustedLoginPageError } from './errors.js'
export { startFarcasterLogin } from './farcasterLogin.js'
export { cancelLogin, retryLogin } from './finishLogin.js'
export { startKnownLogin } from './knownLogin.js'
export { mailLifetime } from './mailed.js'
export { loginMethods, type ShownMethods, type SocialMethod } from './methods.js'
export { openWalletSecurity } from './security.js'
export { continueSocialInPage, startSocialLogin } from './socialLogin.js'
export { embeddedStore, type EmailUpdateState, type EmbeddedControllerState, type LoginMethod, type LoginState } from './store.js'
export {
  socialProviders,
  type CodeOutcome,
  type CodePurpose,
  type EmailAction,
  type EmbeddedAccountType,
  type EmbeddedState,
  type EmbeddedUser,
  type EmbeddedWallet,
  type FrameVariables,
  type LoginMethods,
  type SocialProvider,
  type SocialStart,
  type SurfaceBox,
  type SurfacePurpose,
  type WalletSecurity,
} from './wallet.js'
