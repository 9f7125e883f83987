'use client'
import AcceptAccountNameView from './AcceptAccountNameView.js'
import AccountNameView from './AccountNameView.js'
import EditAccountNameView from './EditAccountNameView.js'
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
  EditAccountName: EditAccountNameView,
  AcceptAccountName: AcceptAccountNameView,
  TransferAccountName: TransferAccountNameView,
  ReleaseAccountName: ReleaseAccountNameView,
}

export const entries = { 'settings.rows': NameRow }
