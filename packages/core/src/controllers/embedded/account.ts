import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { EmbeddedUser } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { noteAccount } from '../account/account.js'
import { accountStore, defaultAccountTypes, type AccountFacts } from '../account/store.js'
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
    const facts = factsOf(portico, namespace, user)
    const known: AccountFacts = accountStore(portico).getState()[namespace] ?? {}
    if (known.address !== address || !saysAll(known, facts)) noteAccount(portico, namespace, address, facts)
  }
}

function factsOf(
  portico: Portico,
  namespace: Namespace,
  { email, userName, accounts, preferredAccountType, smartAccountDeployed }: EmbeddedUser,
): AccountFacts {
  const { login } = embeddedStore(portico).getState()
  const method = login.status === 'connecting' ? login.method : rememberedLogin(portico).method
  const { farcasterUrl } = lastLogin(portico)
  const wanted = portico.options.defaultAccountTypes?.[namespace] ?? defaultAccountTypes[namespace]
  return {
    user: { ...(email && { email }), ...(userName && { userName }) },
    preferredAccountType: preferredAccountType ?? (accounts.some(({ type }) => type === wanted) ? wanted : 'eoa'),
    ...(method && method !== 'email' && { socialProvider: method }),
    ...(method === 'farcaster' && farcasterUrl !== undefined && { farcasterUrl }),
    ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}

/** Whether nothing of the facts is news: the store then stays the very same object. */
const saysAll = (known: AccountFacts, { user, ...facts }: AccountFacts) =>
  known.user?.email === user?.email &&
  known.user?.userName === user?.userName &&
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
