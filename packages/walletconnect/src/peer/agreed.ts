import { chainOfAccount, readApproved, type AskedNamespaces, type Namespaces } from './namespaces.js'
import { isRecord } from './parse.js'

/**
 * What a wallet approved of that which was asked for; undefined for what is not as the protocol says. It may add chains and methods, but no
 * chain family: whatever it says of one does not count.
 */
export function readWithin(value: unknown, asked: AskedNamespaces): Namespaces | undefined {
  const isAsked = ([key]: readonly [string, unknown]) => Object.hasOwn(asked, key.split(':', 1)[0] ?? '')
  return readApproved(isRecord(value) ? Object.fromEntries(Object.entries(value).filter(isAsked)) : value)
}

/** What is missing of that which a site cannot do without, in words; undefined when nothing is. */
export function missing(approved: Namespaces, required: AskedNamespaces): string | undefined {
  for (const [namespace, { chains, methods, events }] of Object.entries(required)) {
    const has = approved[namespace]
    if (!has || has.accounts.length === 0) return `no account of '${namespace}'`
    const withAccount = new Set(has.accounts.map(chainOfAccount))
    const lacking = [
      ...chains.filter((chain) => !withAccount.has(chain)),
      ...methods.filter((method) => !has.methods.includes(method)),
      ...events.filter((event) => !has.events.includes(event)),
    ]
    if (lacking.length > 0) return `no ${lacking.slice(0, 3).join(', ')}`
  }
  return undefined
}
