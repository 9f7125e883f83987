import { goodbye } from './goodbye.js'

/**
 * Codes of the protocol, with their texts. Source: the open protocol's error codes.
 * @example await wallet.reject({ id, error: codes.userRejected }) // 5000: the person said no
 */
export const codes = {
  invalidMethod: { code: 1001, message: 'Invalid method.' },
  invalidEvent: { code: 1002, message: 'Invalid event.' },
  invalidUpdate: { code: 1003, message: 'Invalid update request.' },
  invalidExtend: { code: 1004, message: 'Invalid extend request.' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request.' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event.' },
  unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request.' },
  unauthorizedExtend: { code: 3004, message: 'Unauthorized extend request.' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain.' },
  userRejected: { code: 5000, message: 'User rejected.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  userDisconnected: goodbye,
  settlementFailed: { code: 7000, message: 'Session settlement failed.' },
  noSession: { code: 7001, message: 'No session for topic.' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  unsupportedMethod: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const satisfies Readonly<Record<string, ErrorAnswer>>

/** A JSON-RPC error. */
export interface ErrorAnswer {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Codes that mean that a person said no: EIP-1193's, and those of CAIP-25. */
export const isRefusal = (code: number): boolean => code === 4001 || (code >= 5000 && code <= 5003) || code === 12_001
