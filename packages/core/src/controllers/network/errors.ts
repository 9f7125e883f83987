import { PorticoError } from '../../kit/errors.js'

/**
 * 'Network not found': the site does not use that network.
 * @example
 * try {
 *   await switchNetwork(portico, { networkId: 'eip155:10' })
 * } catch (error) {
 *   if (!(error instanceof NetworkNotConfiguredError)) throw error
 *   show('We are not on that network.') // until the adapter's networks have it
 * }
 */
export class NetworkNotConfiguredError extends PorticoError {
  override readonly name = 'NetworkNotConfiguredError'
  constructor({ networkId }: { networkId: string }) {
    super(`Network not found: '${networkId}' is not one of the site's networks.`, {
      shown: 'This site does not use that network',
      hint: 'Add it to the networks of its adapter.',
      code: 4902,
    })
  }
}

/**
 * A newer switch took the place of this one (R2).
 * @example
 * try {
 *   await switchNetwork(portico, { networkId })
 * } catch (error) {
 *   if (!(error instanceof NetworkSwitchSupersededError)) throw error
 *   // A newer switch goes on: nothing to be said.
 * }
 */
export class NetworkSwitchSupersededError extends PorticoError {
  override readonly name = 'NetworkSwitchSupersededError'
  constructor() {
    super('A newer network switch took the place of this one.', { shown: 'Switch cancelled' })
  }
}

/**
 * The wallet did not answer within five minutes.
 * @example
 * try {
 *   await switchNetwork(portico, { networkId })
 * } catch (error) {
 *   if (!(error instanceof NetworkSwitchTimeoutError)) throw error
 *   show('Your wallet did not answer. Look whether it asks you something.')
 * }
 */
export class NetworkSwitchTimeoutError extends PorticoError {
  override readonly name = 'NetworkSwitchTimeoutError'
  constructor() {
    super('The wallet did not answer in time.', { shown: 'The wallet did not answer' })
  }
}

/**
 * 'does not support programmatic chain switching'. The visitor can do it in the wallet.
 * @example
 * try {
 *   await switchNetwork(portico, { networkId })
 * } catch (error) {
 *   if (!(error instanceof SwitchNotSupportedError)) throw error
 *   show('Choose the network in your wallet: it takes no request for it.')
 * }
 */
export class SwitchNotSupportedError extends PorticoError {
  override readonly name = 'SwitchNotSupportedError'
  constructor({ wallet, cause }: { wallet: string; cause?: unknown }) {
    super(`'${wallet}' does not support programmatic chain switching.`, { shown: 'Switch the network in your wallet', code: 4200, cause })
  }
}

/**
 * The wallet said that it switched, and is somewhere else.
 * @example
 * try {
 *   await switchNetwork(portico, { networkId })
 * } catch (error) {
 *   if (!(error instanceof NetworkSwitchUnconfirmedError)) throw error
 *   show('Your wallet is still elsewhere. Choose the network in the wallet.')
 * }
 */
export class NetworkSwitchUnconfirmedError extends PorticoError {
  override readonly name = 'NetworkSwitchUnconfirmedError'
  constructor({ wanted, actual }: { wanted: string; actual: string }) {
    super(`The wallet said that it switched to '${wanted}', but is on '${actual}'.`, {
      shown: 'Your wallet is still on another network',
      code: 4901,
    })
  }
}

/**
 * The host has turned network switching off.
 * @example
 * try {
 *   await switchNetwork(portico, { networkId })
 * } catch (error) {
 *   if (!(error instanceof NetworkSwitchDisabledError)) throw error
 *   hideNetworks() // createPortico({ enableNetworkSwitch: false }) stands for that
 * }
 */
export class NetworkSwitchDisabledError extends PorticoError {
  override readonly name = 'NetworkSwitchDisabledError'
  constructor() {
    super('Network switching is turned off.', { shown: 'This site stays on one network', hint: 'createPortico({ enableNetworkSwitch })' })
  }
}

/**
 * A request is for another chain than the wallet, or the signed data, is on (S14).
 * @example
 * try {
 *   await signTypedData(portico, typedData)
 * } catch (error) {
 *   if (!(error instanceof ChainMismatchError)) throw error
 *   await switchNetwork(portico, { networkId: 'eip155:8453' }) // of typedData.domain, then ask again
 * }
 */
export class ChainMismatchError extends PorticoError {
  override readonly name = 'ChainMismatchError'
  constructor({ wanted, actual }: { wanted: string; actual: string }) {
    super(`The request is for '${wanted}', but this is '${actual}'.`, { shown: 'Your wallet is on another network', code: 4901 })
  }
}
