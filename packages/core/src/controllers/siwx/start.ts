import { InvalidOptionError } from '../../kit/errors.js'
import { namespaceOf } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { parseSavedState } from '../../storage/savedState.js'
import { readItem, storageName } from '../../storage/storage.js'
import { addGate } from '../connection/gates.js'
import { connectionStore, type ConnectionState } from '../connection/store.js'
import { networkStore } from '../network/store.js'
import { signedIn } from './gate.js'
import { leftAccounts } from './leftAccounts.js'
import { leaveSessions } from './leftSessions.js'
import { onePressOf } from './onePress.js'
import { readSignedIn } from './readSignedIn.js'
import { refreshSession } from './refreshSession.js'
import type { SiwxConfig, SiwxService } from './service.js'
import { putSessions } from './sessions.js'
import { pressedSlot, serviceSlot, tellTabs } from './slots.js'
import { addressOf, isSameAddress, readSessions, siwxStore } from './store.js'

/** The longest that a timer can wait, in milliseconds. */
const longestWait = 2_147_483_647

/**
 * Begins to sign visitors in: the gate stands, what an earlier page view left is shown and then confirmed, sessions end in time, and
 * tabs hear of each other. Until `signal` aborts.
 * @returns has the server asked anew, where the page comes back or another tab has changed something
 */
export async function startSignIn(portico: Portico, signal: AbortSignal): Promise<() => void> {
  const service = await serviceFrom(portico.options.siwx)
  if (signal.aborted) return () => undefined
  serviceSlot.put(portico, service)
  const saved = readSessions(parseSavedState(readItem(portico, 'state')).signedIn)
  const store = siwxStore(portico)
  if (saved.length > 0 && !store.getState().confirmed) store.setState({ sessions: saved })
  const refresh = () => void refreshSession(portico).catch(() => undefined) // away: what was known stays
  const stops = [
    addGate(portico, signedIn),
    followTabs(portico, refresh),
    followExpiry(portico),
    service.signOutOnDisconnect ? followDisconnects(portico) : forgetThePassedOver(portico),
    offerOnePress(portico, service),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    tellTabs.clear(portico)
  })
  const isToAsk = () => store.getState().sessions.length > 0 || leftAccounts(portico).length > 0
  if (isToAsk()) refresh()
  return () => isToAsk() && refresh()
}

async function serviceFrom(option: SiwxService | SiwxConfig | undefined): Promise<SiwxService> {
  const isWhole = (methods: readonly string[]) =>
    methods.every((method) => option !== undefined && typeof Reflect.get(option, method) === 'function')
  if (option && 'addSession' in option) {
    if (isWhole(['createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions']))
      return (await import('./fromConfig.js')).fromConfig(option)
  } else if (option && isWhole(['createMessage', 'verify', 'getSessions', 'signOut', 'isRequired'])) return option
  throw new InvalidOptionError({ option: 'siwx', problem: 'expected siwx({ url }), or the five functions of a SiwxConfig' })
}

/** Tabs tell each other that something has changed, and then ask the server themselves. */
function followTabs(portico: Portico, refresh: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(`${storageName(portico, 'state')}/signedIn`)
  channel.addEventListener('message', refresh)
  tellTabs.put(portico, () => channel.postMessage('changed'))
  return () => channel.close()
}

/** Lets sessions go when their time is up. */
function followExpiry(portico: Portico): () => void {
  const store = siwxStore(portico)
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const next = Math.min(...store.getState().sessions.map(({ expiresAt = Infinity }) => expiresAt))
    if (next < Infinity) timer = setTimeout(end, Math.min(Math.max(next - Date.now(), 0), longestWait))
  }
  const end = () => {
    const { sessions } = store.getState()
    const good = sessions.filter(({ expiresAt = Infinity }) => expiresAt > Date.now())
    if (good.length < sessions.length) putSessions(portico, good, { confirmed: false })
    else wait()
  }
  const stop = store.subscribe(({ sessions }, before) => sessions !== before.sessions && wait())
  wait()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The wallets that have gone from one state to the next, those not counted that an earlier page view had and none confirmed. */
const gone = (now: ConnectionState, before: ConnectionState) =>
  Object.entries(before.byNamespace).flatMap(([namespace, { connections }]) => {
    const left = new Set(
      Object.entries(now.byNamespace).flatMap(([name, one]) =>
        name === namespace ? one.connections.map(({ connector }) => connector.id) : [],
      ),
    )
    return connections.filter(({ connector, restored }) => !restored && !left.has(connector.id)).map(({ connector }) => connector.id)
  })

/** Who comes back is asked again. */
function forgetThePassedOver(portico: Portico): () => void {
  return connectionStore(portico).subscribe((now, before) => {
    const ids = gone(now, before)
    if (ids.length === 0) return
    const { passedOver } = siwxStore(portico).getState()
    const kept = passedOver.filter((key) => ids.every((id) => !key.endsWith(` ${id}`)))
    if (kept.length < passedOver.length) siwxStore(portico).setState({ passedOver: kept })
  })
}

/** Once a wallet is disconnected, nobody stays signed in whose account is in no wallet any more. */
function followDisconnects(portico: Portico): () => void {
  const forget = forgetThePassedOver(portico)
  const stop = connectionStore(portico).subscribe((now, before) => {
    if (gone(now, before).length === 0) return
    const here = Object.values(now.byNamespace).flatMap(({ connections }) =>
      connections.flatMap(({ addresses, accounts = [] }) => [...addresses, ...accounts.map(({ address }) => address)]),
    )
    const { sessions } = siwxStore(portico).getState()
    const left = sessions.filter(({ accountId }) =>
      here.every((address) => !isSameAddress(namespaceOf(accountId), addressOf(accountId), address)),
    )
    if (left.length > 0) leaveSessions(portico, left)
  })
  return () => {
    forget()
    stop()
  }
}

/** Wallets that can are asked to connect and sign in with one question. */
function offerOnePress(portico: Portico, { oneClick, createOffer }: SiwxService): () => void {
  if (!oneClick || !createOffer) return () => undefined
  onePressOf.put(portico, {
    offer: async (namespaces) => {
      const { byNamespace } = networkStore(portico).getState()
      const first = namespaces.flatMap((namespace) => byNamespace[namespace]?.active.id ?? [])
      const all = portico.networks.filter(({ namespace }) => namespaces.includes(namespace)).map(({ id }) => id)
      // Without an offer the wallet just connects, and the gate asks.
      return createOffer(portico, [...new Set([...first, ...all])]).catch(() => undefined)
    },
    take: ({ namespace, connectorId, signedIn: said }) => {
      pressedSlot(portico).set(`${namespace} ${connectorId}`, readSignedIn(said, namespace))
    },
  })
  return () => onePressOf.clear(portico)
}
