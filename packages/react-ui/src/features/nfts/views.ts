'use client'
import { parseAccountId } from '@portico/core'
import { hasNfts } from '@portico/core/nfts'
import type { AccountTab } from '../feature.js'
import { NftsLabel, NftsPanel } from './NftsTab.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {}

const tab: AccountTab = {
  id: 'nfts',
  Label: NftsLabel,
  Panel: NftsPanel,
  isFor: (portico, { accountId }) => hasNfts(portico, parseAccountId(accountId).networkId),
}
export const entries = { 'account.tabs': tab }
