import { codes, type ErrorAnswer } from '@portico/walletconnect/wallet'
import { isRecord } from '../wallet/params.js'
import { rpcErrorCodes } from '../wallet/errors.js'

/** A failure as the protocol says it: what a person declined is 5000, the rest keeps its code. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const { code, message, data } = isRecord(error) ? error : {}
  if (code === rpcErrorCodes.userRejected) return codes.userRejected
  return {
    code: typeof code === 'number' ? code : rpcErrorCodes.internal,
    message: typeof message === 'string' ? message : typeof error === 'string' ? error : 'Internal wallet error.',
    ...(data !== undefined && { data }),
  }
}

/** Whether a failure means that a person said no. */
export const isDeclined = ({ code }: ErrorAnswer): boolean => code === rpcErrorCodes.userRejected || (code >= 5000 && code <= 5003)
