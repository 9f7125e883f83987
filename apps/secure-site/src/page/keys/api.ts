/** The calls that the keys make: to the auth service by the page's authenticated `post`, to the vault with its tickets. */
import { MalformedAnswerError, send } from '@portico/core/kit'
import {
  type ExportStartAnswer,
  type IdentityKind,
  type OpenAnswer,
  type ShareAnswer,
  type TicketPurpose,
  type VaultChallenges,
  type VaultIdentityRequest,
  type VaultIdentityWaitAnswer,
  type VaultInfo,
  type VaultProofRequest,
  type VaultRecovery,
  type VaultReleased,
  type VaultStatus,
  type VaultWaitAnswer,
  type VaultWaysRequest,
  type WayAnswer,
  type WaysRequest,
  errorAnswer,
  exportStartAnswer,
  openAnswer,
  shareAnswer,
  ticketAnswer,
  vaultChallenges,
  vaultIdentityWaitAnswer,
  vaultInfo,
  vaultRecovery,
  vaultReleased,
  vaultStatus,
  vaultWaitAnswer,
  vaultWaysAnswer,
  wayAnswer,
} from '@portico/vault-wire'
import * as z from 'zod/mini'
import { KeyServiceError } from './errors.js'

export interface KeyApi {
  readonly open: (deviceId?: string) => Promise<OpenAnswer>
  readonly ticket: (purpose: TicketPurpose, frameKey?: string) => Promise<string>
  readonly way: (request: { readonly id: string; readonly frameKey: string }) => Promise<WayAnswer>
  /** Of a wallet that an earlier release split into shares. */
  readonly share: (frameKey: string) => Promise<ShareAnswer>
  readonly writeWays: (request: WaysRequest) => Promise<OpenAnswer>
  readonly exportStart: () => Promise<ExportStartAnswer>
  readonly exportCode: () => Promise<void>
  readonly exportWay: (request: { id: string; frameKey: string; code?: string; proof?: string }) => Promise<WayAnswer>
  readonly vault: {
    readonly info: () => Promise<VaultInfo>
    readonly writeWays: (request: VaultWaysRequest) => Promise<string>
    readonly status: (asked: { ticket: string; eip155: string }) => Promise<VaultStatus>
    readonly challenges: (asked: { ticket: string; frameKey: string; eip155: string; split: boolean }) => Promise<VaultChallenges>
    readonly prove: (proof: VaultProofRequest) => Promise<VaultReleased>
    readonly recover: (asked: {
      ticket: string
      frameKey: string
      eip155: string
      way: string | null
      by?: IdentityKind | undefined
    }) => Promise<VaultRecovery>
    /** Asks to be known by an account elsewhere. */
    readonly addIdentity: (request: VaultIdentityRequest) => Promise<VaultRecovery>
    readonly waitIdentity: (asked: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultIdentityWaitAnswer>
    readonly wait: (recovery: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultWaitAnswer>
    /** Takes the question back: its link is over. */
    readonly endRecovery: (recovery: { id: string; secret: string }) => Promise<void>
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
/** Longest answer of the vault: eight factors and their challenges are 20 kB. */
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
    way: (request) => ask('/v1/wallet/way', request, wayAnswer),
    share: (frameKey) => ask('/v1/wallet/share', { frameKey }, shareAnswer),
    writeWays: (request) => ask('/v1/wallet/ways', request, openAnswer),
    exportStart: () => ask('/v1/wallet/export/start', {}, exportStartAnswer),
    exportCode: async () => void (await ask('/v1/wallet/export/code', {}, z.object({}))),
    exportWay: (request) => ask('/v1/wallet/export/way', request, wayAnswer),
    vault: {
      info: () => vault('/v1/info', undefined, vaultInfo),
      writeWays: async (request) => (await vault('/v1/ways', request, vaultWaysAnswer)).receipt,
      status: (asked) => vault('/v1/status', asked, vaultStatus),
      challenges: (asked) => vault('/v1/challenges', asked, vaultChallenges),
      prove: (proof) => vault('/v1/proofs', proof, vaultReleased),
      recover: (asked) => vault('/v1/recoveries', asked, vaultRecovery),
      addIdentity: (request) => vault('/v1/identities', request, vaultRecovery),
      waitIdentity: ({ id, secret }, signal) => vault('/v1/identities/wait', { id, secret }, vaultIdentityWaitAnswer, signal),
      wait: ({ id, secret }, signal) => vault('/v1/recoveries/wait', { id, secret }, vaultWaitAnswer, signal),
      endRecovery: async ({ id, secret }) => void (await vault('/v1/recoveries/end', { id, secret }, z.object({}))),
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
