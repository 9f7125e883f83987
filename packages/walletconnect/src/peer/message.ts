import { UserRejectedError, type PorticoError } from '@portico/core'
import { PeerError } from '../errors.js'
import { isRefusal, type ErrorAnswer } from './codes.js'
import { isRecord, readJson } from './parse.js'

/** Ids are numbers of 16 digits made from the time; some wallets write them as text. */
export type MessageId = number | string

export interface RequestMessage {
  readonly id: MessageId
  readonly method: string
  readonly params: unknown
}

export type AnswerMessage = { readonly id: MessageId; readonly result: unknown } | { readonly id: MessageId; readonly error: PorticoError }

const isId = (value: unknown): value is MessageId =>
  (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && /^\d{1,30}$/.test(value))

/** Reads a JSON-RPC 2.0 message; undefined for anything that is neither a request nor an answer. */
export function readMessage(text: string): RequestMessage | AnswerMessage | undefined {
  const said = readJson(text)
  if (!isRecord(said) || !isId(said['id'])) return undefined
  const { id, method, params, error } = said
  if (method !== undefined) return typeof method === 'string' && method.length <= 100 ? { id, method, params } : undefined
  if (error !== undefined && error !== null) {
    if (!isRecord(error)) return undefined
    const { code, message, data } = error
    const known = typeof code === 'number' && Number.isSafeInteger(code) ? code : -32_000
    return {
      id,
      error: failure({
        code: known,
        message: typeof message === 'string' ? message.slice(0, 1_000) : '',
        ...(data !== undefined && { data }),
      }),
    }
  }
  return 'result' in said ? { id, result: said['result'] } : undefined
}

export const isRequest = (message: RequestMessage | AnswerMessage): message is RequestMessage => 'method' in message

/** The error of an answer, as one of ours: what a person declined is always a {@link UserRejectedError}. */
const failure = (error: ErrorAnswer): PorticoError =>
  isRefusal(error.code) ? new UserRejectedError({ cause: error }) : new PeerError(error)
