import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** How events reach a partner. `forge`: signed by somebody else, and saying that all went well. */
export const webhookModes = ['send', 'lose', 'double', 'delay', 'forge'] as const
export type WebhookMode = (typeof webhookModes)[number]

export interface Webhooks {
  /** Sends an event, again for a while where nobody takes it. Never fails. */
  readonly send: (event: HarborEvent) => Promise<void>
  readonly mode: () => WebhookSwitch
  readonly set: (mode: WebhookSwitch) => void
  /** What was answered to the latest ones, the newest last. */
  readonly log: () => readonly WebhookRecord[]
  readonly close: () => void
}

export interface HarborEvent {
  readonly id: string
  readonly type: 'session.updated'
  /** Seconds since 1970. */
  readonly created: number
  readonly session: { readonly id: string; readonly partnerUserRef: string; readonly status: string } & Readonly<Record<string, unknown>>
}

export interface WebhookSwitch {
  readonly mode: WebhookMode
  /** Milliseconds that `delay` waits. */
  readonly delayMs: number
}

export interface WebhookRecord {
  readonly event: string
  readonly session: string
  readonly partnerUserRef: string
  readonly status: string
  readonly mode: WebhookMode
  /** Of HTTP; 0 where nobody answered. */
  readonly answered: number
}

export interface WebhooksParameters {
  url: string
  secret: string
  /** Milliseconds since 1970. */
  clock: () => number
}

/** Milliseconds before each further try. */
const retries = [100, 400, 1600]
/** How many answers are remembered. */
const remembered = 200

export const harborSignature = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

export function createWebhooks({ url, secret, clock }: WebhooksParameters): Webhooks {
  let current: WebhookSwitch = { mode: 'send', delayMs: 1500 }
  const records: WebhookRecord[] = []
  const ending = new AbortController()

  const post = async (event: HarborEvent, mode: WebhookMode, by: string): Promise<number> => {
    const body = JSON.stringify(event)
    const headers = { 'content-type': 'application/json', 'harbor-signature': harborSignature(by, body, Math.floor(clock() / 1000)) }
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(5000)])
    const answered = await fetch(url, { method: 'POST', headers, body, signal }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => 0,
    )
    const { id, partnerUserRef, status } = event.session
    records.push({ event: event.id, session: id, partnerUserRef, status, mode, answered })
    records.splice(0, Math.max(0, records.length - remembered))
    return answered
  }
  const deliver = async (event: HarborEvent, mode: WebhookMode): Promise<void> => {
    for (const wait of [0, ...retries]) {
      if (wait > 0) await pause(wait, undefined, { signal: ending.signal })
      const answered = await post(event, mode, secret)
      // Who says no is not asked again: only silence and a failure of theirs may pass.
      if (answered > 0 && answered < 500 && answered !== 429) return
    }
  }
  const send = async (event: HarborEvent): Promise<void> => {
    const { mode, delayMs } = current
    if (mode === 'lose') return
    if (mode === 'forge') {
      await post({ ...event, session: { ...event.session, status: 'settled', txHash: `0x${'f'.repeat(64)}` } }, mode, 'somebody else')
      return
    }
    if (mode === 'delay') await pause(delayMs, undefined, { signal: ending.signal })
    await deliver(event, mode)
    if (mode === 'double') await deliver(event, mode)
  }
  return {
    send: (event) => send(event).catch(() => {}),
    mode: () => current,
    set: (mode) => void (current = mode),
    log: () => [...records],
    close: () => ending.abort(),
  }
}
