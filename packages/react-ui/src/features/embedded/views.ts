'use client'
import ApproveTransactionView from './ApproveTransactionView.js'
import WalletSecurityView from './WalletSecurityView.js'
import UpdateEmailWalletView from './UpdateEmailWalletView.js'
import UpdateEmailPrimaryOtpView from './UpdateEmailPrimaryOtpView.js'
import UpdateEmailSecondaryOtpView from './UpdateEmailSecondaryOtpView.js'

export const views = {
  ApproveTransaction: ApproveTransactionView,
  WalletSecurity: WalletSecurityView,
  UpdateEmailWallet: UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: UpdateEmailSecondaryOtpView,
}
