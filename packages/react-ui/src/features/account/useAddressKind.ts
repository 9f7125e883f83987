'use client'
import type { AccountType } from '@portico/core'
import { useT } from '../../i18n/useT.js'

/** What an address is for, where a wallet keeps several apart. */
export function useAddressKind(type: AccountType | undefined): string | undefined {
  const t = useT()
  if (type === 'payment') return t('account.payment')
  return type === 'ordinal' ? t('account.ordinal') : undefined
}
