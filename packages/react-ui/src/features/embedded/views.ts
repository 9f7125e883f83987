import type { ViewLoader } from '../../feature.js'

/** The views of the embedded wallet. */
export const views: Readonly<Record<string, ViewLoader>> = {
  ConnectWallets: () => import('../connect/ConnectWalletsView.js'),
  ConnectSocials: () => import('../login/ConnectSocialsView.js'),
  EmailVerifyOtp: () => import('../login/EmailVerifyOtpView.js'),
  EmailVerifyDevice: () => import('../login/EmailVerifyDeviceView.js'),
  ConnectingSocial: () => import('../login/ConnectingSocialView.js'),
  ConnectingFarcaster: () => import('../login/ConnectingFarcasterView.js'),
  ApproveTransaction: () => import('./ApproveTransactionView.js'),
  WalletSecurity: () => import('./WalletSecurityView.js'),
  UpdateEmailWallet: () => import('./UpdateEmailWalletView.js'),
  UpdateEmailPrimaryOtp: () => import('./UpdateEmailPrimaryOtpView.js'),
  UpdateEmailSecondaryOtp: () => import('./UpdateEmailSecondaryOtpView.js'),
}
