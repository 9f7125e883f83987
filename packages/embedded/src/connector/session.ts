import { connectionStore, namespaceOf, networkStore, type Namespace, type NetworkId, type Portico } from '@portico/core'
import { createEmitter, type Emitter } from '@portico/core/kit'
import type { EmbeddedState, EmbeddedUser } from '@portico/core/embedded'
import type { AnswerPayload } from '../protocol/answers.js'
import type { LoginEvents } from '../provider/login.js'
import type { Records } from './stored.js'

/** What is known of a login: who it is in each chain family, and on which network. */
export interface Session {
  readonly events: Emitter<LoginEvents>
  readonly state: () => EmbeddedState
  readonly setFrame: (frame: EmbeddedState['frame']) => void
  readonly setSurface: (surface: EmbeddedState['surface']) => void
  /** How high the frame's place is to be, in CSS pixels. */
  readonly setHeight: (height: number) => void
  /** Changes what is known of the user, if somebody is known. */
  readonly amend: (change: Partial<EmbeddedUser>) => void
  /** Whether somebody is logged in: what an earlier page view left, until the frame says otherwise. */
  readonly isLoggedIn: () => boolean
  /** Somebody has logged in. */
  readonly begun: (how?: { readonly email?: string | undefined; readonly socialUsername?: string | undefined }) => void
  /** Nobody is logged in any more: what was kept of the login goes. */
  readonly ended: () => void
  /** Takes the frame's word for who it is. */
  readonly adopt: (said: AnswerPayload<'GET_USER'>) => EmbeddedUser
  readonly user: (namespace: Namespace) => EmbeddedUser | undefined
  /** Chain families whose account is known. */
  readonly known: () => readonly Namespace[]
  /** The network in use: the last one, else the site's own. */
  readonly chainOf: (namespace: Namespace) => NetworkId
  readonly setChain: (networkId: NetworkId) => void
  /** Networks that the secure site serves; empty until it has told. */
  readonly served: () => readonly NetworkId[]
}

export function createSession(portico: Portico, records: Records, show: (state: EmbeddedState) => void): Session {
  const events = createEmitter<LoginEvents>()
  const users = new Map<Namespace, EmbeddedUser>()
  const chains = new Map<Namespace, NetworkId>()
  let served: readonly NetworkId[] = []
  let isLoggedIn = records.read().emailLoginUsed === true
  let state: EmbeddedState = { frame: 'idle' }

  const change = (next: EmbeddedState) => show((state = next))

  function setSurface(surface: EmbeddedState['surface']) {
    const { surface: _, height, ...rest } = state
    change({ ...rest, ...(surface && { surface }), ...(surface && height && { height }) })
  }

  function chainOf(namespace: Namespace): NetworkId {
    const [last, chosen] = [records.read().lastUsedChain, networkStore(portico).getState().byNamespace[namespace]?.active.id]
    const isOurs = (id: NetworkId | undefined) =>
      id !== undefined && namespaceOf(id) === namespace && portico.networks.some((network) => network.id === id)
    return chains.get(namespace) ?? [last, chosen].find(isOurs) ?? portico.defaultNetwork.id
  }

  function setChain(networkId: NetworkId) {
    const namespace = namespaceOf(networkId)
    const before = chains.get(namespace)
    chains.set(namespace, networkId)
    if (isLoggedIn) records.write({ lastUsedChain: networkId })
    if (before && before !== networkId) events.emit('chain', { networkId })
  }

  return {
    events,
    setSurface,
    setHeight(height) {
      if (state.surface && state.height !== height) change({ ...state, height })
    },
    chainOf,
    setChain,
    state: () => state,
    setFrame(frame) {
      const { surface, height, ...rest } = state
      change({ ...rest, frame, ...(surface && frame === 'ready' && { surface, ...(height && { height }) }) })
    },
    amend(more) {
      const { user } = state
      if (user) change({ ...state, user: { ...user, ...more } })
    },
    isLoggedIn: () => isLoggedIn,
    begun({ email, socialUsername } = {}) {
      isLoggedIn = true
      records.write({
        emailLoginUsed: true,
        lastEmailLoginTime: undefined,
        ...(email && { email }),
        ...(socialUsername && { socialUsername }),
      })
    },
    ended() {
      const was = isLoggedIn
      isLoggedIn = false
      users.clear()
      chains.clear()
      records.write({
        sessionToken: undefined,
        emailLoginUsed: undefined,
        email: undefined,
        lastUsedChain: undefined,
        socialUsername: undefined,
      })
      const { user: _, ...rest } = state
      change(rest)
      if (was) events.emit('ended', undefined)
    },
    adopt({ networks, accounts, ...said }) {
      const namespace = namespaceOf(said.chainId)
      const user: EmbeddedUser = { ...said, accounts: accounts ?? [{ address: said.address, type: 'eoa' }] }
      const before = users.get(namespace)
      served = networks ?? served
      users.set(namespace, user)
      if (said.email) records.write({ email: said.email })
      setChain(said.chainId)
      // What is known of one chain family says nothing of the account in use in another.
      const { activeNamespace } = connectionStore(portico).getState()
      const isOf = (known: EmbeddedUser | undefined) => known && namespaceOf(known.chainId) === activeNamespace
      if (isOf(user) || !isOf(state.user)) change({ ...state, user })
      if (before && before.address !== user.address) events.emit('accounts', { namespace, addresses: [user.address] })
      return user
    },
    user: (namespace) => users.get(namespace),
    known: () => [...users.keys()],
    served: () => served,
  }
}
