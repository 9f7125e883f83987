import { connectorStore, type ConnectTarget, type Portico } from '@portico/core'
import { currentDevice, currentEntry, defineSlot, loadAdapter, routerStore } from '@portico/core/kit'
import { entriesAtHand, loadEntries, prefetchView } from '../modal/registry.js'
import { wayTo } from '../modal/wayTo.js'
import { whenIdle } from '../whenIdle.js'
import { askWallet } from './askWallet.js'
import { pairingConnector } from './pairingConnector.js'
import type { WalletChoice, WalletsElsewhere } from './walletsElsewhere.js'

/**
 * What a press on a wallet does: asks it, asks the visitor on which chain family first, or hands it to what connects with wallets
 * elsewhere. Called in the press itself: on a phone the wallet's app opens with it, where {@link warmUp} or
 * {@link readyForTaps} came first.
 * @param target the chain family and network that are wanted
 */
export function pressWallet(portico: Portico, wallet: WalletChoice, target?: ConnectTarget): void {
  const { connector } = wallet
  if (!connector || !isHere(wallet)) return pressElsewhere(portico, wallet, target)
  if (connector.members) return wayTo(portico, 'ConnectingMultiChain')?.({ connectorId: connector.id })
  const params = { ...(connector.namespaces.length === 1 && { namespace: connector.namespaces[0] }), ...target, connectorId: connector.id }
  const toWaiting = wayTo(portico, 'ConnectingExternal')
  if (!toWaiting) return
  toWaiting(params)
  askWallet(portico, params)
}

/** Fetches on the way to a press what that will need, so that the wallet opens at once. `code`: has a code made as well, for a wallet elsewhere. */
export function warmUp(portico: Portico, wallet: Pick<WalletChoice, 'connector' | 'record'>, { code = false } = {}): void {
  const { connector } = wallet
  if (connector && isHere(wallet)) {
    const [namespace] = connector.namespaces
    if (namespace) void loadAdapter(portico, namespace).catch(() => undefined)
    return void (connector.members ? prefetchView(portico, 'ConnectingMultiChain') : prefetchView(portico, 'ConnectingExternal'))
  }
  const ready = elsewhere(portico)
  if (ready) return ready.warmUp(portico, wallet, { code })
  pairingConnector(connectorStore(portico).getState())?.link?.load?.() // beside what connects with it, and not after that
  const key = keyNow(portico)
  // Nobody needs a code any more who went elsewhere.
  loadElsewhere(portico).then(
    (loaded) => key === keyNow(portico) && loaded?.warmUp(portico, wallet, { code }),
    () => undefined,
  )
}

/**
 * The handlers of a row or cell that is a wallet to press. A pointer that rests where a list comes up below it means none of it:
 * keys and a socket for a code would then be made while the list is drawn. It has to move, or press.
 */
export function toPress(portico: Portico, wallet: WalletChoice, target: ConnectTarget | undefined) {
  let isMeant = false
  const mean = () => {
    if (!isMeant) warmUp(portico, wallet, { code: true })
    isMeant = true
  }
  return {
    onPointerEnter: () => void (isMeant = false),
    onPointerMove: mean,
    onPointerDown: mean,
    onFocus: () => warmUp(portico, wallet),
    onClick: () => pressWallet(portico, wallet, target),
  }
}

/** Elsewhere the code has but to be fetched: nothing is made, or said to anybody, before the pointer comes. */
function readyForPress(portico: Portico): (() => void) | undefined {
  const connector = pairingConnector(connectorStore(portico).getState())
  if (!connector) return undefined
  const abort = new AbortController()
  whenIdle(() => warmUp(portico, { connector, record: undefined }), abort.signal)
  return () => abort.abort()
}

/**
 * On a phone a link opens a wallet only in the moment of a tap: what that needs, its code and the pairing, is there before it.
 * @returns a function that ends that
 */
export function readyForTaps(portico: Portico): (() => void) | undefined {
  if (!currentDevice().mobile) return readyForPress(portico)
  let end: (() => void) | undefined
  let isOver = false
  loadElsewhere(portico).then(
    (loaded) => {
      if (!isOver) end = loaded?.readyForTaps(portico)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    end?.()
  }
}

/** Where the visitor is. */
const keyNow = (portico: Portico) => currentEntry(routerStore(portico).getState())?.key

/** Whether it is in this browser. */
const isHere = ({ connector }: Pick<WalletChoice, 'connector'>) => connector?.installed && connector.kind !== 'walletConnect'

/** What connects with wallets elsewhere, once its code is there. */
const elsewhere = (portico: Portico): WalletsElsewhere | undefined => entriesAtHand(portico, 'wallets.elsewhere')[0]

async function loadElsewhere(portico: Portico): Promise<WalletsElsewhere | undefined> {
  await loadEntries(portico, 'wallets.elsewhere')
  return elsewhere(portico)
}

const lastPress = defineSlot<object | undefined>('last press', () => undefined)

/** Hands the press on at once where the code for that is there, else when it comes: of several presses the last one, and where the visitor still is. */
function pressElsewhere(portico: Portico, wallet: WalletChoice, target: ConnectTarget | undefined): void {
  const walletId = wallet.record?.id ?? wallet.id
  const ready = elsewhere(portico)
  if (ready) return ready.press(portico, wallet, { target, late: false })
  warmUp(portico, wallet)
  const key = keyNow(portico)
  const press = {}
  lastPress.put(portico, press)
  const isMeant = () => lastPress(portico) === press && key === keyNow(portico)
  loadElsewhere(portico).then(
    (loaded) => {
      if (!isMeant()) return
      if (loaded) loaded.press(portico, wallet, { target, late: true })
      else wayTo(portico, 'Downloads')?.({ walletId })
    },
    // Without its code, the view is what can try again.
    () => isMeant() && wayTo(portico, 'ConnectingWalletConnect')?.({ ...target, walletId }),
  )
}
