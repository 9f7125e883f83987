'use client'
import { accountStore, connectionStore, formatAmount, shortAddress, type AccountFacts, type Namespace } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useLabel } from '../hooks/useLabel.js'
import { usePorticoContext } from '../PorticoProvider.js'
import { AccountAvatar } from '../slots/AccountAvatar.js'
import { usePorticoStore } from '../usePorticoStore.js'

export { keepFresh } from '../hooks/keepFresh.js'

const noFacts: AccountFacts = {}

interface NamespaceProps {
  /** Default: the one in use. */
  readonly namespace: Namespace | undefined
}

function useFacts({ namespace }: NamespaceProps): AccountFacts {
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  return usePorticoStore(accountStore, (state) => state[namespace ?? used] ?? noFacts)
}

interface FaceProps extends NamespaceProps {
  readonly address: string
  readonly profile: boolean
}

/** The account's own picture, or its doorway. */
export function Picture({ address, profile, namespace }: FaceProps) {
  const facts = useFacts({ namespace })
  return <AccountAvatar address={address} src={profile && facts.address === address ? facts.profileImage : undefined} />
}

/** The account's name, the site's name for it, or its address in short. */
export function Name({ address, profile, namespace }: FaceProps) {
  const { address: about, profileName } = useFacts({ namespace })
  const label = useLabel()(address)
  return <>{profile && profileName && about === address ? safeText(profileName) : (label ?? shortAddress(address))}</>
}

/** The native balance, the place of it while it loads, or a dash where it could not be had. */
export function Balance(props: NamespaceProps) {
  const { locale } = usePorticoContext()
  const { balance, balanceStatus } = useFacts(props)
  if (balance) return <>{`${formatAmount(balance.units, balance.decimals, locale.code)} ${safeText(balance.symbol)}`}</>
  return balanceStatus === 'failed' ? <>–</> : <span className="po-sk" />
}
