import { PorticoError } from '@portico/core'

/**
 * 'Please call connect() before request()', or before enable().
 * @example
 * try {
 *   await provider.request(asked)
 * } catch (error) {
 *   if (!(error instanceof NotConnectedError)) throw error
 *   await provider.connect({ onUri: showCode })
 * }
 */
export class NotConnectedError extends PorticoError {
  override readonly name = 'NotConnectedError'
  constructor({ before }: { before: 'request' | 'enable' }) {
    super(`Please call connect() before ${before}()`, { shown: 'Connect a wallet first', code: 4900 })
  }
}

/**
 * 'Sign Client not initialized': the provider was closed, or its code has not loaded.
 * @example
 * try {
 *   await provider.request(asked)
 * } catch (error) {
 *   if (!(error instanceof ClientNotReadyError)) throw error
 *   await makeProvider() // it was closed, or its code had not loaded
 * }
 */
export class ClientNotReadyError extends PorticoError {
  override readonly name = 'ClientNotReadyError'
  constructor() {
    super('Sign Client not initialized', { shown: 'Connect a wallet first', code: 4900 })
  }
}

/**
 * 'Session not initialized...'.
 * @example
 * try {
 *   const { namespaces } = provider.session()
 * } catch (error) {
 *   if (!(error instanceof SessionNotReadyError)) throw error
 *   await provider.connect({ onUri: showCode }) // the visitor chooses a wallet first
 * }
 */
export class SessionNotReadyError extends PorticoError {
  override readonly name = 'SessionNotReadyError'
  constructor() {
    super('Session not initialized. Please call connect() before enable()', { shown: 'Connect a wallet first', code: 4900 })
  }
}

/**
 * The chain's namespace is none of the provider's.
 * @example
 * try {
 *   await provider.request({ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', method: 'solana_signMessage', params })
 * } catch (error) {
 *   if (!(error instanceof NamespaceNotConfiguredError)) throw error
 *   report(error) // no chain of Solana was given to createUniversalProvider
 * }
 */
export class NamespaceNotConfiguredError extends PorticoError {
  override readonly name = 'NamespaceNotConfiguredError'
  constructor({ namespace }: { namespace: string }) {
    super(`Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`, {
      shown: 'This site does not use that kind of network',
      code: 4901,
    })
  }
}

/**
 * 'JSON-RPC provider for {chain} not found': the chain is none of the host's.
 * @example
 * try {
 *   await provider.request({ chainId: 'eip155:10', method: 'eth_call', params })
 * } catch (error) {
 *   if (!(error instanceof ChainProviderNotFoundError)) throw error
 *   report(error) // the chain is none of those that createUniversalProvider was given
 * }
 */
export class ChainProviderNotFoundError extends PorticoError {
  override readonly name = 'ChainProviderNotFoundError'
  constructor({ chain }: { chain: string }) {
    super(`JSON-RPC provider for ${chain} not found`, { shown: 'This site does not use that network', code: 4901 })
  }
}

/**
 * 'No RPC url provided for chainId: {chain}'.
 * @example
 * try {
 *   await provider.request({ chainId: 'eip155:10', method: 'eth_call', params })
 * } catch (error) {
 *   if (!(error instanceof NoRpcUrlError)) throw error
 *   report(error) // the chain was given without the URL of a node
 * }
 */
export class NoRpcUrlError extends PorticoError {
  override readonly name = 'NoRpcUrlError'
  constructor({ chain }: { chain: string }) {
    super(`No RPC url provided for chainId: ${chain}`, {
      shown: 'The network did not answer. Try again.',
      hint: 'Give the network an entry in rpcUrls.',
      code: 4901,
    })
  }
}

/**
 * The chain's own endpoint answered with an error, or not at all.
 * @example
 * try {
 *   await provider.read('eip155:1', 'eth_getBalance', params)
 * } catch (error) {
 *   if (!(error instanceof RpcError)) throw error
 *   report(error.code, error.data) // the chain's own endpoint, not the wallet
 * }
 */
export class RpcError extends PorticoError {
  override readonly name = 'RpcError'
  /** What the endpoint attached, such as the data of a revert. */
  readonly data: unknown
  constructor({ message, code, data, cause }: { message: string; code?: number; data?: unknown; cause?: unknown }) {
    super(message, { shown: 'The network did not answer. Try again.', cause, ...(code !== undefined && { code }) })
    this.data = data
  }
}

/**
 * The wallet can be asked to change to that chain neither here nor there (EIP-3326 4902).
 * @example
 * try {
 *   provider.setChain('eip155:10')
 * } catch (error) {
 *   if (!(error instanceof ChainNotApprovedError)) throw error
 *   await connectWith([...chains, 'eip155:10']) // pairing asks for the chain then
 * }
 */
export class ChainNotApprovedError extends PorticoError {
  override readonly name = 'ChainNotApprovedError'
  constructor({ chain }: { chain: string }) {
    super(`The wallet has not approved ${chain}.`, { shown: 'Your wallet does not support this network', code: 4902 })
  }
}
