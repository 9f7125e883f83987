import type { SecureSite } from '../secureSite.js'

/**
 * Makes the database's nth statement fail, and all that follow: what a process leaves behind that dies there. Open transactions
 * are rolled back, as the database does by itself. Holds for all services of this process until `restore`.
 */
export function crashes({ services }: Pick<SecureSite, 'services'>) {
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(services.db.getExecutor()))
  const original = executor.executeQuery
  let left = Number.POSITIVE_INFINITY
  executor.executeQuery = function executeQuery(this: unknown, query: unknown): unknown {
    left -= 1
    return left < 0 ? Promise.reject(new Error('crashed')) : original.call(this, query)
  }
  return {
    crashAt: (statement: number): void => {
      left = statement - 1
    },
    /** Works again. @returns whether it had come to the crash */
    stop: (): boolean => {
      const crashed = left < 0
      left = Number.POSITIVE_INFINITY
      return crashed
    },
    restore: (): void => {
      executor.executeQuery = original
    },
  }
}
