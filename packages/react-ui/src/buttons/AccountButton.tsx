'use client'
import { accountStore, activeConnection, connectionStore, shortAddress, type AccountFacts } from '@portico/core'
import { Facade } from '../primitives/avatar/Facade.js'
import { HostButton } from '../primitives/host-button/HostButton.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountDetails } from './useAccountDetails.js'
import { useButton } from './useButton.js'

export interface AccountButtonProps {
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  /** Whether the native balance is shown. Default true. */
  readonly balance?: boolean
  /** Whether a name and picture, where there are any, are shown instead of the address and its doorway. Default true. */
  readonly profile?: boolean
}

const noFacts: AccountFacts = {}

/** The account in use: picture, name or address, and balance. Renders nothing while no wallet is connected. */
export function AccountButton({ size, balance: showBalance = true, profile = true }: AccountButtonProps) {
  const { locale } = usePorticoContext()
  const address = usePorticoStore(connectionStore, (state) => activeConnection(state)?.addresses[0])
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const facts = usePorticoStore(accountStore, (state) => (state[namespace]?.address === address && state[namespace]) || noFacts)
  const button = useButton(() => ({ view: 'Account' }))
  const details = useAccountDetails(address)
  if (address === undefined) return null

  const { name, balance } = details?.inWords(facts, locale.code) ?? {}
  const label = (profile && name) || shortAddress(address)
  const doorway = <span className="po-tile is-arch"><Facade address={address} /></span>
  const lead = details && profile ? <details.Picture address={address} src={facts.profileImage} /> : doorway
  return (
    <HostButton
      {...button}
      size={size}
      lead={lead}
      {...(showBalance && facts.balanceStatus !== 'failed' && { balance: balance ?? null })}
      aria-haspopup="dialog"
      aria-label={[locale.buttons.account, label, showBalance && balance].filter(Boolean).join(', ')}
    >
      <bdi className="po-addr" dir="ltr">{label}</bdi>
    </HostButton>
  )
}
