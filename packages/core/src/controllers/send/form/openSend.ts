import { capability } from '../../account/target.js'
import { AdapterNotFoundError, ConnectorNotConnectedError } from '../../connection/errors.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../../connection/store.js'
import { requireNetwork } from '../../network/requireNetwork.js'
import { switchNetwork } from '../../network/switchNetwork.js'
import { isNetworkId, type Namespace, type NetworkId } from '../../../kit/caip/ids.js'
import { InvalidOptionError } from '../../../kit/errors.js'
import { asError } from '../../../kit/asError.js'
import type { Portico } from '../../../portico/createPortico.js'
import { openModal } from '../../../router/store.js'
import { readTypedAmount } from './amount.js'
import { checkSend } from './checkSend.js'
import { findToken } from './findToken.js'
import { cancelRequest, waitForRequest } from './requests.js'
import { currentSender } from './sender.js'
import { lookUp } from './setRecipient.js'
import { startSend } from './startSend.js'
import { sendFormStore } from './store.js'

export interface OpenSendParameters {
  /** Of the token, as a decimal number: `'12.5'`. Not money. */
  readonly amount: string
  /** Contract or mint. Left out, or `native`: the network's own coin. */
  readonly assetAddress?: string
  readonly namespace: Namespace
  /** `8453`, `'8453'` or `'eip155:8453'`. */
  readonly chainId: string | number
  /** An address, or a name. */
  readonly to: string
  /** Opens the review at once, where nothing is missing and nothing is to be decided before it; else the form says what. */
  readonly review?: boolean
}

/**
 * Opens the modal on a transfer that the visitor can look over and send, and cannot change. Asks the wallet to change network
 * where it is on another one. Resolves as soon as it is sent; trying again after a refusal is up to the visitor.
 * @example const { hash } = await openSend(portico, { namespace: 'eip155', chainId: 8453, to, amount: '5' })
 * @throws InvalidOptionError, AdapterNotFoundError, ConnectorNotConnectedError, CapabilityMissingError where the chain family does not send, NetworkNotConfiguredError, TokenNotFoundError,
 * SendCancelledError when the visitor closes the modal or another transfer takes the place of this one, and what switching throws
 */
export async function openSend(portico: Portico, parameters: OpenSendParameters): Promise<{ readonly hash: string }> {
  const { amount, assetAddress, namespace, chainId, to, review = false } = parameters
  if (typeof amount !== 'string' || readTypedAmount(amount, 255) === undefined || !/[1-9]/.test(amount))
    throw new InvalidOptionError({ option: 'amount', problem: "expected a decimal number as text, such as '12.5'" })
  if (typeof to !== 'string' || !to.trim()) throw new InvalidOptionError({ option: 'to', problem: 'expected an address or a name' })
  if (!portico.adapters.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const { id } = requireNetwork(portico, networkIdOf(namespace, chainId))
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  if (!connection) throw new ConnectorNotConnectedError()
  capability(await loadAdapter(portico, namespace), 'sendTransaction', namespace)
  cancelRequest(portico)
  const isElsewhere = connection.networkId !== id || connectionStore(portico).getState().activeNamespace !== namespace
  if (isElsewhere) await switchNetwork(portico, { networkId: id })
  const sender = currentSender(portico, namespace)
  if (!sender) throw new ConnectorNotConnectedError()

  startSend(portico, { sender, amount, to, fixed: true, recipient: { status: 'looking' } })
  const outcome = waitForRequest(portico)
  const asset = assetAddress === 'native' ? undefined : assetAddress
  const isStill = () => sendFormStore(portico).getState().sender === sender
  findToken(portico, sender, asset).then(
    (token) => isStill() && sendFormStore(portico).setState({ token }),
    (error: unknown) => isStill() && cancelRequest(portico, asError(error)),
  )
  void lookUp(portico, to)
  if (review)
    await Promise.race([
      lookedOver(portico),
      outcome.then(
        () => {},
        () => {},
      ),
    ]) // prettier-ignore
  if (!isStill()) return outcome
  try {
    const isReady = review && checkSend(sendFormStore(portico).getState()).status === 'ready'
    openModal(portico, { view: isReady ? 'WalletSendPreview' : 'WalletSend' })
  } catch (error) {
    cancelRequest(portico, asError(error))
  }
  return outcome
}

/** Until the form knows its token and its recipient, or that there is none. */
function lookedOver(portico: Portico): Promise<void> {
  const store = sendFormStore(portico)
  return new Promise((resolve) => {
    const look = () => {
      const { status } = checkSend(store.getState())
      if (status === 'selectToken' || status === 'looking') return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
}

function networkIdOf(namespace: Namespace, chainId: string | number): NetworkId {
  const id = String(chainId).includes(':') ? String(chainId) : `${namespace}:${String(chainId)}`
  if (!isNetworkId(id) || !id.startsWith(`${namespace}:`))
    throw new InvalidOptionError({ option: 'chainId', problem: `expected a network of '${namespace}', such as 8453 or 'eip155:8453'` })
  return id
}
