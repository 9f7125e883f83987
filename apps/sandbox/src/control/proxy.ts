import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Failures, InjectedFailure, Subject } from './failures.js'

type ControlContext = Context<{ Bindings: HttpBindings }>

const call = z.looseObject({ method: z.string(), id: z.optional(z.union([z.string(), z.number(), z.null()])) })
const request = z.union([call, z.array(call)])
type Call = z.infer<typeof call>

/**
 * Plays the failure that names this request, if one does. Answers with a response if the request ends there, with the
 * failure if it only was slow or is for the caller to play, and with undefined if none was named.
 */
export async function playFailure(
  context: ControlContext,
  failures: Failures,
  subject: Subject,
): Promise<Response | InjectedFailure | undefined> {
  const failure = failures.take(subject)
  if (!failure) return undefined
  if (failure.latencyMs) await sleep(failure.latencyMs, undefined, { signal: context.req.raw.signal }).catch(() => {})
  if (failure.disconnect) {
    context.env.incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  }
  if (failure.status === undefined) return failure
  const retryAfter = failure.retryAfter === undefined ? {} : { 'retry-after': String(failure.retryAfter) }
  const body = { error: { code: 'injected', message: 'This failure was asked for.' } }
  return Response.json(body, { status: failure.status, headers: retryAfter })
}

/** Where a request goes, and what a failure may call it. */
export interface Target {
  url: string
  subject: Pick<Subject, 'chainId' | 'chain'>
}

/** Hands JSON-RPC to a chain, one call or many. Failures may name the chain, the method or both. */
export async function proxyRpc(context: ControlContext, { url, subject }: Target, failures: Failures): Promise<Response> {
  const text = await context.req.text()
  const parsed = request.safeParse(parseJson(text))
  if (!parsed.success) return context.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } }, 400)

  const calls = Array.isArray(parsed.data) ? parsed.data : [parsed.data]
  const failed = new Map<Call, InjectedFailure>()
  for (const each of calls) {
    const played = await playFailure(context, failures, { path: context.req.path, ...subject, rpcMethod: each.method })
    if (played instanceof Response) return played
    if (played?.rpcError) failed.set(each, played)
  }

  const passing = calls.filter((each) => !failed.has(each))
  const answers = new Map<unknown, unknown>()
  if (passing.length > 0) {
    const body = failed.size === 0 ? text : JSON.stringify(passing)
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)
    if (!response) return chainDown(context, subject)
    if (failed.size === 0) return context.body(await response.text(), { status: 200, headers: { 'content-type': 'application/json' } })
    for (const answer of z.array(z.looseObject({ id: z.unknown() })).parse(await response.json())) answers.set(answer.id, answer)
  }
  const all = calls.map((each) => {
    const failure = failed.get(each)
    return failure ? { jsonrpc: '2.0', id: each.id ?? null, error: failure.rpcError } : answers.get(each.id)
  })
  return context.json(Array.isArray(parsed.data) ? all : all[0])
}

/** Hands a request for esplora's paths to Bitcoin. An injected `rpcError` has the form that esplora gives to errors of its node. */
export async function proxyEsplora(context: ControlContext, { url, subject }: Target, failures: Failures): Promise<Response> {
  const played = await playFailure(context, failures, { path: context.req.path, ...subject })
  if (played instanceof Response) return played
  if (played?.rpcError) return context.text(`sendrawtransaction RPC error: ${JSON.stringify(played.rpcError)}`, 400)
  const { pathname, search } = new URL(context.req.url)
  const { method } = context.req
  const body = method === 'POST' ? { body: await context.req.text(), headers: { 'content-type': 'text/plain' } } : {}
  const response = await fetch(`${url}${pathname.replace('/esplora', '')}${search}`, { method, ...body }).catch(() => undefined)
  if (!response) return chainDown(context, subject)
  const type = response.headers.get('content-type') ?? 'text/plain'
  return new Response(await response.text(), { status: response.status, headers: { 'content-type': type } })
}

function chainDown(context: ControlContext, { chainId, chain }: Target['subject']): Response {
  return context.json({ error: { code: 'chain-down', message: `Chain ${chainId ?? chain} does not answer.` } }, 502)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
