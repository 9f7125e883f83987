'use client'
import AccountNameView from './AccountNameView.js'
import { NameRow } from './NameRow.js'
import RegisterAccountNameSuccessView from './RegisterAccountNameSuccessView.js'
import RegisterAccountNameView from './RegisterAccountNameView.js'
import ReleaseAccountNameView from './ReleaseAccountNameView.js'
import TransferAccountNameView from './TransferAccountNameView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  RegisterAccountName: RegisterAccountNameView,
  RegisterAccountNameSuccess: RegisterAccountNameSuccessView,
  AccountName: AccountNameView,
  TransferAccountName: TransferAccountNameView,
  ReleaseAccountName: ReleaseAccountNameView,
}

export const entries = { 'settings.rows': NameRow }
