import * as z from 'zod/mini'
import { fiatDecimals } from '../../kit/amount/fiat.js'
import { parseAmount } from '../../kit/amount/parse.js'
import { isNetworkId, type NetworkId } from '../../kit/caip/ids.js'
import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'
import type { Portico } from '../../portico/createPortico.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import { safePage } from './page.js'
import { keptGrant, keptRecord, keptSession, sessionStatuses, type sessionAnswer } from './schema.js'

declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** An order at an on-ramp or an exchange has become what its `status` says. */
    'onramp.changed': { session: OnrampSession }
  }
}

/** How many orders are remembered, how long one is that has not come to its end, and how long one that has, in milliseconds. */
export const sessionLimit = 8
export const sessionLifetime = 7 * 24 * 60 * 60_000
export const endedLifetime = 60 * 60_000
/** How long a grant is kept, in milliseconds: the gateway's is good for 24 h. */
export const grantLifetime = 23 * 60 * 60_000

export type OnrampStatus = (typeof sessionStatuses)[number]

/** Money in 10⁻¹⁸ of its currency. */
export interface Money {
  readonly units: bigint
  /** ISO 4217, in upper case. */
  readonly currency: string
}

/** An order at a provider. */
export interface OnrampSession {
  readonly id: string
  /** `exchange`: from an account that the visitor has at one. */
  readonly kind: 'buy' | 'sell' | 'exchange'
  readonly provider: { readonly id: string; readonly name: string }
  readonly networkId: NetworkId
  /** Whose order it is. */
  readonly address: string
  /** The provider's page. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly status: OnrampStatus
  readonly token: {
    readonly symbol: string
    readonly name: string
    readonly decimals: number
    readonly address?: string
    readonly icon?: string
  }
  /** How much of the token, in its smallest unit: of a purchase as quoted, until the provider says what it is. */
  readonly units?: bigint
  readonly paid?: Money
  readonly fee?: Money
  /** Id of the way to pay. */
  readonly method?: string
  /** Of the transfer on the chain, once it is sent. */
  readonly hash?: string
  /** The gateway's word for why it failed. */
  readonly reason?: string
  /** Where to send what is sold. */
  readonly depositAddress?: string
  /** The visitor has seen how it ended. */
  readonly seen?: true
}

/**
 * Whether nothing more is to come of it.
 * @example const open = onrampSessionStore(portico).getState().filter((session) => !isEnded(session))
 */
export const isEnded = ({ status }: Pick<OnrampSession, 'status'>): boolean =>
  status === 'settled' || status === 'failed' || status === 'refunded' || status === 'expired'

/** Whether nothing more can come of it: one that has expired may still be paid late. */
export const isOver = (session: Pick<OnrampSession, 'status'>): boolean => isEnded(session) && session.status !== 'expired'

/**
 * Orders that this browser knows of, the newest first. Read from storage by {@link loadOnramp}.
 * @example const [latest] = onrampSessionStore(portico).getState()
 */
export const onrampSessionStore = defineStore<readonly OnrampSession[]>('onramp sessions', () => [])

interface Grant {
  readonly accountId: string
  readonly grant: string
  readonly keptAt: number
}
/** Grants that could not be written: from then on, memory knows more than storage. */
const memoryOf = defineSlot<readonly Grant[] | undefined>('onramp grants', () => undefined)
const loaded = defineSlot('onramp loaded', () => false)

/**
 * Reads, once, what an earlier visit left. What is malformed, older than it may be, or leads to a page that may not be opened is left out.
 * @example
 * loadOnramp(portico)
 * const sessions = onrampSessionStore(portico).getState()
 */
export function loadOnramp(portico: Portico): void {
  if (loaded(portico)) return
  loaded.put(portico, true)
  const { sessions } = readRecord(readItem(portico, 'onramp'))
  const known = onrampSessionStore(portico).getState()
  const remembered = sessions.flatMap((entry) => sessionOf(portico, entry) ?? []).filter(({ id }) => !known.some((one) => one.id === id))
  if (remembered.length > 0) onrampSessionStore(portico).setState([...known, ...remembered].slice(0, sessionLimit), true)
}

/** As another tab may have written them since (R15). */
const grantsOf = (portico: Portico): readonly Grant[] =>
  memoryOf(portico) ??
  readRecord(readItem(portico, 'onramp')).grants.flatMap((entry) => {
    const { data } = z.safeParse(keptGrant, entry)
    return data && isYoung(data.keptAt, grantLifetime) ? [data] : []
  })

/** Younger than it may be, and not from the future. */
const isYoung = (moment: number, lifetime: number): boolean => Math.abs(Date.now() - moment) < lifetime

function readRecord(text: string | null): z.output<typeof keptRecord> {
  try {
    return z.parse(keptRecord, JSON.parse(text ?? '{}'))
  } catch {
    return { sessions: [], grants: [] }
  }
}

function sessionOf(portico: Portico, entry: unknown): OnrampSession | undefined {
  const { data } = z.safeParse(keptSession, entry)
  if (!data || !isNetworkId(data.networkId) || !isYoung(data.startedAt, isEnded(data) ? endedLifetime : sessionLifetime)) return undefined
  try {
    const { units, paid, fee, method, hash, reason, depositAddress, seen, token, networkId, ...rest } = data
    const { symbol, name, decimals, address, icon } = token
    const money = (kept: NonNullable<typeof paid>) => ({ units: BigInt(kept.units), currency: kept.currency })
    return {
      ...rest,
      networkId,
      url: safePage(portico, data.url),
      token: { symbol, name, decimals, ...(address && { address }), ...(icon && { icon }) },
      ...(units && { units: BigInt(units) }),
      ...(paid && { paid: money(paid) }),
      ...(fee && { fee: money(fee) }),
      ...(method && { method }),
      ...(hash && { hash }),
      ...(reason && { reason }),
      ...(depositAddress && { depositAddress }),
      ...(seen && { seen }),
    }
  } catch {
    return undefined
  }
}

/** Keeps what this page knows, and what another tab has begun since (R15). */
function keep(portico: Portico, sessions: readonly OnrampSession[], grants = grantsOf(portico)): void {
  const known = new Set([...onrampSessionStore(portico).getState(), ...sessions].map(({ id }) => id))
  const stored = readRecord(readItem(portico, 'onramp')).sessions.flatMap((entry) => sessionOf(portico, entry) ?? [])
  const others = stored.filter(({ id }) => !known.has(id))
  onrampSessionStore(portico).setState([...sessions, ...others].slice(0, sessionLimit), true)
  const record = { sessions: onrampSessionStore(portico).getState(), grants }
  memoryOf.put(portico, writeItem(portico, 'onramp', JSON.stringify(record, asText)) ? undefined : grants)
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Remembers an order that has begun. */
export function rememberSession(portico: Portico, session: OnrampSession): void {
  loadOnramp(portico)
  const others = onrampSessionStore(portico)
    .getState()
    .filter(({ id }) => id !== session.id)
  keep(portico, [session, ...others])
}

/**
 * Forgets an order: it goes on or ends at its provider, and nobody follows it from here.
 * @example forgetOnramp(portico, id) // out of the list; the provider's order stays
 */
export function forgetOnramp(portico: Portico, id: string): void {
  loadOnramp(portico)
  keep(
    portico,
    onrampSessionStore(portico)
      .getState()
      .filter((one) => one.id !== id),
  )
}

/**
 * Notes that the visitor has seen how an order ended: nobody needs to lead there any more.
 * @example if (isEnded(session)) noteOnrampSeen(portico, session.id) // the view that says so is on screen
 */
export function noteOnrampSeen(portico: Portico, id: string): void {
  const known = findSession(portico, id)
  if (!known || !isEnded(known) || known.seen) return
  keep(
    portico,
    onrampSessionStore(portico)
      .getState()
      .map((one) => (one.id === id ? { ...one, seen: true as const } : one)),
  )
}

export const findSession = (portico: Portico, id: string): OnrampSession | undefined =>
  onrampSessionStore(portico)
    .getState()
    .find((one) => one.id === id)

/** Notes what is known of an order by now. Nothing changes one that has come to its end, but money: that comes late, or is given back. */
export function noteSession(portico: Portico, id: string, said: Partial<Omit<OnrampSession, 'id'>>): void {
  const known = findSession(portico, id)
  if (!known || JSON.stringify(known, asText) === JSON.stringify({ ...known, ...said }, asText)) return
  keep(
    portico,
    onrampSessionStore(portico)
      .getState()
      .map((one) => (one.id === id && (!isOver(one) || said.status === 'refunded') ? { ...one, ...said } : one)),
  )
}

/** What an answer says of an order. */
export function saidOf({ token, kind }: OnrampSession, answer: z.output<typeof sessionAnswer>): Partial<Omit<OnrampSession, 'id'>> {
  const { status, purchaseAmount, paymentTotal, hash, reason, depositAddress } = answer
  return {
    status,
    ...(purchaseAmount && kind === 'buy' && { units: parseAmount(purchaseAmount.amount, token.decimals) }),
    ...(paymentTotal && { paid: { units: parseAmount(paymentTotal.amount, fiatDecimals), currency: paymentTotal.currency.toUpperCase() } }),
    ...(hash && { hash }),
    ...(reason && { reason: reason.name }),
    ...(depositAddress && { depositAddress }),
  }
}

/** What the gateway gave for a proof, to be shown instead of another one. */
export function grantFor(portico: Portico, accountId: string): string | undefined {
  return grantsOf(portico).find((one) => one.accountId === accountId && isYoung(one.keptAt, grantLifetime))?.grant
}

/** @param grant undefined forgets it */
export function keepGrant(portico: Portico, accountId: string, grant: string | undefined): void {
  loadOnramp(portico)
  const others = grantsOf(portico).filter((one) => one.accountId !== accountId)
  const grants = grant === undefined ? others : [{ accountId, grant, keptAt: Date.now() }, ...others]
  keep(portico, onrampSessionStore(portico).getState(), grants.slice(0, sessionLimit))
}
