import { UserRejectedError } from './errors.js'

/**
 * Keeps apart what a visitor turned away from and what a wallet still asks. A wallet that is asked to let the site in while an
 * earlier question is open refuses the second one, answers it with nothing, or asks both; the visitor sees the first. So the answer to the earlier one
 * counts for who asks now.
 * @example
 * const askOnce = oneQuestion<readonly string[]>() // once, for all wallets of an adapter
 * const addresses = await askOnce(provider, () => provider.request({ method: 'eth_requestAccounts' }))
 * @returns asks a wallet: `of` names it, `ask` puts the question
 */
export function oneQuestion<T>(): (of: unknown, ask: () => Promise<T>) => Promise<T> {
  const open = new Map<unknown, Promise<T>>()
  return (of, ask) => {
    const answer = either(open.get(of), ask())
    open.set(of, answer)
    const close = () => {
      if (open.get(of) === answer) open.delete(of)
    }
    answer.then(close, close)
    return answer
  }
}

/** The first of two to be granted. Where the later one fails while the earlier one is open, and not by the visitor's no, what becomes of that. */
function either<T>(earlier: Promise<T> | undefined, asked: Promise<T>): Promise<T> {
  if (!earlier) return asked
  return new Promise((resolve, reject) => {
    let isOver = false
    let isLeft = false
    earlier.then(resolve, (error: unknown) => {
      isOver = true
      if (isLeft) reject(error)
    })
    asked.then(resolve, (error: unknown) => {
      if (isOver || error instanceof UserRejectedError) reject(error)
      else isLeft = true
    })
  })
}
