import type { Tables } from '@portico/service/database'
import type { TokenFacts } from './tokens.js'

/** From how many receivers on a transfer that nobody asked for is one of a crowd. */
const crowd = 10

/** Whether a name tries to lead somewhere, or is made to be mistaken: an address of a site, or letters of several scripts in one word. */
export function isBait({ name, symbol }: Pick<TokenFacts, 'name' | 'symbol'>): boolean {
  const text = `${name} ${symbol}`
  return (
    /https?:|www\.|t\.me|\b[\w-]+\.(com|org|net|io|xyz|app|finance|fi|gg|site|online|top|vip|club|info|live|claims?|lat|ru|cc|me)\b/i.test(
      text,
    ) ||
    /\b(claim|visit|reward|airdrop|voucher|bonus)\b/i.test(text) ||
    text.split(/\s+/).some((word) => scriptsOf(word) > 1)
  )
}

function scriptsOf(word: string): number {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
  return scripts.filter((script) => script.test(word)).length
}

export interface SpamParameters {
  /** Whose history it is in. */
  readonly viewer: string
  /** Who signed the transaction. */
  readonly signer: string
  readonly transfer: Pick<Tables['indexer_transfers'], 'kind' | 'token' | 'sender' | 'recipient' | 'amount' | 'spread'>
  readonly facts: TokenFacts | undefined
}

/**
 * Whether a transfer of a token looks like one that nobody asked for: it is flagged, and never left out. What the viewer signed is
 * none, nor are tokens of the operator's list, other than transfers of nothing in the viewer's name (address poisoning).
 */
export function isSpam({ viewer, signer, transfer, facts }: SpamParameters): boolean {
  const { kind, token, sender, amount, spread } = transfer
  if (token === '' || kind === 'approval' || signer === viewer) return false
  if (amount === '0') return true
  if (facts?.isListed) return false
  return sender === token || spread > crowd || (facts !== undefined && isBait(facts))
}
