import { isRecord, readTexts } from './parse.js'

/** What is asked of a wallet, by CAIP-2 namespace (`eip155`, `solana`, `bip122`). */
export type AskedNamespaces = Readonly<Record<string, AskedNamespace>>

export interface AskedNamespace {
  /** CAIP-2. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What a wallet agreed to, by CAIP-2 namespace. */
export type Namespaces = Readonly<Record<string, ApprovedNamespace>>

export interface ApprovedNamespace extends AskedNamespace {
  /** CAIP-10, in the wallet's order. */
  readonly accounts: readonly string[]
}

// The grammars of CAIP-2 and CAIP-10. A namespace of this form is no name of anything on a prototype (S37).
const namespaceForm = /^[-a-z\d]{3,8}$/
export const chainForm = /^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/
const accountForm = /^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}:[-.%a-zA-Z\d]{1,128}$/
const nameForm = /^[\w.:/-]{1,80}$/
/** Most chains and accounts that are read of a chain family. Some sites have every EVM network there is. */
export const chainLimit = 1_000
const accountLimit = 10_000

export const namespaceOfChain = (chain: string): string => chain.slice(0, chain.indexOf(':'))
/**
 * The chain (CAIP-2) of an account (CAIP-10).
 * @example const chain = chainOfAccount('eip155:8453:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // 'eip155:8453'
 */
export const chainOfAccount = (account: string): string => account.slice(0, account.lastIndexOf(':'))
/**
 * The address of an account (CAIP-10), as its chain writes it.
 * @example const address = addressOfAccount('eip155:8453:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // '0xd8dA…'
 */
export const addressOfAccount = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]

/** Entries of either form: keyed by a namespace, or by one chain of it. */
function* entriesOf(
  value: unknown,
): Generator<{ namespace: string; chain?: string; entry: Readonly<Record<string, unknown>> } | undefined> {
  if (!isRecord(value) || Object.keys(value).length > 50) return yield undefined
  for (const [key, entry] of Object.entries(value)) {
    const isChain = chainForm.test(key)
    if (!isRecord(entry) || (!isChain && !namespaceForm.test(key))) yield undefined
    else yield { namespace: isChain ? namespaceOfChain(key) : key, entry, ...(isChain && { chain: key }) }
  }
}

/** What a proposal asks for; undefined for what is not as the protocol says. Chains under another namespace than theirs are not. */
export function readAsked(value: unknown): AskedNamespaces | undefined {
  if (value === undefined || value === null) return {}
  const asked: Record<string, AskedNamespace> = {}
  for (const found of entriesOf(value)) {
    if (!found) return undefined
    const { namespace, chain, entry } = found
    const chains = chain ? [chain] : readTexts(entry['chains'] ?? [], { pattern: chainForm, limit: chainLimit })
    const methods = readTexts(entry['methods'] ?? [], { pattern: nameForm })
    const events = readTexts(entry['events'] ?? [], { pattern: nameForm })
    if (!chains || !methods || !events || chains.some((one) => namespaceOfChain(one) !== namespace)) return undefined
    const before = asked[namespace]
    asked[namespace] = {
      chains: union(before?.chains ?? [], chains),
      methods: union(before?.methods ?? [], methods),
      events: union(before?.events ?? [], events),
    }
  }
  return asked
}

/** What a wallet approved; undefined for what is not as the protocol says. The chains are those named, and those of the accounts. */
export function readApproved(value: unknown): Namespaces | undefined {
  const approved: Record<string, ApprovedNamespace> = {}
  for (const found of entriesOf(value)) {
    if (!found) return undefined
    const { namespace, chain, entry } = found
    const accounts = readTexts(entry['accounts'], { pattern: accountForm, limit: accountLimit })
    const chains = readTexts(entry['chains'] ?? [], { pattern: chainForm, limit: chainLimit })
    const methods = readTexts(entry['methods'] ?? [], { pattern: nameForm })
    const events = readTexts(entry['events'] ?? [], { pattern: nameForm })
    if (!accounts || !chains || !methods || !events) return undefined
    const all = union(chain ? [chain] : [], chains, accounts.map(chainOfAccount))
    if (all.some((one) => (chain ? one !== chain : namespaceOfChain(one) !== namespace))) return undefined
    const before = approved[namespace]
    approved[namespace] = {
      accounts: union(before?.accounts ?? [], accounts),
      chains: union(before?.chains ?? [], all),
      methods: union(before?.methods ?? [], methods),
      events: union(before?.events ?? [], events),
    }
  }
  return approved
}

/** Whether an approval has an account at all. */
export const hasAccounts = (namespaces: Namespaces): boolean => Object.values(namespaces).some(({ accounts }) => accounts.length > 0)

/** What is approved where a chain is; whoever names the chain may name anything (S37). */
function approvedAt(namespaces: Namespaces, chain: string): ApprovedNamespace | undefined {
  const namespace = namespaceOfChain(chain)
  return Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined
}

export const coversChain = (namespaces: Namespaces, chain: string): boolean =>
  approvedAt(namespaces, chain)?.chains.includes(chain) === true
export const coversMethod = (namespaces: Namespaces, chain: string, method: string): boolean =>
  approvedAt(namespaces, chain)?.methods.includes(method) === true
export const coversEvent = (namespaces: Namespaces, chain: string, event: string): boolean =>
  approvedAt(namespaces, chain)?.events.includes(event) === true
