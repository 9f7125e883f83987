'use client'
import AccountTypeView from './AccountTypeView.js'
import ApproveTransactionView from './ApproveTransactionView.js'
import WalletSecurityView from './WalletSecurityView.js'
import UpdateEmailWalletView from './UpdateEmailWalletView.js'
import UpdateEmailCodeView from './UpdateEmailCodeView.js'
import { SafetyLine } from './SafetyLine.js'
import { SettingsRows } from './SettingsRows.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  AccountType: AccountTypeView,
  ApproveTransaction: ApproveTransactionView,
  WalletSecurity: WalletSecurityView,
  UpdateEmailWallet: UpdateEmailWalletView,
  UpdateEmailCode: UpdateEmailCodeView,
}

export const entries = { 'account.rows': SafetyLine, 'settings.rows': SettingsRows }
