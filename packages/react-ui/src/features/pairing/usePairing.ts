'use client'
import {
  activeConnection,
  connectionsIn,
  connectionStore,
  connectorStore,
  ConnectorNotFoundError,
  currentAttempt,
  type Connection,
  type Connector,
} from '@portico/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLinkState } from '../../hooks/useLinkState.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { pair, type PairParameters } from './pair.js'
import { isAsked } from '../../wallets/askWallet.js'
import { pairingNamespace } from './pairing.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'
import { pairingStage, type PairingStage } from './pairingStage.js'

/** How long after its time a code is still shown: the next one may be on its way. In milliseconds. */
const grace = 2000

/** Whether the time of a code is over and no other one has come. @param expiry in seconds since 1970 */
function useLate(expiry: number | undefined): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (expiry === undefined) return
    const left = () => Math.max(0, expiry * 1000 + grace - Date.now())
    const timer = setTimeout(() => setOver(expiry), left())
    const look = () => left() === 0 && setOver(expiry) // timers sleep with the machine
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [expiry])
  return expiry !== undefined && over === expiry
}

/** A pairing, as the view of one wallet or of any shows it. */
export interface PairingView {
  readonly stage: PairingStage
  /** The code to show; in the stage `expired` the last one. A secret (S45). */
  readonly uri: string | undefined
  /** Why no wallet can be heard now. */
  readonly unreachable: 'lost' | 'refused' | undefined
  readonly error: Error | undefined
  readonly connection: Connection | undefined
  readonly connector: Connector | undefined
  /** Asks again, from whatever stage. */
  readonly again: () => void
}

/**
 * Pairs on behalf of the view on screen, and follows how it goes. Asks by itself where nobody has: the view may have been
 * opened by `openModal`, or come back to. Leaving the view turns away, as `askWallet` has it.
 */
export function usePairing({ target, walletId, record }: PairParameters): PairingView {
  const portico = usePortico()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const connector = useMemo(() => pairingConnector(connectors, target?.namespace), [connectors, target?.namespace])
  const link = useLinkState(connector)
  const namespace = useRef(target?.namespace)
  if (connector) namespace.current ??= pairingNamespace(portico, connector, record, target)
  const where = namespace.current
  const [asked, setAsked] = useState(() => isAsked(portico))
  const connectorId = connector?.id

  const attempt = usePorticoStore(connectionStore, (state) => currentAttempt(state, where))
  const connection = usePorticoStore(connectionStore, (state) =>
    [...connectionsIn(state, where).connections, activeConnection(state)].find(
      (one) => one !== undefined && one.connector.id === connectorId,
    ),
  )
  const mine = attempt?.connector.id === connectorId ? attempt : undefined

  const isOnScreen = useOnScreen()
  const ask = useCallback(() => {
    if (!connector) return
    setAsked(true)
    pair(portico, connector, { target, walletId, record })
  }, [portico, connector, target, walletId, record])
  useEffect(() => {
    if (isOnScreen() && !isAsked(portico)) ask()
  }, [portico, isOnScreen, ask])

  const late = useLate(mine?.status === 'waiting' && link.status === 'waiting' ? link.expiry : undefined)
  const uri = mine?.status !== 'waiting' ? undefined : link.status === 'waiting' ? link.uri : mine.uri
  const last = useRef(uri)
  if (uri !== undefined) last.current = uri

  const stage = connector ? pairingStage({ asked, attempt: mine, connection, uri, late }) : 'failed'
  return {
    stage,
    uri: stage === 'ready' ? uri : stage === 'expired' ? last.current : undefined,
    unreachable:
      mine?.status === 'waiting' && link.status === 'waiting' && (link.relay === 'lost' || link.relay === 'refused')
        ? link.relay
        : undefined,
    error: connector
      ? mine?.status === 'failed'
        ? mine.error
        : undefined
      : new ConnectorNotFoundError({ connectorId: 'walletConnect', namespace: where ?? '' }),
    connection,
    connector,
    again: ask,
  }
}
