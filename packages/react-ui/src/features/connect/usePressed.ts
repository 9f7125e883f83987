import type { ConnectTarget, PorticoViews } from '@portico/core'
import { currentEntry, defineSlot, routerStore } from '@portico/core/kit'
import { useEffect, useMemo } from 'react'
import { usePortico } from '../../PorticoProvider.js'
import { findWallet } from '../../wallets/findWallet.js'
import { pressWallet } from '../../wallets/pressWallet.js'
import type { WalletItem } from '../../wallets/walletList.js'

/** Of which entry of the history the wallet was pressed: coming back to it shows the list. */
const pressedOf = defineSlot<unknown>('pressed wallet', () => undefined)

/**
 * Presses the wallet that the modal was opened for, as a visitor would; one that nobody knows leaves the visitor with the list.
 * @returns where a wallet is to be connected, whichever it will be
 */
export function usePressed(given: PorticoViews['Connect'], known: readonly WalletItem[]): ConnectTarget | undefined {
  const portico = usePortico()
  const target = useMemo(() => targetOf(given), [given])
  useEffect(() => {
    const wanted = given?.wallet
    const key = currentEntry(routerStore(portico).getState())?.key
    const found = wanted === undefined || pressedOf(portico) === key ? undefined : findWallet(known, wanted)
    if (!found) return
    pressedOf.put(portico, key)
    pressWallet(portico, found, target)
  }, [portico, given, known, target])
  return target
}

function targetOf(given: PorticoViews['Connect']): ConnectTarget | undefined {
  if (given?.wallet === undefined) return given
  const { wallet: _wallet, ...target } = given
  return target
}
