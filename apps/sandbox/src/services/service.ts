import type { ServiceName } from '../parts.js'

/** A service beside the chains, in this process. */
export interface Service {
  part: ServiceName
  /** Where clients find it. */
  url: string
  /** @throws ServiceError */
  start(): Promise<void>
  stop(): Promise<void>
  /** Forgets what it was told since its start. */
  reset(): Promise<void>
  /** How many of what it has; undefined while it does not answer. */
  health(): Promise<ServiceHealth | undefined>
}

export interface ServiceHealth {
  /** Open connections, of the relay. */
  connections?: number
  /** Wallets in the directory, of the gateway. */
  wallets?: number
  /** Mails in the inbox. */
  mails?: number
}

/** Where a service listens. */
export interface ServiceOptions {
  host: string
  port: number
}

/** `host:port`, with an IPv6 address in brackets. */
export function authority({ host, port }: ServiceOptions): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
