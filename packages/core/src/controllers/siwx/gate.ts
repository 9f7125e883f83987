import type { Portico } from '../../portico/createPortico.js'
import { closeModal } from '../../router/router.js'
import { canShow } from '../../router/knownViews.js'
import { routerStore } from '../../router/store.js'
import { isGoingOn, type Gate } from '../connection/gates.js'
import { findNetwork } from '../network/store.js'
import type { Signer } from './service.js'
import { signerOf } from './signer.js'
import { serviceSlot } from './slots.js'
import { keyOf, sessionFor, siwxStore } from './store.js'

const view = 'SIWXSignMessage'

/**
 * The visitor has signed in to the site, or goes on without where that is up to them. Nobody is asked on a network that is not the
 * site's. It opens by the session that a server has confirmed, or that an earlier page view left, for as long as that lasts.
 */
export const signedIn: Gate = {
  at: 'signIn',
  isOpen(portico, visitor) {
    if (!findNetwork(portico, visitor.networkId)) return true
    return isSignedIn(portico, signerOf(portico, visitor)) || (!isRequired(portico) && goesWithout(portico, signerOf(portico, visitor)))
  },
  ask: async (portico, visitor, signal) => (await import('./question.js')).askToSignIn(portico, visitor, signal),
  leave: (portico) => leaveView(portico),
}

function isSignedIn(portico: Portico, signer: Signer): boolean {
  const { perNetwork = false } = serviceSlot(portico) ?? {}
  return sessionFor(siwxStore(portico).getState(), signer, { perNetwork }) !== undefined
}

const isRequired = (portico: Portico) => serviceSlot(portico)?.isRequired() ?? false

/** A modal without that view asks nobody. */
const goesWithout = (portico: Portico, signer: Signer) =>
  !canShow(portico, view) || siwxStore(portico).getState().passedOver.includes(keyOf(signer))

/** Takes the question from the screen, and the modal with it, unless the visitor is on the way to somewhere else. */
function leaveView(portico: Portico) {
  const router = routerStore(portico)
  const { history } = router.getState()
  if (!history.some((entry) => entry.view === view)) return
  const rest = history.filter((entry) => entry.view !== view)
  if (rest.length > 0 && isGoingOn(portico)) router.setState({ history: rest, direction: 'none' })
  else closeModal(portico, { force: true })
}
