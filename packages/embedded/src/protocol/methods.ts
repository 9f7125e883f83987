const list = (prefix: string, names: string) => names.split(' ').map((name) => prefix + name)

/**
 * Methods that read, and are answered without a question: 41. `eth_sendRawTransaction` sends what is signed already.
 * @example const reads = safeMethods.filter((method) => method.startsWith('eth_'))
 */
export const safeMethods: readonly string[] = [
  ...list('eth_', 'accounts blockNumber call chainId estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash'),
  ...list('eth_', 'getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode'),
  ...list('eth_', 'getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex'),
  ...list('eth_', 'getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt'),
  ...list('eth_', 'getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter'),
  ...list('eth_', 'newPendingTransactionFilter sendRawTransaction syncing uninstallFilter getUserOperationReceipt'),
  ...list('eth_', 'estimateUserOperationGas getUserOperationByHash supportedEntryPoints'),
  ...list('wallet_', 'getCapabilities getCallsStatus getAssets'),
]

/**
 * Methods that sign or send, and always ask the visitor: 11.
 * @example for (const method of signingMethods) expect(await requested(method)).toBe('asked') // a test of a frame
 */
export const signingMethods: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  ...list('solana_sign', 'Message Transaction AllTransactions AndSendTransaction'),
  ...list('wallet_', 'sendCalls grantPermissions revokePermissions'),
  'eth_sendUserOperation',
]

/**
 * Whether a method reads. The match is exact: no folding of case, no prefix (S4).
 * @example const answer = isSafeMethod(method) ? await node.request({ method, params }) : await askVisitor(method, params)
 */
export const isSafeMethod = (method: string): boolean => safeMethods.includes(method)
/**
 * Whether a method signs or sends. The match is exact (S4).
 * @example if (isSigningMethod(method)) showSurface() // the frame is going to ask the visitor
 */
export const isSigningMethod = (method: string): boolean => signingMethods.includes(method)
/**
 * Whether a method is on one of the two lists.
 * @example if (!isListedMethod(method)) throw new UnsupportedMethodError({ wallet: 'Juniper', method }) // the frame would refuse it
 */
export const isListedMethod = (method: string): boolean => isSafeMethod(method) || isSigningMethod(method)
