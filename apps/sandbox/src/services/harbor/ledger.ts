import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseUnits } from 'viem'
import { type CardFate, refusals } from './cards.js'
import { type ChainUrls, arrived, freshAddress } from './deposits.js'
import type { Asset, Method, Money, Price, Quote } from './market.js'
import { sendCoins } from './settle.js'
import type { Webhooks } from './webhooks.js'

export type HarborStatus = 'created' | 'paid' | 'processing' | 'settled' | 'failed' | 'refunded' | 'expired'

export interface HarborSession {
  readonly id: string
  /** In the page's address. It opens nothing but this session. */
  readonly token: string
  readonly kind: 'buy' | 'sell' | 'exchange'
  readonly asset: Asset
  /** Whole units of the coin. */
  readonly amount: string
  readonly method: Method
  /** Of a payment out of the exchange there is none. */
  readonly price: Price | undefined
  /** Where coins go; of a sale, where they come from. */
  readonly address: string
  readonly partnerUserRef: string
  readonly redirectUrl: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  status: HarborStatus
  updatedAt: number
  attempts: number
  txHash?: string
  failureReason?: string
  depositAddress?: string
}

export interface NewSession {
  readonly kind: HarborSession['kind']
  readonly asset: Asset
  readonly amount: string
  readonly method: Method
  readonly price?: Price
  readonly address: string
  readonly partnerUserRef: string
  readonly redirectUrl?: string | undefined
}

export interface Ledger {
  readonly keepQuote: (quote: Quote) => Quote
  /** Undefined for one that nobody made; it may have expired. */
  readonly quote: (id: string) => Quote | undefined
  readonly create: (session: NewSession) => HarborSession
  readonly find: (id: string) => HarborSession | undefined
  readonly open: (token: string) => HarborSession | undefined
  /** Of a partner's reference, the newest first. */
  readonly list: (partnerUserRef: string) => readonly HarborSession[]
  /** What becomes of a card: undefined where it was taken, else why it was not. */
  readonly payByCard: (session: HarborSession, fate: CardFate) => string | undefined
  /** A transfer that was made. */
  readonly pay: (session: HarborSession, how?: CardFate) => void
  /** A seller has said where the money is to go. */
  readonly awaitDeposit: (session: HarborSession, refused: boolean) => void
  readonly expire: (session: HarborSession) => void
  /** Gives the money back, also after the coins were sent. */
  readonly refund: (session: HarborSession) => void
  readonly close: () => void
}

export interface LedgerParameters {
  webhooks: Webhooks
  controlUrl: string
  chainUrls: ChainUrls
  /** Milliseconds since 1970. */
  clock: () => number
}

/** Milliseconds that a page may be paid on. */
const sessionMs = 900_000
/** Tries of a card. */
const tries = 3
/** What `slow` takes, in milliseconds. */
const slowMs = 3000
const lookMs = 100

export function createLedger({ webhooks, controlUrl, chainUrls, clock }: LedgerParameters): Ledger {
  const quotes = new Map<string, Quote>()
  const sessions = new Map<string, HarborSession>()
  const tokens = new Map<string, HarborSession>()
  const ending = new AbortController()

  const notify = (session: HarborSession): Promise<void> => {
    const event = { id: `evt_${randomBytes(12).toString('hex')}`, type: 'session.updated' as const, created: Math.floor(clock() / 1000) }
    return webhooks.send({ ...event, session: viewOf(session) })
  }
  const move = (
    session: HarborSession,
    status: HarborStatus,
    facts: Partial<Pick<HarborSession, 'txHash' | 'failureReason'>> = {},
  ): void => {
    Object.assign(session, facts, { status, updatedAt: clock() })
    void notify(session)
  }
  const ended = (error: unknown): void => {
    if (!ending.signal.aborted) throw error
  }

  const fulfil = async (session: HarborSession, fate: CardFate): Promise<void> => {
    if (fate === 'slow') await pause(slowMs, undefined, { signal: ending.signal })
    move(session, 'processing')
    if (fate === 'refunded') return move(session, 'refunded', { failureReason: 'settlement_failed' })
    const { asset, amount, address } = session
    await sendCoins(controlUrl, asset, amount, address).then(
      (txHash) => move(session, 'settled', { txHash }),
      () => move(session, 'refunded', { failureReason: 'settlement_failed' }),
    )
  }
  const pay: Ledger['pay'] = (session, fate = 'ok') => {
    if (session.status !== 'created') return
    delete session.failureReason
    move(session, 'paid')
    void fulfil(session, fate).catch(ended)
  }

  const watch = async (session: HarborSession, deposit: string, refused: boolean): Promise<void> => {
    const { asset, amount, address } = session
    const wanted = parseUnits(amount, asset.decimals)
    while (session.status === 'created' && clock() < session.expiresAt) {
      const units = await arrived(chainUrls, asset, deposit).catch(() => 0n)
      if (units >= wanted) {
        move(session, 'paid')
        move(session, 'processing')
        if (!refused) return move(session, 'settled')
        const txHash = await sendCoins(controlUrl, asset, amount, address)
        return move(session, 'refunded', { txHash, failureReason: 'payout_refused' })
      }
      await pause(lookMs, undefined, { signal: ending.signal })
    }
  }

  const fresh = (session: HarborSession | undefined): HarborSession | undefined => {
    if (session?.status === 'created' && clock() >= session.expiresAt) move(session, 'expired')
    return session
  }
  return {
    keepQuote: (quote) => {
      quotes.set(quote.id, quote)
      return quote
    },
    quote: (id) => quotes.get(id),
    create: (made) => {
      const now = clock()
      const session: HarborSession = {
        ...made,
        price: made.price,
        redirectUrl: made.redirectUrl,
        id: `s_${randomBytes(12).toString('hex')}`,
        token: randomBytes(24).toString('base64url'),
        status: 'created',
        attempts: 0,
        createdAt: now,
        updatedAt: now,
        expiresAt: now + sessionMs,
      }
      sessions.set(session.id, session)
      tokens.set(session.token, session)
      return session
    },
    find: (id) => fresh(sessions.get(id)),
    open: (token) => fresh(tokens.get(token)),
    list: (reference) => [...sessions.values()].filter(({ partnerUserRef }) => partnerUserRef === reference).toReversed(),
    payByCard: (session, fate) => {
      if (session.status !== 'created') return undefined
      const refusal = refusals[fate]
      if (!refusal) {
        pay(session, fate)
        return undefined
      }
      session.attempts += 1
      session.failureReason = refusal.code
      if (session.attempts >= tries) move(session, 'failed')
      return refusal.text
    },
    pay,
    awaitDeposit: (session, refused) => {
      if (session.depositAddress !== undefined || session.status !== 'created') return
      session.depositAddress = freshAddress(session.asset.network)
      session.updatedAt = clock()
      void notify(session)
      void watch(session, session.depositAddress, refused).catch(ended)
    },
    expire: (session) => {
      if (session.status === 'created') move(session, 'expired')
    },
    refund: (session) => {
      if (session.status === 'settled') move(session, 'refunded', { failureReason: 'charged_back' })
    },
    close: () => ending.abort(),
  }
}

/** A session as partners see it, over the API and in events. */
export function viewOf(session: HarborSession) {
  const { id, kind, status, partnerUserRef, asset, amount, address, price, createdAt, updatedAt } = session
  const bought: Money = { amount, currency: asset.symbol }
  return {
    id,
    kind,
    status,
    partnerUserRef,
    asset: asset.symbol,
    network: asset.network,
    address,
    purchaseAmount: bought,
    ...price,
    failureReason: session.failureReason ?? null,
    txHash: session.txHash ?? null,
    depositAddress: session.depositAddress ?? null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
