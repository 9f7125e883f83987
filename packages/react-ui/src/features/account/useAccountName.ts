'use client'
import type { Account } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useLabel } from '../../hooks/useLabel.js'
import { useLogin } from '../../hooks/useLogin.js'

interface Named {
  readonly text: string
  /** Of a name that is read from left to right in every language: one of its own, and an e-mail address. */
  readonly dir?: 'ltr'
}

type Known = Pick<Account, 'wallet'> & { readonly address: string; readonly profileName?: string | undefined }

/**
 * Who an account is, the same in every view: by its own name, by the site's name for it, or, where the wallet is a person's login, by
 * that person. Undefined for one that is known by its address alone.
 */
export function useAccountName(): (account: Known) => Named | undefined {
  const labelOf = useLabel()
  const login = useLogin()
  return ({ address, profileName, wallet }) => {
    const own = safeText(profileName)
    if (own) return { text: own, dir: 'ltr' }
    const label = labelOf(address)
    if (label !== undefined) return { text: label }
    const user = wallet?.kind === 'embedded' ? login : undefined
    const person = safeText(user?.email ?? user?.userName)
    return person ? { text: person, dir: 'ltr' } : undefined
  }
}
