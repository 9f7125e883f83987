'use client'
import {
  closeModal,
  connectionStore,
  disconnect,
  disconnectAll,
  DisconnectError,
  type DisconnectParameters,
  type Namespace,
  type Portico,
} from '@portico/core'
import { showToast } from '@portico/core/kit'
import { useState } from 'react'
import { useErrorText } from '../i18n/useErrorText.js'
import { wayTo } from '../modal/wayTo.js'
import { usePortico } from '../PorticoProvider.js'

/** How many wallets are connected, over all namespaces. */
export const countConnections = (portico: Portico): number =>
  Object.values(connectionStore(portico).getState().byNamespace).reduce((sum, { connections }) => sum + connections.length, 0)

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
      else void run(() => disconnect(portico), closeWhenNone)
    },
    one: (which: DisconnectParameters, after: () => void = closeWhenNone) => void run(() => disconnect(portico, which), after),
    /** All of a chain family, or every one. */
    all: (namespace?: Namespace, after: () => void = closeWhenNone) =>
      void run(() => disconnectAll(portico, { ...(namespace && { namespace }) }), after),
  }
}
