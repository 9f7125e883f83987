/** The calls that the keys make: to the auth service by the page's authenticated `post`, to the vault with its tickets. */
import { MalformedAnswerError, send } from '@portico/core/kit'
import {
  type ExportStartAnswer,
  type OpenAnswer,
  type ShareAnswer,
  type StageRequest,
  type TicketPurpose,
  type VaultFactors,
  type VaultRecovery,
  type VaultStageRequest,
  type VaultStatus,
  type VaultWaitAnswer,
  errorAnswer,
  exportStartAnswer,
  openAnswer,
  shareAnswer,
  ticketAnswer,
  vaultFactors,
  vaultInfo,
  vaultRecovery,
  vaultStageAnswer,
  vaultStatus,
  vaultWaitAnswer,
} from '@portico/vault-wire'
import * as z from 'zod/mini'
import { KeyServiceError } from './errors.js'

export interface KeyApi {
  readonly open: (deviceId?: string) => Promise<OpenAnswer>
  readonly ticket: (purpose: TicketPurpose, frameKey?: string) => Promise<string>
  readonly share: (request: { readonly purpose: 'sign' | 'reshare'; readonly frameKey: string }) => Promise<ShareAnswer>
  readonly stage: (request: StageRequest) => Promise<void>
  readonly commit: (attempt: string, deviceId?: string) => Promise<OpenAnswer>
  readonly exportStart: () => Promise<ExportStartAnswer>
  readonly exportCode: () => Promise<void>
  readonly exportShare: (request: { frameKey: string; code?: string; proof?: string }) => Promise<ShareAnswer>
  readonly vault: {
    readonly publicKey: () => Promise<string>
    readonly stage: (request: VaultStageRequest) => Promise<string>
    readonly status: (ticket: string) => Promise<VaultStatus>
    readonly factors: (ticket: string) => Promise<VaultFactors>
    readonly recover: (ticket: string, frameKey: string) => Promise<VaultRecovery>
    readonly wait: (recovery: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultWaitAnswer>
  }
}

export interface KeyApiOptions {
  /**
   * POSTs JSON to a path of the auth service, with the device's proof and the session, and resolves with the parsed body of a
   * 2xx answer. Anything else rejects.
   */
  readonly post: (path: string, body: unknown) => Promise<unknown>
  readonly vaultUrl: string
  readonly fetch: typeof fetch
}

/** Milliseconds that the vault has to answer; `wait` is answered after at most 20 s. */
const limitMs = 10_000
const waitLimitMs = 30_000
/** Longest answer of the vault: eight factors and their shares are 12 kB. */
const maxBytes = 200_000

export function createKeyApi({ post, vaultUrl, fetch }: KeyApiOptions): KeyApi {
  const ask = async <T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<T> => parse(schema, await post(path, body))

  const vault = async <T>(path: string, body: unknown, schema: z.ZodMiniType<T>, signal?: AbortSignal): Promise<T> => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const { ok, status, text } = await send({
      fetch,
      url: `${vaultUrl}${path}`,
      path,
      init: { ...(body !== undefined && json), credentials: 'omit', cache: 'no-store', redirect: 'error' },
      signal,
      retries: 0,
      timeout: signal ? waitLimitMs : limitMs,
      limit: maxBytes,
    }).catch((error: unknown) => {
      throw error instanceof MalformedAnswerError ? notUnderstood() : error
    })
    const answer = readJson(text)
    if (ok) return parse(schema, answer)
    const refused = errorAnswer.safeParse(answer)
    throw new KeyServiceError(
      refused.success ? refused.data.error : { code: `http-${status}`, message: 'The recovery service does not answer.' },
    )
  }

  return {
    open: (deviceId) => ask('/v1/wallet/open', { ...(deviceId && { deviceId }) }, openAnswer),
    ticket: async (purpose, frameKey) => (await ask('/v1/wallet/ticket', { purpose, ...(frameKey && { frameKey }) }, ticketAnswer)).ticket,
    share: (request) => ask('/v1/wallet/share', request, shareAnswer),
    stage: async (request) => void (await ask('/v1/wallet/stage', request, z.object({}))),
    commit: (attempt, deviceId) => ask('/v1/wallet/commit', { attempt, ...(deviceId && { deviceId }) }, openAnswer),
    exportStart: () => ask('/v1/wallet/export/start', {}, exportStartAnswer),
    exportCode: async () => void (await ask('/v1/wallet/export/code', {}, z.object({}))),
    exportShare: (request) => ask('/v1/wallet/export/share', request, shareAnswer),
    vault: {
      publicKey: async () => (await vault('/v1/info', undefined, vaultInfo)).publicKey,
      stage: async (request) => (await vault('/v1/stage', request, vaultStageAnswer)).receipt,
      status: (ticket) => vault('/v1/status', { ticket }, vaultStatus),
      factors: (ticket) => vault('/v1/factors', { ticket }, vaultFactors),
      recover: (ticket, frameKey) => vault('/v1/recoveries', { ticket, frameKey }, vaultRecovery),
      wait: ({ id, secret }, signal) => vault('/v1/recoveries/wait', { id, secret }, vaultWaitAnswer, signal),
    },
  }
}

function parse<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw notUnderstood()
  return parsed.data
}

function notUnderstood(): KeyServiceError {
  return new KeyServiceError({ code: 'malformed', message: 'The answer was not understood.' })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
