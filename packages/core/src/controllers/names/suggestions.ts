import * as z from 'zod/mini'
import { request } from '../../kit/http/request.js'
import { cleanText } from '../../kit/text.js'
import type { Portico } from '../../portico/createPortico.js'
import { staleAfter } from '../../portico/query.js'
import { NameSuggestionsError, refusalReasons, type RefusalReason } from './errors.js'
import { isPlainName } from './label.js'
import { suggestionEntry, suggestionsAnswer } from './schema.js'

/** Why a name is not to be had: a code that is known here, and the service's own sentence. */
export interface NameRefusal {
  readonly reason: RefusalReason | undefined
  readonly description: string | undefined
}

export interface NameSuggestions {
  /** Why the name itself is not to be had; undefined where it is free. */
  readonly refusal: NameRefusal | undefined
  /** Other names that are free. Whole. */
  readonly others: readonly string[]
}

/** How many are shown. */
const mostOthers = 3
/** A name that is free may be somebody's soon, in milliseconds. */
const suggestionsLifetime = 15_000

/**
 * Whether a name is free, and names close to it that are.
 * @example const { refusal, others } = await getSuggestions(portico, { label: 'mira', zone: 'example.eth' })
 * @param label before its parent, as `checkLabel` lets it through
 * @param zone the parent, such as `portico.eth`
 * @throws NameSuggestionsError
 */
export async function getSuggestions(
  portico: Portico,
  { label, zone, signal }: { readonly label: string; readonly zone: string; readonly signal?: AbortSignal },
): Promise<NameSuggestions> {
  const asked = `${label}.${zone}`
  const path = `/v1/profile/suggestions/${encodeURIComponent(label)}`
  const { suggestions } = await request(portico, {
    path,
    query: { zone },
    schema: suggestionsAnswer,
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new NameSuggestionsError({ cause })
  })
  const read = suggestions.slice(0, 50).flatMap((entry) => {
    const { data } = z.safeParse(suggestionEntry, entry)
    return data && isPlainName(data.name) ? [data] : []
  })
  const own = read.find(({ name }) => name === asked)
  if (!own) throw new NameSuggestionsError({ cause: new TypeError('The service did not say whether the name is free.') })
  const others = read.flatMap(({ name, registered, reason }) => {
    const isFree = name !== asked && !registered && !reason && name.endsWith(`.${zone}`)
    return isFree ? [name] : []
  })
  const { reason, registered } = own
  return {
    refusal: reason
      ? {
          reason: refusalReasons.find((known) => known === reason.name),
          description: cleanText(reason.description ?? '') || undefined,
        }
      : registered
        ? { reason: 'taken', description: undefined }
        : undefined,
    others: others.slice(0, mostOthers),
  }
}

/**
 * {@link getSuggestions} for a query client.
 * @example const { refusal, others } = await queryClient.fetchQuery(suggestionsQuery(portico, { label: 'mira', zone: 'example.eth' }))
 */
export function suggestionsQuery(portico: Portico, { label, zone }: { readonly label: string; readonly zone: string }) {
  return {
    queryKey: ['name suggestions', zone, label] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getSuggestions(portico, { label, zone, signal }),
    staleTime: staleAfter(suggestionsLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}
