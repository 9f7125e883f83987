import type { ConnectTarget, Portico } from '@portico/core'
import { currentDevice, currentEntry, loadAdapter, pushView, routerStore, singleton } from '@portico/core/kit'
import { prefetchView } from '../../modal/registry.js'
import type { WalletItem } from '../../wallets/walletList.js'

/** A wallet to choose: what is known of it. */
export type Choice = Pick<WalletItem, 'id' | 'connector' | 'record'>
type Wallet = Pick<Choice, 'connector' | 'record'>
type PairingModule = typeof import('../pairing/pairWallet.js')

/**
 * What a press on a wallet does: connects it, asks on which chain family first, pairs with it elsewhere, or shows how to get it.
 * Called in the press itself: on a phone the wallet's app opens with it, where {@link warmUp} or {@link readyForTaps} came first.
 */
export function chooseWallet(portico: Portico, choice: Choice, target?: ConnectTarget): void {
  const { id, connector, record } = choice
  if (!loaded(portico)) warmUp(portico, choice)
  if (!connector || !isHere(choice)) {
    // Without its code, the view is what can try again.
    const otherwise = () => pushView(portico, { view: 'ConnectingWalletConnect', params: { ...target, walletId: record?.id ?? id } })
    return withPairing(portico, ({ pairWallet }, when) => pairWallet(portico, choice, { target, ...when }), otherwise)
  }
  if (connector.members) return pushView(portico, { view: 'ConnectingMultiChain', params: { connectorId: connector.id } })
  const params = { ...(connector.namespaces.length === 1 && { namespace: connector.namespaces[0] }), ...target, connectorId: connector.id }
  pushView(portico, { view: 'ConnectingExternal', params })
  withPairing(portico, ({ askWallet, isAsked }) => isAsked(portico) || askWallet(portico, params))
}

/** Fetches on the way to a press what that will need, so that the wallet opens at once. `pair`: has the code made as well, so that it shows at once. */
export function warmUp(portico: Portico, wallet: Wallet, { pair = false } = {}): void {
  const { connector } = wallet
  if (connector && isHere(wallet)) {
    const [namespace] = connector.namespaces
    if (namespace) void loadAdapter(portico, namespace).catch(() => undefined)
    void prefetchView(portico, connector.members ? 'ConnectingMultiChain' : 'ConnectingExternal')
    return void loadPairing(portico).catch(() => undefined)
  }
  const warm = ({ warmUpPairing }: PairingModule) => warmUpPairing(portico, wallet, pair)
  const ready = loaded(portico)
  if (ready) return warm(ready)
  const key = keyNow(portico)
  loadPairing(portico).then(
    (module) => key === keyNow(portico) && warm(module),
    () => undefined,
  ) // nobody needs a code any more who went elsewhere
}

/** The handlers of a row or cell that is a wallet to choose. */
export const toChoose = (portico: Portico, choice: Choice, target: ConnectTarget | undefined) => ({
  onPointerEnter: () => warmUp(portico, choice, { pair: true }),
  onFocus: () => warmUp(portico, choice),
  onClick: () => chooseWallet(portico, choice, target),
})

/**
 * On a phone a link opens a wallet only in the moment of a tap: what that needs, its code and the pairing, is there before it.
 * @returns a function that ends that
 */
export function readyForTaps(portico: Portico): (() => void) | undefined {
  if (!currentDevice().mobile) return undefined
  let end: (() => void) | undefined
  let isOver = false
  loadPairing(portico).then(
    ({ keepCodeReady }) => {
      if (!isOver) end = keepCodeReady(portico)
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
const isHere = ({ connector }: Wallet) => connector?.installed && connector.kind !== 'walletConnect'

/** The code that asks a wallet, once it is there. */
const loaded = (portico: Portico) => portico.singletons.get('pairWallet') as PairingModule | undefined // set below alone

/** Fetches that code, once. A failure is forgotten: the next press tries again. */
function loadPairing(portico: Portico): Promise<PairingModule> {
  return singleton(portico, 'loadingPairWallet', () =>
    import('../pairing/pairWallet.js').then(
      (module) => {
        portico.singletons.set('pairWallet', module)
        return module
      },
      (error: unknown) => {
        portico.singletons.delete('loadingPairWallet')
        throw error
      },
    ),
  )
}

interface Late {
  /** The press is over: a phone opens nothing any more. */
  readonly late: boolean
}

/** Calls `go` at once where the code is there, else when it comes: of several presses for the last one, and where the visitor still is. */
function withPairing(portico: Portico, go: (module: PairingModule, when: Late) => void, otherwise?: () => void): void {
  const ready = loaded(portico)
  if (ready) return go(ready, { late: false })
  const press = { key: keyNow(portico) }
  portico.singletons.set('press', press)
  const isMeant = () => portico.singletons.get('press') === press && press.key === keyNow(portico)
  loadPairing(portico).then(
    (module) => isMeant() && go(module, { late: true }),
    () => isMeant() && otherwise?.(),
  )
}
