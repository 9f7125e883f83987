import {
  asError,
  closeModal,
  networkStore,
  switchNetwork,
  SwitchNotSupportedError,
  UserRejectedError,
  type NetworkId,
  type Portico,
} from '@portico/core'
import { currentEntry, decideOutcome, dismissSwitch, goBack, routerStore, showToast } from '@portico/core/kit'

/**
 * Asks the wallet for a network on behalf of the view on screen. Leaving that view turns away from it. A
 * visitor who declines is told so and stays; any other failure goes back one view and says why.
 */
export function switchFromView(portico: Portico, networkId: NetworkId): void {
  const router = routerStore(portico)
  const key = currentEntry(router.getState())?.key
  const isHere = () => currentEntry(router.getState())?.key === key
  const namespace = portico.networks.find(({ id }) => id === networkId)?.namespace
  const previousSupported = namespace === undefined || networkStore(portico).getState().byNamespace[namespace]?.unsupported === undefined
  const stop = router.subscribe(() => {
    if (isHere()) return
    stop()
    dismissSwitch(portico, { networkId })
  })
  switchNetwork(portico, { networkId }).then(
    () => {
      stop()
      if (!isHere()) return
      const outcome = decideOutcome({ succeeded: true, targetSupported: true, previousSupported })
      if (outcome === 'close' || router.getState().history.length <= 2) closeModal(portico, { force: true })
      else goBack(portico, { connected: true })
    },
    (thrown: unknown) => {
      if (!isHere() || thrown instanceof UserRejectedError || thrown instanceof SwitchNotSupportedError) return
      stop()
      const error = asError(thrown)
      dismissSwitch(portico, { networkId })
      goBack(portico, { connected: true })
      showToast(portico, { variant: 'error', message: error.message, error })
    },
  )
}
