/** Somebody who has an account at every provider. */
export interface Person {
  /** Also the `login_hint` that logs in at once. */
  readonly id: string
  readonly name: string
  /** Name of the account, as GitHub, X and Discord have it. */
  readonly userName: string
  /** Undefined for who has none, as at Facebook and X. */
  readonly email?: string
  readonly emailVerified: boolean
}

/** The people of the sandbox. Their addresses are in a domain that never exists (RFC 2606). */
export const people: readonly Person[] = [
  { id: 'mira', name: 'Mira Okafor', userName: 'mira', email: 'mira@example.test', emailVerified: true },
  { id: 'noor', name: 'Noor van Dijk', userName: 'noorvd', email: 'noor@example.test', emailVerified: true },
  { id: 'ilse', name: 'Ilse Brandt', userName: 'ilse.b', email: 'ilse@example.test', emailVerified: false },
  { id: 'teo', name: 'Teo Marín', userName: 'teo', emailVerified: false },
]

export function findPerson(id: unknown): Person | undefined {
  return people.find((person) => person.id === id)
}
