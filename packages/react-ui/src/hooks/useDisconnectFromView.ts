'use client'
import {
  closeModal,
  connectionStore,
  disconnect,
  disconnectAll,
  DisconnectError,
  type ConnectionState,
  type DisconnectParameters,
  type Namespace,
  type Portico,
} from '@portico/core'
import { showToast } from '@portico/core/kit'
import { useState } from 'react'
import { useErrorText } from '../i18n/useErrorText.js'
import { wayTo } from '../modal/wayTo.js'
import { usePortico } from '../PorticoProvider.js'

/** How many wallets there are to disconnect, over all namespaces. A login ends in all of them at once, so it is one. */
export const walletsIn = ({ byNamespace }: ConnectionState): number =>
  new Set(
    Object.entries(byNamespace).flatMap(([namespace, { connections }]) =>
      connections.map(({ connector: { kind, id } }) => (kind === 'embedded' ? id : `${namespace} ${id}`)),
    ),
  ).size

/** The same, now. */
export const countConnections = (portico: Portico): number => walletsIn(connectionStore(portico).getState())

type Which = Required<DisconnectParameters>

/** Disconnects one wallet; a login in each chain family, so that nobody is led on while it still ends in another. */
async function leave(portico: Portico, { namespace, connectorId }: Which): Promise<void> {
  const { byNamespace } = connectionStore(portico).getState()
  const spaces = [...portico.adapters.keys()].filter((space) =>
    byNamespace[space]?.connections.some(
      ({ connector: { id, kind } }) => id === connectorId && (space === namespace || kind === 'embedded'),
    ),
  )
  await Promise.all(spaces.map((space) => disconnect(portico, { namespace: space, connectorId })))
}

/** Disconnecting from a view: asks which wallet only where there are several, closes when none is left, says when it failed. */
export function useDisconnectFromView() {
  const portico = usePortico()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const run = async (end: () => Promise<void>, after: () => void) => {
    setBusy(true)
    try {
      await end()
      after()
    } catch (error) {
      const failure = error instanceof DisconnectError ? error : new DisconnectError({ cause: error })
      showToast(portico, { variant: 'error', message: errorText(failure), error: failure })
    } finally {
      setBusy(false)
    }
  }
  const closeWhenNone = () => countConnections(portico) === 0 && closeModal(portico)
  return {
    busy,
    ask: () => {
      const toChoice = countConnections(portico) > 1 ? wayTo(portico, 'Disconnect') : undefined
      if (toChoice) toChoice()
      else void run(() => disconnectAll(portico), closeWhenNone)
    },
    one: (which: Which, after: () => void = closeWhenNone) => void run(() => leave(portico, which), after),
    /** All of a chain family, or every one. */
    all: (namespace?: Namespace, after: () => void = closeWhenNone) =>
      void run(() => disconnectAll(portico, { ...(namespace && { namespace }) }), after),
  }
}
