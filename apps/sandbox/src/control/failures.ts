import type { Failure } from './schema.js'

export interface InjectedFailure extends Failure {
  id: number
  /** Requests it will still meet; absent = until cleared. */
  left?: number
}

/** What a request is, as far as a failure can name it. */
export interface Subject {
  path: string
  /** A chain by its id, or by its name, for a request to one. */
  chainId?: number
  chain?: string
  rpcMethod?: string
}

export interface Failures {
  add(failure: Failure): InjectedFailure
  /** The oldest failure that names this request, counted as met. */
  take(subject: Subject): InjectedFailure | undefined
  list(): readonly InjectedFailure[]
  /** Takes back one, or all. */
  clear(id?: number): void
}

export function createFailures(): Failures {
  let failures: readonly InjectedFailure[] = []
  let lastId = 0

  return {
    add: (failure) => {
      lastId += 1
      const added = { ...failure, id: lastId, ...(failure.times !== undefined && { left: failure.times }) }
      failures = [...failures, added]
      return added
    },
    take: (subject) => {
      const found = failures.find((failure) => names(failure, subject))
      if (!found) return undefined
      const met = found.left === undefined ? found : { ...found, left: found.left - 1 }
      failures = failures.flatMap((failure) => (failure.id !== met.id ? [failure] : met.left === 0 ? [] : [met]))
      return met
    },
    list: () => failures,
    clear: (id) => {
      failures = id === undefined ? [] : failures.filter((failure) => failure.id !== id)
    },
  }
}

/**
 * A failure names a request when every field that it gives agrees. A route stands for what is below it too. One without a
 * route is about the chains, so that it is not used up by a page that only looks.
 */
function names(failure: InjectedFailure, { path, chainId, chain, rpcMethod }: Subject): boolean {
  if (failure.route === undefined && chainId === undefined && chain === undefined) return false
  if (failure.route !== undefined && path !== failure.route && !path.startsWith(`${failure.route}/`)) return false
  if (failure.chainId !== undefined && failure.chainId !== chainId) return false
  if (failure.chain !== undefined && failure.chain !== chain) return false
  if (failure.rpcMethod !== undefined && failure.rpcMethod !== rpcMethod) return false
  return true
}
