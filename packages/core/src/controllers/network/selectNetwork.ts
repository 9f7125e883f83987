import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { openModal } from '../../router/store.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { decideSwitch, type SwitchDecision } from './decisions.js'
import { NetworkSwitchDisabledError } from './errors.js'
import { requireNetwork } from './requireNetwork.js'
import { networkStore } from './store.js'
import { switchNetwork } from './switchNetwork.js'

/**
 * A visitor's choice of a network: decides by the table in decisions.ts what to show, and shows it. Where there is nobody to
 * ask, no wallet in the target's namespace or one that is there already, and no confirmation wanted, the choice takes effect
 * at once.
 * @example const decision = selectNetwork(portico, { networkId: 'eip155:10' }) // 'SwitchNetwork': that view asks the wallet
 * @returns what was decided; `done` when nothing is left to show
 * @throws {@link NetworkNotConfiguredError} {@link AdapterNotFoundError} {@link NetworkSwitchDisabledError}
 */
export function selectNetwork(portico: Portico, { networkId }: { readonly networkId: NetworkId }): SwitchDecision | 'done' {
  const { enableNetworkSwitch = true, confirmNetworkSwitch = false } = portico.options
  if (!enableNetworkSwitch) throw new NetworkSwitchDisabledError()
  const target = requireNetwork(portico, networkId)
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
  const asked = activeConnection(connections, target.namespace)
  if (confirm || (asked && asked.networkId !== networkId)) {
    openModal(portico, { view: 'SwitchNetwork', params: { networkId, ...(confirm && { confirm }) } })
    return decision
  }
  void switchNetwork(portico, { networkId })
  return 'done'
}
