import type { Namespace, NetworkId } from '../../caip/ids.js'
import type { Portico } from '../../portico.js'
import { openModal } from '../../router/router.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { decideSwitch, type SwitchDecision } from './decisions.js'
import { NetworkNotConfiguredError, NetworkSwitchDisabledError } from './errors.js'
import { findNetwork, networkStore } from './store.js'
import { switchNetwork } from './switchNetwork.js'

declare module '../../router/store.js' {
  interface PorticoViews {
    /** `confirm`: ask the visitor first, and the wallet only then. */
    SwitchNetwork: { readonly networkId: NetworkId; readonly confirm?: boolean }
    SwitchActiveChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
  }
}

/**
 * A visitor's choice of a network: decides by the table of spec point 4 what to show, and shows it. Where there is nobody to
 * ask, no wallet in the target's namespace and no confirmation wanted, the choice takes effect at once.
 * @throws {@link NetworkNotConfiguredError} {@link NetworkSwitchDisabledError}
 */
export function selectNetwork(portico: Portico, { networkId }: { readonly networkId: NetworkId }): SwitchDecision {
  const { enableNetworkSwitch = true, confirmNetworkSwitch = false } = portico.options
  if (!enableNetworkSwitch) throw new NetworkSwitchDisabledError()
  const target = findNetwork(portico, networkId)
  if (!target) throw new NetworkNotConfiguredError({ networkId })
  const connections = connectionStore(portico).getState()
  const { activeNamespace } = connections
  const networks = networkStore(portico).getState().byNamespace[activeNamespace]
  const current = activeConnection(connections, activeNamespace)
  const embeddedActive = current?.connector.kind === 'embedded'

  const decision = decideSwitch({
    targetIsActive: networks?.active.id === networkId && !networks.unsupported,
    embeddedActive,
    embeddedSupportsTarget: embeddedActive && (target.namespace === 'eip155' || target.namespace === 'solana'),
    confirmationRequired: confirmNetworkSwitch,
    targetInOtherNamespace: target.namespace !== activeNamespace,
    hasAddressOnCurrent: current !== undefined,
    hasAddressOnTarget: activeConnection(connections, target.namespace) !== undefined,
  })
  if (decision === 'SwitchActiveChain') openModal(portico, { view: decision, params: { namespace: target.namespace, networkId } })
  if (decision !== 'SwitchNetwork') return decision

  const confirm = confirmNetworkSwitch || embeddedActive
  if (confirm || activeConnection(connections, target.namespace)) {
    openModal(portico, { view: 'SwitchNetwork', params: { networkId, ...(confirm && { confirm }) } })
  } else {
    void switchNetwork(portico, { networkId })
  }
  return decision
}
