'use client'
import { hasActivity } from '@portico/core/activity'
import { parseAccountId } from '@portico/core'
import type { AccountTab } from '../feature.js'
import { ActivityLabel, ActivityPanel } from './ActivityTab.js'
import TransactionsView from './TransactionsView.js'
import TransactionView from './TransactionView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = { Transactions: TransactionsView, Transaction: TransactionView }

const tab: AccountTab = {
  id: 'activity',
  Label: ActivityLabel,
  Panel: ActivityPanel,
  isFor: (portico, { accountId }) => hasActivity(portico, parseAccountId(accountId).networkId),
}
export const entries = { 'account.tabs': tab }
