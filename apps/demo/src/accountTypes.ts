import type { EmbeddedAccountType } from '@portico/core/embedded'

/** What a visitor who logs in begins with: a plain account, a contract, or what they choose themselves. */
export type AccountsAsked = 'plain' | 'smart' | 'choose'

/** `?accounts=smart` or `choose` in the address. Plain accounts unless told. */
export function accountsAsked(): AccountsAsked {
  const asked = new URLSearchParams(location.search).get('accounts')
  return asked === 'smart' || asked === 'choose' ? asked : 'plain'
}

const types: Readonly<Record<AccountsAsked, { readonly eip155?: EmbeddedAccountType }>> = {
  plain: { eip155: 'eoa' },
  smart: { eip155: 'smartAccount' },
  choose: {},
}

/** The same as the embedded wallet is told. */
export const defaultAccountTypes = () => types[accountsAsked()]
