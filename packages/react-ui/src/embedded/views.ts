import type { ViewLoader } from '../feature.js'

/** The views of the embedded wallet. */
export const views: Readonly<Record<string, ViewLoader>> = {
  ConnectWallets: () => import('../connection/ConnectWalletsView.js'),
  ConnectSocials: () => import('./ConnectSocialsView.js'),
  EmailVerifyOtp: () => import('./EmailVerifyOtpView.js'),
  EmailVerifyDevice: () => import('./EmailVerifyDeviceView.js'),
  ConnectingSocial: () => import('./ConnectingSocialView.js'),
  ConnectingFarcaster: () => import('./ConnectingFarcasterView.js'),
  ApproveTransaction: () => import('./ApproveTransactionView.js'),
  WalletSecurity: () => import('./WalletSecurityView.js'),
  UpdateEmailWallet: () => import('./UpdateEmailWalletView.js'),
  UpdateEmailPrimaryOtp: () => import('./UpdateEmailPrimaryOtpView.js'),
  UpdateEmailSecondaryOtp: () => import('./UpdateEmailSecondaryOtpView.js'),
}
