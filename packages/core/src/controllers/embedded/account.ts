import { namespaceOf, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import type { AccountType } from '../../adapter.js'
import type { EmbeddedUser } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { noteAccount } from '../account/account.js'
import { accountStore, defaultAccountTypes, type AccountFacts } from '../account/store.js'
import type { Connection } from '../connection/connection.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { EmbeddedConnector } from './connector.js'
import { lastLogin } from './lastLogin.js'
import { rememberedLogin } from './remembered.js'
import { embeddedStore } from './store.js'

/** Puts what is known of who is logged in beside each account of the embedded wallet. */
export function noteUser(portico: Portico, { id, embedded }: EmbeddedConnector): void {
  const { user } = embedded.state()
  if (!user) return
  const state = connectionStore(portico).getState()
  for (const namespace of portico.adapters.keys()) {
    const connection = activeConnection(state, namespace)
    if (connection?.connector.id !== id) continue
    const [address] = connection.addresses
    noteAccounts(portico, namespace, connection, user)
    const known: AccountFacts = accountStore(portico).getState()[namespace] ?? {}
    const facts = factsOf(portico, namespace, user, known.address === address ? known.preferredAccountType : undefined)
    if (known.address !== address || !saysAll(known, facts)) noteAccount(portico, namespace, address, facts)
  }
}

/**
 * A network may have more kinds of account than the one before: what an address is follows. Of a connection that its adapter has
 * not confirmed yet nothing is said: that would make it one that has, and the adapter's answer brings the accounts along.
 */
function noteAccounts(portico: Portico, namespace: Namespace, { connector, accounts, restored }: Connection, user: EmbeddedUser): void {
  if (restored || namespaceOf(user.chainId) !== namespace || (user.accounts.length < 2 && !accounts)) return
  dispatchConnection(portico, namespace, { type: 'changed', connectorId: connector.id, change: { accounts: user.accounts } })
}

function factsOf(
  portico: Portico,
  namespace: Namespace,
  { email, userName, chainId, accounts, preferredAccountType, smartAccountDeployed, smartAccountNetworks = [] }: EmbeddedUser,
  known: AccountType | undefined,
): AccountFacts {
  const { login } = embeddedStore(portico).getState()
  const method = login.status === 'connecting' ? login.method : rememberedLogin(portico).method
  const { farcasterUrl } = lastLogin(portico)
  const wanted = portico.options.defaultAccountTypes?.[namespace] ?? defaultAccountTypes[namespace]
  const isOf = namespaceOf(chainId) === namespace // else it says nothing of which account is in use here
  const type = isOf ? preferredAccountType : known
  return {
    user: { ...(email && { email }), ...(userName && { userName }) },
    preferredAccountType: type ?? (accounts.some(({ type }) => type === wanted) ? wanted : 'eoa'),
    ...(method && method !== 'email' && { socialProvider: method }),
    ...(method === 'farcaster' && farcasterUrl !== undefined && { farcasterUrl }),
    ...(namespace === 'eip155' && { smartAccountNetworkIds: smartAccountNetworks }),
    ...(isOf && smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}

/** Whether nothing of the facts is news: the store then stays the very same object. */
const saysAll = (known: AccountFacts, { user, smartAccountNetworkIds, ...facts }: AccountFacts) =>
  known.user?.email === user?.email &&
  known.user?.userName === user?.userName &&
  String(known.smartAccountNetworkIds) === String(smartAccountNetworkIds) &&
  (Object.keys(facts) as (keyof typeof facts)[]).every((name) => known[name] === facts[name])

/** Has the frame tell who is logged in on a network. Never rejects: the next answer of the frame tells it as well. */
export async function refreshUser(portico: Portico, connector: EmbeddedConnector, networkId: NetworkId): Promise<void> {
  try {
    await connector.embedded.getUser(networkId)
    noteUser(portico, connector)
  } catch {
    // What was known stays.
  }
}
