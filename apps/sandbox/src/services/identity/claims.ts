import type { Evil } from './evil.js'
import { type Person, people } from './people.js'

/** A person's id at a provider. Never the same at two of them. */
export function subjectOf(provider: string, person: Person, evil?: Evil): string {
  let hash = 0x811c9dc5
  for (const char of `${provider}:${person.id}${evil === 'subject' ? ':other' : ''}`)
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return `${10_000_000_000 + hash}`
}

/** Who has this id at a provider; also the one that `subject` made up. */
export function personOf(provider: string, subject: string): Person | undefined {
  return people.find((person) => subject === subjectOf(provider, person) || subject === subjectOf(provider, person, 'subject'))
}

/** What an id_token says about a person. Apple writes whether an address is verified as text, and no name. */
export function claimsOf(provider: string, person: Person): Record<string, unknown> {
  const { email, emailVerified, name } = person
  if (provider === 'apple') return email ? { email, email_verified: String(emailVerified) } : {}
  return { name, ...(email && { email, email_verified: emailVerified }) }
}
