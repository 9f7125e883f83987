import { PorticoError } from '../../kit/errors.js'

/** 'Network not found': the site does not use that network. */
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

/** A newer switch took the place of this one (R2). */
export class NetworkSwitchSupersededError extends PorticoError {
  override readonly name = 'NetworkSwitchSupersededError'
  constructor() {
    super('A newer network switch took the place of this one.', { shown: 'Switch cancelled' })
  }
}

/** The wallet did not answer within five minutes. */
export class NetworkSwitchTimeoutError extends PorticoError {
  override readonly name = 'NetworkSwitchTimeoutError'
  constructor() {
    super('The wallet did not answer in time.', { shown: 'The wallet did not answer' })
  }
}

/** 'does not support programmatic chain switching'. The visitor can do it in the wallet. */
export class SwitchNotSupportedError extends PorticoError {
  override readonly name = 'SwitchNotSupportedError'
  constructor({ wallet, cause }: { wallet: string; cause?: unknown }) {
    super(`'${wallet}' does not support programmatic chain switching.`, { shown: 'Switch the network in your wallet', code: 4200, cause })
  }
}

/** The wallet said that it switched, and is somewhere else. */
export class NetworkSwitchUnconfirmedError extends PorticoError {
  override readonly name = 'NetworkSwitchUnconfirmedError'
  constructor({ wanted, actual }: { wanted: string; actual: string }) {
    super(`The wallet said that it switched to '${wanted}', but is on '${actual}'.`, {
      shown: 'Your wallet is still on another network',
      code: 4901,
    })
  }
}

/** The host has turned network switching off. */
export class NetworkSwitchDisabledError extends PorticoError {
  override readonly name = 'NetworkSwitchDisabledError'
  constructor() {
    super('Network switching is turned off.', { shown: 'This site stays on one network', hint: 'createPortico({ enableNetworkSwitch })' })
  }
}

/** A request is for another chain than the wallet, or the signed data, is on (S14). */
export class ChainMismatchError extends PorticoError {
  override readonly name = 'ChainMismatchError'
  constructor({ wanted, actual }: { wanted: string; actual: string }) {
    super(`The request is for '${wanted}', but this is '${actual}'.`, { shown: 'Your wallet is on another network', code: 4901 })
  }
}
