import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeModal, resetView } from '../../router/router.js'
import { canShow } from '../../router/knownViews.js'
import { openModal, routerStore } from '../../router/store.js'
import type { Gate } from '../connection/gates.js'
import { decideUnsupported } from './decisions.js'
import { findNetwork } from './store.js'

const view = 'UnsupportedChain'

/**
 * The wallet is on one of the site's networks, unless the site goes on without. It says so on a view that cannot be closed, and
 * opens when the wallet is elsewhere. Only for the namespace in use: what another wallet does meanwhile is said when its namespace
 * is chosen.
 */
export const supportedNetwork: Gate = {
  at: 'network',
  isOpen(portico, { networkId }) {
    const { enableNetworkSwitch = true, allowUnsupportedNetwork = false } = portico.options
    const decision = decideUnsupported({ switchEnabled: enableNetworkSwitch, unsupportedAllowed: allowUnsupportedNetwork })
    return decision !== view || !canShow(portico, view) || findNetwork(portico, networkId) !== undefined
  },
  ask(portico, { namespace, networkId }) {
    const shown = shownFor(portico, namespace)
    if (shown?.networkId === networkId) return undefined
    const show = shown ? resetView : openModal
    show(portico, { view, params: { namespace, networkId }, closable: false })
    return undefined
  },
  leave(portico, { namespace }) {
    if (shownFor(portico, namespace)) closeModal(portico, { force: true })
  },
}

/** What the view says of a namespace, where it is on screen or further back. */
function shownFor(portico: Portico, namespace: Namespace): { readonly networkId: unknown } | undefined {
  for (const { view: shown, params } of routerStore(portico).getState().history) {
    if (shown !== view || typeof params !== 'object' || params === null) continue
    const { namespace: about, networkId }: { namespace?: unknown; networkId?: unknown } = params
    if (about === namespace) return { networkId }
  }
  return undefined
}
