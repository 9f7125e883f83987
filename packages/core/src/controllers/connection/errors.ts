import { PorticoError } from '../../kit/errors.js'

/**
 * The visitor said no, in the wallet (EIP-1193 4001).
 * @example
 * try {
 *   await signMessage(portico, { message: 'hello' })
 * } catch (error) {
 *   if (!(error instanceof UserRejectedError)) throw error
 *   // The visitor said no: the button stays, so that it can be pressed again.
 * }
 */
export class UserRejectedError extends PorticoError {
  override readonly name = 'UserRejectedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The request was declined in the wallet.', { shown: 'Request declined', code: 4001, cause })
  }
}

/**
 * The wallet shows another request of this site already (JSON-RPC -32002).
 * @example
 * try {
 *   await signMessage(portico, { message: 'hello' })
 * } catch (error) {
 *   if (!(error instanceof RequestPendingError)) throw error
 *   show('Your wallet waits for an answer to something else. Look there first.')
 * }
 */
export class RequestPendingError extends PorticoError {
  override readonly name = 'RequestPendingError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The wallet already shows a request of this site.', { shown: 'Finish the request in your wallet first', code: -32002, cause })
  }
}

/**
 * The visitor closed the view, or pressed back, before the wallet answered.
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof ConnectionCancelledError)) throw error
 *   // The visitor turned away: the button stays as it was.
 * }
 */
export class ConnectionCancelledError extends PorticoError {
  override readonly name = 'ConnectionCancelledError'
  constructor() {
    super('The connection was cancelled before the wallet answered.', { shown: 'Connection cancelled' })
  }
}

/**
 * Something newer took the place of this attempt: the latest intent wins (R2).
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof ConnectionSupersededError)) throw error
 *   // A newer attempt goes on, and whoever began it hears of its end.
 * }
 */
export class ConnectionSupersededError extends PorticoError {
  override readonly name = 'ConnectionSupersededError'
  constructor() {
    super('A newer connection attempt took the place of this one.', { shown: 'Connection cancelled' })
  }
}

/**
 * The wallet did not answer within five minutes (R1).
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof ConnectionTimeoutError)) throw error
 *   show('Your wallet did not answer. Unlock it, and try again.')
 * }
 */
export class ConnectionTimeoutError extends PorticoError {
  override readonly name = 'ConnectionTimeoutError'
  constructor() {
    super('The wallet did not answer in time.', {
      shown: 'The wallet did not answer',
      hint: 'It may be locked. Ask the visitor to unlock it and try again.',
    })
  }
}

/**
 * No connector of that id is known in that namespace.
 * @example
 * try {
 *   await connect(portico, { connectorId: remembered })
 * } catch (error) {
 *   if (!(error instanceof ConnectorNotFoundError)) throw error
 *   openModal(portico, { view: 'Connect' }) // that wallet is not on this page: have another chosen
 * }
 */
export class ConnectorNotFoundError extends PorticoError {
  override readonly name = 'ConnectorNotFoundError'
  constructor({ connectorId, namespace }: { connectorId: string; namespace: string }) {
    super(`Connector '${connectorId}' not found for '${namespace}'.`, {
      shown: 'This wallet is not available here',
      hint: 'Take the id from useConnectors(). Wallets are listed once the portico is mounted.',
    })
  }
}

/**
 * 'Connector not connected.'.
 * @example
 * try {
 *   await signMessage(portico, { message: 'hello' })
 * } catch (error) {
 *   if (!(error instanceof ConnectorNotConnectedError)) throw error
 *   openModal(portico, { view: 'Connect' })
 * }
 */
export class ConnectorNotConnectedError extends PorticoError {
  override readonly name = 'ConnectorNotConnectedError'
  constructor() {
    super('Connector not connected.', { shown: 'Connect a wallet first' })
  }
}

/**
 * 'Provider not found.': the connector is listed, but gives nothing to talk to.
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof ProviderNotFoundError)) throw error
 *   show('That wallet is gone from this page. Reload it, or turn the extension on again.')
 * }
 */
export class ProviderNotFoundError extends PorticoError {
  override readonly name = 'ProviderNotFoundError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Provider not found.', { shown: 'This wallet is not available here', cause })
  }
}

/**
 * The wallet answered with something that is no account and no network.
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof WalletAnswerError)) throw error
 *   show('That wallet answered with something odd. Update it, or take another.')
 *   report(error.cause) // for its makers
 * }
 */
export class WalletAnswerError extends PorticoError {
  override readonly name = 'WalletAnswerError'
  constructor({ method, cause }: { method: string; cause?: unknown }) {
    super(`The wallet's answer to ${method} could not be understood.`, { shown: 'The wallet gave an answer that makes no sense', cause })
  }
}

/**
 * 'Chain adapter not found': no adapter was given for the namespace.
 * @example
 * try {
 *   await connect(portico, { namespace: 'solana', connectorId })
 * } catch (error) {
 *   if (!(error instanceof AdapterNotFoundError)) throw error
 *   hideSolana() // until createPortico({ adapters: [evm({ networks }), solana({ networks })] }) names it
 * }
 */
export class AdapterNotFoundError extends PorticoError {
  override readonly name = 'AdapterNotFoundError'
  constructor({ namespace }: { namespace: string }) {
    super(`Chain adapter not found for '${namespace}'.`, {
      shown: 'This site does not use that kind of network',
      hint: 'Hand one to createPortico({ adapters }).',
    })
  }
}

/**
 * The code of the chain family could not be loaded, for example offline. Trying again loads it again.
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof AdapterLoadError)) throw error
 *   offerToTryAgain() // it is loaded again; a visitor who was offline is online by then
 * }
 */
export class AdapterLoadError extends PorticoError {
  override readonly name = 'AdapterLoadError'
  constructor({ namespace, cause }: { namespace: string; cause: unknown }) {
    super(`The adapter for '${namespace}' could not be loaded.`, {
      shown: 'A part of this page did not load. Check your connection and try again.',
      cause,
    })
  }
}

/**
 * 'Failed to disconnect'.
 * @example
 * try {
 *   await disconnect(portico)
 * } catch (error) {
 *   if (!(error instanceof DisconnectError)) throw error
 *   show('Your wallet did not let go. End the connection in the wallet.')
 *   report(error.cause)
 * }
 */
export class DisconnectError extends PorticoError {
  override readonly name = 'DisconnectError'
  constructor({ cause }: { cause: unknown }) {
    super('Failed to disconnect', { shown: 'Failed to disconnect', cause })
  }
}

/**
 * The chain family cannot do what was asked.
 * @example
 * try {
 *   await signPsbt(portico, { psbt, inputs })
 * } catch (error) {
 *   if (!(error instanceof CapabilityMissingError)) throw error
 *   hideButton() // the chain family, or the wallet, cannot do it
 * }
 */
export class CapabilityMissingError extends PorticoError {
  override readonly name = 'CapabilityMissingError'
  constructor({ capability, namespace }: { capability: string; namespace: string }) {
    super(`'${namespace}' has no ${capability}.`, { shown: 'This wallet does not support that', code: 4200 })
  }
}

/**
 * This wallet has no such method, though its chain family does (EIP-1193 4200). `instead`, for the visitor, says what can be done.
 * @example
 * try {
 *   await signPsbt(portico, { psbt, inputs })
 * } catch (error) {
 *   if (!(error instanceof UnsupportedMethodError)) throw error
 *   show(error.shown) // what can be done instead
 * }
 */
export class UnsupportedMethodError extends PorticoError {
  override readonly name = 'UnsupportedMethodError'
  /** What the wallet cannot do: the name of the adapter's capability. */
  readonly method: string
  constructor({ wallet, method, instead, cause }: { wallet: string; method: string; instead?: string; cause?: unknown }) {
    super(`'${wallet}' does not support ${method}.`, {
      shown: `Your wallet does not support that.${instead ? ` ${instead}` : ''}`,
      code: 4200,
      cause,
    })
    this.method = method
  }
}
