import { OutOfScopeError } from '../errors.js'
import { readWithin } from '../peer/agreed.js'
import { codes } from '../peer/codes.js'
import { fiveMinutes } from '../peer/methods.js'
import { coversChain, coversEvent, coversMethod, hasAccounts } from '../peer/namespaces.js'
import { isRecord, seconds } from '../peer/parse.js'
import type { Inbound, Peer } from '../peer/types.js'
import type { DappEvents, SessionRequest } from './types.js'

/** A wallet changes what its session covers. */
export function takeUpdate({ sessions }: Peer<DappEvents>, { topic, id, params, answer }: Inbound): void {
  const session = sessions.get(topic)
  const namespaces = session && readWithin(isRecord(params) ? params['namespaces'] : undefined, session.asked)
  if (!namespaces || !hasAccounts(namespaces) || Number(id) < session.updateId) return answer({ error: codes.invalidUpdate })
  answer({ result: true })
  sessions.change({ ...session, namespaces, updateId: Number(id) })
}

/** A wallet tells that something has happened. */
export function takeEvent({ sessions, events }: Peer<DappEvents>, { topic, params, answer }: Inbound): void {
  const session = sessions.get(topic)
  const said = isRecord(params) ? params : {}
  const event = isRecord(said['event']) ? said['event'] : {}
  const { name, data } = event
  const { chainId } = said
  if (!session || typeof name !== 'string' || typeof chainId !== 'string') return answer({ error: codes.invalidEvent })
  if (!coversChain(session.namespaces, chainId) || !coversEvent(session.namespaces, chainId, name))
    return answer({ error: codes.unauthorizedEvent })
  answer({ result: true })
  events.emit('sessionEvent', { topic, chainId, name, data })
}

/** Asks the wallet for something within a session. @throws as `Dapp.request` */
export async function request(
  { options, sessions, call }: Peer<DappEvents>,
  { topic, chainId, method, params, expiresIn = fiveMinutes, signal, onSent }: SessionRequest,
): Promise<unknown> {
  const { namespaces, link } = sessions.require(topic)
  if (!coversChain(namespaces, chainId)) throw new OutOfScopeError({ what: 'chain', value: chainId, code: 4901 })
  if (!coversMethod(namespaces, chainId, method)) throw new OutOfScopeError({ what: 'method', value: method, code: 4200 })
  const lasts = Math.min(Math.max(expiresIn, fiveMinutes), 604_800)
  const asked = { request: { method, params: params ?? [], expiryTimestamp: seconds() + lasts }, chainId }
  const isLinked = link !== undefined && options.openLink !== undefined
  return call({ topic, method: 'wc_sessionRequest', params: asked, expiresIn: lasts, signal, onSent: isLinked ? undefined : onSent })
}
