import type { PersonOptions, PersonState } from './types.js'

/** The state a wallet starts with. @throws when it is to have more accounts than there are keys, or none */
export function readOptions(options: PersonOptions, maxAccounts: number, origin: string): PersonState {
  const { accounts: count = 1, accountsShown = 1, locked = false, policy = 'approve', connected } = options
  if (!Number.isInteger(count) || count < 1 || count > maxAccounts) {
    throw new Error(`A wallet has between 1 and ${maxAccounts} accounts.`)
  }
  const exposed = Array.from({ length: Math.min(count, accountsShown) }, (_, index) => index)
  const permitted = connected === true ? [origin] : (connected ?? [])
  return { count, exposed, permitted, locked, online: true, policy }
}

/** What is remembered, as far as it is well formed and its accounts exist; else nothing of it counts. */
export function recall(
  saved: Readonly<Record<string, unknown>> | undefined,
  maxAccounts: number,
): Pick<PersonState, 'count' | 'exposed' | 'permitted' | 'locked'> | undefined {
  if (!saved) return undefined
  const { count, exposed, permitted, locked } = saved
  if (!isCount(count) || count < 1 || count > maxAccounts || typeof locked !== 'boolean') return undefined
  if (!Array.isArray(exposed) || !exposed.every(isCount) || exposed.some((index) => index >= count)) return undefined
  if (!Array.isArray(permitted) || !permitted.every((site) => typeof site === 'string')) return undefined
  return { count, exposed, permitted, locked }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
