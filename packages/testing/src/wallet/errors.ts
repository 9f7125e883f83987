/**
 * The codes a wallet answers with: EIP-1193, EIP-1474 (the -32xxx ones), EIP-3326 (4902) and EIP-5792 (57xx).
 * @example wallet.script('wallet_switchEthereumChain', reject(rpcErrorCodes.unknownChain)) // 4902
 */
export const rpcErrorCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  unsupportedCapability: 5700,
  unsupportedBundleChain: 5710,
  duplicateBundle: 5720,
  unknownBundle: 5730,
  atomicityUnsupported: 5760,
  alreadyPending: -32002,
  invalidParams: -32602,
  internal: -32603,
} as const

/**
 * The error of EIP-1193: a number that says what happened, and the sentence a real wallet would send with it.
 * @example
 * try {
 *   await provider.request({ method: 'personal_sign', params })
 * } catch (error) {
 *   if (!(error instanceof ProviderRpcError)) throw error
 *   expect(error.code).toBe(4001) // the script said that the visitor rejects
 * }
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  /** Whatever the wallet or the node adds, for example the bytes a contract reverted with. Absent when there is nothing. */
  declare readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) Object.defineProperty(this, 'data', { value: data, enumerable: true })
  }
}

const messages = new Map<number, string>([
  [rpcErrorCodes.userRejected, 'User rejected the request.'],
  [rpcErrorCodes.unauthorized, 'The requested account and/or method has not been authorized by the user.'],
  [rpcErrorCodes.unsupportedMethod, 'The requested method is not supported by this wallet.'],
  [rpcErrorCodes.disconnected, 'The wallet is disconnected from all chains.'],
  [rpcErrorCodes.chainDisconnected, 'The wallet is not connected to the requested chain.'],
  [rpcErrorCodes.unknownChain, 'Unrecognized chain ID. Try adding the chain first.'],
  [rpcErrorCodes.alreadyPending, 'A request of this kind is already pending. Please wait.'],
  [rpcErrorCodes.invalidParams, 'Invalid method parameters.'],
  [rpcErrorCodes.internal, 'Internal wallet error.'],
])

/** The error with the usual sentence for its code, unless a better one is given. */
export function rpcError(code: number, message?: string, data?: unknown): ProviderRpcError {
  return new ProviderRpcError(code, message ?? messages.get(code) ?? 'The request failed.', data)
}
