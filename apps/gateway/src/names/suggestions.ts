import { NameRefusedError, type Reason, reasonOf } from './errors.js'
import type { IsReserved } from './reserved.js'
import { type WellFormedName, readName } from './rules.js'
import type { NameStore } from './store.js'

export interface Suggestion {
  readonly name: string
  /** Whether it can't be had, because somebody has it or one like it, or nobody gets it. */
  readonly registered: boolean
  /** Why it can't be had. */
  readonly reason?: Reason
}

/** Variants of a label, the more like it the sooner. */
const variants: readonly ((label: string) => string)[] = [
  (label) => `${label}eth`,
  (label) => `${label}-eth`,
  (label) => `its${label}`,
  (label) => `${label}hq`,
  (label) => `the${label}`,
  (label) => `${label}3`,
  (label) => `${label}-onchain`,
  (label) => `${label}7`,
]
const mostFree = 4

export interface SuggestParameters {
  /** A label, or a whole name. */
  readonly text: string
  readonly zone: string
  readonly isReserved: IsReserved
  readonly holders: NameStore['holders']
}

/** The name that was asked for, and whether it may be had; after it others like it that may. */
export async function suggest({ text, zone, isReserved, holders }: SuggestParameters): Promise<readonly Suggestion[]> {
  const asked = text.toLowerCase()
  const label = asked.endsWith(`.${zone}`) ? asked.slice(0, -zone.length - 1) : asked
  const first = read(`${label}.${zone}`, zone, isReserved)
  const stem = label
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  const others = (stem === '' ? [] : [(each: string) => each, ...variants])
    .map((vary) => read(`${vary(stem)}.${zone}`, zone, isReserved))
    .flatMap((each) => (each.status === 'free' && !(first.status === 'free' && each.name.name === first.name.name) ? [each.name] : []))
  const held = await holders([...(first.status === 'free' ? [first.name] : []), ...others])
  const free = others.filter(({ name }) => !held.has(name)).slice(0, mostFree)
  return [suggestionOf(`${label}.${zone}`, first, held), ...free.map(({ name }) => ({ name, registered: false }))]
}

type Read = { readonly status: 'free'; readonly name: WellFormedName } | { readonly status: 'refused'; readonly reason: Reason }

function read(name: string, zone: string, isReserved: IsReserved): Read {
  try {
    const found = readName(name, [zone])
    if (isReserved(found.label)) throw new NameRefusedError('reserved')
    return { status: 'free', name: found }
  } catch (error) {
    if (error instanceof NameRefusedError) return { status: 'refused', reason: reasonOf(error) }
    throw error
  }
}

function suggestionOf(name: string, first: Read, held: ReadonlyMap<string, 'taken' | 'lookalike'>): Suggestion {
  if (first.status === 'refused') return { name, registered: first.reason.name === 'reserved', reason: first.reason }
  const holder = held.get(name)
  return holder === undefined ? { name, registered: false } : { name, registered: true, reason: reasonOf(new NameRefusedError(holder)) }
}
