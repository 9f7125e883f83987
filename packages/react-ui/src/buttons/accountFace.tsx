'use client'
import { accountStore, connectionStore, formatAmount, shortAddress, type AccountFacts } from '@portico/core'
import { Avatar } from '../primitives/avatar/Avatar.js'
import { safeText } from '../primitives/safeText.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

export { keepFresh } from '../account/keepFresh.js'

const noFacts: AccountFacts = {}

function useFacts(): AccountFacts {
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  return usePorticoStore(accountStore, (state) => state[namespace] ?? noFacts)
}

interface FaceProps {
  readonly address: string
  readonly profile: boolean
}

/** The account's own picture, or its doorway. */
export function Picture({ address, profile }: FaceProps) {
  const facts = useFacts()
  return <Avatar address={address} src={profile && facts.address === address ? facts.profileImage : undefined} />
}

/** The account's name, or its address in short. */
export function Name({ address, profile }: FaceProps) {
  const { address: about, profileName } = useFacts()
  return <>{profile && profileName && about === address ? safeText(profileName) : shortAddress(address)}</>
}

/** The native balance, the place of it while it loads, or a dash where it could not be had. */
export function Balance() {
  const { locale } = usePorticoContext()
  const { balance, balanceStatus } = useFacts()
  if (balance) return <>{`${formatAmount(balance.units, balance.decimals, locale.code)} ${safeText(balance.symbol)}`}</>
  return balanceStatus === 'failed' ? <>–</> : <span className="po-sk" />
}
