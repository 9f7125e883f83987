import type { Effect, PreparedRequest, RequestContext, WarningKind } from '../types.js'

/** What a request says, as the site sent it. `chainId` is a CAIP-2 id, the number of an EVM chain, or that number as 0x hex. */
export interface SiteRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly chainId?: string | number
}

/** {@link RequestContext}, and what the operator or the session may add to it. */
export interface PrepareContext extends RequestContext {
  /**
   * What may leave with an approval in the frame, in the smallest unit: by CAIP-2 id for the native currency, by CAIP-19 id for a
   * token (`eip155:1/erc20:0x…` in lower case, `solana:…/token:…`). Default: `coinLimits` for coins, and no token.
   */
  readonly riskyAbove?: Readonly<Record<string, string>>
  /** Contracts that an account may be handed to (ERC-7702), by CAIP-2 id. None by default. */
  readonly delegates?: Readonly<Record<string, readonly string[]>>
  /** Called while what the account sent before is waited for. */
  readonly onWait?: () => void
  /** Whether this account has never signed in at this host: then a sign-in is risky. */
  readonly newOrigin?: boolean
}

export type Warning = PreparedRequest['warnings'][number]
export type Risk = PreparedRequest['risk']

/** What one part of a request comes to. */
export interface Finding {
  readonly effects: readonly Effect[]
  readonly warnings: readonly Warning[]
  readonly risk: Risk
}

const order: readonly Risk[] = ['normal', 'caution', 'risky']
/** The greater of the risks. */
export const worst = (...risks: readonly Risk[]): Risk => order[Math.max(0, ...risks.map((risk) => order.indexOf(risk)))] ?? 'risky'

export const warning = (kind: WarningKind, values?: Readonly<Record<string, string>>): Warning => (values ? { kind, values } : { kind })

/** Warnings, the strongest first: what takes everything, what pretends, what cannot be read or undone, and what is only worth a look. */
const strongest: readonly WarningKind[] = [
  'delegation',
  'approvalForAll',
  'lookAlike',
  'unreadable',
  'blindMessage',
  'unlimited',
  'permit',
  'order',
  'grant',
  'domainMismatch',
  'unverifiedContract',
  'largeValue',
  'willFail',
  'unpaid',
  'unknownCall',
  'unknownProgram',
  'cannotSimulate',
  'newRecipient',
]
/** A contract that is not there, or not what it pretends to be, or a person in its place, is no small thing. */
const rank = ({ kind, values }: Warning): number =>
  kind === 'unverifiedContract' && !['contract', 'unknown'].includes(values?.['reason'] ?? '')
    ? strongest.indexOf('lookAlike')
    : strongest.indexOf(kind)

/** Joins findings; the same warning is said once, and the strongest first. */
export function join(findings: readonly Finding[]): Finding {
  const warnings = new Map(findings.flatMap(({ warnings: each }) => each.map((one) => [JSON.stringify(one), one] as const)))
  return {
    effects: findings.flatMap(({ effects }) => effects),
    warnings: [...warnings.values()].toSorted((a, b) => rank(a) - rank(b)),
    risk: worst(...findings.map(({ risk }) => risk)),
  }
}

/** The value, and everything in it, so that it cannot change between being shown and being signed (S9). */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}
