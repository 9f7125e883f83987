import type { Keys } from '../types.js'

/**
 * Adds a passphrase once it was judged. What judges is large and loads now.
 * @param known what others know of its owner
 */
export function judged({ addPassphrase }: Pick<Keys, 'addPassphrase'>, known: readonly (string | null)[]) {
  /** @throws WeakPassphraseError */
  return async (typed: string): Promise<void> => {
    const { judgePassphrase } = await import('../passphrase/strength.js')
    judgePassphrase(
      typed,
      known.filter((each) => each !== null),
    )
    await addPassphrase(typed)
  }
}
