'use client'
import { accountStore, activeConnection, connectionStore, formatAmount, shortAddress } from '@portico/core'
import { useEffect } from 'react'
import { Avatar } from '../primitives/avatar/Avatar.js'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { safeText } from '../primitives/safeText.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useButton } from './useButton.js'

export interface AccountButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Whether the native balance is shown. Default true. */
  readonly balance?: boolean
  /** Whether a name, where there is one, is shown instead of the address. Default true. */
  readonly profile?: boolean
}

/** The account in use: avatar, name or address, and balance. Renders nothing while no wallet is connected. */
export function AccountButton({ size, balance: showBalance = true, profile = true }: AccountButtonProps) {
  const { portico, locale } = usePorticoContext()
  const address = usePorticoStore(connectionStore, (state) => activeConnection(state)?.addresses[0])
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const facts = usePorticoStore(accountStore, (state) => (state[namespace]?.address === address ? state[namespace] : undefined))
  const button = useButton(() => ({ view: 'Account' }))
  useFreshAccount(address)
  if (address === undefined) return null

  const { balance, balanceStatus, profileName, profileImage } = facts ?? {}
  const shown = balance && `${formatAmount(balance.units, balance.decimals, locale.code)} ${balance.symbol}`
  const network = portico.networks.length > 0 && showBalance && balanceStatus !== 'failed'
  const name = profile && profileName ? safeText(profileName) : shortAddress(address)
  return (
    <HostButton
      {...button}
      size={size}
      lead={<Avatar address={address} src={profile ? profileImage : undefined} />}
      {...(network && { balance: shown ?? null })}
      aria-haspopup="dialog"
      aria-label={[locale.buttons.account, name, showBalance ? shown : undefined].filter(Boolean).join(', ')}
    >
      <bdi className="po-addr" dir="ltr">{name}</bdi>
    </HostButton>
  )
}

/** Keeps balance and name fresh while somebody looks. The code that asks is a chunk: nothing loads without an account. */
export function useFreshAccount(address: string | undefined): void {
  const portico = usePortico()
  useEffect(() => {
    if (address === undefined) return
    const abort = new AbortController()
    import('../account/keepFresh.js').then(({ keepFresh }) => keepFresh(portico, abort.signal)).catch(() => undefined)
    return () => abort.abort()
  }, [portico, address])
}
