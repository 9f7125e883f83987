import * as z from 'zod/mini'
import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { isNetworkId, type NetworkId } from '../../kit/caip/ids.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import { ranked } from './ranked.js'
import type { HeldToken, HolderParameters } from './token.js'

/** How many accounts are remembered, and how many tokens of each. */
export const choiceLimits = { accounts: 50, hidden: 500, added: 100 } as const

const address = z.string().check(z.minLength(1), z.maxLength(128))
const entry = z.object({
  networkId: z.custom<NetworkId>(isNetworkId),
  address,
  hidden: z.array(address).check(z.maxLength(choiceLimits.hidden)),
  added: z.array(address).check(z.maxLength(choiceLimits.added)),
})
type Entry = z.infer<typeof entry>

/** What a visitor has decided about the tokens of an account: addresses of contracts or mints. What they are is asked of the chain. */
export type TokenChoices = Readonly<Record<'hidden' | 'added', readonly string[]>>

/** Those of this page view, where storage forgets (R14). */
const memoryOf = defineSlot<readonly Entry[] | undefined>('token choices', () => undefined)

/** All that is remembered, the account that was changed last first. What is malformed is left out. */
function remembered(portico: Portico): readonly Entry[] {
  const known = memoryOf(portico)
  if (known) return known
  try {
    const list: unknown = JSON.parse(readItem(portico, 'tokens') ?? '[]')
    return (Array.isArray(list) ? list : []).slice(0, choiceLimits.accounts).flatMap((one: unknown) => entry.safeParse(one).data ?? [])
  } catch {
    return []
  }
}

const isOf = (holder: HolderParameters) => (one: HolderParameters) =>
  one.networkId === holder.networkId && isSameAddress(one.address, holder.address)

/** What the visitor has decided about the tokens of an account. */
export const choicesOf = (portico: Portico, holder: HolderParameters): TokenChoices =>
  remembered(portico).find(isOf(holder)) ?? { hidden: [], added: [] }

/** A list with an address at its start, once. */
export const including = (list: readonly string[], one: string): readonly string[] => [one, ...excluding(list, one)]
export const excluding = (list: readonly string[], one: string): readonly string[] => list.filter((other) => !isSameAddress(one, other))

/** Remembers another decision, and shows it in the list of the account at once, `found` among it. */
export function changeChoices(
  portico: Portico,
  { address: whose, networkId }: HolderParameters,
  change: (now: TokenChoices) => TokenChoices,
  found?: HeldToken,
): void {
  const holder = { address: whose, networkId }
  const others = remembered(portico).filter((one) => !isOf(holder)(one))
  const { hidden, added } = change(choicesOf(portico, holder))
  const own: Entry = { ...holder, hidden: hidden.slice(0, choiceLimits.hidden), added: added.slice(0, choiceLimits.added) }
  const list = [own, ...others].slice(0, choiceLimits.accounts)
  memoryOf.put(portico, writeItem(portico, 'tokens', JSON.stringify(list)) ? undefined : list)

  const client = queryClientOf(portico)
  client.setQueryData<readonly HeldToken[]>(['balances', networkId, whose], (tokens) => {
    if (!tokens) return undefined
    const isThere = !found || tokens.some((token) => token.address !== undefined && isSameAddress(token.address, found.address ?? ''))
    return ranked(marked(isThere ? tokens : [...tokens, found], own))
  })
  void client.invalidateQueries({ queryKey: ['portfolio'] })
}

/** Tokens with the marks that a visitor's decisions give them. */
export const marked = (tokens: readonly HeldToken[], choices: TokenChoices): readonly HeldToken[] => tokens.map(markedBy(choices))

/** Gives a token the marks that a visitor's decisions give it. */
export function markedBy(choices: TokenChoices): (token: HeldToken) => HeldToken {
  const [hidden, added] = [choices.hidden, choices.added].map((list) => new Set(list.map(keyOf)))
  return (token) => {
    const key = token.address === undefined ? undefined : keyOf(token.address)
    const isIn = (list: ReadonlySet<string> | undefined) => key !== undefined && list?.has(key) === true
    if (isIn(hidden) === (token.hidden ?? false) && isIn(added) === (token.added ?? false)) return token
    const { hidden: _, added: __, ...plain } = token
    return { ...plain, ...(isIn(hidden) && { hidden: true }), ...(isIn(added) && { added: true }) }
  }
}

/** Hex is one whatever its case. */
const keyOf = (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text)
