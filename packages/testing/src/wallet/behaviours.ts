import { rpcErrorCodes } from './errors.js'
import type { RequestMatch, WalletRequest } from './types.js'

/** What a wallet does with one request. Plain data, made by the functions below. */
export type Behaviour =
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly code: number; readonly message: string | undefined; readonly data: unknown }
  | { readonly type: 'delay'; readonly ms: number; readonly then: Behaviour }
  | { readonly type: 'never' }
  | { readonly type: 'twice'; readonly then: Behaviour }
  | { readonly type: 'wrongChain'; readonly chainId: unknown }
  | { readonly type: 'garbage'; readonly value: unknown }
  | { readonly type: 'throws'; readonly value: unknown }
  | { readonly type: 'manual' }
  | { readonly type: 'always'; readonly then: Behaviour }

/**
 * The person agrees at once, and unlocks the wallet if that is needed.
 * @example wallet.script('eth_requestAccounts', approve())
 */
export function approve(): Behaviour {
  return { type: 'approve' }
}

/**
 * Fails with this code, by default 4001: the person declined. The request is not looked at.
 * @example wallet.script('eth_sendTransaction', reject())
 */
export function reject(code: number = rpcErrorCodes.userRejected, message?: string, data?: unknown): Behaviour {
  return { type: 'reject', code, message, data }
}

/**
 * Waits, then does the other thing (default: agrees). Meanwhile the request counts as pending.
 * @example wallet.script('personal_sign', delay(500))
 */
export function delay(ms: number, then: Behaviour = approve()): Behaviour {
  return { type: 'delay', ms, then }
}

/**
 * The request is lost: no answer, nothing on the wallet's screen, and so nothing pending when it is asked again.
 * @example wallet.script('personal_sign', never())
 */
export function never(): Behaviour {
  return { type: 'never' }
}

/**
 * Answers (default: agrees), and says it again: callbacks handed to `then` run twice in the page, and the wallet repeats
 * `chainChanged` and `accountsChanged`. A promise that has crossed a bridge keeps its one answer; the events are repeated.
 * @example wallet.script('wallet_switchEthereumChain', twice())
 */
export function twice(then: Behaviour = approve()): Behaviour {
  return { type: 'twice', then }
}

/**
 * Agrees, but is on another chain afterwards, whatever was asked: a switch 'succeeds', an `eth_chainId` tells it. What is
 * not a number is sent as it is, as answer of `eth_chainId` and with `chainChanged`.
 * @example wallet.script('wallet_switchEthereumChain', wrongChain(10))
 */
export function wrongChain(chainId: unknown): Behaviour {
  return { type: 'wrongChain', chainId }
}

/**
 * Answers with this value, whatever was asked.
 * @example wallet.script('eth_accounts', garbage({ no: 'list' }))
 */
export function garbage(value: unknown): Behaviour {
  return { type: 'garbage', value }
}

/**
 * Fails with this value, which need not be an error: `throws('nope')`, `throws(undefined)`.
 * @example wallet.script('eth_requestAccounts', throws('nope'))
 */
export function throws(value: unknown): Behaviour {
  return { type: 'throws', value }
}

/**
 * Waits for `wallet.approve()` or `wallet.reject()`.
 * @example
 * wallet.script('personal_sign', manual())
 * const { id } = await wallet.waitFor('personal_sign') // the site has asked
 * wallet.approve(id)
 */
export function manual(): Behaviour {
  return { type: 'manual' }
}

/**
 * Does this to every request that matches, not only to the next one.
 * @example wallet.script('eth_requestAccounts', always(reject(rpcErrorCodes.alreadyPending)))
 */
export function always(then: Behaviour): Behaviour {
  return { type: 'always', then }
}

export function matches(match: RequestMatch | undefined, request: WalletRequest): boolean {
  if (match === undefined) return true
  return typeof match === 'string' ? match === request.method : match(request)
}

export interface Scripts {
  add(match: RequestMatch, behaviours: readonly Behaviour[]): () => void
  /** Takes the behaviour for this request off the queue. */
  take(request: WalletRequest): Behaviour | undefined
  clear(): void
}

export function createScripts(): Scripts {
  const scripts = new Set<{ match: RequestMatch; queue: Behaviour[] }>()
  return {
    add(match, behaviours) {
      const script = { match, queue: [...behaviours] }
      scripts.add(script)
      return () => void scripts.delete(script)
    },
    take(request) {
      for (const script of scripts) {
        const next = script.queue[0]
        if (!next || !matches(script.match, request)) continue
        if (next.type === 'always') return next.then
        script.queue.shift()
        return next
      }
      return undefined
    },
    clear: () => scripts.clear(),
  }
}
