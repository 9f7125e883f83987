import { isNetworkId, type NetworkId } from '../../kit/caip/ids.js'
import { defineStore } from '../../kit/store.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import type { HeldToken } from '../balances/token.js'
import type { Receipt, Replace } from '../send/capability.js'
import type { ActivityRow } from './row.js'

/** How many transactions of one's own are remembered. */
export const sentLimit = 99
/** How long one is remembered that nothing is heard of, in milliseconds. */
export const sentLifetime = 24 * 60 * 60_000

/** A token of something that was sent, as it was known then. */
export interface SentToken {
  /** Contract or mint; undefined for the network's own coin. */
  readonly token?: string
  readonly symbol: string
  readonly decimals: number
  readonly units: bigint
}

/** What a transaction does beside moving something to somebody. */
export interface SentMeaning {
  /** What is paid of a swap, and what for. How much comes out nobody knows before: `to` has no units. */
  readonly swap?: { readonly from: SentToken; readonly to: SentToken }
  /** What somebody else may take. */
  readonly allows?: SentToken
}

/** What the visitor signed, and somebody else sends. */
export interface SentOrder {
  /** Stands where the hash does until that is known. */
  readonly key: string
  /** What the gateway knows it by; undefined while nobody has said that it was taken. */
  readonly id?: string
  /** When it is over if nobody has sent it, in milliseconds since 1970. */
  readonly until: number
}

/** A transaction that was sent from this site. */
export interface SentTransaction extends SentMeaning {
  readonly hash: string
  /** Of one that somebody else sends: what was signed. */
  readonly order?: SentOrder
  readonly networkId: NetworkId
  /** Who sent it. */
  readonly address: string
  /** Empty where nobody said. */
  readonly to: string
  /** What the site says that it does. */
  readonly description?: string | undefined
  /** Milliseconds since 1970. */
  readonly sentAt: number
  /** In the smallest unit of the network's own coin, or of `token`. */
  readonly units?: bigint
  /** Contract or mint. */
  readonly token?: string
  /** The token's own words, and how many decimals `units` has: of one of which there may be none left. */
  readonly symbol?: string
  readonly decimals?: number
  /** One item of the collection `token`. */
  readonly tokenId?: bigint
  readonly outcome: 'pending' | Receipt['outcome']
  /** What the visitor had sent in its place, while neither is in a block. */
  readonly replacement?: { readonly hash: string; readonly how: Replace }
  /** Hash of the one that was mined in its place. */
  readonly minedHash?: string
  /** The history tells of that one. */
  readonly told?: true
}

/**
 * Transactions sent from this site that the history does not tell of yet, the newest first. Read from storage by {@link loadSent}.
 * @example const pending = sentStore(portico).getState().filter(({ outcome }) => outcome === 'pending')
 */
export const sentStore = defineStore<readonly SentTransaction[]>('sent transactions', () => [])

const loaded = defineSlot('sent transactions loaded', () => false)

/**
 * Reads, once, what an earlier visit sent. What is malformed or older than a day is left out.
 * @example
 * loadSent(portico)
 * const sent = sentStore(portico).getState() // of earlier page views as well
 */
export function loadSent(portico: Portico): void {
  if (loaded(portico)) return
  loaded.put(portico, true)
  const known = sentStore(portico).getState()
  const hashes = known.map(({ hash }) => hash)
  const remembered = parseSent(readItem(portico, 'sent')).filter(({ hash }) => !hashes.includes(hash))
  if (remembered.length > 0) sentStore(portico).setState([...known, ...remembered].slice(0, sentLimit), true)
}

/** Remembers a transaction that the wallet has sent. */
export function rememberSent(portico: Portico, sent: Omit<SentTransaction, 'sentAt' | 'outcome'>): void {
  loadSent(portico)
  const others = sentStore(portico)
    .getState()
    .filter(({ hash }) => hash !== sent.hash)
  const held = heldOf(portico, sent)
  const what = held && { symbol: held.symbol, decimals: held.decimals }
  keep(portico, [{ ...sent, ...what, sentAt: Date.now(), outcome: 'pending' as const }, ...others])
}

/** The token of a transaction, where the balances of who sent it are at hand and have it. */
export function heldOf(portico: Portico, { networkId, address, token }: Pick<SentTransaction, 'networkId' | 'address' | 'token'>) {
  const held = queryClientOf(portico).getQueryData<readonly HeldToken[]>(['balances', networkId, address])
  return token === undefined ? undefined : held?.find((one) => one.address?.toLowerCase() === token.toLowerCase())
}

/** Remembers a transaction that the site tells of. What is known of it stays, and what the site says of it is added. */
export function describeSent(portico: Portico, sent: Omit<SentTransaction, 'sentAt' | 'outcome'>): void {
  loadSent(portico)
  const known = sentStore(portico).getState()
  if (!known.some(({ hash }) => hash === sent.hash)) return rememberSent(portico, sent)
  const { description } = sent
  keep(
    portico,
    known.map((one) => (one.hash === sent.hash ? { ...one, description: description ?? one.description } : one)),
  )
}

/** Whether nobody is known to have sent it: it has no hash then. */
export const isUnsent = ({ hash, order }: { readonly hash: string; readonly order?: Pick<SentOrder, 'key'> }): boolean =>
  hash === order?.key

/** Notes what has become known of an order: by what the gateway knows it, or the hash of its transaction. */
export function noteOrder(portico: Portico, key: string, known: { readonly id: string } | { readonly hash: string }): void {
  const all = sentStore(portico).getState()
  keep(
    portico,
    all.flatMap((sent): readonly SentTransaction[] => {
      if (sent.hash !== key || !sent.order) return 'hash' in known && sent.hash === known.hash ? [] : [sent]
      return [{ ...sent, ...('hash' in known ? known : { order: { ...sent.order, ...known } }) }]
    }),
  )
}

/** Forgets one that did not happen. */
export function forgetSent(portico: Portico, hash: string): void {
  keep(
    portico,
    sentStore(portico)
      .getState()
      .filter((sent) => sent.hash !== hash),
  )
}

/** Notes what one does. */
export function noteMeaning(portico: Portico, hash: string, meaning: SentMeaning): void {
  keep(
    portico,
    sentStore(portico)
      .getState()
      .map((sent) => (sent.hash === hash ? { ...sent, ...meaning } : sent)),
  )
}

/** Notes what became of one. */
export function noteOutcome(portico: Portico, { hash, outcome, minedHash }: Pick<Receipt, 'hash' | 'outcome' | 'minedHash'>): void {
  keep(
    portico,
    sentStore(portico)
      .getState()
      .map((sent) => (sent.hash === hash ? { ...sent, outcome, minedHash } : sent)),
  )
}

/** Notes what was sent in the place of one. */
export function noteReplacement(portico: Portico, hash: string, replacement: { readonly hash: string; readonly how: Replace }): void {
  keep(
    portico,
    sentStore(portico)
      .getState()
      .map((sent) => (sent.hash === hash ? { ...sent, replacement } : sent)),
  )
}

/**
 * Forgets those that the history tells of itself. One that the history says is still waiting stays, and so does one in whose place another
 * was mined, or that somebody else sent by what was signed: the history knows nothing of that.
 */
export function settleSent(portico: Portico, rows: readonly ActivityRow[]): void {
  const told = new Set(rows.flatMap(({ hash, status }) => (status === 'pending' ? [] : [hash])))
  const sent = sentStore(portico).getState()
  const rest = sent.flatMap((one): readonly SentTransaction[] => {
    if (told.has(one.hash) && !one.order) return []
    const isTold = told.has(one.hash) || (one.minedHash !== undefined && told.has(one.minedHash))
    return [isTold && !one.told ? { ...one, told: true } : one]
  })
  if (rest.length < sent.length || rest.some((one, at) => one !== sent[at])) keep(portico, rest)
}

/** Writes down what this page knows, and leaves what another tab has sent since (R15). */
function keep(portico: Portico, sent: readonly SentTransaction[]) {
  const known = new Set([...sentStore(portico).getState(), ...sent].map(({ hash }) => hash))
  const others = parseSent(readItem(portico, 'sent')).filter(({ hash }) => !known.has(hash))
  const kept = [...sent, ...others].slice(0, sentLimit)
  sentStore(portico).setState(kept, true)
  writeItem(
    portico,
    'sent',
    JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

const outcomes: readonly SentTransaction['outcome'][] = ['pending', 'success', 'reverted', 'replaced', 'repriced', 'cancelled']

function parseSent(text: string | null): readonly SentTransaction[] {
  try {
    const list: unknown = text === null ? [] : JSON.parse(text)
    return Array.isArray(list) ? list.flatMap((entry: unknown) => sentOf(entry) ?? []).slice(0, sentLimit) : []
  } catch {
    return []
  }
}

function sentOf(entry: unknown): SentTransaction | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const {
    hash,
    networkId,
    address,
    to,
    description,
    sentAt,
    units,
    token,
    symbol,
    decimals,
    tokenId,
    swap,
    allows,
    order,
    replacement,
    outcome: said,
    minedHash,
    told,
  } = entry as Record<string, unknown>
  const age = typeof sentAt === 'number' ? Date.now() - sentAt : Infinity
  const outcome = outcomes.find((one) => one === said)
  if (!isShort(hash) || !isNetworkId(networkId) || !isShort(address) || !(to === '' || isShort(to)) || !outcome) return undefined
  if (typeof sentAt !== 'number' || age > sentLifetime || age < -sentLifetime) return undefined
  // One that nobody sent in its time, and of which nothing more is to be heard.
  if (isOrder(order) && isUnsent({ hash, order }) && Date.now() > order.until) return undefined
  return {
    hash,
    networkId,
    address,
    to,
    sentAt,
    outcome,
    ...(isOrder(order) && { order: { key: order.key, until: order.until, ...(isShort(order.id) && { id: order.id }) } }),
    ...(isShort(description) && { description }),
    ...(isDigits(units) && { units: BigInt(units) }),
    ...(isShort(token) && { token }),
    ...(isShort(symbol) && { symbol }),
    ...(isDecimals(decimals) && { decimals }),
    ...(isDigits(tokenId) && { tokenId: BigInt(tokenId) }),
    ...meaningOf({ swap, allows }),
    ...(isReplacement(replacement) && { replacement: { hash: replacement.hash, how: replacement.how } }),
    ...(isShort(minedHash) && { minedHash }),
    ...(told === true && { told }),
  }
}

function meaningOf({ swap, allows }: Readonly<Record<keyof SentMeaning, unknown>>): SentMeaning {
  const [from, to] = typeof swap === 'object' && swap !== null ? [field(swap, 'from'), field(swap, 'to')] : []
  const [allowed, paid, taken] = [tokenOf(allows), tokenOf(from), tokenOf(to)]
  return { ...(paid && taken && { swap: { from: paid, to: taken } }), ...(allowed && { allows: allowed }) }
}

function tokenOf(entry: unknown): SentToken | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { token, symbol, decimals, units } = entry as Record<string, unknown>
  if (!isShort(symbol) || !isDecimals(decimals) || !isDigits(units)) return undefined
  return { symbol, decimals, units: BigInt(units), ...(isShort(token) && { token }) }
}

const field = (of: object, name: string): unknown => Reflect.get(of, name)

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 200

const isReplacement = (value: unknown): value is { readonly hash: string; readonly how: Replace } =>
  typeof value === 'object' &&
  value !== null &&
  'hash' in value &&
  isShort(value.hash) &&
  'how' in value &&
  (value.how === 'speedUp' || value.how === 'cancel')

const isOrder = (value: unknown): value is { readonly key: string; readonly until: number; readonly id?: unknown } =>
  typeof value === 'object' && value !== null && 'key' in value && isShort(value.key) && 'until' in value && typeof value.until === 'number'

const isDecimals = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,78}$/.test(value)

declare module '../../router/views.js' {
  interface PorticoViews {
    /** What the account in use did, by month. */
    Transactions: undefined
    /** One line of it. */
    Transaction: { readonly id: string }
  }
}
