'use client'
import {
  cancelConnect,
  connect,
  connectionsIn,
  connectionStore,
  ConnectorNotFoundError,
  connectorStore,
  currentAttempt,
  goLive,
  listConnectors,
  type Namespace,
  type NetworkId,
} from '@portico/core'
import type { LinkState } from '@portico/core/kit'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { useLinkState } from './useLinkState.js'

export interface StartPairing {
  readonly namespace?: Namespace
  /** Network to ask the wallet for. Default: whichever it is on. */
  readonly networkId?: NetworkId
  /** The wallet that is meant, of those that a list knows: it is remembered as recent. */
  readonly walletId?: string
}

/** How a pairing with a wallet elsewhere stands. */
export interface Pairing {
  /**
   * `idle`: nobody waits for a wallet. `loading`: the code is on its way. `waiting`: it can be scanned, or opened. `connected`:
   * the wallet let the site in. `failed`: declined, out of time, or not possible.
   */
  readonly status: 'idle' | 'loading' | 'waiting' | 'connected' | 'failed'
  /** The pairing URI while `waiting`, for a QR code or a link. A secret: show it, and neither log nor send it (S45). */
  readonly uri: string | undefined
  /** When the URI is replaced by a new one, in seconds since 1970. */
  readonly expiry: number | undefined
  /** Whether a wallet that scans it can be heard now. */
  readonly relay: Extract<LinkState, { status: 'waiting' }>['relay'] | undefined
  readonly error: Error | undefined
  /** Pairs, or pairs anew. What becomes of it is in the state: this never throws. */
  readonly start: (parameters?: StartPairing) => void
  /** Turns away. A URI that is still good is used again next time. */
  readonly cancel: () => void
}

/**
 * Pairing by WalletConnect for a page with a code of its own: `start()`, show `uri`, and wait for `connected`. Needs a connector
 * such as `walletConnect({ relayUrl })` among the options of the portico, and fails with ConnectorNotFoundError without one.
 * @example
 * const { status, uri, start } = usePairing()
 * const code = status === 'waiting' ? uri : undefined
 */
export function usePairing({ namespace }: NamespaceParameters = {}): Pairing {
  const portico = usePortico()
  useEffect(() => void goLive(portico), [portico])
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const connector = useMemo(
    () => listConnectors(connectors, namespace).find(({ kind }) => kind === 'walletConnect'),
    [connectors, namespace],
  )
  const link = useLinkState(connector)
  const id = connector?.id
  const attempt = usePorticoStore(connectionStore, (state) =>
    (namespace ? [namespace] : [state.activeNamespace, ...portico.adapters.keys()])
      .map((name) => currentAttempt(state, name))
      .find((one) => one !== undefined && one.connector.id === id),
  )
  const isConnected = usePorticoStore(connectionStore, (state) =>
    (namespace ? [namespace] : [...portico.adapters.keys()]).some((name) =>
      connectionsIn(state, name).connections.some((one) => one.connector.id === id),
    ),
  )
  const [missing, setMissing] = useState<Error>()

  const start = useCallback(
    (parameters: StartPairing = {}) => {
      setMissing(undefined)
      const run = async () => {
        // Before the first wallets were listed, there is none yet.
        await goLive(portico)
        const { id: connectorId } =
          listConnectors(connectorStore(portico).getState(), namespace).find(({ kind }) => kind === 'walletConnect') ?? {}
        if (connectorId === undefined)
          return setMissing(new ConnectorNotFoundError({ connectorId: 'walletConnect', namespace: namespace ?? '' }))
        await connect(portico, { connectorId, ...(namespace && { namespace }), ...parameters })
      }
      run().catch(() => undefined) // it is in the attempt
    },
    [portico, namespace],
  )
  const cancel = useCallback(() => cancelConnect(portico, { ...(namespace && { namespace }) }), [portico, namespace])

  const waiting = attempt?.status === 'waiting' && link.status === 'waiting' ? link : undefined
  const error = attempt?.status === 'failed' ? attempt.error : missing
  const status = waiting ? 'waiting' : attempt?.status === 'waiting' ? 'loading' : error ? 'failed' : isConnected ? 'connected' : 'idle'
  return {
    status,
    uri: waiting?.uri,
    expiry: waiting?.expiry,
    relay: waiting?.relay,
    error: status === 'failed' ? error : undefined,
    start,
    cancel,
  }
}
