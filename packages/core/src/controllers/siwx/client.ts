import { signInChainId, writeSignInMessage } from '@portico/siwx'
import * as z from 'zod/mini'
import { MalformedAnswerError, NetworkFailureError } from '../../kit/http/errors.js'
import { send } from '../../kit/http/send.js'
import { isNetworkId, type AccountId, type NetworkId } from '../../kit/caip/ids.js'
import { isAccountId } from '../../kit/caip/accountIds.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { siteOrigin } from '../../kit/siteOrigin.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SignInOffer } from './capability.js'
import { SignInRefusedError, SignInUnavailableError } from './errors.js'
import type { AccountSession, SignedText, Signer, SignInText } from './service.js'
import type { SiwxOptions } from './siwx.js'

/** How long a text may be good for, in milliseconds: a day. */
const longest = 86_400_000

/** What the server's clock says, in milliseconds since 1970. Texts and sessions go by it, for that of a visitor may be days off. */
const clock = z.optional(z.number().check(z.gte(0), z.lte(8.64e15 - longest)))

const nonceAnswer = z.object({ nonce: z.string().check(z.regex(/^[\dA-Za-z]{8,128}$/)), now: clock })

const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      account: z.custom<AccountId>(isAccountId),
      scope: z.enum(['namespace', 'chain']),
      expiresAt: z.number(),
    }),
  ),
  now: clock,
})

const refusal = z.object({ error: z.string().check(z.regex(/^\w{1,40}$/)) })

/** A session that the server has just confirmed is good for this long at least, in milliseconds: an older one tells no time of its own. */
const shortest = 60_000

const namespaces = ['eip155', 'solana', 'bip122'] as const

export async function createMessage(options: SiwxOptions, portico: Portico, signer: Signer, signal?: AbortSignal): Promise<SignInText> {
  const { domain, uri, statement, nonce, issuedAt, expirationTime, resources } = await createOffer(
    options,
    portico,
    [signer.networkId],
    signal,
  )
  const namespace = namespaces.find((each) => each === signer.namespace)
  if (!namespace) throw new InvalidOptionError({ option: 'siwx', problem: `nobody signs in with an account of '${signer.namespace}'` })
  const text = writeSignInMessage({
    namespace,
    domain,
    address: signer.address,
    ...(statement !== undefined && { statement }),
    uri,
    version: '1',
    chainId: signInChainId(signer.networkId),
    nonce,
    issuedAt,
    expirationTime,
    ...(resources && { resources }),
  })
  return { text, ...(options.origin !== undefined && { host: domain }) }
}

export async function createOffer(
  options: SiwxOptions,
  portico: Portico,
  chains: readonly NetworkId[],
  signal?: AbortSignal,
): Promise<SignInOffer> {
  const { statement, resources, maxAge = longest / 1000 } = options
  const { origin, host } = siteOf(options, portico)
  const { nonce, now = Date.now() } = await ask(options, portico, {
    path: 'nonce',
    schema: nonceAnswer,
    method: 'POST',
    ...(signal && { signal }),
  })
  return {
    domain: host,
    uri: origin,
    ...(statement !== undefined && { statement }),
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + maxAge * 1000).toISOString(),
    chains: chains.filter(isNetworkId),
    ...(resources && { resources }),
  }
}

export async function verify(
  options: SiwxOptions,
  portico: Portico,
  signed: readonly SignedText[],
  signal?: AbortSignal,
): Promise<readonly AccountSession[]> {
  const body = signed.map(({ text, signature }) => ({ message: text, signature }))
  const request = { path: 'verify', schema: sessionsAnswer, method: 'POST', body, ...(signal && { signal }), retries: 0 } as const
  return sessionsFrom(await ask(options, portico, request))
}

export async function getSessions(options: SiwxOptions, portico: Portico, signal?: AbortSignal): Promise<readonly AccountSession[]> {
  return sessionsFrom(await ask(options, portico, { path: 'session', schema: sessionsAnswer, method: 'GET', ...(signal && { signal }) }))
}

export async function signOut(options: SiwxOptions, portico: Portico, accountId?: AccountId): Promise<void> {
  const body = accountId === undefined ? {} : { account: accountId }
  await ask(options, portico, { path: 'sign-out', method: 'POST', body, schema: z.optional(z.unknown()) })
}

/** Ends are told by the clock of the page, as they are waited for. */
const sessionsFrom = ({ sessions, now = Date.now() }: z.output<typeof sessionsAnswer>): readonly AccountSession[] =>
  sessions.map(({ account, scope, expiresAt }) => ({
    accountId: account,
    scope,
    expiresAt: Date.now() + Math.max(expiresAt - now, shortest),
  }))

interface Asked<S extends z.ZodMiniType> {
  readonly path: 'nonce' | 'verify' | 'session' | 'sign-out'
  readonly method: 'GET' | 'POST'
  readonly schema: S
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly retries?: number
}

/** @throws SignInUnavailableError, SignInRefusedError, MalformedAnswerError, RequestAbortedError */
async function ask<S extends z.ZodMiniType>(options: SiwxOptions, portico: Portico, asked: Asked<S>): Promise<z.output<S>> {
  const { path, method, schema, body, signal, retries } = asked
  const init = {
    method,
    credentials: 'include',
    cache: 'no-store',
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  } as const
  const url = `${options.url.replace(/\/$/, '')}/${path}`
  const fetch = portico.options.fetch ?? globalThis.fetch
  const { ok, status, text, retryAfter } = await send({
    fetch: (...parameters) => fetch(...parameters),
    url,
    path,
    init,
    signal,
    ...(retries !== undefined && { retries }),
  }).catch((error: unknown) => {
    throw error instanceof NetworkFailureError ? new SignInUnavailableError({ cause: error }) : error
  })
  if (!ok) throw failureOf(status, text, retryAfter)
  const parsed = z.safeParse(schema, text === '' ? undefined : readJson(text))
  if (!parsed.success) throw new MalformedAnswerError({ path, problem: 'it has another shape', cause: parsed.error })
  return parsed.data
}

/** A server that is away, or busy, says nothing of the signature. */
function failureOf(status: number, text: string, retryAfter: number | undefined): Error {
  if (status === 408 || status === 429 || status >= 500) return new SignInUnavailableError(retryAfter === undefined ? {} : { retryAfter })
  const said = z.safeParse(refusal, readJson(text))
  return new SignInRefusedError({ reason: said.success ? said.data.error : String(status) })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Origin and host of the site, as the text names them. */
function siteOf({ origin: given }: SiwxOptions, portico: Portico): { readonly origin: string; readonly host: string } {
  const wanted = given ?? siteOrigin(portico)
  if (wanted === undefined || !URL.canParse(wanted))
    throw new InvalidOptionError({ option: 'siwx.origin', problem: 'there is no page here to take it from' })
  const { origin, host } = new URL(wanted)
  return { origin, host }
}
